"""Random rulesets whose options look at what their seat cannot see: the slips that authors make, and blind choices.

Every ruleset is well-typed and can be played; what is hidden lies in a stack, in hands, and face down on spaces.
"""

from __future__ import annotations

import random

_WORLD = """\
kind: content
enumerations:
  - {id: tint, values: [red, green, blue]}
kinds:
  - id: card
    title: {en: Card}
    faces: [up, down]
    fields:
      cost: {type: number, about: Its price}
      tint: {type: tint, about: Its colour}
  - id: tile
    title: {en: Tile}
    fields: {worth: {type: number, about: Its worth}}
counters:
  - {id: coin, title: {en: Coin}, per: [seat], min: 0, max: 9, start: 4}
  - {id: heat, title: {en: Heat}, min: 0, max: 9}
  - {id: open, title: {en: Open}, per: [seat], min: 0, max: 2}
  - {id: purse, title: {en: Purse}, per: [seat], min: 0, max: 9, start: 3, visible: owner}
  - {id: debt, title: {en: Debt}, per: [seat], min: 0, max: 9, visible: viewer is not seat and seat.open < 2}
markers:
  - {id: sign, title: {en: Sign}, "on": tint, start: red}
  - {id: foe, title: {en: Foe}, per: [seat], "on": seat, visible: viewer is seat or seat.open > 0}
  - {id: omen, title: {en: Omen}, "on": tint, start: blue, visible: none}
zones:
  - {id: deck, title: {en: Deck}, holds: card, order: stack, visible: none, start: "true"}
  - {id: hand, title: {en: Hand}, per: [seat], holds: card, visible: owner}
  - {id: row, title: {en: Row}, holds: card, spaces: 3, visible: all}
  - {id: brow, title: {en: Brow}, per: [seat], holds: card, visible: others}
  - {id: fan, title: {en: Fan}, per: [seat], holds: card, visible: viewer is seat or seat.open > 0}
  - {id: shut, title: {en: Shut}, per: [seat], holds: card, spaces: 2, visible: none}
  - {id: bin, title: {en: Bin}, holds: card, visible: all}
  - {id: bag, title: {en: Bag}, holds: tile, visible: none, start: "true"}
  - {id: yard, title: {en: Yard}, per: [seat], holds: tile, visible: all}
quantities:
  - {id: dear, title: {en: Dear}, takes: {c: card_piece}, gives: truth, amount: c.cost > sum(1 for o in others) + 1}
  - {id: price, title: {en: Price}, takes: {c: card_piece}, gives: number, amount: "max(0, c.cost - heat)"}
  - {id: wealth, title: {en: Wealth}, gives: number, amount: coin + purse - debt + sum(c.cost for c in hand + fan)}
  - {id: danger, title: {en: Danger}, gives: number, amount: "count(c in deck where c.tint is red) + heat"}
scoring:
  - {id: money, title: {en: Money}, amount: wealth}
  - {id: luck, title: {en: Luck}, amount: "top(deck).cost if exists(top(deck)) else 0"}
"""
_PLAY = """\
procedures:
  - id: play
    title: {en: Play}
    does: |
      shuffle deck
      shuffle bag
      for each s in seat: draw 3 from deck to s.hand
      for each s in seat: move top(deck) to s.shut[1]
      for each s in seat: draw 2 from deck to s.brow
      for each s in seat: draw 2 from deck to s.fan
      for each s in seat: set s.foe to first(o in others)
      move top(deck) to row[1]
      move top(deck) to row[2]
ROUNDS
"""
_ROUNDS = """\
      repeat 7:
        for each s in seat:
          ask s:
            turn"""
_IN_TURN = """\
      let left = 14
      ask in turn while left > 0 and ({going}):
        set left to left - 1
        turn"""
_PIECES = ("deck", "hand", "deck + hand", "row + deck", "pieces(card)", "seat(1).hand", "seat(2).hand", "shut",
           "seat(2).shut", "row", "bin + deck", "brow", "seat(2).brow", "fan",
           "seat(2).fan", "fan + deck")  # fmt: skip
