"""Which sets may hold a piece twice, so that who gathers candidates looks."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.core.lower.offered import holds_some_twice
from rulewright.core.model import operations as low
from rulewright.core.model.layout import OPTIONS
from tests.unit.core.compile.small_games import begun, game_of
from tests.unit.core.lower.written import lowered

CASES = {
    "one zone": ("quay", False),
    "two zones": ("hand + quay", False),
    "three zones": ("hand + quay + deck", False),
    "one zone twice": ("hand + hand", True),
    "one zone twice among others": ("hand + quay + hand", True),
    "two spaces": ("quay[1] + quay[2]", False),
    "a space twice": ("quay[1] + quay[1]", True),
    "a space and all of them": ("quay + quay[2]", True),
    "two piles of one family": ("docks[north] + docks[south]", False),
    "piles of one family, nobody knows which": ("docks[place] + docks[north]", True),
    "a list": ("boat.steps", False),
}


@pytest.mark.parametrize(("items", "twice"), CASES.values(), ids=CASES)
def test_what_may_hold_a_thing_twice(tmp_path: Path, items: str, twice: bool) -> None:
    more = "  - {id: other, takes: {place: pier}, does: 'pick c from ITEMS'}\n".replace("ITEMS", items)
    program, number = lowered(tmp_path, "other north", "procedures:\n" + more)
    number = next(each.number for each in program.program.procedures if each.id == "other")
    (ask,) = program.effect(number).body
    assert isinstance(ask, low.Ask)
    source = ask.offers[0].source
    assert source is not None
    assert holds_some_twice(program, source) == twice


def test_a_piece_that_lies_in_two_sets_is_offered_once(tmp_path: Path) -> None:
    does = "move top(deck) to quay[1]\nmove top(deck) to quay[2]\npick c from quay + quay[2]\nflip c down"
    state = begun(game_of(tmp_path, does))
    assert len(state[OPTIONS]) == 2
