"""Parts of a text in brackets are left out where a value in them is missing."""

from __future__ import annotations

import re

import pytest

from rulewright.observe.words.optional import shown_parts

VALUES = {"a": "1", "b": "2", "none": ""}


def show(part: str) -> tuple[list[str], bool]:
    names = re.findall(r"[{]([a-z]+)[}]", part)
    return [re.sub(r"[{]([a-z]+)[}]", lambda found: VALUES[found[1]], part)], any(not VALUES[each] for each in names)


@pytest.mark.parametrize(
    ("written", "shown"),
    [
        ("costs {a}", "costs 1"),
        ("costs {none}.", "costs ."),
        ("x[, {a} stone][, {none} wood]", "x, 1 stone"),
        ("x[ gives[ {a} stone][ {none} wood][ {b} clay]]", "x gives 1 stone 2 clay"),
        ("x[ gives[ {none} stone][ {b} clay]]!", "x gives 2 clay!"),
        ("x[ gives[ {none} stone][ {none} clay]]!", "x!"),
        ("x[ gives[[ {a} stone][, {none} wood][, {b} clay]]]", "x gives 1 stone, 2 clay"),
        ("x[ gives[[ {none} stone][, {b} clay]]]!", "x gives 2 clay!"),
        ("x[ gives[[ {none} stone][, {none} clay]]]!", "x!"),
        ("x[ gives[ {none} stone][, {b} clay]]", "x gives, 2 clay"),
        ("x[ for {none}[ and {a}]]", "x"),
        ("x[ a[ b[ {none}]]]", "x"),
        ("x[ word]", "x word"),
        ("x] y", "x] y"),
        ("x[ {a} y", "x 1 y"),
        ("", ""),
    ],
)
def test_parts_are_left_out(written: str, shown: str) -> None:
    assert "".join(shown_parts(written, show)) == shown
