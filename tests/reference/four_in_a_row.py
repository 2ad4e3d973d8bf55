"""Who wins four in a row if both play perfectly, by a search to the end; and positions that somebody is sure to win.

Columns are stretches of seven bits, the topmost always empty, as in J. Tromp's solver: four in a row shift onto
themselves. Nothing of the rules or of the interpreter is used.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, field

WIDTH, HEIGHT = 7, 6
_STRIDE = HEIGHT + 1
_ORDER = sorted(range(WIDTH), key=lambda column: abs(column - WIDTH // 2))


def has_row(stones: int) -> bool:
    """Whether there are four in a row."""
    for way in (1, _STRIDE - 1, _STRIDE, _STRIDE + 1):
        pairs = stones & stones >> way
        if pairs & pairs >> 2 * way:
            return True
    return False


@dataclass
class Board:
    """The stones of who is to move and of the other one, and how high the columns are."""

    own: int = 0
    other: int = 0
    heights: list[int] = field(default_factory=lambda: [0] * WIDTH)

    def open(self) -> list[int]:
        return [column for column in _ORDER if self.heights[column] < HEIGHT]

    def bit(self, column: int) -> int:
        return 1 << column * _STRIDE + self.heights[column]

    def drop(self, column: int) -> Board:
        """The board after a stone, as the other one sees it."""
        heights = [each + (at == column) for at, each in enumerate(self.heights)]
        return Board(self.other, self.own | self.bit(column), heights)

    def wins(self, column: int) -> bool:
        return has_row(self.own | self.bit(column))


class Solver:
    """Remembers what it has found: 1 if who is to move wins, 0 for a draw, -1 for a loss; None if it takes too long."""

    def __init__(self, most: int) -> None:
        self._known: dict[tuple[int, int], tuple[int, int]] = {}
        self._most, self._left = most, 0

    def result(self, board: Board) -> int | None:
        self._left = self._most
        return self._value(board, -1, 1) if self._left > 0 else None

    def is_won(self, board: Board) -> bool:
        """Whether who is to move is known to win."""
        self._left = self._most
        return self._value(board, 0, 1) == 1 and self._left > 0

    def _value(self, board: Board, low: int, high: int) -> int:
        columns = board.open()
        if not columns:
            return 0
        if any(board.wins(column) for column in columns):
            return 1
        after = Board(board.other, board.own, board.heights)
        threats = [column for column in columns if after.wins(column)]
        if len(threats) > 1:
            return -1
        key = board.own, board.other
        least, most = self._known.get(key, (-1, 1))
        if least >= high or least == most:
            return least
        if most <= low:
            return most
        self._left -= 1
        if self._left <= 0:
            return 0
        best = -1
        for column in threats or columns:
            best = max(best, -self._value(board.drop(column), -high, -max(low, best)))
            if best >= high:
                break
        if self._left > 0:
            self._known[key] = (best, most) if best >= high else (least, best) if best <= low else (best, best)
        return best


def won_positions(count: int, seed: int, stones: Sequence[int]) -> list[tuple[int, ...]]:
    """The columns of random games up to where who is to move wins with perfect play, but not at once.

    There are as many stones as one of `stones`, taken in turn.
    """
    chance, found = random.Random(seed), list[tuple[int, ...]]()
    while len(found) < count:
        board, columns = Board(), list[int]()
        for _ in range(stones[len(found) % len(stones)]):
            quiet = [each for each in board.open() if not board.wins(each)]
            if not quiet:
                break
            columns.append(chance.choice(quiet))
            board = board.drop(columns[-1])
        is_whole = len(columns) == stones[len(found) % len(stones)]
        if is_whole and not any(map(board.wins, board.open())) and Solver(60_000).is_won(board):
            found.append(tuple(columns))
    return found
