"""What a game runs into where its rules lead outside, and what an explanation says in place of a value there."""

from __future__ import annotations

UNTOLD = ("untold",)
"""What stands, in an explanation, for a value that stops at a limit: nobody looked at it in the game."""


class LimitReached(Exception):  # noqa: N818 - a limit is no error of the program
    """A ruleset ran into one of the interpreter's limits; the message names the limit."""
