"""What is proven of pieces on the places of a map, by what quantities say of borders and where others are moved."""

from __future__ import annotations

import pytest

from rulewright.core.sound.open_places import doubts_of
from tests.reference.games import build_small

WORLD = """\
kind: content
kinds:
  - {id: square, title: {en: Square}}
  - {id: man, title: {en: Man}, faces: [plain, king]}
components:
  - {id: disc, kind: man, title: {en: Man}, each_seat: true, copies: 4}
maps:
  - {id: board, title: {en: Board}, regions: square, grid: [3, 3]}
counters:
  - {id: found, min: 0, max: 99}
zones:
  - {id: on_board, holds: man, spaces: square, visible: all, start: "true"}
  - {id: out, holds: man, visible: all, start: "true"}
quantities:
  - {id: own, takes: {b: board}, gives: truth, amount: "on_board[b.near].owner is me"}
  - {id: free, takes: {b: board}, gives: truth, amount: "own(b) and not exists(on_board[b.far])"}
procedures:
  - id: play
    does: |
      choose:
        one for b in board where TEST: BODY
        none_of_it: nothing
"""
CALLED = {
    "go ": """\
  - id: go
    takes: {a: square, z: square}
    does: |
      if on_board[a].king: gain 1 found
      move on_board[a] to on_board[z]
""",
    "shift ": """\
  - id: shift
    takes: {m: man_piece, z: square}
    does: |
      gain m.space.row found
      move m to on_board[z]
""",
}
CASES = {
    "a quantity of a border says that a man is there": ("own(b)", "if on_board[b.near].king: gain 1 found", []),
    "and another one that nobody is beyond": ("free(b)", "move on_board[b.near] to on_board[b.far]", []),
    "under a name": ("free(b)", "let m = on_board[b.near]; if m.king: gain 1 found", []),
    "where two places are handed over": ("free(b)", "go b.near b.far", []),
    "where a man is handed over": ("free(b)", "shift on_board[b.near] b.far", ["may-be-none"]),
    "where nobody says that a place is free": ("own(b)", "go b.near b.far", ["may-be-full"]),
    "where nobody says that a man is there": (
        "not exists(on_board[b.far])",
        "go b.near b.far",
        ["may-be-none"],
    ),
    "each of those on the board is somewhere": (
        "true",
        "for each m in on_board: gain m.space.row found",
        [],
    ),
    "each of those elsewhere is not": ("true", "for each m in out: gain m.space.row found", ["may-be-none"]),
}


@pytest.mark.parametrize("case", CASES)
def test_what_is_proven(case: str) -> None:
    test, body, open_places = CASES[case]
    lines = "".join(f"\n          {line}" for line in body.split("; "))
    called = "".join(text for name, text in CALLED.items() if name in body)
    compiled = build_small(WORLD.replace("TEST", test).replace(" BODY", lines) + called, 2, 2).compiled
    assert compiled is not None
    assert sorted({each.code for each in doubts_of(compiled.bound)}) == open_places
