"""A progress bar on standard error."""

from __future__ import annotations

import sys
from time import monotonic
from typing import Self

_BAR = 30


class Progress:
    """A progress bar with rate and remaining time, shown only while standard error is a terminal.

    As a context it is wiped away at the end.
    """

    def __init__(self, games: int, counted: str = "games") -> None:
        self.games = games
        self.counted = counted
        self.done = 0
        self.shown = sys.stderr.isatty()
        self._begun = monotonic()
        self._known = 0
        self._width = 0

    def advance(self, games: int) -> None:
        self.done += games
        if self.shown:
            filled = _BAR * self.done // max(1, self.games)
            bar = f"[{'#' * filled}{'.' * (_BAR - filled)}]"
            line = f"{bar} {self.done}/{self.games} {self.counted}{self._pace(monotonic() - self._begun)}"
            sys.stderr.write("\r" + line.ljust(self._width))
            sys.stderr.flush()
            self._width = len(line)

    def reach(self, done: int, games: int) -> None:
        """Done of total, if not even the total was known at first."""
        self.games = games
        self.advance(done - self.done)

    def begin_with(self, games: int) -> None:
        """Count games that were done before, in no time."""
        self.done += games
        self._known += games

    def _pace(self, seconds: float) -> str:
        """Return the rate and the remaining time: `, 12.3 a second, 2:05 left`."""
        fresh = self.done - self._known
        if fresh <= 0 or seconds < 1:
            return ""
        left = round((self.games - self.done) * seconds / fresh)
        return f", {fresh / seconds:.3g} a second, {time_text(left)} left"

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.finish()

    def finish(self) -> None:
        """Wipe the bar away, so that the next output begins on an empty line."""
        if self.shown and self._width:
            sys.stderr.write("\r" + " " * self._width + "\r")
            sys.stderr.flush()
            self._width = 0


def time_text(seconds: int) -> str:
    """A time in minutes and seconds, hours where it has any: `0:07`, `2:05`, `3:07:21`."""
    minutes, rest = divmod(max(0, seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"
