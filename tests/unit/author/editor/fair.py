"""A small ruleset that declares at least one name of every sort."""

from __future__ import annotations

from pathlib import Path

_FILES = {
    "ruleset.yaml": """\
kind: ruleset
id: fair
title: {en: Fair}
seats: {min: 2, max: 4}
languages: [en]
modules: {default: [base]}
begins: play_fair
documents: [{id: EN, title: The rules}]
""",
    "rules.yaml": 'kind: ledger\nruleset: fair\nrules: {sell.one: "Each sells one. (EN)"}\n',
    "base/module.yaml": "kind: module\nid: base\ntitle: {en: Base}\n",
    "evening/module.yaml": "kind: module\nid: evening\ntitle: {en: Evening}\nneeds: [base]\n",
    "evening/more.yaml": "kind: content\ncounters:\n  - {id: lamp, title: {en: Lamps}, min: 0, max: 3}\n",
    "base/game.yaml": """\
kind: content
settings:
  - {id: heap, title: {en: Heap}, values: [few, many], default: few}
enumerations:
  - {id: colour, title: {en: Colour}, values: [{id: red, title: {en: Red}}, {id: blue, title: {en: Blue}}]}
kinds:
  - id: ware
    title: {en: Ware}
    fields: {colour: colour, price: number, weight: {type: number, default: 1}}
    faces: [shown, covered]
  - {id: field_space, title: {en: Field}, fields: {}}
components:
  - {id: apple, kind: ware, colour: red, price: 1, weight: 2, title: {en: Apple}}
  - {id: "{colour}_{price}", each: {colour: all, price: 2..3}, kind: ware, title: {en: "{colour} {price}"}}
  - {id: north, kind: field_space, title: {en: North}}
  - {id: south, kind: field_space, title: {en: South}}
counters:
  - {id: coin, title: {en: Coins}, per: [seat], min: 0, max: 9}
markers:
  - {id: pawn, on: field_space, start: north, title: {en: Pawn}}
zones:
  - {id: stall, title: {en: Stall}, holds: ware, visible: all, start: "true"}
maps:
  - {id: valley, title: {en: Valley}, regions: field_space, borders: [{between: [north, south]}]}
positions:
  - {id: seen, of: [coin], most: 50}
procedures:
  - id: play_fair
    does: |
      for each s in seat: ask s: sell
    rules: [sell.one]
  - id: sell
    title: {en: Sell}
    does: |
      choose:
        offer for w in stall where w.price < worth(w) and w.colour is red:
          gain 1 coin
          set pawn to south
        offer_blue: move apple to stall
        pass: gain 1 coin
free_actions:
  - {id: shout, during: [sell], when: coin > 3, does: lose 1 coin, title: {en: Shout}}
triggers:
  - {id: rich, after: sell, when: coin > 5, does: lose 1 coin}
quantities:
  - {id: worth, takes: {w: ware_piece}, gives: number, amount: w.price + 2}
modifiers:
  - {id: dear, quantity: worth, add: 1, when: heap is many}
teams:
  - {id: odd, title: {en: Odd}, who: me.number % 2 = 1}
  - {id: even, title: {en: Even}, who: me.number % 2 = 0}
outcomes:
  - {id: sold, title: {en: All is sold}}
scoring:
  - {id: coins, title: {en: Coins}, amount: coin}
tie_breaks:
  - {id: first, title: {en: First}, amount: 0 - coin}
again:
  - {id: once_more, title: {en: Once more}, when: any(s in seat where s.coin > 8), average: up}
invariants:
  - {id: never_poor, title: {en: Nobody owes}, always: every(s in seat where s.coin >= 0)}
table:
  - {id: purses, title: {en: Purses}, per: [seat], line: "{coin} coins"}
areas:
  - {id: middle, title: {en: Middle}, shows: [stall]}
looks:
  - {id: ware_look, of: ware, form: card, text: "{price}"}
icons:
  - {id: star, title: {en: star}, shapes: [{circle: [50, 50, 45]}]}
glossary:
  - {id: stock, title: {en: Stock}, text: {en: All wares.}}
lessons:
  - {id: goal_one, part: goal, title: {en: Get rich}, text: {en: The richest wins.}}
reasons:
  - {id: guess, text: It fits.}
""",
    "scenarios/sales.yaml": """\
kind: scenarios
scenarios:
  - scenario: a seat passes
    rules: [sell.one]
    given: {play: "ask seat(1): sell"}
    when: [{seat: 1, choose: pass}]
    then: [seat(1).coin = 1]
  - scenario: a red one is offered
    rules: [sell.one]
    given: {play: "ask seat(1): sell"}
    when: [{seat: 1, choose: offer red_3}]
    then: [seat(1).coin = 1]
""",
    "variants/dear_one.yaml": """\
kind: variant
variant: dear_one
title: {en: Dear}
extends: fair
patches:
  - {change: red_2, set: {price: 4}, because: it is dear}
  - {change: "{colour}_{price}", set: {copies: 2}, because: more of them}
""",
    "matches/evening_row.yaml": """\
kind: match
match: evening_row
title: {en: A row}
ruleset: fair
games: [{id: one, title: {en: One}}, {id: two, title: {en: Two}}]
""",
}


def fair(folder: Path) -> Path:
    """Write the ruleset into a folder, and return its own."""
    root = folder / "fair"
    for name, text in _FILES.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text, "utf-8")
    return root
