"""A small game in which every example of the language's words can stand."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import yaml

from rulewright.core.pipeline import Built, Choice, build_ruleset

CONTENT = """\
kind: content
settings:
  - {id: pace, title: {en: Pace}, values: [slow, fast], default: slow}
kinds:
  - id: card
    title: {en: Card}
    faces: [up, down]
    fields:
      cost: {type: number, default: 0}
      reward: {type: effect, optional: true}
  - {id: place, title: {en: Place}}
  - {id: stop, title: {en: Stop}}
  - {id: lane, title: {en: Lane}}
components:
  - {id: farm, kind: card, copies: 3, cost: 2, reward: REWARD, title: {en: Farm}, source: {doc: DOC, place: a}}
  - {id: other_farm, kind: card, each_seat: true, title: {en: Other farm}, source: {doc: DOC, place: a}}
  - {id: north, kind: place, title: {en: North}, source: {doc: DOC, place: b}}
  - {id: south, kind: place, title: {en: South}, source: {doc: DOC, place: b}}
outcomes:
  - {id: nightfall, title: {en: Night falls}}
counters:
  - {id: coin, per: [seat], min: 0, max: 99, start: 5}
  - {id: points, per: [seat], min: 0, max: 99}
  - {id: round, min: 0, max: 99}
markers:
  - {id: leader, "on": seat}
zones:
  - {id: deck, holds: card, visible: none, start: "true"}
  - {id: discard, holds: card, visible: all}
  - {id: hand, per: [seat], holds: card, visible: owner}
  - {id: row, holds: card, spaces: 4, visible: all}
maps:
  - {id: track, regions: stop, row: 3, edges: lane}
  - {id: land, regions: place, borders: [{between: [north, south]}]}
quantities:
  - {id: wealth, takes: {times: number}, amount: coin * times}
scoring:
  - {id: score_points, title: {en: Points}, amount: points}
"""
MANIFEST = """\
kind: ruleset
id: small
title: {en: Small}
seats: {min: 1, max: 4}
languages: [en]
modules: {default: [base]}
begins: play
documents: [{id: DOC, title: A document}]
"""


LEDGER = "kind: ledger\nruleset: small\nrules: {one: Something. (DOC)}\n"
BASE = "kind: module\nid: base\ntitle: {en: Base}\n"
ADVANCE = "gain steps s.points"
REWARD = "gain 1 coin"


def write_small(folder: Path, texts: dict[str, str], advance: str = ADVANCE, reward: str = REWARD) -> Path:
    """The small game with a procedure for each text, by its name; `advance` and `reward` are what is called."""
    gives = {"gives": "truth"}
    procedures: list[dict[str, Any]] = [
        {"id": name, **(gives if "stop with" in text else {}), "does": text} for name, text in texts.items()
    ]
    procedures += [{"id": "play", "does": "nothing"}]
    procedures += [{"id": "advance", "takes": {"s": "seat", "steps": "number"}, "does": advance}]
    files = {
        "ruleset.yaml": MANIFEST,
        "rules.yaml": LEDGER,
        "base/module.yaml": BASE,
        "base/table.yaml": CONTENT.replace("REWARD", json.dumps(reward)),
        "base/texts.yaml": yaml.safe_dump({"kind": "content", "procedures": procedures}, sort_keys=False),
    }
    root = folder / "small"
    for name, text in files.items():
        write(root / name, text)
    return root


def write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, "utf-8")


def built_with(folder: Path, texts: dict[str, str], advance: str = ADVANCE, reward: str = REWARD) -> Built:
    return build_ruleset(Choice(str(write_small(folder, texts, advance, reward))))
