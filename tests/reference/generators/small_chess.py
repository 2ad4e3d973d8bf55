"""Chess on 5 by 5 as a program of its own, which knows nothing of the ruleset: letters on a string with a rim.

Whether a king is attacked is found out from the king, by looking for what could take it.
"""

from __future__ import annotations

from collections.abc import Iterator

QUIET = 100
_WIDE = 7
_RIM = 2 * _WIDE
_STRAIGHT, _SLANT = (_WIDE, 1, -_WIDE, -1), (_WIDE + 1, _WIDE - 1, -_WIDE - 1, 1 - _WIDE)
_LEAPS = tuple(a * _WIDE + b for a in (-2, -1, 1, 2) for b in (-2, -1, 1, 2) if abs(a) != abs(b))
_LINES = {"R": _STRAIGHT, "B": _SLANT, "Q": _STRAIGHT + _SLANT}
_BECOMES = {"queen": "Q", "rook": "R", "bishop": "B", "knight": "N"}
_SQUARES = {f"{'abcde'[column]}{row + 1}": _RIM + row * _WIDE + column + 1 for row in range(5) for column in range(5)}
_NAME = {square: name for name, square in _SQUARES.items()}


class SmallChess:
    """A game in play. Capital letters are the men of the first seat; a turn is chosen in two parts, or three."""

    def __init__(self) -> None:
        rows = ("RNBQK", "PPPPP", ".....", "ppppp", "rnbqk")
        self.on = [*" " * _RIM, *"".join(f" {row} " for row in rows), *" " * _RIM]
        self.seat = 0
        self.quiet = 0
        self.start: int | None = None
        self.promoted: int | None = None
        self.winner: int | None = None
        self.over = False

    def options(self) -> list[str]:
        if self.promoted is not None:
            return list(_BECOMES)
        if self.start is not None:
            return [_NAME[goal] for goal in self._goals(self.start)]
        return [f"move {_NAME[square]}" for square in _NAME if self._is_own(self.on[square]) and self._goals(square)]

    def choose(self, key: str) -> None:
        if self.promoted is not None:
            self.on[self.promoted] = _BECOMES[key] if self.seat == 0 else _BECOMES[key].lower()
            self.promoted = None
            self._end_turn()
        elif self.start is None:
            self.start = _SQUARES[key.split()[1]]
        else:
            start, goal, self.start = self.start, _SQUARES[key], None
            is_pawn = self.on[start] in "Pp"
            self.quiet = 0 if is_pawn or self.on[goal] != "." else min(QUIET, self.quiet + 1)
            self.on[goal], self.on[start] = self.on[start], "."
            if is_pawn and key[1] in "15":
                self.promoted = goal
            else:
                self._end_turn()

    def result(self) -> tuple[int, ...]:
        return tuple(int(self.winner == seat) for seat in (0, 1))

    def _is_own(self, man: str) -> bool:
        return man.isupper() if self.seat == 0 else man.islower()

    def _is_other(self, man: str) -> bool:
        return man.islower() if self.seat == 0 else man.isupper()

    def _goals(self, start: int) -> list[int]:
        found = []
        for goal in dict.fromkeys(self._reached(start)):
            taken, self.on[goal], self.on[start] = self.on[goal], self.on[start], "."
            if not self._is_attacked():
                found.append(goal)
            self.on[start], self.on[goal] = self.on[goal], taken
        return found

    def _reached(self, start: int) -> Iterator[int]:
        man, up = self.on[start].upper(), _WIDE if self.seat == 0 else -_WIDE
        if man == "P":
            if self.on[start + up] == ".":
                yield start + up
            yield from (start + up + side for side in (-1, 1) if self._is_other(self.on[start + up + side]))
        elif man in _LINES:
            for step in _LINES[man]:
                at = start + step
                while self.on[at] == ".":
                    yield at
                    at += step
                if self._is_other(self.on[at]):
                    yield at
        else:
            for step in _LEAPS if man == "N" else _STRAIGHT + _SLANT:
                if self.on[start + step] == "." or self._is_other(self.on[start + step]):
                    yield start + step

    def _is_attacked(self) -> bool:
        king = self.on.index("K" if self.seat == 0 else "k")
        up = _WIDE if self.seat == 0 else -_WIDE

        def other(at: int) -> str:
            return self.on[at].upper() if self._is_other(self.on[at]) else ""

        if any(other(king + step) == "N" for step in _LEAPS) or any(other(king + up + side) == "P" for side in (-1, 1)):
            return True
        for steps, men in ((_STRAIGHT, "RQ"), (_SLANT, "BQ")):
            for step in steps:
                at = king + step
                if other(at) == "K":
                    return True
                while self.on[at] == ".":
                    at += step
                if other(at) and other(at) in men:
                    return True
        return False

    def _end_turn(self) -> None:
        self.seat = 1 - self.seat
        if self.seat == 0 and self.quiet >= QUIET:
            self.over = True
        elif not self.options():
            self.over, self.winner = True, 1 - self.seat if self._is_attacked() else None
