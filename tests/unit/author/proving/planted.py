"""Thirty small games, each wrong in one way: the change, the invariant it breaks, in how many choices at the least."""

from __future__ import annotations

from typing import NamedTuple

from tests.unit.author.proving.rulesets import WALK

TRADERS = """\
kind: content
kinds:
  - id: card
    title: {en: Card}
    fields:
      worth: {type: number}
components:
  - {id: copper, kind: card, copies: 2, worth: 1, title: {en: Copper}}
  - {id: silver, kind: card, worth: 2, title: {en: Silver}}
  - {id: gold, kind: card, worth: 3, title: {en: Gold}}
counters:
  - {id: coin, per: [seat], min: 0, max: 12, start: 4}
  - {id: round, min: 0, max: 6}
zones:
  - {id: deck, holds: card, order: stack, visible: none, start: "true"}
  - {id: hand, per: [seat], holds: card, visible: owner}
  - {id: shelf, holds: card, spaces: 2, visible: all}
  - {id: waste, holds: card, visible: all}
markers:
  - {id: leader, on: seat, start: "1"}
procedures:
  - id: play
    does: |
      shuffle deck
      refill
      repeat 3:
        set round to round + 1
        for each s in seat: ask s: turn
  - id: refill
    does: |
      repeat while size(deck) > 0 and size(shelf) < 2: fill_one
  - id: fill_one
    does: |
      if not exists(shelf[1]): move top(deck) to shelf[1]
      else: move top(deck) to shelf[2]
  - id: turn
    does: |
      choose:
        buy for c in shelf where c.worth <= coin and size(hand) < 2:
          pay c.worth coin
          move c to hand
          refill
        sell for c in hand:
          gain c.worth coin
          move c to waste
        lead: set leader to me
        rest: gain 1 coin
scoring:
  - {id: points, title: {en: Points}, amount: coin}
"""

RACE = """\
kind: content
counters:
  - {id: space, per: [seat], min: 0, max: 6}
  - {id: fuel, per: [seat], min: 0, max: 3, start: 3}
  - {id: finished, min: 0, max: 2}
  - {id: laps, min: 0, max: 9}
procedures:
  - id: play
    does: |
      repeat while finished = 0 and laps < 6:
        set laps to laps + 1
        for each s in seat: ask s: turn
  - id: turn
    does: |
      choose:
        roll_on:
          roll die from 1..2
          gain die space
        burn:
          pay 1 fuel
          gain 2 space
        refuel: gain 1 fuel
      if space >= 4:
        gain 1 finished
        end game
scoring:
  - {id: points, title: {en: Points}, amount: space}
"""


class Planted(NamedTuple):
    """One fault: the text of the rules it replaces and by what; the invariant; how many choices it takes to show."""

    base: str
    before: str
    after: str
    invariant: str
    choices: int


_MONEY = "always: sum(s.coin for s in seat) + bank = 10"
_CARDS = "always: size(deck) + size(shelf) + size(waste) + sum(size(s.hand) for s in seat) = 4"
_WEALTH = "never: coin + sum(c.worth for c in hand) > 4 + round"
_WASTE = "always: size(waste) <= 2 * round - 2 or round = 0"
_SHELF = "always: size(shelf) = 2 or size(deck) = 0"
_STRIDE = "always: space <= 2 * laps"

PLANTED = (
    Planted(WALK, "lose 1 bank\n", "nothing\n", _MONEY, 1),
    Planted(WALK, "gain 1 coin\n", "gain 2 coin\n", _MONEY, 1),
    Planted(WALK, "require bank > 0\n", "if bank = 4: gain 1 coin\n", _MONEY, 3),
    Planted(WALK, "rest: nothing", "rest: lose 1 coin", _MONEY, 1),
    Planted(WALK, "rest: nothing", "rest: set bank to 6", _MONEY, 2),
    Planted(WALK, "start: 6}", "start: 5}", _MONEY, 0),
    Planted(WALK, "repeat 3:", "repeat 4:", "never: round > 3", 6),
    Planted(WALK, "set round to round + 1", "set round to round + 2", "always: round <= 3", 2),
    Planted(WALK, "ask s: turn", "ask s: turn; turn", "ends: true, within: 6", 6),
    Planted(WALK, "where p is not walker", "where p is not peak", "for_each: {p: place}, reachable: walker is p", -1),
    Planted(WALK, "ask s: turn", "ask s: turn; turn", "when: round = 1, leads_to: round = 2, within: 2", 2),
    Planted(
        WALK,
        "        rest: nothing\n",
        "        rest: nothing\n        doze: require bank > 7\n",
        "every_option: true",
        -1,
    ),
    Planted(TRADERS, "move c to waste", "nothing", _WEALTH, 3),
    Planted(TRADERS, "move c to waste", "move c to hand", _WEALTH, 3),
    Planted(TRADERS, "pay c.worth coin\n", "nothing\n", _WEALTH, 1),
    Planted(TRADERS, "and size(hand) < 2", "and size(hand) < 9", "always: size(hand) <= 2", 5),
    Planted(TRADERS, "move c to hand\n          refill", "move c to hand", _SHELF, 1),
    Planted(TRADERS, "          refill\n        sell", "          move c to waste\n        sell", _WASTE, 1),
    Planted(TRADERS, "lead: set leader to me", "lead: set leader to none", "always: exists(leader)", 1),
    Planted(TRADERS, "rest: gain 1 coin", "rest: gain 9 coin", "never: coin > 9", 1),
    Planted(TRADERS, "rest: gain 1 coin", "rest: move shelf to waste", _SHELF, 1),
    Planted(TRADERS, "copies: 2, worth", "copies: 3, worth", _CARDS, 0),
    Planted(TRADERS, "gain c.worth coin\n", "gain 4 coin\n", _WEALTH, 3),
    Planted(TRADERS, "move top(deck) to shelf[2]", "move top(deck) to waste", _WASTE, 0),
    Planted(RACE, "gain 2 space", "gain 3 space", _STRIDE, 1),
    Planted(RACE, "pay 1 fuel\n", "pay 3 fuel\n", "always: fuel > 0 or laps > 2", 1),
    Planted(RACE, "        end game", "        nothing", "never: finished > 1", 4),
    Planted(RACE, "refuel: gain 1 fuel", "refuel: lose 1 fuel", "always: fuel >= 1 or space > 0", 5),
    Planted(RACE, "and laps < 6", "and laps < 99", "ends: true, within: 12", 12),
    Planted(RACE, "from 1..2", "from 1..3", _STRIDE, 1),
)
"""`choices` is -1 where nothing can be shown by one game: something that cannot happen."""
