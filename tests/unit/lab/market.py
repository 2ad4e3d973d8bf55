"""A market of wares, with one ware that nobody should ever buy and one that everybody should: rulesets for tests."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from rulewright.core.model.game import Game
from rulewright.native.loading import load_game
from tests.reference.games import write_small

MARKET = """\
kind: content
kinds:
  - id: ware
    title: {{en: Ware}}
    fields:
      price: {{type: number, default: 0, about: What it costs}}
      worth: {{type: number, default: 0, about: What it counts at the end}}
components:
  - {{id: cup, kind: ware, copies: 8, price: 2, worth: 5, title: {{en: Cup}}}}
  - {{id: bowl, kind: ware, copies: 8, price: 3, worth: 7, title: {{en: Bowl}}}}
  - {{id: jug, kind: ware, copies: 8, price: 4, worth: 8, title: {{en: Jug}}}}
{planted}
counters: [{{id: coin, title: {{en: Coin}}, per: [seat], min: 0, max: 99, start: 6}}]
zones:
  - {{id: crate, title: {{en: Crate}}, holds: ware, visible: none, start: "true"}}
  - {{id: stall, title: {{en: Stall}}, holds: ware, visible: all}}
  - {{id: basket, title: {{en: Basket}}, per: [seat], holds: ware, visible: all}}
procedures:
  - id: play
    does: |
      shuffle crate
      repeat 5: move top(crate) to stall
      repeat 10:
        for each s in seat: ask s: turn
  - id: turn
    does: |
      choose:
        earn: gain 1 coin
        buy: buy
  - id: buy
    does: |
      pick card from stall where card.price <= coin
      pay card.price coin
      move card to basket
      if exists(crate): move top(crate) to stall
scoring:
  - {{id: wares, title: {{en: Wares}}, amount: sum(card.worth for card in basket)}}
  - {{id: cash, title: {{en: Cash}}, amount: coin}}
"""
DUD = "  - {id: dud, kind: ware, copies: 8, price: 4, worth: 0, title: {en: Dud}}"
JEWEL = "  - {id: jewel, kind: ware, copies: 4, price: 2, worth: 20, title: {en: Jewel}}"
JUNK = "  - {id: jewel, kind: ware, copies: 4, price: 2, worth: 5, title: {en: Jewel}}"


def market(folder: Path, planted: str) -> partial[Game]:
    """What loads the market with the ware planted."""
    write_small(folder, MARKET.format(planted=planted), 2, 4)
    return partial(load_game, str(folder))
