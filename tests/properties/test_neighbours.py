"""Who sits beside whom, and what all hand on at the same time."""

from __future__ import annotations

from typing import Any

import pytest

from rulewright.core.run.steps import start
from tests.reference.games import both_of

_WORLD = """\
kind: content
kinds:
  - {{id: card, title: {{en: Card}}}}
components:
  - {{id: mine, kind: card, each_seat: true, copies: 2, title: {{en: Mine}}, source: {{doc: DOC, place: a}}}}
zones:
  - {{id: hand, per: [seat], holds: card, visible: owner, start: it.owner is seat}}
counters:
  - {{id: near, per: [seat], min: 0, max: 9}}
procedures:
  - id: play
    does: |
{does}
"""


def end_of(does: str, seats: int) -> tuple[list[Any], Any]:
    """The state after an effect, and where each of its families begins, by name."""
    game = both_of(_WORLD.format(does="\n".join(f"      {line}" for line in does.split("\n")))).game
    state = start(game, seats=seats, seed=1)
    return state, {each.id: each.base for each in game.blueprint.families}


def hands_after(does: str, seats: int) -> list[set[int]]:
    """Whose cards each seat holds at the end."""
    state, at = end_of(does, seats)
    return [{card // 2 for card in state[at["hand"] + seat]} for seat in range(seats)]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_what_is_passed_on_goes_to_the_next_seat_and_no_further(seats: int) -> None:
    assert hands_after("pass hand to left", seats) == [{(seat - 1) % seats} for seat in range(seats)]
    assert hands_after("pass hand to right", seats) == [{(seat + 1) % seats} for seat in range(seats)]


def test_it_does_not_matter_who_acts() -> None:
    assert hands_after("ask seat(3): pass hand to left", 4) == hands_after("pass hand to left", 4)


def test_alone_one_keeps_what_one_has() -> None:
    assert hands_after("pass hand to left", 1) == [{0}]
    state, at = end_of("set near to left(me).number + right(me).number", 1)
    assert state[at["near"]] == 2


def test_who_has_left_the_game_is_passed_over() -> None:
    assert hands_after("end game for seat(2)\npass hand to left", 3) == [{2}, {1}, {0}]
    state, at = end_of("end game for seat(2)\nfor each s in seat: set s.near to left(s).number", 4)
    assert state[at["near"] : at["near"] + 4] == [3, 3, 4, 1]
    state, at = end_of("end game for seat(2)\nfor each s in seat: set s.near to right(s).number", 4)
    assert state[at["near"] : at["near"] + 4] == [4, 1, 1, 3]
