"""The words in which an operation declares what it reads, sets, writes and runs, which blocks it has, and whether
it asks, guards, leaves or ends. The types of blocks and locals are given where an operation has some.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, ClassVar, NamedTuple

from rulewright.core.model.origins import Origin

Slots = frozenset[object]
"""Families of slots, and kinds of pieces with where they are or what they show."""


class Stretch(NamedTuple):
    """What is looked at together, then a block; a `candidate` has its value in these alone. They follow one another."""

    reads: tuple[object, ...] = ()
    candidate: Any = None
    block: tuple[Any, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class LoweredNode:
    """What nodes of the lowered program have besides their own: what one was written as, None if lowering made it.
    Nodes that differ in this alone are equal.
    """

    origin: Origin | None = field(default=None, compare=False, repr=False)


class Declared(LoweredNode):
    """What an operation declares of itself, without what its blocks do; the defaults here hold for most.

    `asks` a seat for a decision; `guards`: whoever offers the effect checks it beforehand; `leaves` the effect; the
    effects it `runs` are checked beforehand as well if they are `in_course`: done at once by the seat that acts. What
    it does `by_chance` depends on how often something was drawn before.
    """

    __slots__ = ()
    asks: ClassVar[bool] = False
    by_chance: ClassVar[bool] = False
    guards: ClassVar[bool] = False
    leaves: ClassVar[bool] = False
    in_course: ClassVar[bool] = False

    @property
    def ends(self) -> bool:
        """Whether the game is over after it."""
        return False

    @property
    def runs(self) -> tuple[int, ...]:
        """The effects that it may run."""
        return ()

    @property
    def acting(self) -> Any:
        """The seat that acts in the effects that it runs; None where that is not one alone."""
        return None

    @property
    def given(self) -> tuple[Any, ...]:
        """What the effects that it runs are given besides the seat."""
        return ()

    @property
    def ways(self) -> tuple[Any, ...]:
        """The blocks of which one is run, followed by what comes after the operation."""
        return ()

    @property
    def loops(self) -> tuple[Any, ...]:
        """The blocks that are run any number of times."""
        return ()

    @property
    def sets(self) -> Any:
        """The local that has a value after it, with its type."""
        return None

    @property
    def parts(self) -> tuple[Stretch, ...]:
        """What is read in it, in order, with the blocks."""
        return (Stretch((self,)),)

    @property
    def writes(self) -> Slots | None:
        """The slots that it changes, without its blocks; None where that, or continuing after it, is not certain."""
        return None


class WritesNothing(Declared):
    """What changes no slot itself, and always continues to what follows."""

    __slots__ = ()

    @property
    def writes(self) -> Slots:
        """None at all."""
        return frozenset()


class ChangesState(Declared):
    """What changes the state there and then: it asks nobody, guards nothing, runs nothing and has no block in it."""

    __slots__ = ()

    @property
    def pieces(self) -> Any:
        """The piece, or the set of pieces, that it moves, turns or mixes: its field; None if it changes a slot."""
        return next((getattr(self, name) for name in ("piece", "source", "zone") if hasattr(self, name)), None)

    @property
    def slot(self) -> Any:
        """The address of the slot that it changes; None if it changes pieces."""
        return getattr(self, "address", None) if self.pieces is None else None

    @property
    def goes_to(self) -> Any:
        """The zone that the pieces go to; None if they stay."""
        return getattr(self, "to", None)

    @property
    def says(self) -> str:
        """How it is printed, with its fields in braces."""
        raise NotImplementedError


class Aside(WritesNothing):
    """What nothing of the game depends on: it tells somebody something, or counts. What it `shows` others may not know.
    """

    __slots__ = ()
    shows: ClassVar[bool] = False

    @property
    def says(self) -> str:
        """How it is printed, with its fields in braces."""
        raise NotImplementedError
