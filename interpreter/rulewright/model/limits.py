"""What a game runs into where its rules or a policy lead outside, and what stands for a value that cannot be told."""

from __future__ import annotations

UNTOLD = ("untold",)
"""What stands, in an explanation, for a value that stops at a limit: nobody looked at it in the game."""


class LimitReached(Exception):  # noqa: N818 - a limit is no error of the program
    """A ruleset ran into one of the interpreter's limits; the message names the limit."""


class PolicyFailed(Exception):  # noqa: N818 - what has happened to a policy of somebody's own
    """A policy that is no part of the interpreter failed, or chose what was not offered; the message says which."""
