"""What all zones of a family hold together, and whether something is written on a thing."""

from __future__ import annotations

import pytest

from rulewright.core.run.steps import start
from tests.reference.agreement import disagreement
from tests.reference.games import Both, both_of
from tests.reference.lockstep import parting, small_pair

_WORLD = """\
kind: content
kinds:
  - id: card
    title: {en: Card}
    fields:
      bonus: {type: effect, optional: true}
      fits: {type: test, optional: true, takes: {n: number}}
components:
  - {id: rose, kind: card, copies: 3, bonus: gain 1 found, title: {en: Rose}, source: {doc: DOC, place: a}}
  - {id: lily, kind: card, copies: 2, fits: n > 1, title: {en: Lily}, source: {doc: DOC, place: a}}
zones:
  - {id: hand, per: [seat], holds: card, visible: owner}
  - {id: column, per: [2..4], holds: card, visible: all}
  - {id: rack, per: [seat, 1..2], holds: card, spaces: 2, visible: all}
counters: [{id: found, min: 0, max: 999}]
procedures:
  - id: play
    does: |
      for each c in pieces(card) where exists(c.bonus): move c to column[3]
      move lily to column[4]
      move top(column[3]) to rack[seat(2), 2, 1]
      ask seat(2): move top(column[3]) to hand
      set found to VALUE
      pick x from column[all]
      move column[all] to hand
      for each s in seat: ask s: pick n from 1..2
"""
_VALUES = {
    "size(column[all])": 2,
    "count(c in column[all] where c.design is lily)": 1,
    "size(hand[all]) * 10 + size(hand)": 10,
    "size(rack[seat(2), all]) * 10 + size(rack[all])": 10,
    "count(c in pieces(card) where exists(c.bonus)) * 10 + count(c in pieces(card) where exists(c.fits))": 32,
    "count(d in card where not exists(d.bonus))": 1,
    "1 if exists(top(hand).bonus) else 0": 0,
    "1 if exists(seat(2).rack[2, 1].bonus) else 0": 1,
}


def _played(value: str) -> Both:
    return both_of(_WORLD.replace("VALUE", value))


@pytest.mark.parametrize(("value", "expected"), _VALUES.items())
def test_a_value_is_worked_out(value: str, expected: int) -> None:
    game = _played(value).game
    at = next(each.base for each in game.blueprint.families if each.id == "found")
    assert start(game, seats=2, seed=1)[at] == expected


def test_it_plays_alike_in_every_way_of_playing() -> None:
    value = " + ".join(f"({each})" for each in _VALUES)
    assert not disagreement(_played(value), 1)
    assert not parting(small_pair(_WORLD.replace("VALUE", value)), 1)
