"""Small programs natively: each forms a game that is played as the Python back end plays it."""

from __future__ import annotations

import pytest

from tests.reference.lockstep import parting, small_pair

_WORLD = """\
kind: content
kinds:
  - id: card
    title: {en: Card}
    fields:
      cost: {type: number, default: 0, about: Its price}
      act: {type: effect, optional: true, takes: {k: number}, about: What it does}
      never: {type: effect, optional: true, takes: {k: number, l: number, m: number}, about: Nothing has it}
components:
  - {id: ace, kind: card, title: {en: Ace}, source: {doc: DOC, place: a}, cost: 1, copies: 3, act: gain k coin}
  - {id: two, kind: card, title: {en: Two}, source: {doc: DOC, place: a}, cost: 2, copies: 2}
counters:
  - {id: coin, per: [seat], min: 0, max: 99, start: 5}
  - {id: far, min: 0, max: 999999999999999}
markers:
  - {id: shown, "on": card}
  - {id: lead, "on": seat}
zones:
  - {id: deck, holds: card, visible: all, start: it.cost > 0}
  - {id: hand, per: [seat], holds: card, visible: all}
  - {id: row, holds: card, spaces: 3, visible: all}
procedures:
  - id: play
    does: |
"""

PROGRAMS = {
    "a piece moved into its own pile lies on top": """\
move bottom(deck) to deck
choose:
  one: gain 1 coin
  two: lose 1 coin
""",
    "all of a pile without a test is moved to another pile, and to itself": """\
move (it in deck) to hand
move (it in hand) to hand
choose:
  back:
    move (it in hand) to deck
    require exists(deck)
  stay: gain 1 coin
choose:
  one: gain 1 coin
  two: gain 2 coin
""",
    "nothing is worked out for a field that no component has": """\
set shown to two
do shown.never 1 2 (3 / (coin - coin))
choose:
  one: gain 1 coin
  two: gain 2 coin
""",
    "arguments of an effect that is none are not looked at": """\
set shown to two
choose:
  one:
    do shown.act (1 / (coin - coin))
  two: gain 1 coin
""",
    "the seats from one that is none cannot be counted": """\
choose:
  led: set lead to me
  not_yet: nothing
choose:
  counted: gain size(seats_from(lead)) coin
  tested: gain 1 coin
choose:
  one: gain 1 coin
  two: gain 2 coin
""",
    "numbers that need more than 32 bits": """\
set far to 4000000000
repeat 3:
  choose:
    more: gain 3000000000 far
    half: set far to far / 2
    rest: set far to far % 7
""",
    "numbers that need more than 64 bits are left to Python": """\
set far to 999999999999999
choose:
  more:
    require far * far * far > 0
    gain 1 coin
  less: lose 1 coin
""",
    "the least of an order, and the first among equals": """\
repeat 4:
  let c = first(it in deck by least it.cost, most size(hand) - it.cost)
  move c to hand
  pick c2 from deck distinct by c2.cost
  move c2 under hand
""",
}


@pytest.mark.parametrize("name", PROGRAMS)
def test_a_small_program(name: str) -> None:
    text = "".join(f"      {line}\n" for line in PROGRAMS[name].splitlines())
    pair = small_pair(_WORLD + text)
    for seed in range(6):
        assert not parting(pair, seed)
