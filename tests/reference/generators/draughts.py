"""English draughts as a program of its own, which knows nothing of the ruleset: men on 32 numbered squares."""

from __future__ import annotations

from collections.abc import Iterator

QUIET = 80
_NAMES = [f"{'abcdefgh'[column]}{row + 1}" for row in range(8) for column in range(row % 2, 8, 2)]
_NUMBER = {name: number for number, name in enumerate(_NAMES)}


def _beside(square: int, rows: int, columns: int) -> int | None:
    name = _NAMES[square]
    column, row = ord(name[0]) + columns, int(name[1]) + rows
    return _NUMBER.get(f"{chr(column)}{row}")


_AHEAD = ([[_beside(square, 1, side) for side in (-1, 1)] for square in range(32)],
          [[_beside(square, -1, side) for side in (-1, 1)] for square in range(32)])  # fmt: skip


class Draughts:
    """A game in play. On a square is 0, or 1 and 2 for the men of the seats, 3 and 4 for their kings."""

    def __init__(self) -> None:
        self.on = [1] * 12 + [0] * 8 + [2] * 12
        self.seat = 0
        self.quiet = 0
        self.jumper: int | None = None
        self.winner: int | None = None
        self.over = False

    def options(self) -> list[str]:
        """What may be chosen now, by the names that people type."""
        if self.jumper is not None:
            return [f"{_NAMES[self.jumper]}-{_NAMES[over]}" for over, _ in self._jumps(self.jumper)]
        own = [square for square in range(32) if self.on[square] in (1 + self.seat, 3 + self.seat)]
        jumps = [f"jump {_NAMES[square]}-{_NAMES[over]}" for square in own for over, _ in self._jumps(square)]
        ways = [(square, goal) for square in own for goal, _ in self._ways(square) if not self.on[goal]]
        return jumps or [f"step {_NAMES[square]}-{_NAMES[goal]}" for square, goal in ways]

    def choose(self, key: str) -> None:
        start, other = (_NUMBER[name] for name in key.split()[-1].split("-"))
        if key.startswith("step"):
            self.quiet = min(QUIET, self.quiet + 1) if self.on[start] > 2 else 0
            self._go(start, other)
            self._end_turn()
            return
        goal = next(goal for over, goal in self._jumps(start) if over == other)
        self.on[other], self.quiet = 0, 0
        crowned = self._go(start, goal)
        self.jumper = None if crowned or not [*self._jumps(goal)] else goal
        if self.jumper is None:
            self._end_turn()

    def result(self) -> tuple[int, ...]:
        return tuple(int(self.winner == seat) for seat in (0, 1))

    def _ways(self, square: int) -> Iterator[tuple[int, int | None]]:
        """The squares beside one that its man may go to, each with the square behind."""
        for direction in range(2):
            if self.on[square] > 2 or direction == self.seat:
                for side in range(2):
                    goal = _AHEAD[direction][square][side]
                    if goal is not None:
                        yield goal, _AHEAD[direction][goal][side]

    def _jumps(self, square: int) -> Iterator[tuple[int, int]]:
        for over, behind in self._ways(square):
            if self.on[over] in (2 - self.seat, 4 - self.seat) and behind is not None and not self.on[behind]:
                yield over, behind

    def _go(self, start: int, goal: int) -> bool:
        """Move a man; whether it was crowned."""
        man, self.on[start] = self.on[start], 0
        crowned = man < 3 and goal // 4 == (7, 0)[self.seat]
        self.on[goal] = man + 2 * crowned
        return crowned

    def _end_turn(self) -> None:
        self.seat = 1 - self.seat
        if self.seat == 0 and self.quiet >= QUIET:
            self.over = True
        elif not self.options():
            self.over, self.winner = True, 1 - self.seat
