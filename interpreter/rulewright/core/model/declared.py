"""Declarations of operations: the slots they read and write, the effects they run, their blocks.

They also say whether an operation asks, guards, leaves or ends. Types are given for blocks and locals where an
operation has some.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, ClassVar, NamedTuple

from rulewright.core.model.origins import Origin

Slots = frozenset[object]
"""Families of slots, and kinds of pieces with where they are or what they show."""


class Stretch(NamedTuple):
    """Values that are read together, followed by a block, with a candidate's value in both alone.

    The stretches of an operation follow one another.
    """

    reads: tuple[object, ...] = ()
    candidate: Any = None
    block: tuple[Any, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class LoweredNode:
    """The field that all nodes of the lowered program share.

    `origin` is the source of the node, None if lowering made it. Nodes that differ in this alone are equal.
    """

    origin: Origin | None = field(default=None, compare=False, repr=False)


class Declared(LoweredNode):
    """The declarations of an operation about itself, without its blocks. Most use these defaults.

    `asks`: it asks a seat for a decision. `guards`: it is checked before its effect is offered. `leaves`: it leaves the
    effect. `in_course`: the effects it `runs` are run at once by the acting seat, and so are checked beforehand as
    well. `by_chance`: what it does depends on how often something was drawn before.
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
        """The seat that acts in the effects that it runs, None if there are several."""
        return None

    @property
    def given(self) -> tuple[Any, ...]:
        """The arguments of the effects that it runs, without the seat."""
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
        """The values read in it, in order, with the blocks."""
        return (Stretch((self,)),)

    @property
    def writes(self) -> Slots | None:
        """The slots that it changes, without its blocks.

        None if that, or continuing after it, is not certain.
        """
        return None


class WritesNothing(Declared):
    """An operation that changes no slot itself, and always continues."""

    __slots__ = ()

    @property
    def writes(self) -> Slots:
        """The empty set of slots."""
        return frozenset()


class ChangesState(Declared):
    """An operation that changes the state at once, asking and running nothing, without a block."""

    __slots__ = ()

    @property
    def pieces(self) -> Any:
        """The pieces that it moves, turns or mixes, as its field, None if it changes a slot."""
        return next((getattr(self, name) for name in ("piece", "source", "zone") if hasattr(self, name)), None)

    @property
    def slot(self) -> Any:
        """The address of the slot that it changes, None if it changes pieces."""
        return getattr(self, "address", None) if self.pieces is None else None

    @property
    def goes_to(self) -> Any:
        """The zone that the pieces go to, None if they stay."""
        return getattr(self, "to", None)

    @property
    def says(self) -> str:
        """Its printed form, with its fields in braces."""
        raise NotImplementedError


class Aside(WritesNothing):
    """An operation that nothing of the game depends on: it informs somebody, or counts.

    `shows`: what it informs of may be hidden from others.
    """

    __slots__ = ()
    shows: ClassVar[bool] = False

    @property
    def says(self) -> str:
        """Its printed form, with its fields in braces."""
        raise NotImplementedError
