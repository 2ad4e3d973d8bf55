"""A small ruleset with everything that is drawn, and names that must not run."""

from __future__ import annotations

from pathlib import Path

EVIL = "<script>alert('x')</script>"

FILES = {
    "ruleset.yaml": """\
kind: ruleset
id: lagoon
title: {en: "Lagoon <script>alert('x')</script>", pl: Laguna}
about: "</style><script>alert('x')</script> & more"
seats: {min: 1, max: 3}
languages: [en, pl]
modules: {default: [base]}
begins: play
documents:
  - {id: DOC, title: "A <b>document</b>", about: "Says & means \\" little"}
""",
    "rules.yaml": """\
kind: ledger
ruleset: lagoon
rules:
  turn.one: "Sail <img src=x onerror=alert(1)> once. (DOC page 3; DOC page 4)"
  turn.two: {kind: example, text: "Nobody does this. (see above)"}
""",
    "base/module.yaml": 'kind: module\nid: base\ntitle: {en: "Base <i>"}\n',
    "night/module.yaml": "kind: module\nid: night\ntitle: {en: Night}\nneeds: [base]\n",
    "night/dark.yaml": """\
kind: content
patches:
  - {change: sail, because: "it is <dark>", set: {does: "gain 2 coin; sail_on"}}
  - {change: gate, because: tides are low, relative: {toll: +1}}
""",
    "base/all.yaml": """\
kind: content
enumerations:
  - id: shore
    title: {en: Shore}
    values: [{id: east, title: {en: East, pl: Wschód}}, {id: west, title: {en: West}}]
kinds:
  - id: islet
    title: {en: Islet}
    fields: {shore: {type: shore, optional: true}, gold: {type: number, default: 0, about: "What <lies> here"}}
  - id: gate_kind
    title: {en: Gate}
    fields:
      toll: {type: number, default: 0}
      steps: {type: list, of: number}
      walls: {type: list, of: number}
      mark: {type: number, default: 0}
      opens: {type: effect, optional: true}
      toward: {type: islet, optional: true}
    drawn:
      - {row: [steps], edges: [walls], marks: [mark], first: 0}
  - id: wreck
    title: {en: Wreck}
    fields: {shore: shore, depth: number}
    drawn: [{table: [shore, depth]}, {circles: [shore, depth]}]
components:
  - {id: isle_1, kind: islet, title: {en: "Isle 1 <script>alert('x')</script>"}, gold: 2,
     source: {doc: DOC, place: "<a>"}, reconstructed: {gold: guess}, rules: [turn.one]}
  - {id: isle_2, kind: islet, title: {en: Isle 2, pl: Wyspa 2}, shore: east, source: {doc: DOC, place: b}}
  - {id: isle_3, kind: islet, title: {en: Isle 3}, shore: west, source: {doc: DOC, place: b}}
  - {id: gate, kind: gate_kind, title: {en: Gate}, copies: 2, toll: 3,
     steps: [0, 1, 1, 4], walls: [0, 0, 5, 0], mark: 2,
     opens: "gain 1 coin # <now>", toward: isle_2, source: {doc: DOC, place: c},
     reconstructed: {everything: guess}}
  - {id: hull, kind: wreck, title: {en: Hull}, shore: east, depth: 2, source: {doc: DOC, place: d},
     accept: {never-read: the crew reads it}}
  - {id: mast, kind: wreck, title: {en: Mast}, shore: west, depth: 1, source: {doc: DOC, place: d}}
counters:
  - {id: coin, title: {en: Coins}, per: [seat], min: 0, max: 20, start: 6, reconstructed: {start: guess}}
maps:
  - id: chart
    title: {en: Chart}
    regions: islet
    border_fields: {deep: number}
    borders:
      - {between: [isle_1, isle_2], deep: 1}
      - {between: [isle_2, isle_3], deep: 2}
zones:
  - {id: gates, title: {en: Gates}, holds: gate_kind, visible: all, start: "true"}
procedures:
  - {id: play, does: "repeat 3: for each s in seat: ask s: sail"}
  - id: sail
    title: {en: Sail}
    about: "Go <far>"
    does: |
      choose:
        out for coins in 1..2: gain coins coin   # a <remark>
        home: sail_on
    rules: [turn.one]
  - {id: sail_on, title: {en: Sail on}, takes: {}, does: "lose 1 coin"}
scoring:
  - {id: gold, title: {en: Gold}, amount: coin}
reasons:
  - {id: guess, text: "No <text> tells."}
""",
    "scenarios/turns.yaml": """\
kind: scenarios
scenarios:
  - {scenario: "one sails <script>", rules: [turn.one], given: {seats: 1}, then: [coin = 6]}
""",
}
VARIANT = """\
kind: variant
variant: rich
title: {en: "Rich <script>alert('x')</script>"}
about: More to spend.
extends: lagoon
patches:
  - {change: coin, relative: {start: +4}, because: "the first round <feels> slow"}
  - {change: sail, replace: {does: {from: "home: sail_on", to: "home: gain 1 coin"}}, because: home is sweet}
  - {delete: mast, because: it has sunk}
"""


def write(folder: Path) -> Path:
    """The ruleset in a folder of its own."""
    for name, text in FILES.items():
        path = folder / "lagoon" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    (folder / "rich.yaml").write_text(VARIANT, encoding="utf-8")
    return folder / "lagoon"
