"""The comparison of two versions: both back ends play the same games, and a game that differs is named."""

from __future__ import annotations

import rulewright as rw
from tests.properties.same_digests import digest_of, in_python, natively, partings

GAMES = 4


def test_both_back_ends_come_to_the_same_digests() -> None:
    game = rw.load_game("tutorial", backend="native")
    python, native = in_python(game), natively(game)
    found = [digest_of(game, python, number) for number in range(GAMES)]
    assert [digest_of(game, native, number) for number in range(GAMES)] == found
    assert len(set(found)) == GAMES


def test_games_that_differ_are_named() -> None:
    before = {"a": ["1", "2", "3"], "b": ["1"]}
    assert partings(before, {"a": ["1", "2"], "b": ["1"]}) == []
    assert partings(before, {"a": ["1", "x", "3"], "c": []}) == [
        "b: only one of the two has it",
        "c: only one of the two has it",
        "a: 1 of 3 games differ, such as number [1]",
    ]
