"""Diagnostics on the screen: many that are alike hide no other."""

from __future__ import annotations

import pytest

from rulewright.cli.output import write_diagnostics
from rulewright.core.diagnostics import Diagnostic, Span, error


def missing(line: int) -> Diagnostic:
    return error("missing-key", Span("cards.yaml", line, 5), "a component has no 'title'", "write it")


def shown(found: list[Diagnostic], capsys: pytest.CaptureFixture[str]) -> list[str]:
    write_diagnostics(found, {})
    return [line for line in capsys.readouterr().out.split("\n") if line and "help" not in line]


def test_the_others_of_many_alike_are_listed_by_their_lines(capsys: pytest.CaptureFixture[str]) -> None:
    other = error("unknown-key", Span("cards.yaml", 6, 3), "a component has no key 'titel'")
    lines = shown([missing(4), missing(5), other, *(missing(line) for line in range(7, 12))], capsys)
    assert [line.partition(": ")[0] for line in lines] == [
        "cards.yaml:4:5", "cards.yaml:5:5", "cards.yaml:7:5", "cards.yaml", "cards.yaml:6:3",
    ]  # fmt: skip
    assert lines[3] == "cards.yaml: repeated 4 times, in lines 8, 9, 10, 11"


def test_a_few_alike_are_shown_whole(capsys: pytest.CaptureFixture[str]) -> None:
    assert len(shown([missing(line) for line in range(4, 8)], capsys)) == 4
