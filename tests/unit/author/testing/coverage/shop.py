"""A small game and scenarios that reach a part of it, written in two layouts."""

from __future__ import annotations

from pathlib import Path

from rulewright.author.testing.coverage.coverage_report import CoverageReport, PlaceReport, report_of
from rulewright.core.pipeline import read_whole
from rulewright.play.scenarios.runner import ScenarioRunner
from tests.reference.games import write_small

CONTENT = """\
kind: content
kinds:
  - {id: card, title: {en: Card}, fields: {act: {type: effect, optional: true, about: What it does}}}
components:
  - {id: ace, kind: card, title: {en: Ace}, act: gain 1 coin, source: {doc: DOC, place: Cards}}
  - {id: king, kind: card, title: {en: King}, act: gain 2 coin, source: {doc: DOC, place: Cards}}
zones:
  - {id: deck, title: {en: Deck}, holds: card, visible: none, start: "true"}
  - {id: hand, title: {en: Hand}, holds: card, visible: all}
counters:
  - {id: coin, title: {en: Coin}, start: 1, min: 0, max: 9}
quantities:
  - {id: price, amount: "2"}
  - {id: shown_only, amount: "3"}
modifiers:
  - {id: dear, quantity: price, add: "1", when: coin > 5}
triggers:
  - {id: rich, after: shop, when: coin > 7, does: lose 1 coin}
procedures:
  - {id: play, does: shop}
  - id: shop
    does: |
      gain 2 coin
      choose:
        buy:
          require coin >= price
          pay price coin
        steal:
          require coin > 8; gain 5 coin
        leave: nothing
      if coin > 0:
        let drawn = bottom(deck)
        move drawn to hand
        do drawn.act
      else:
        deeper
      repeat while coin > 8:
        lose 1 coin
  - id: deeper
    does: gain 1 coin; gain 1 coin
  - id: never
    does: gain 1 coin
"""
ANEW = """\
kind: content

# the same, laid out by somebody else
kinds:
  - id: card
    title: {en: Card}
    fields:
      act: {type: effect, optional: true, about: What it does}
components:
  - id: ace
    kind: card
    title: {en: Ace}
    source: {doc: DOC, place: Cards}
    act: |
      gain 1 coin     # a comment
  - {id: king, kind: card, title: {en: King}, act: gain 2 coin, source: {doc: DOC, place: Cards}}
zones:
  - {id: deck, title: {en: Deck}, holds: card, visible: none, start: "true"}
  - {id: hand, title: {en: Hand}, holds: card, visible: all}
counters:
  - {id: coin, title: {en: Coin}, start: 1, min: 0, max: 9}

quantities:
  - id: price
    amount: "2"
  - {id: shown_only, amount: "3"}
modifiers:
  - id: dear
    quantity: price
    when: coin > 5
    add: "1"
triggers:
  - id: rich
    after: shop
    when: coin > 7
    does: lose 1 coin
procedures:
  - id: play
    does: shop
  - id: shop
    does: |
      # what a seat does
      gain 2 coin

      choose:
          buy: require coin >= price; pay price coin
          steal:

              require coin > 8
              gain 5 coin
          leave:
              nothing
      if coin > 0: let drawn = bottom(deck); move drawn to hand; do drawn.act
      else: deeper
      repeat while coin > 8: lose 1 coin
  - id: deeper
    does: |
      gain 1 coin
      gain 1 coin
  - {id: never, does: gain 1 coin}
"""
SCENARIOS = """\
kind: scenarios
scenarios:
  - scenario: who is poor leaves
    rules: [one]
    given: {play: shop}
    when: [{seat: 1, choose: leave}]
    then: [coin = 4]
"""


def report_on(folder: Path, content: str = CONTENT, scenarios: str = SCENARIOS) -> CoverageReport:
    """What the scenarios reach of the game."""
    write_small(folder / "small", content)
    file = folder / "small" / "scenarios" / "shop.yaml"
    file.parent.mkdir()
    file.write_text(scenarios, encoding="utf-8")
    runner = ScenarioRunner(str(folder / "small"), covers=True)
    results, faults = runner.results(file)
    assert not faults, [each.message for each in faults]
    assert [each.failure for each in results] == [None] * len(results)
    return report_of(read_whole(runner.ruleset).source, runner.coverage, "scenario")


def at(report: CoverageReport, name: str) -> PlaceReport:
    (found,) = [each for each in report.places if each.place.id.name == name]
    return found
