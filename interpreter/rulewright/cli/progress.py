"""How many games, or other things, go by: a bar meanwhile, and how their numbers spread afterwards."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from statistics import fmean

_BAR = 30


class Progress:
    """A bar on standard error while it is a terminal; nothing otherwise."""

    def __init__(self, games: int, counted: str = "games") -> None:
        self.games = games
        self.counted = counted
        self.done = 0
        self.shown = sys.stderr.isatty()

    def advance(self, games: int) -> None:
        self.done += games
        if self.shown:
            filled = _BAR * self.done // max(1, self.games)
            sys.stderr.write(f"\r[{'#' * filled}{'.' * (_BAR - filled)}] {self.done}/{self.games} {self.counted}")
            sys.stderr.flush()

    def reach(self, done: int, games: int) -> None:
        """So many of so many, where not even their number was known at first."""
        self.games = games
        self.advance(done - self.done)

    def finish(self) -> None:
        """Wipe the bar away; what is said next begins on an empty line."""
        if self.shown and self.done:
            sys.stderr.write("\r" + " " * (_BAR + 40) + "\r")
            sys.stderr.flush()
            self.done = 0


def spread_of(values: Sequence[int]) -> dict[str, float]:
    """Mean, least and most."""
    return {"mean": round(fmean(values), 3), "min": min(values), "max": max(values)}


def spread_text(spread: dict[str, float]) -> str:
    return f"{spread['mean']:.1f} ({spread['min']:.0f} - {spread['max']:.0f})"
