"""A zone whose spaces are the places of a map: what is where at the start, what moves, and where a piece is."""

from __future__ import annotations

import pytest

from rulewright.core.run.atoms import LimitReached
from rulewright.core.run.steps import start
from tests.reference.games import both_of
from tests.reference.lockstep import parting, small_pair

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
  - {id: found, min: -9, max: 99}
zones:
  - {id: row, holds: man, spaces: 2, visible: all}
  - {id: on_board, holds: man, spaces: square, visible: all, start: START}
  - {id: camp, per: [seat], holds: man, spaces: square, visible: all}
  - {id: out, holds: man, visible: all, start: "true"}
procedures:
  - id: play
    does: |
      DOES
      for each s in seat: ask s: pick n from 1..2
"""
AT_FIRST = '"square.row = 1 and it.owner is seat(1) or square is b3 and it.owner is seat(2)"'
VALUES = {
    "where a test puts them": (
        "nothing", "sum(p.column * 10 for p in square where exists(on_board[p])) + size(out)", 84,
    ),
    "the first that passes, place by place": (
        "nothing", "size(on_board) * 10 + count(m in out where m.owner is seat(1))", 41,
    ),
    "all of the board, in the order of the places": (
        "nothing", "first(m in on_board where true).space.row * 10 + size(on_board)", 14,
    ),
    "where a piece is": ("let m = on_board[c1]; move m to on_board[c2]", "m.space.row * 10 + m.space.column", 23),
    "nowhere, on a pile": ("move on_board[c1] to out", "size(on_board) + (10 if top(out).space is none else 0)", 13),
    "nowhere, on numbered spaces": ("move on_board[c1] to row[1]", "1 if row[1].space is none else 0", 1),
    "of none": ("nothing", "1 if on_board[a2].space is none and size(neighbours(on_board[a2].space)) = 0 else 0", 1),
    "the own and those of another": (
        "let s = seat(2); ask s: move top(out) to camp[a1]",
        "size(camp) + 10 * size(camp[seat(2)]) + 20 * size(seat(2).camp[a1]) + 40 * size(camp[all])", 70,
    ),
    "which side is up": ("flip on_board[a1] king", "count(m in on_board where m.king)", 1),
    "the same piece": ("let m = on_board[a1]", "1 if m is on_board[a1] and on_board[b1] is not m else 0", 1),
    "all off the board": ("move on_board to out", "size(on_board) * 10 + size(out)", 8),
}  # fmt: skip


def content(does: str, value: str, at_first: str = AT_FIRST) -> str:
    lines = f"{does}\nset found to {value}".replace("; ", "\n").replace("\n", "\n      ")
    return WORLD.replace("START", at_first).replace("DOES", lines)


@pytest.mark.parametrize("case", VALUES)
def test_pieces_on_places(case: str) -> None:
    does, value, expected = VALUES[case]
    game = both_of(content(does, value), 2, 2).game
    family = next(each for each in game.blueprint.families if each.id == "found")
    assert start(game, seats=2, seed=1)[family.base] == expected


@pytest.mark.parametrize("case", VALUES)
def test_pieces_on_places_natively(case: str) -> None:
    assert not parting(small_pair(content(*VALUES[case][:2]), 2, 2), 1)


def test_a_place_takes_one_piece() -> None:
    game = both_of(content("move on_board[a1] to on_board[b1]", "1"), 2, 2).game
    with pytest.raises(LimitReached, match=r"'on_board\[b1\]' is full"):
        start(game, seats=2, seed=1)


def test_a_member_is_that_of_its_place() -> None:
    blueprint = both_of(content("nothing", "1"), 2, 2).game.blueprint
    (board,) = (each for each in blueprint.families if each.id == "on_board")
    assert (board.per, board.spaces, len(board.slots)) == (("square",), 1, 9)
