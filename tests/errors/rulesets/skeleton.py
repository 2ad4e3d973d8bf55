"""A tiny valid ruleset into which a wrong file is put, and what the file says is wrong with it."""

from __future__ import annotations

import re
from pathlib import Path
from typing import NamedTuple

from rulewright.core.pipeline import Built, Choice, build_ruleset

EXPECTED = re.compile(r"# expect: ([a-z0-9-]+) ([0-9]+)(?: ([^ ]+))?")
PLACE = re.compile(r"# file: ([a-z/.]+)")
FILES = {
    "ruleset.yaml": """\
kind: ruleset
id: harbour
title: {en: Harbour}
seats: {min: 1, max: 3}
languages: [en]
modules: {default: [base, night]}
begins: play
documents:
  - {id: DOC, title: A document}
""",
    "rules.yaml": 'kind: ledger\nruleset: harbour\nrules: {one: "Anything may happen. (DOC)"}\n',
    "base/module.yaml": "kind: module\nid: base\ntitle: {en: Base}\n",
    "night/module.yaml": "kind: module\nid: night\ntitle: {en: Night}\nneeds: [base]\n",
    "night/patches.yaml": "kind: content\npatches:\n  - {change: boat, because: it is dark, set: {cost: 4}}\n",
    "base/words.yaml": """\
kind: content
settings:
  - {id: length, title: {en: Length}, values: [short, long], default: short}
  - {id: pace, title: {en: Pace}, values: 0..8, default: 2}
enumerations:
  - {id: good, values: [wood, clay, iron]}
kinds:
  - id: card
    title: {en: Card}
    faces: [up, down]
    fields:
      cost: {type: number, default: 0}
      pays_in: {type: good, optional: true}
      reward: {type: effect, optional: true}
      bonus: {type: effect, optional: true, takes: {size: number}}
      needs: {type: test, optional: true}
      steps: {type: list, of: number}
  - {id: pier, title: {en: Pier}}
components:
  - {id: boat, kind: card, copies: 3, cost: 1, reward: gain 1 coin, steps: [1, 2], title: {en: A},
     source: {doc: DOC, place: a}}
  - {id: crane, kind: card, cost: 2, needs: coin > 1, steps: [], title: {en: B}, source: {doc: DOC, place: b}}
  - {id: north, kind: pier, title: {en: North}, source: {doc: DOC, place: c}}
  - {id: south, kind: pier, title: {en: South}, source: {doc: DOC, place: c}}
counters:
  - {id: coin, per: [seat], min: 0, max: 20, start: 6}
  - {id: stock, per: [seat, good], min: 0, max: 9, start: 2}
  - {id: tide, min: 0, max: 99}
markers:
  - {id: leader, on: seat, start: 1}
zones:
  - {id: deck, holds: card, visible: none, start: "true"}
  - {id: hand, per: [seat], holds: card, visible: owner}
  - {id: quay, holds: card, spaces: 3, visible: all}
  - {id: docks, per: [pier], holds: card, visible: all}
maps:
  - {id: coast, regions: pier, borders: [{between: [north, south], miles: 2}], border_fields: {miles: number}}
procedures:
  - {id: play, does: "pay_toll 1\\nrefill"}
  - {id: pay_toll, takes: {amount: number}, does: pay amount coin}
  - {id: refill, does: "if not exists(quay[1]): move top(deck) to quay[1]"}
quantities:
  - {id: wealth, amount: coin + size(hand)}
  - {id: price, takes: {sort: card}, amount: sort.cost}
scoring:
  - {id: score_coins, title: {en: Coins}, amount: coin}
""",
}


class Expected(NamedTuple):
    """A diagnostic that a file announces: its code and line, and a word its hint must hold."""

    code: str
    line: int
    word: str


def expected_in(text: str) -> list[Expected]:
    """What the first lines of a file announce."""
    found = []
    for line in text.split("\n"):
        match = EXPECTED.fullmatch(line)
        assert match is not None or not line.startswith("# expect:"), f"write '# expect: CODE LINE WORD', not {line!r}"
        if match is not None:
            found.append(Expected(match[1], int(match[2]), match[3] or ""))
        elif PLACE.fullmatch(line) is None:
            break
    return found


def file_of(text: str) -> str:
    """Where in the skeleton a wrong file stands: `base/wrong.yaml` unless it says otherwise."""
    match = PLACE.match(text)
    return match[1] if match else "base/wrong.yaml"


def build_with(folder: Path, wrong: str) -> Built:
    """What the pipeline makes of the skeleton with a wrong file in it."""
    place = file_of(wrong)
    root = folder / "harbour"
    files = dict(FILES)
    if place.startswith("dusk/"):
        files["dusk/module.yaml"] = "kind: module\nid: dusk\ntitle: {en: Dusk}\nneeds: [base]\n"
        files["ruleset.yaml"] = files["ruleset.yaml"].replace("[base, night]", "[base, night, dusk]")
    for name, text in (files | {place: wrong}).items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text, encoding="utf-8")
    variant = root / place if place.startswith("variants/") else None
    return build_ruleset(Choice(str(root), None, variant))


def check(folder: Path, path: Path) -> None:
    """The file is refused with exactly the codes and lines it announces, and each hint names the right word."""
    text = path.read_text(encoding="utf-8")
    expected = expected_in(text)
    built = build_with(folder, text)
    place = file_of(text)
    found = [(each.code, each.span.line if each.span.file.endswith(place) else 0) for each in built.diagnostics]
    assert expected
    assert built.compiled is None
    assert sorted(found) == sorted((each.code, each.line) for each in expected), [
        (each.code, each.span, each.message, each.hint) for each in built.diagnostics
    ]
    for each in expected:
        hints = [fault.hint for fault in built.diagnostics if (fault.code, fault.span.line) == (each.code, each.line)]
        assert [hint for hint in hints if each.word in hint], hints
