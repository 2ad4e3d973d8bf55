"""A small ruleset whose scenarios leave gaps on purpose, and what mutation must find in it."""

from __future__ import annotations

from pathlib import Path

from rulewright.author.testing.mutation.measure import stages_of, verdicts_of
from rulewright.author.testing.mutation.mutants import Mutant, mutants_of
from rulewright.author.testing.mutation.trial import MutantVerdict

FILES = {
    "ruleset.yaml": """\
kind: ruleset
id: stall
title: {en: Stall}
seats: {min: 1, max: 2}
languages: [en]
modules: {default: [base]}
begins: play
documents:
  - {id: DOC, title: A document}
""",
    "rules.yaml": 'kind: ledger\nruleset: stall\nrules: {trade: "Wares are sold. (DOC)"}\n',
    "base/module.yaml": "kind: module\nid: base\ntitle: {en: Base}\n",
    "base/trade.yaml": """\
kind: content
counters:
  - {id: coin, per: [seat], min: 0, start: 5, max: 50}
  - {id: wares, per: [seat], min: 0, start: 0, max: 9}
quantities:
  - id: price
    amount: 3 if wares >= 2 else 2
procedures:
  - id: play
    does: "ask seat(1): trade"
  - id: trade
    does: |
      choose:
        buy:
          pay 2 coin
          gain 1 wares
        sell:
          require wares > 0
          lose 1 wares
          gain price coin
        wait: nothing
  - id: bargain
    does: gain 1 coin
  - id: forever
    does: |
      let left = 3
      repeat while left > 0: set left to left - 1
""",
    "scenarios/trade.yaml": """\
kind: scenarios
scenarios:
  - scenario: a ware costs two
    rules: [trade]
    given: {play: "ask seat(1): trade"}
    when:
      - {seat: 1, choose: buy}
    then: [coin = 3, wares = 1]
  - scenario: without a ware nothing is sold
    rules: [trade]
    given: {arrange: "set seat(1).coin to 2", play: "ask seat(1): trade"}
    when:
      - {seat: 1, refused: sell, because: wares > 0}
    then: [coin = 2]
  - scenario: two wares sell for three
    rules: [trade]
    given: {arrange: "set seat(1).wares to 2", play: "ask seat(1): trade"}
    when:
      - {seat: 1, choose: sell}
    then: [coin > 5]
  - scenario: it comes to an end
    rules: [trade]
    given: {play: forever}
    then: [coin = 5]
""",
}


def write(folder: Path) -> Path:
    """The ruleset on disk."""
    for name, text in FILES.items():
        path = folder / "stall" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return folder / "stall"


def tried(path: Path, sample: range | None = None) -> list[tuple[Mutant, MutantVerdict]]:
    """Every mutant of a ruleset, or some of them, and what became of it."""
    found = stages_of([path], lambda done, of: None)
    assert not found.diagnostics
    assert [stage for stage in found.stages if stage.failing] == []
    mutants = mutants_of(found.stages)
    mutants = mutants if sample is None else tuple(mutants[number % len(mutants)] for number in sample)
    return [(mutants[verdict.mutant], verdict) for verdict in verdicts_of(found.stages, mutants, seed=1)]
