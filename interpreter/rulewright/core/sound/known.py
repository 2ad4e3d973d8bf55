"""The facts there can be at a place, the questions they answer, and forgetting those that no longer hold."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence, Set
from dataclasses import dataclass, field
from typing import Self

from rulewright.core.bind.world import World
from rulewright.core.model import bound_values as bv
from rulewright.core.model.bound_values import Bound
from rulewright.core.model.layout import N_SEATS
from rulewright.core.model.nodes import nodes_of
from rulewright.core.model.ranges import Interval
from rulewright.core.sound.whole import WholeProgram

_STATE = (bv.PieceSlot, bv.Evaluate, bv.EvaluateField, bv.ZoneEnd, bv.ZoneRef)


@dataclass(slots=True)
class WhatIsKnown(ABC):
    """Ranges of values, the orders two values may be in (some of < = >), and tests that are true or false.

    With a whole program also: how much sets hold (`sizes`), what a local was set to, as long as that reads the same
    (`values`), the zones in one of which a piece lies (`homes`), and what all members of a family can be, of zones how
    much each can hold (`members`). Nothing of it is ever changed: what is known at another place is another one, `but`
    with other parts.
    """

    world: World
    ranges: dict[Bound, Interval] = field(default_factory=dict)
    orders: dict[tuple[Bound, Bound], frozenset[str]] = field(default_factory=dict)
    excluded: dict[Bound, frozenset[int]] = field(default_factory=dict)
    whole: WholeProgram | None = field(default=None, compare=False, repr=False)
    sizes: dict[Bound, Interval] = field(default_factory=dict)
    values: dict[Bound, Bound] = field(default_factory=dict)
    homes: dict[Bound, tuple[bv.ZoneRef, ...]] = field(default_factory=dict)
    members: dict[str, Interval] = field(default_factory=dict)
    standing: frozenset[Bound] = field(default=frozenset(), compare=False, repr=False)
    """The candidates of which it is known that they pass their test."""
    lost: dict[Bound, str] = field(default_factory=dict, compare=False, repr=False)
    """Why something that was known before is not known any more, in words."""
    _decided: dict[Bound, bool | None] = field(init=False, compare=False, repr=False, default_factory=dict)
    _found: dict[int, tuple[Bound, Interval]] = field(init=False, compare=False, repr=False, default_factory=dict)
    """The ranges worked out so far, by the identity of the values, which live on with them."""

    _sized: dict[int, tuple[Bound, Interval]] = field(init=False, compare=False, repr=False, default_factory=dict)

    def but(
        self, *, ranges: dict[Bound, Interval] | None = None,
        orders: dict[tuple[Bound, Bound], frozenset[str]] | None = None,
        excluded: dict[Bound, frozenset[int]] | None = None, sizes: dict[Bound, Interval] | None = None,
        values: dict[Bound, Bound] | None = None, homes: dict[Bound, tuple[bv.ZoneRef, ...]] | None = None,
        members: dict[str, Interval] | None = None, standing: frozenset[Bound] | None = None,
        lost: dict[Bound, str] | None = None,
    ) -> Self:  # fmt: skip
        """Return what is known with other parts."""
        return type(self)(
            self.world,
            self.ranges if ranges is None else ranges,
            self.orders if orders is None else orders,
            self.excluded if excluded is None else excluded,
            self.whole,
            self.sizes if sizes is None else sizes,
            self.values if values is None else values,
            self.homes if homes is None else homes,
            self.members if members is None else members,
            self.standing if standing is None else standing,
            self.lost if lost is None else lost,
        )

    def moved_to(self, whole: WholeProgram) -> Self:
        """Return the same as what is known of another program."""
        return type(self)(
            whole.world, self.ranges, self.orders, self.excluded, whole, self.sizes, self.values, self.homes,
            self.members, self.standing, self.lost,
        )  # fmt: skip

    # ---- What is asked

    @abstractmethod
    def range_of(self, node: Bound) -> Interval:
        """Return what a value can be here."""

    @abstractmethod
    def size_of(self, source: Bound) -> Interval:
        """Return how many things a set can hold here."""

    @abstractmethod
    def rows_of(self, node: bv.Lookup, whole: WholeProgram) -> Sequence[object]:
        """The cells of a table that a thing can have, as far as it is known which it is."""

    @abstractmethod
    def key_of(self, source: Bound) -> Bound:
        """The set whose size says what is known of another one."""

    @abstractmethod
    def of_candidate(self, variable: bv.Local, source: Bound, where: Bound | None) -> Self | None:
        """Return what is known of one of the candidates from a set, None if there can be none."""

    @abstractmethod
    def decides(self, test: Bound) -> bool | None:
        """Return whether a test is true or false here, None if it can be either."""

    @abstractmethod
    def may(self, one: Bound, other: Bound, order: str) -> bool:
        """Return whether two values may be in an order."""

    @abstractmethod
    def with_test(self, test: Bound, holds: bool) -> Self | None:
        """Return what is known if a test holds, or does not, None if that cannot be."""

    @abstractmethod
    def with_range(self, node: Bound, known: Interval) -> Self | None:
        """Return what is known if a value is in a range, None if it cannot be."""

    @abstractmethod
    def with_size(self, source: Bound, known: Interval) -> Self | None:
        """Return what is known if a set holds so many things, None if it cannot."""

    def home_of(self, value: Bound) -> tuple[bv.ZoneRef, ...] | None:
        """Return the zones in one of which a piece is, or all pieces of a set, or None if that is not known."""
        match value:
            case bv.Local():
                return self.homes.get(value)
            case bv.ZoneEnd(zone=zone):
                return (zone,)
            case bv.ZoneRef():
                return (value,)
            case bv.Quantify(function="first" | "those" | "while" | "until", source=source):
                return self.home_of(source)
            case bv.Once(source=source) | bv.Inside(value=source):
                return self.home_of(source)
            case bv.UnionSet(parts=parts):
                found = [self.home_of(each) for each in parts]
                known = [each for each in found if each is not None]
                return tuple(zone for each in known for zone in each) if len(known) == len(found) else None
            case _:
                return None

    # ---- What is forgotten

    def without_locals(self, numbers: Set[int]) -> Self:
        """Return what is known once locals have other values."""
        if self.whole is None:
            return self.without(lambda node: isinstance(node, bv.Local) and node.number in numbers)
        reads = self.whole.locals_of
        if not any(numbers & reads(node) for node in self.keys()):
            return self
        return self.keeping(lambda node: not numbers & reads(node))

    def keys(self) -> Iterator[Bound]:
        """All values of which something is known."""
        yield from self.ranges
        yield from self.sizes
        for one, other in self.orders:
            yield one
            yield other
        yield from self.excluded
        for local, value in self.values.items():
            yield local
            yield value
        for piece, zones in self.homes.items():
            yield piece
            yield from zones

    def without_state(self) -> Self:
        """Return what is known after something has changed on the table."""
        return self.without(_is_state)

    def without_family(self, family: str) -> Self:
        """Return what is known after a counter or marker has changed, and nothing else."""
        behind = (bv.Evaluate, bv.EvaluateField)
        return self.without(lambda node: isinstance(node, behind) or getattr(node, "family", "") == family)

    def without(self, gone: Callable[[object], bool]) -> Self:
        """Return what is known of values in which no node is gone."""
        return self.keeping(lambda node: not any(map(gone, nodes_of(node))))

    def keeping(self, stays: Callable[[Bound], bool]) -> Self:
        """Return what is known of values that stay."""
        decided: dict[int, bool] = {}

        def keep(node: Bound) -> bool:
            known = decided.get(id(node))
            if known is None:
                known = decided[id(node)] = stays(node)
            return known

        return self.but(
            ranges={node: known for node, known in self.ranges.items() if keep(node)},
            orders={pair: known for pair, known in self.orders.items() if keep(pair[0]) and keep(pair[1])},
            excluded={node: known for node, known in self.excluded.items() if keep(node)},
            sizes={node: known for node, known in self.sizes.items() if keep(node)},
            values={node: known for node, known in self.values.items() if keep(node) and keep(known)},
            homes={node: zones for node, zones in self.homes.items() if keep(node) and all(map(keep, zones))},
            standing=frozenset(filter(keep, self.standing)),
        )


def _is_state(node: object) -> bool:
    if isinstance(node, bv.Read):
        return bool(node.family) and node.base != N_SEATS
    return isinstance(node, _STATE)
