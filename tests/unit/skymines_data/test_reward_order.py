"""What a reward pays comes before what may cost something: that order loses nothing, so nobody is asked for one."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
import yaml

from tests.reference.checkout import RULESETS

FILES = [
    path
    for path in sorted((RULESETS / "skymines").glob("*/*.yaml"))
    # what a token gives at the set-up lies below every barrier and threshold
    if path.parent.name not in ("scenarios", "replays", "variants") and path.name != "tokens.yaml"
]
PAYS = re.compile(r"(may: )?(gain .* coin\b|advance_tank\b|utilize\b)")
OPTION = re.compile(r"(?!may:)(confirm )?\w+: ")
COSTS = re.compile(r"(may: )?(advance(_any)? |buy_for_coins\b)")


def texts_in(node: Any) -> Iterator[str]:
    if isinstance(node, dict):
        node = list(node.values())
    if isinstance(node, list):
        for each in node:
            yield from texts_in(each)
    elif isinstance(node, str):
        yield node


def paid_too_late(text: str) -> list[str]:
    """The statements that pay and stand behind a move on a track or a purchase, in the same block."""
    found, spent = [], set[int]()
    for line in text.split("\n"):
        depth = len(line) - len(line.lstrip())
        label = OPTION.match(line.lstrip())
        spent = {each for each in spent if each < depth or (each == depth and label is None)}
        for statement in (each.strip() for each in line.strip()[label.end() if label else 0 :].split(";")):
            if COSTS.match(statement):
                spent.add(depth)
            elif depth in spent and PAYS.match(statement):
                found.append(statement)
    return found


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_whatever_pays_comes_before_what_may_cost_something(path: Any) -> None:
    data = yaml.safe_load(path.read_text("utf-8"))
    assert {text: late for text in texts_in(data) if (late := paid_too_late(text))} == {}


@pytest.mark.parametrize(
    ("text", "late"),
    [
        ("advance astrogo 1; gain 1 coin", ["gain 1 coin"]),
        ("choose:\n  six:\n    advance astrogo 4\n    utilize 1\n  none: nothing", ["utilize 1"]),
        ("choose:\n  four:\n    advance minerva 3\n  six:\n    utilize 1\n    advance minerva 4", []),
        ("may: advance_any 2\nadvance_tank 1", ["advance_tank 1"]),
        ("gain 1 coin; advance_any 3", []),
        ("buy: buy_for_coins 1\nbuy_and_move: buy_for_coins 1; advance_tank 2", ["advance_tank 2"]),
    ],
)
def test_an_order_that_loses_something_is_found(text: str, late: list[str]) -> None:
    assert paid_too_late(text) == late
