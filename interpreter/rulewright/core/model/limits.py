"""Limits that rules or a policy may exceed, and the mark for an unknown value."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

LARGEST_SEED = 10**15 - 1
"""Files and command lines hold seeds of up to 15 digits."""
UNTOLD = ("untold",)
"""What stands, in an explanation, for a value that stops at a limit: nobody looked at it in the game."""


class GameEnd(Exception):  # noqa: N818 - not an error: the word of `end game`
    """The end of the game, raised inside an effect by `end game` and caught by `step`."""


class LimitReached(Exception):  # noqa: N818 - a limit is no error of the program
    """A ruleset reached a limit of the interpreter, which the message names."""


@contextmanager
def limits_in(what: str, seed: int) -> Iterator[None]:
    """Add the game to the message of a limit that is reached inside.

    `what` names the game. Raises LimitReached again with the longer message.
    """
    try:
        yield
    except LimitReached as limit:
        from rulewright.core.model.secret_seeds import told_seed  # `--help` needs no hashes

        raise LimitReached(f"{what} ({told_seed(seed)}): {limit}") from None


class PolicyFailed(Exception):  # noqa: N818 - what has happened to a user's own policy
    """A policy that is not part of the interpreter failed, or chose an option that was not offered."""
