"""Small games to be watched and proved: a walk along a row of spaces, with dice; each test changes what it needs."""

from __future__ import annotations

import shutil
from pathlib import Path

from rulewright.core.pipeline import shipped_root
from tests.reference.games import write_small

WALK = """\
kind: content
counters:
  - {id: coin, per: [seat], min: 0, max: 9, start: 2}
  - {id: bank, min: 0, max: 20, start: 6}
  - {id: round, min: 0, max: 4}
enumerations:
  - {id: place, values: [shore, wood, hill, peak]}
markers:
  - {id: walker, per: [seat], on: place, start: shore}
procedures:
  - id: play
    does: |
      repeat 3:
        set round to round + 1
        for each s in seat: ask s: turn
  - id: turn
    does: |
      choose:
        walk for p in place where p is not walker: set walker to p
        earn:
          require bank > 0
          lose 1 bank
          gain 1 coin
        rest: nothing
scoring:
  - {id: points, title: {en: Points}, amount: coin}
"""


def walk(folder: Path, invariants: str, *changes: tuple[str, str], seats: tuple[int, int] = (2, 2)) -> str:
    """The folder of the walk with invariants, and with texts of it replaced."""
    text = WALK
    for before, after in changes:
        assert before in text
        text = text.replace(before, after)
    folder.mkdir(parents=True, exist_ok=True)
    write_small(folder, f"{text}invariants:\n{invariants}", *seats)
    return str(folder)


def gulls(folder: Path, invariants: str, *changes: tuple[str, str]) -> str:
    """The folder of the tutorial with invariants, and with texts of its rules replaced."""
    root = folder / "gulls"
    shutil.copytree(shipped_root() / "tutorial", root)
    rules = root / "base" / "gulls.yaml"
    text = rules.read_text("utf-8")
    for before, after in changes:
        assert before in text
        text = text.replace(before, after)
    rules.write_text(text, "utf-8")
    (root / "base" / "more.yaml").write_text(f"kind: content\ninvariants:\n{invariants}", "utf-8")
    return str(root)
