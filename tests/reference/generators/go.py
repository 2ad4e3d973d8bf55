"""Go on 9 by 9 as a program of its own, which knows nothing of the ruleset: each stone is tried on a copy of the board.

The ko is kept here by comparing boards: none may come back that was there before the other player's last move.
"""

from __future__ import annotations

SIZE = 9
_POINTS = [(column, row) for row in range(SIZE) for column in range(SIZE)]
_BESIDE = {
    (column, row): [(x, y) for x, y in _POINTS if abs(x - column) + abs(y - row) == 1] for column, row in _POINTS
}
Point = tuple[int, int]
Board = dict[Point, int]


def _name(point: Point) -> str:
    return f"{'abcdefghi'[point[0]]}{point[1] + 1}"


_NAMED = {_name(point): point for point in _POINTS}


def _group(board: Board, point: Point) -> tuple[set[Point], set[Point]]:
    """What belongs together with a point, empty points as well as stones, and all that is around it."""
    same, around, waiting = {point}, set(), [point]
    while waiting:
        for other in _BESIDE[waiting.pop()]:
            if board.get(other) != board.get(point):
                around.add(other)
            elif other not in same:
                same.add(other)
                waiting.append(other)
    return same, around


def _dead(board: Board, point: Point) -> set[Point]:
    same, around = _group(board, point)
    return set() if any(each not in board for each in around) else same


class Go:
    """A game in play; stones are the numbers of the seats."""

    def __init__(self) -> None:
        self.board: Board = {}
        self.before: Board = {}
        self.seat = 0
        self.passes = 0
        self.over = False

    def options(self) -> list[str]:
        return [f"put {_name(point)}" for point in _POINTS if self._after(point) is not None] + ["pass"]

    def choose(self, key: str) -> None:
        after = dict(self.board) if key == "pass" else self._after(_NAMED[key.split()[1]])
        assert after is not None
        self.passes = self.passes + 1 if key == "pass" else 0
        self.before, self.board = self.board, after
        self.seat = 1 - self.seat
        self.over = self.passes == 2

    def result(self) -> tuple[int, ...]:
        found = [0, 15]
        for point in _POINTS:
            beside = [point] if point in self.board else _group(self.board, point)[1]
            owners = {self.board[each] for each in beside}
            if len(owners) == 1:
                found[owners.pop()] += 2
        return tuple(found)

    def _after(self, point: Point) -> Board | None:
        """The board with a stone more, None if it may not be put there."""
        if point in self.board:
            return None
        after = {**self.board, point: self.seat}
        for other in _BESIDE[point]:
            if after.get(other) == 1 - self.seat:
                for each in _dead(after, other):
                    del after[each]
        return None if _dead(after, point) or after == self.before else after
