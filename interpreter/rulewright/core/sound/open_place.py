"""A place at which a game may stop."""

from __future__ import annotations

from dataclasses import dataclass

from rulewright.core.model.bound_values import Bound
from rulewright.core.model.ranges import Interval
from rulewright.core.sound.contracts import HandedOver


@dataclass(frozen=True, slots=True)
class OpenPlace:
    """A place at which a game may stop: the number of its limit, how, the value that it is about, where, and why.

    `known` is what the value can be there, `low` and `high` what it must be between.
    """

    limit: int
    how: str
    node: Bound
    within: str
    why: str
    known: Interval
    low: int = 0
    high: int = 0
    given: HandedOver | None = None
    """The value is handed over here; what is given has no limit, as it only stops a game further on."""
