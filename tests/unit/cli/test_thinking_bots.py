"""Bots that think for a while: the screen says who does, once a turn; the help names them from weak to strong."""

from __future__ import annotations

import io

import pytest

from rulewright.cli import run
from rulewright.play.policies.naming import LEVELS


@pytest.mark.parametrize(("bot", "times"), [("search:5", 1), ("search:5ms", 1), ("greedy", 0)])
def test_the_screen_says_who_thinks(
    bot: str, times: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("1\nq\n"))
    assert run(["play", "tutorial", "--seats", f"human,{bot}", "--seed", "3"]) == 0
    told = capsys.readouterr().err
    assert told.count(f"seat 2 thinks ({bot}) ...") == times


def test_the_help_names_levels(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["play", "tutorial", "--help"]) == 0
    told = " ".join(capsys.readouterr().out.split())
    assert f"each stronger than the one before, {', '.join(LEVELS)};" in told
