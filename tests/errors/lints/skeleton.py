"""A tiny ruleset in which lints find nothing; a file put into it has just the findings that it announces."""

from __future__ import annotations

from pathlib import Path

from rulewright.author.lint.review import Review
from rulewright.core.diagnostics import Diagnostic
from rulewright.core.load.files import read_file
from rulewright.core.pipeline import Choice, Examined, examine
from tests.errors.rulesets.skeleton import expected_in, file_of

FILES = {
    "ruleset.yaml": """\
kind: ruleset
id: harbour
title: {en: Harbour, fr: Port}
seats: {min: 1, max: 3}
languages: [en, fr]
modules: {default: [base]}
begins: play
documents:
  - {id: DOC, title: A document}
""",
    "rules.yaml": 'kind: ledger\nruleset: harbour\nrules: {one: "Anything may happen. (DOC)"}\n',
    "base/module.yaml": "kind: module\nid: base\ntitle: {en: Base, fr: Base}\n",
    "night/module.yaml": "kind: module\nid: night\ntitle: {en: Night, fr: Nuit}\nneeds: [base]\n",
    "night/dark.yaml": """\
kind: content
counters:
  - {id: dark, min: 0, max: 1}
triggers:
  - {id: night_falls, after: turn, does: set dark to 1}
table:
  - {id: dark_line, line: "{dark}"}
""",
    "base/words.yaml": """\
kind: content
settings:
  - {id: length, title: {en: Length, fr: Durée}, values: [short, long], default: short}
enumerations:
  - {id: good, values: [wood, clay, iron]}
kinds:
  - id: card
    title: {en: Card, fr: Carte}
    faces: [up, down]
    fields:
      cost: {type: number, default: 0}
      reward: {type: effect, optional: true}
components:
  - {id: boat, kind: card, copies: 3, cost: 1, reward: gain 1 coin, title: {en: A, fr: A}, source: {doc: DOC, place: a}}
  - {id: crane, kind: card, cost: 2, title: {en: B, fr: B}, source: {doc: DOC, place: b}}
counters:
  - {id: coin, per: [seat], min: 0, max: 20, start: 6}
  - {id: stock, per: [seat, good], min: 0, max: 9}
markers:
  - {id: leader, on: seat}
zones:
  - {id: deck, holds: card, visible: none, start: "true"}
  - {id: hand, per: [seat], holds: card, visible: owner}
procedures:
  - id: play
    does: |
      shuffle deck
      repeat 2 if length is short else 4:
        for each s in seat:
          if exists(deck): ask s: turn
  - id: turn
    does: |
      let card = top(deck)
      move card to hand
      set leader to me
      choose:
        pay_for_it:
          pay card.cost coin
          do card.reward
          for each g in good: gain 1 stock[g]
        leave_it: nothing
scoring:
  - {id: score_coins, title: {en: Coins, fr: Pièces}, amount: "coin + sum(stock[g] for g in good)"}
table:
  - {id: leader_line, line: "{leader}"}
""",
}


def review_with(folder: Path, text: str) -> tuple[Review, Examined]:
    """What lints find in the skeleton with a file in it, with all choices of its modules; and the default game."""
    place = file_of(text)
    root = folder / "harbour"
    for name, content in (FILES | ({place: text} if text else {})).items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(content, encoding="utf-8")
    review = Review()
    default = examine(Choice(str(root)))
    review.look(default)
    review.look(examine(Choice(str(root), modules=("base", "night"))))
    for path in default.source.scenarios:
        review.look_at_scenarios(read_file(path)[0].node)
    return review, default


def told(found: Diagnostic) -> str:
    """A diagnostic in one line, as a failing test shows it."""
    return f"{found.span.file}:{found.span.line}: {found.code}: {found.message} ({found.hint})"


def findings_in(folder: Path, path: Path) -> tuple[Diagnostic, ...]:
    """What lints find with a file of the corpus, which must be free of errors."""
    review, default = review_with(folder, path.read_text(encoding="utf-8"))
    assert [told(each) for each in default.diagnostics if each.severity == "error"] == []
    return review.findings()


def check(folder: Path, path: Path) -> None:
    """Exactly what the file announces is found, and each hint or message holds the right word."""
    text = path.read_text(encoding="utf-8")
    expected = expected_in(text)
    found = findings_in(folder, path)
    assert sorted((each.code, each.span.line) for each in found) == sorted(
        (each.code, each.line) for each in expected
    ), "\n".join(map(told, found))
    for each in expected:
        there = [(one.message, one.hint) for one in found if (one.code, one.span.line) == (each.code, each.line)]
        assert [message for message, hint in there if each.word in message or each.word in hint], there
