"""The reach of look-aheads: the most places in a row where one branches or enters an effect.

A look-ahead calls another at each of them, when it is derived and when it is played, so that their number is limited.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple, Protocol

from rulewright.core.lower.summary import Summaries, ends_look, guards, picks_parts
from rulewright.core.model import operations as low

MOST_PLACES = 120
"""How many places a look-ahead may continue through; the look-aheads of the first games go through 20."""


class Foresights(Summaries, Protocol):
    """The summaries of called effects, and how far a look-ahead into each goes."""

    def foresees(self, number: int) -> int: ...


class Foresight(NamedTuple):
    """The reach of the look-ahead from an effect's start, and of the furthest from anywhere in it."""

    from_start: int
    furthest: int


def foresight(known: Foresights, block: low.Block) -> Foresight:
    """Return how far the look-aheads of an effect go."""
    measure = _Measure(known)
    return Foresight(measure.block(block, 0), measure.furthest)


@dataclass(slots=True)
class _Measure:
    """The furthest look-ahead so far."""

    known: Foresights
    furthest: int = 0

    def block(self, block: low.Block, rest: int) -> int:
        """Return how far a look-ahead goes from the start of a block, where that after the block goes `rest` far."""
        for operation in reversed(block):
            rest = self._operation(operation, rest)
            self.furthest = max(self.furthest, rest)
        return rest

    def _operation(self, operation: low.Operation, rest: int) -> int:
        if operation.ways:
            furthest = max([self.block(way, rest) for way in operation.ways])
            return 1 + furthest if operation.asks and guards(self.known, (operation,)) else _one_more(furthest)
        for body in operation.loops:
            self.block(body, 0)
        if operation.leaves:
            return 0
        if ends_look(self.known, operation):
            rest = 0
        elif picks_parts(operation):
            rest = _one_more(_one_more(rest))
        return max(rest, int(operation.guards), _one_more(self._called(operation.runs)))

    def _called(self, numbers: Iterable[int]) -> int:
        return max((self.known.foresees(each) for each in numbers if self.known.summary(each).guards), default=0)


def _one_more(places: int) -> int:
    """One place more, if anything is looked at."""
    return places + 1 if places else 0
