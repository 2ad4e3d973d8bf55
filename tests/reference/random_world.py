"""The small world that random rulesets are about, and the game in which what they do is played."""

from __future__ import annotations

WORLD = """\
kind: content
settings:
  - {id: mode, title: {en: Mode}, values: [short_mode, long_mode], default: long_mode}
  - {id: grade, title: {en: Grade}, values: 0..3, default: 1}
enumerations:
  - {id: colour, values: [red, green, blue]}
kinds:
  - id: card
    title: {en: Card}
    faces: [up, down, aside]
    fields:
      tint: {type: colour, about: Its colour}
      extra: {type: colour, optional: true, about: Another colour}
      cost: {type: number, default: 0, about: Its price}
      level: {type: 1..3, default: 2, about: Its level}
      wild: {type: truth, default: false, about: Whether it is wild}
      sums: {type: list, of: number, about: Numbers}
      tints: {type: list, of: colour, about: Colours}
      rank: {type: 1..3, optional: true, about: Its rank}
      parts: {type: list, of: {at: number, what: {type: colour, optional: true}}, about: Parts}
      act: {type: effect, optional: true, takes: {k: number, who: seat}, about: What it does}
      fit: {type: test, optional: true, about: When it fits}
      value: {type: amount, optional: true, about: What it is worth}
      suits: {type: test, optional: true, takes: {n: number, c: colour or none}, about: Whether it suits}
      among: {type: amount, optional: true, takes: {them: set of card_piece, p: card_piece or none}, about: Its yield}
  - id: place
    title: {en: Place}
    fields: {next: {type: place, optional: true, about: The next one}}
  - {id: field, title: {en: Field}}
maps:
  - id: roads
    regions: place
    border_fields: {toll: number, sign: {type: colour, optional: true}}
    borders: [{between: [here, there], toll: 2, sign: red}, {between: [there, yonder], toll: 1}]
  - {id: fields, regions: field, grid: [3, 3], steps: both, prefix: f_}
counters:
  - {id: marks, per: [field], min: 0, max: 3}
  - {id: worn, per: [card_piece], min: 0, max: 9}
  - {id: visits, per: [place], min: 0, max: 5}
  - {id: coin, per: [seat], min: 0, max: 9, start: 4}
  - {id: stock, per: [seat, colour], min: 0, max: 5, start: 2}
  - {id: heat, min: -3, max: 6}
  - {id: depth, per: [1..3], min: 0, max: 4, start: 1}
  - {id: lit, per: [seat], start: false}
  - {id: calm, per: [1..3], start: true}
  - {id: offer, per: [seat], min: 0, max: 6, start: none}
markers:
  - {id: lead, "on": seat}
  - {id: fav, per: [seat], "on": colour}
  - {id: held, "on": card_piece}
  - {id: shown, "on": card, start: ace}
  - {id: stands, per: [seat], "on": place, start: here}
  - {id: road, "on": roads}
zones:
  - {id: deck, holds: card, visible: none, start: not exists(it.owner)REFILL}
  - {id: hand, per: [seat], holds: card, visible: owner, start: it.owner is seat}
  - {id: row, holds: card, spaces: 4, visible: all}
  - {id: box_of, per: [colour], holds: card, spaces: 2, visible: all}
  - {id: bin, holds: card, visible: all}
"""
ON_PLACES = """\
  - {id: spread, holds: card, spaces: field, visible: all, start: field.row = 2 and it.cost > 1}
  - {id: camp, per: [seat], holds: card, spaces: field, visible: viewer is seat or field.column = 2}
"""
PLAY = """\
  - id: play
    does: |
      shuffle deck
      for each s in seat: draw 2 from deck to s.hand
      move top(deck) to row[1]
      repeat ROUNDS:
        for each s in seat:
          ask s:
            choose:
CHOICES
              go_on: nothing
ASKING
        gain 1 heat
"""
