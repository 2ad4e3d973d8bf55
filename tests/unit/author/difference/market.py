"""A small ruleset that exists twice, so that tests can edit one of the two and compare them."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from rulewright.author.difference.compare import Difference, difference
from rulewright.author.difference.sides import choice_named, label_of, read_side
from rulewright.author.difference.wording import Wording
from rulewright.core.pipeline import ReadRuleset, read_whole, shipped_names

RULESET = """\
kind: ruleset
id: market
title: {en: Market}
seats: {min: 2, max: 3}
languages: [en, pl]
modules: {default: [base]}
begins: play_game
documents:
  - {id: EN, title: The rules of the market}
"""
LEDGER = """\
kind: ledger
ruleset: market
rules:
  buy.one: "A seat buys one thing."
  sell.all: "Everything is sold."
"""
GOODS = """\
kind: content
kinds:
  - id: ware
    title: {en: Ware}
    fields:
      price: {type: number, default: 2, about: What it costs}
      worth: {type: list, of: number, about: What it brings in each round}
      gives: {type: effect, optional: true, about: What its buyer gets}
components:
  - {id: apple, kind: ware, title: {en: Apple, pl: Jabłko}, copies: 4, price: 1, worth: [1, 2],
     source: {doc: EN, place: Wares}, rules: [buy.one]}
  - {id: bread, kind: ware, title: {en: Bread}, worth: [2, 2], gives: gain 1 coin, source: {doc: EN, place: Wares}}
counters:
  - {id: coin, title: {en: Coins}, per: [seat], min: 0, max: 20, start: 5}
"""
TURNS = """\
kind: content
zones:
  - {id: stall, title: {en: Stall}, holds: ware, visible: all, start: "true"}
  - {id: basket, title: {en: Basket}, per: [seat], holds: ware, visible: owner}
procedures:
  - id: play_game
    does: |
      for each s in seat: ask s: take_turn
  - id: take_turn
    title: {en: Turn}
    does: |
      choose:
        buy for w in stall where w.price <= coin:
          pay w.price coin
          move w to basket
        wait: gain 1 coin
    rules: [buy.one]
scoring:
  - {id: coins, title: {en: Coins}, amount: coin}
  - {id: wares, title: {en: Wares}, amount: size(basket) + coin * 2}
"""
NIGHT = """\
kind: content
counters:
  - {id: lamp, title: {en: Lamps}, min: 0, max: 3}
patches:
  - {change: apple, set: {price: 3}, because: nothing is cheap at night}
"""
SCENARIOS = """\
kind: scenarios
scenarios:
  - scenario: an apple costs one
    rules: [buy.one]
    given: {play: "ask seat(1): take_turn"}
    when:
      - {seat: 1, choose: buy apple.1}
    then: [seat(1).coin = 4]
  - scenario: who waits earns a coin
    rules: [sell.all]
    given: {play: "ask seat(1): take_turn"}
    when:
      - {seat: 1, choose: wait}
    then: [seat(1).coin = 6, size(stall) = 5]
"""


def market(folder: Path, **edited: str) -> Path:
    """The ruleset as files; texts may be given in place of `goods`, `turns`, `night`, `ruleset` and `ledger`."""
    files = {
        "ruleset.yaml": edited.get("ruleset", RULESET),
        "rules.yaml": edited.get("ledger", LEDGER),
        "base/module.yaml": "kind: module\nid: base\ntitle: {en: The market}\n",
        "base/goods.yaml": edited.get("goods", GOODS),
        "base/turns.yaml": edited.get("turns", TURNS),
        "night/module.yaml": "kind: module\nid: night\ntitle: {en: Night}\n",
        "night/night.yaml": edited.get("night", NIGHT),
        "scenarios/turns.yaml": SCENARIOS,
    }
    for name, text in files.items():
        path = folder / "market" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    return folder / "market"


def compared(before: str | Path, after: str | Path) -> Difference:
    one, other = (choice_named(str(each)) for each in (before, after))
    return difference(*(read_side(label_of(each), each, _read(each.ruleset)) for each in (one, other)))


def _read(ruleset: str) -> ReadRuleset | None:
    return _read_shipped(ruleset) if ruleset in shipped_names() else None


@cache
def _read_shipped(ruleset: str) -> ReadRuleset:
    return read_whole(ruleset)


def told(found: Difference, *, whole: bool = False) -> str:
    """All that is told of a difference, without the lines that name the sides."""
    return "\n".join(list(Wording(found, whole=whole).lines())[2:]).strip()


def changes(found: Difference) -> list[tuple[str, str, str, str]]:
    """Entry, path, value before and after of every value that differs."""
    return [
        (each.id, ".".join(change.path), change.before.text, change.after.text)
        for each in found.entries
        for change in each.changes
    ]
