"""The hidden information that an expression reveals, to find options that depend on it.

A trace is a zone, counter or marker of which something is revealed, with its owner: the seat in one of the text's
locals, by number, nobody, or another one. The visibility of a trace is that of its family. Traces are only ever too
many.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field

from rulewright.author.lint.scene import LintScene
from rulewright.author.lint.written import own_parts
from rulewright.core.bind.world import SEAT
from rulewright.core.model import bound_values as bv
from rulewright.core.model.bound_values import Bound
from rulewright.core.model.type import Type

Trace = tuple[str, int]
Traces = frozenset[Trace]

NOTHING: Traces = frozenset()
_NOBODY, _ANOTHER = -2, -1
_DEEPEST = 12


@dataclass(slots=True)
class KnownHere:
    """The facts at an expression: the seat in each local, and what locals and families reveal."""

    seats: dict[int, int] = field(default_factory=lambda: {0: 0})
    locals: dict[int, Traces] = field(default_factory=dict)
    families: dict[str, Traces] = field(default_factory=dict)

    def copy(self) -> KnownHere:
        return KnownHere(dict(self.seats), dict(self.locals), dict(self.families))

    def seat(self, node: Bound) -> int:
        """Return the seat that a value is, by the local it came from."""
        while isinstance(node, bv.Op) and node.op == "clamp":
            node = node.arguments[0]
        return self.seats.get(node.number, node.number) if isinstance(node, bv.Local) else _ANOTHER

    def join(self, other: KnownHere) -> None:
        """Merge the facts of another branch into these."""
        for number, traces in other.locals.items():
            self.locals[number] = self.locals.get(number, NOTHING) | traces
        self.join_families(other)
        self.seats = {number: seat for number, seat in self.seats.items() if other.seats.get(number) == seat}

    def join_families(self, other: KnownHere) -> None:
        for name, traces in other.families.items():
            self.families[name] = self.families.get(name, NOTHING) | traces

    def inside(self, parameters: Iterable[bv.Local], seat: Bound, given: Iterable[Traces]) -> KnownHere:
        """Return the facts in a quantity or procedure that is called."""
        locals_ = {local.number: traces for local, traces in zip(parameters, given, strict=False)}
        return KnownHere({0: self.seat(seat)}, locals_, dict(self.families))


@dataclass(slots=True)
class HiddenTraces:
    """Finds the traces of what is hidden in expressions of one game."""

    scene: LintScene
    possible: Callable[[bv.CallProcedure | bv.DoField, KnownHere], Traces]
    """What is revealed by whether an effect could be done."""
    depth: int = 0

    def unseen_by(self, traces: Traces, seat: int) -> list[str]:
        """Return the names of traces that a seat does not see."""
        families = self.scene.world.families
        return sorted({name for name, owner in traces if not families[name].is_seen(by_own=owner == seat)})

    def value(self, node: Bound | None, known: KnownHere) -> Traces:
        """Return what the value of an expression reveals."""
        match node:
            case None | bv.Const() | bv.DomainSet():
                return NOTHING
            case bv.Local(number=number):
                return known.locals.get(number, NOTHING)
            case bv.Read(parts=parts, family=family):
                own = self._trace(family, parts, known)
                return known.families.get(family, NOTHING) | own | self._indexes(parts, known)
            case bv.ZoneEnd(zone=zone):
                return self.pieces(zone, known)
            case bv.ZoneRef() | bv.UnionSet():
                return self.pieces(node, known)
            case bv.SetSize(source=source):
                return self.structure(source, known)
            case bv.Op():
                return self._operator(node, known)
            case bv.Quantify():
                return self._candidates(node, known)
            case bv.Evaluate(quantity=number, seat=seat, arguments=arguments):
                given = [self.value(each, known) for each in arguments]
                return self._quantity(number, seat, given, known)
            case bv.EvaluateField(table=table, target=target, seat=seat, arguments=arguments):
                found, given = self.value(target, known), [self.value(each, known) for each in arguments]
                for each in self.scene.program.named_in(table):
                    found |= self._quantity(each, seat, given, known)
                return found
            case bv.Possible(effect=effect):
                return self.possible(effect, known)
            case _:
                return self._all(_parts(node), known)

    def pieces(self, source: Bound, known: KnownHere) -> Traces:
        """Return what the members of a set reveal."""
        match source:
            case bv.ZoneRef(parts=parts, family=name):
                found = known.families.get(name, NOTHING) | self._indexes(parts, known)
                return found | self._trace(name, parts, known)
            case bv.UnionSet(parts=sets):
                return NOTHING.union(*(self.pieces(each, known) for each in sets))
            case _:
                return self.value(source, known)

    def _trace(self, name: str, parts: tuple[tuple[Bound, int], ...], known: KnownHere) -> Traces:
        """Return what the contents of a counter, marker or zone reveal, if not everybody sees it."""
        family = self.scene.world.families.get(name)
        if family is None or family.visible == "all":
            return NOTHING
        of_a_seat = family.visible != "none" and family.per[:1] == (SEAT,) and parts
        owner = _NOBODY if family.visible == "none" else known.seat(parts[0][0]) if of_a_seat else _ANOTHER
        return frozenset({(name, owner)})

    def structure(self, source: Bound, known: KnownHere) -> Traces:
        """Return what the size of a set reveals, nothing for a zone, which anyone can count."""
        match source:
            case bv.ZoneRef(parts=parts):
                return self._indexes(parts, known)
            case bv.UnionSet(parts=sets):
                return NOTHING.union(*(self.structure(each, known) for each in sets))
            case _:
                return self.value(source, known)

    def _operator(self, node: bv.Op, known: KnownHere) -> Traces:
        match node.op, node.arguments:
            case ">=" | ">", (bv.ZoneEnd(zone=zone), bv.Const()):
                return self.structure(zone, known)
            case ">=", (bv.Local(type=Type(kind="thing")), bv.Const(value=0)):
                return NOTHING
            case "=" | "!=", (bv.Local() as one, bv.ZoneEnd(zone=zone)) if self._is_place(one, zone, known):
                return self._indexes(zone.parts, known)
            case "=" | "!=", (bv.ZoneEnd(zone=zone), bv.Local() as one) if self._is_place(one, zone, known):
                return self._indexes(zone.parts, known)
            case _:
                return self._all(node.arguments, known)

    def _is_place(self, local: bv.Local, zone: bv.ZoneRef, known: KnownHere) -> bool:
        """Return whether a piece of a zone is distinguished from the others there by its place alone."""
        return known.locals.get(local.number, NOTHING) == self.pieces(zone, known)

    def _candidates(self, node: bv.Quantify, known: KnownHere) -> Traces:
        inner, among = known.copy(), self.pieces(node.source, known)
        inner.locals[node.variable.number] = among
        found = self._all((node.where, node.value, *node.order), inner) | self.structure(node.source, known)
        return found | among if node.type.kind == "thing" else found

    def _quantity(self, number: int, seat: Bound, given: list[Traces], known: KnownHere) -> Traces:
        if self.depth >= _DEEPEST:
            return NOTHING
        quantity = self.scene.program.quantities[number]
        self.depth += 1
        found = self.value(quantity.amount, known.inside(quantity.parameters, seat, given))
        self.depth -= 1
        return found

    def _indexes(self, parts: tuple[tuple[Bound, int], ...], known: KnownHere) -> Traces:
        return self._all((each for each, _ in parts), known)

    def _all(self, nodes: Iterable[Bound | None], known: KnownHere) -> Traces:
        return NOTHING.union(*(self.value(each, known) for each in nodes))


def _parts(node: Bound) -> Iterator[Bound]:
    """Yield the expressions in an expression."""
    for part in own_parts(node):
        yield from (each for each in (part if isinstance(part, tuple) else (part,)) if isinstance(each, Bound))