_TESTS = (
    "x.cost > {n}", "x is top(deck)", "x is top(deck) and x.cost > {n}", "x.tint is sign", "dear(x)", "x.up",
    "price(x) <= coin", "x.cost > top(deck).cost", "any(c in deck where c is x)", "coin > {n}", "x is not bottom(deck)",
    "count(c in deck where c.cost > {n}) > 1", "any(c in seat(2).hand where c.tint is x.tint)", "price(x) > coin + 9",
    "any(c in seat(2).hand where c is x)", "any(c in seat(2).fan where c is x)", "purse > {n}", "seat(2).purse > {n}",
    "exists(foe)", "foe is seat(2)", "sign is omen", "debt > {n}", "open > 0 and x.cost > {n}",
)  # fmt: skip
_GUARDS = (
    "pay {n} coin", "require heat < {n}", "require top(deck).cost > {n}", "require danger > {n}", "nothing",
    "require size(deck) > {n}", "pay x.cost coin", "require x.tint is sign", "pay 30 coin",
    "pay {n} purse", "pay {n} debt", "require foe is me", "require seat(1).purse > {n}",
)  # fmt: skip
_PLAIN_GUARDS = tuple(each for each in _GUARDS if "x." not in each)
_MOVES = (
    "move x to hand", "move x to bin", "move x under deck", "flip x down", "move x to hand; gain 1 heat",
    "gain x.cost coin", "nothing", "if x.cost > {n}: gain 1 heat", "move x to hand; draw 1 from deck to hand",
    "move x to fan; gain 1 open", "show x to others", "show x to me; move x to fan",
    "gain x.cost purse", "move x to seat(1).fan", "if x.cost > {n}: gain 1 debt",
)  # fmt: skip
_PLAIN_MOVES = (
    "draw 1 from deck to hand", "gain 1 heat", "shuffle deck", "gain 3 coin", "set sign to blue", "nothing",
    "if top(deck).cost > {n}: gain 2 coin", "move top(bag) to yard", "move top(deck) to bin",
    "gain 1 open", "lose 1 open", "gain {n} purse; gain 1 seat(2).debt", "set foe to me", "move fan to brow",
    "draw 1 from deck to fan; set omen to red", "set seat(1).open to 1 - seat(1).open",
    "show top(deck) to me", "show hand to others", "show fan to seat(2); move first(c in fan) to brow",
    "show bottom(deck) to seat(1); shuffle deck", "show (c in deck where c.cost > {n}) to others",
)  # fmt: skip
_BEFORE = (
    "let t = top(deck)", "let k = top(deck).cost if exists(top(deck)) else 0", "gain 1 coin", "nothing",
    "if not exists(row[3]): move bottom(deck) to row[3]", "let t = bottom(deck); flip top(deck) down",
    "let p = seat(2).purse; let f = seat(1).foe", "later: gain 1 purse", "later first: gain seat(1).purse coin",
    "let all_of = (c in deck where c.cost > 2)",
)  # fmt: skip
_GOING = ("purse > {n}", "seat(2).purse > {n}", "debt < 3", "foe is seat(2)", "wealth > {n}", "danger > {n}")
"""What decides who acts again, in some of the rulesets; chance of its own says which, so that others stay."""


def hidden_rules(seed: int) -> str:
    """The content of a random module with options about hidden things, the same for the same seed."""
    rng = random.Random(f"hidden rules {seed}")

    def one(texts: tuple[str, ...]) -> str:
        return rng.choice(texts).format(n=rng.choice((0, 1, 2, 2, 3, 4, 100)))

    lines = [f"      {one(_BEFORE)}", "      choose:"]
    for number in range(rng.randint(2, 4)):
        where = f" where {one(_TESTS)}" if rng.random() < 0.7 else ""
        lines += [f"        way_{number} for x in {one(_PIECES)}{where}:"]
        lines += [f"          {each}" for each in (one(_GUARDS), one(_MOVES))]
    lines += ["        plain:", *(f"          {each}" for each in (one(_PLAIN_GUARDS), one(_PLAIN_MOVES)))]
    lines += ["        tile for x in bag: move x to yard", "        go: nothing"]
    if rng.random() < 0.5:
        lines.append(f"      pick x from {one(_PIECES)}{f' where {one(_TESTS)}' if rng.random() < 0.5 else ''}")
        lines.append(f"      {one(_MOVES)}")
    costs = [rng.randint(0, 4) for _ in range(22)]
    pieces = ["components:"]
    for number, cost in enumerate(costs):
        tint = rng.choice(("red", "green", "blue"))
        pieces.append(
            f"  - {{id: c{number}, kind: card, title: {{en: Card {number}}}, source: {{doc: DOC, place: a}}, "
            f"cost: {cost}, tint: {tint}, copies: {rng.randint(1, 2)}}}"
        )
    pieces += [
        f"  - {{id: t{n}, kind: tile, title: {{en: Tile {n}}}, source: {{doc: DOC, place: a}}, worth: {n}}}"
        for n in range(4)
    ]
    tells = "    tells: {way_0: {en: 'goes with {it}'}, tile: {en: 'takes {it}'}}"
    rounds, again = _ROUNDS, random.Random(f"in turn {seed}")
    if again.random() < 0.3:
        rounds = _IN_TURN.format(going=again.choice(_GOING).format(n=again.choice((0, 1, 2))))
    turn = ["  - id: turn", "    title: {en: Turn}", tells, "    does: |", *lines]
    return "\n".join([_WORLD + _PLAY.replace("ROUNDS", rounds) + "\n".join(turn), *pieces]) + "\n"
