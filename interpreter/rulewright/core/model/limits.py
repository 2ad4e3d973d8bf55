"""What a game runs into if its rules or a policy go out of bounds, and what stands for an unknown value."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from rulewright.core.model.secret_seeds import told_seed

LARGEST_SEED = 10**15 - 1
"""Files and command lines hold seeds of up to 15 digits."""
UNTOLD = ("untold",)
"""What stands, in an explanation, for a value that stops at a limit: nobody looked at it in the game."""


class LimitReached(Exception):  # noqa: N818 - a limit is no error of the program
    """A limit of the interpreter that a ruleset ran into; the message names the limit."""


@contextmanager
def limits_in(what: str, seed: int) -> Iterator[None]:
    """A limit that is reached meanwhile is told with the game it is reached in."""
    try:
        yield
    except LimitReached as limit:
        raise LimitReached(f"{what} ({told_seed(seed)}): {limit}") from None


class PolicyFailed(Exception):  # noqa: N818 - what has happened to a user's own policy
    """A policy that is not part of the interpreter failed, or chose what was not offered; the message says which."""
