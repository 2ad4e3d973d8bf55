"""Reversi as a program of its own, which knows nothing of the ruleset: squares with a rim, searched by eight steps."""

from __future__ import annotations

_STEPS = (-11, -10, -9, -1, 1, 9, 10, 11)


def _at(name: str) -> int:
    return 10 * int(name[1]) + ord(name[0]) - ord("a") + 1


class Reversi:
    """A game in play. A square has the number of the seat, a dot if it is empty, a space on the rim."""

    def __init__(self) -> None:
        self.on = [*" " * 10, *(" " + "." * 8 + " ") * 8, *" " * 10]
        for name, seat in (("d4", "1"), ("e5", "1"), ("d5", "0"), ("e4", "0")):
            self.on[_at(name)] = seat
        self.seat = 0
        self.over = False

    def options(self) -> list[str]:
        """The squares on which something would be turned over."""
        names = (f"{column}{row}" for row in range(1, 9) for column in "abcdefgh")
        return [name for name in names if self.on[_at(name)] == "." and self._turned(_at(name))]

    def choose(self, key: str) -> None:
        for square in (*self._turned(_at(key)), _at(key)):
            self.on[square] = str(self.seat)
        self.seat = 1 - self.seat
        if not self.options():
            self.seat = 1 - self.seat
            self.over = not self.options()

    def result(self) -> tuple[int, ...]:
        return self.on.count("0"), self.on.count("1")

    def _turned(self, square: int) -> list[int]:
        own, other = str(self.seat), str(1 - self.seat)
        found = []
        for step in _STEPS:
            row, at = [], square + step
            while self.on[at] == other:
                row.append(at)
                at += step
            if self.on[at] == own:
                found += row
        return found
