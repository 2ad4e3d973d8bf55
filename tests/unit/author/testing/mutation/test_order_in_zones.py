"""Where a piece comes in a zone is changed only where the order there means something."""

from __future__ import annotations

from pathlib import Path

from rulewright.author.testing.mutation.measure import stages_of
from rulewright.author.testing.mutation.mutants import mutants_of
from tests.unit.author.testing.mutation.weak_ruleset import write

CARDS = """\
kind: content
kinds:
  - {id: ware, title: {en: Ware}}
components:
  - {id: cloth, kind: ware, copies: 3, title: {en: Cloth}, source: {doc: DOC, place: Wares}}
zones:
  - {id: drawn_from, holds: ware, visible: none, start: "true"}
  - {id: looked_at, holds: ware, visible: all}
  - {id: declared, holds: ware, order: stack, visible: all}
  - {id: heap, per: [seat], holds: ware, visible: all}
  - {id: shelf, holds: ware, spaces: 3, visible: all}
procedures:
  - id: sort_wares
    does: |
      let ware = top(looked_at)
      draw 1 from drawn_from to heap
      move ware to drawn_from
      move ware to looked_at
      move ware under declared
      move ware to heap
      move ware under seat(1).heap
      move ware to shelf[2]
"""


def test_only_zones_in_an_order_are_moved_under(tmp_path: Path) -> None:
    ruleset = write(tmp_path)
    (ruleset / "base" / "cards.yaml").write_text(CARDS, encoding="utf-8")
    found = stages_of([ruleset], lambda done, of: None)
    assert not found.diagnostics
    changed = [each.after for each in mutants_of(found.stages) if each.operator == "under"]
    assert changed == ["move ware under drawn_from", "move ware under looked_at", "move ware to declared"]
