"""Reads and writes of operations, by owner: the acting seat itself, or anybody.

A seat's own are the members of its families; what anybody has are those of other seats, and what no seat owns. Pieces
are told by the zones that they may be in. What is found is never too little, and may be too much.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import NamedTuple, assert_never, get_args

from rulewright.core.lower.lookahead import LookAheads
from rulewright.core.lower.lowering import Lowered
from rulewright.core.lower.offered import free_offers
from rulewright.core.model import derived as der
from rulewright.core.model import lowered_values as lv
from rulewright.core.model import operations as low
from rulewright.core.model.declared import Aside, ChangesState
from rulewright.core.model.endings import OUTCOME, PLACE
from rulewright.core.model.kinds import DomainName, PieceOf, kind_of
from rulewright.core.model.nodes import nodes_of
from rulewright.core.model.type import NOTHING

_ACTING, _ANY_SEAT = (lv.Local(number, NOTHING) for number in (0, -1))


class Access(NamedTuple):
    """A family of slots, or of zones of one `kind` of pieces, of a seat's `own` member or of any.

    A `family` that is "" is every zone of the kind; slots that are in none are told by where they are.
    """

    kind: str | None
    family: str
    own: bool

    def meets(self, other: Access) -> bool:
        """Whether two seats may get at the same thing by these."""
        if self.own and other.own:
            return False
        if self.kind is None or other.kind is None:
            return self.kind is other.kind and self.family == other.family
        kinds = self.kind == other.kind or not (self.kind and other.kind)
        return kinds and (self.family == other.family or not (self.family and other.family))


Whereabouts = frozenset[Access]


@dataclass(slots=True)
class Found:
    """Reads and writes of some operations, and whether they use chance, show something or end something."""

    reads: set[Access] = field(default_factory=set)
    writes: set[Access] = field(default_factory=set)
    tells: bool = False
    ends: bool = False
    chance: bool = False
    ways: set[tuple[str, str]] = field(default_factory=set)
    """From which zones pieces go to which."""


@dataclass(slots=True)
class KnownLocals:
    """Facts about the locals of an effect: which hold the acting seat, and which zones their pieces are in."""

    me: set[int]
    zones: dict[int, Whereabouts]

    def copy(self) -> KnownLocals:
        return KnownLocals(set(self.me), dict(self.zones))

    def join(self, other: KnownLocals) -> None:
        """Know only what is known either way."""
        self.me &= other.me
        for number in {*self.zones, *other.zones}:
            self.zones[number] = self.zones.get(number, frozenset()) | other.zones.get(number, frozenset())

    def key(self, locals_: Iterable[lv.Local]) -> tuple[object, ...]:
        """Return the facts about some locals as one hashable key."""
        return tuple((each.number in self.me, self.zones.get(each.number)) for each in locals_)


class Accesses:
    """Finds what the operations of a program read and change."""

    def __init__(self, lowered: Lowered) -> None:
        self._lowered = lowered
        self._of_seats = lowered.program.of_seats
        self._known: dict[tuple[object, ...], frozenset[Access]] = {}
        self._looks: dict[int, LookAheads] = {}
        self._done: dict[tuple[object, ...], Found] = {}

    # ---- Locals

    def given(
        self, arguments: tuple[lv.Expression, ...], parameters: Iterable[lv.Local], names: KnownLocals
    ) -> KnownLocals:
        """Return the facts that a called effect or value has about its seat and its arguments."""
        found = KnownLocals(set(), {})
        for argument, local in zip(arguments, (_ACTING, *parameters), strict=False):
            self.name(local, argument, names, found)
        return found

    def name(self, local: lv.Local, value: lv.Expression, names: KnownLocals, into: KnownLocals) -> None:
        """A local gets a value."""
        is_me = isinstance(value, lv.Local) and value.number in names.me
        (into.me.add if is_me else into.me.discard)(local.number)
        if isinstance(local.type.domain, PieceOf):
            into.zones[local.number] = self.zones(value, names)

    def zones(self, source: lv.Expression, names: KnownLocals) -> Whereabouts:
        """The zones that the pieces of an expression may be in."""
        match source:
            case lv.Zone(address=address):
                return frozenset({self._zone(address, source.type.domain, names)})
            case lv.Local(number=number) if number in names.zones:
                return names.zones[number]
            case lv.Const(value=value) if value < 0:
                return frozenset()
            case lv.Reduce(source=inner) if isinstance(source.type.domain, PieceOf):
                return self.zones(inner, names)
            case lv.Primitive(name="range"):  # of numbers: as a set of pieces it is empty
                return frozenset()
            case lv.Primitive(arguments=arguments):
                parts = [each for each in arguments if isinstance(each, lv.Zone) or _of_pieces(each)]
                if parts:
                    return frozenset().union(*(self.zones(each, names) for each in parts))
            case _:
                pass
        return frozenset({Access(_kind(source.type.domain), "", False)})

    def _zone(self, address: lv.Address, domain: DomainName, names: KnownLocals) -> Access:
        family = address.family or f"slot {address.base}"
        return Access(_kind(domain), family, self._is_own(address, names))

    def _slots(self, address: lv.Address, names: KnownLocals) -> set[Access]:
        """Return the accesses of an address, for a slot that pieces have those of the pieces' zones."""
        if address.pieces:
            pieces = [each for each, _ in address.terms if isinstance(each.type.domain, PieceOf)]
            anywhere = frozenset({Access(_kind(address.pieces), "", False)})
            return set().union(*(self.zones(each, names) for each in pieces)) if pieces else set(anywhere)
        return {Access(None, address.family or f"slot {address.base}", self._is_own(address, names))}

    def _is_own(self, address: lv.Address, names: KnownLocals) -> bool:
        stride = self._of_seats.get(address.family)
        return stride is not None and any(
            isinstance(each, lv.Local) and each.number in names.me and by == stride for each, by in address.terms
        )

    # ---- Expressions

    def read(self, tree: object, names: KnownLocals, found: set[Access]) -> None:
        """Add what expressions read."""
        nodes = [*nodes_of(tree)]
        variables = [each for each in nodes if isinstance(each, lv.Reduce)]
        if variables:
            names = names.copy()
            for each in variables:
                names.me.discard(each.variable.number)
                if isinstance(each.variable.type.domain, PieceOf):
                    names.zones[each.variable.number] = self.zones(each.source, names)
        for node in nodes:
            match node:
                case lv.Load(address=address):
                    found |= self._slots(address, names)
                case lv.Zone(address=address):
                    found.add(self._zone(address, node.type.domain, names))
                case lv.Evaluate(function=number, arguments=arguments):
                    found |= self._value(number, arguments, names)
                case lv.EvaluateField(table=table, arguments=arguments):
                    for number in self._lowered.program.named_in(table):
                        found |= self._value(number, arguments, names)
                case lv.Possible(call=call):
                    found |= self._possible(call, names)
                case _:
                    pass

    def _value(self, number: int, arguments: tuple[lv.Expression, ...], names: KnownLocals) -> frozenset[Access]:
        value = self._lowered.value(number)
        inner = self.given(arguments, value.parameters, names)
        return self._remembered(
            ("value", number, *inner.key((_ACTING, *value.parameters))),
            lambda found: self.read(value.amount, inner, found),
        )

    def _possible(self, call: low.Operation, names: KnownLocals) -> frozenset[Access]:
        """Return the accesses needed to find out whether the effects of a call can be done."""
        reached = set[Access]()
        for number in call.runs:
            effect, inner = self._lowered.effect(number), self.called(number, call, names)

            def look(found: set[Access], number: int = number, inner: KnownLocals = inner) -> None:
                looks = self.looks(number)
                self._steps(looks.of_effect(self._lowered.effect(number)).steps, inner, found, set())

            reached |= self._remembered(("effect", number, *inner.key((_ACTING, *effect.parameters))), look)
        return frozenset(reached)

    def _remembered(self, key: tuple[object, ...], work: Callable[[set[Access]], None]) -> frozenset[Access]:
        if key not in self._known:
            self._known[key] = frozenset()
            found = set[Access]()
            work(found)
            self._known[key] = frozenset(found)
        return self._known[key]

    def looks(self, number: int) -> LookAheads:
        """The look-aheads of an effect."""
        return self._looks.setdefault(number, LookAheads(self._lowered, f"a{number}"))

    # ---- Decisions

    def decision(self, number: int, ask: low.Ask, rest: low.Block, names: KnownLocals, found: set[Access]) -> None:
        """Add what is read to find out what a decision of an effect offers."""
        done = set[tuple[object, ...]]()
        for option in self.looks(number).decision(ask, rest).options:
            self._option(option, names, found, done)
        free = self._lowered.program.free
        for each in free.offered.get(number, ()):
            offer = free_offers(self._lowered)[each]
            inner = KnownLocals({0} if ask.seat.number in names.me else set(), {})
            self._option(self.looks(free.procedure).possible(offer, ()), inner, found, done)

    def _option(
        self, option: der.Possible, names: KnownLocals, found: set[Access], done: set[tuple[object, ...]]
    ) -> None:
        offer, inner = option.offer, names.copy()
        self.read(offer.source, names, found)
        if offer.local is not None and offer.source is not None:
            self.name(offer.local, offer.source, names, inner)
        self.read((offer.where, offer.distinct), inner, found)
        match option.following:
            case None:
                pass
            case der.LookAhead() as look:
                self._look(look, inner, found, done)
            case call_or_check:
                self.read(call_or_check.parts, inner, found)
                found |= self._possible(call_or_check, inner)

    def _look(self, look: der.LookAhead, names: KnownLocals, found: set[Access], done: set[tuple[object, ...]]) -> None:
        key = (look.name, *names.key(look.parameters))
        if key not in done:
            done.add(key)
            self._steps(look.steps, names.copy(), found, done)

    def _steps(
        self, steps: der.LookAheadSteps, names: KnownLocals, found: set[Access], done: set[tuple[object, ...]]
    ) -> None:
        for step in steps:
            match step:
                case low.Count() | der.Foreseen():
                    pass
                case low.Let(local=local, value=value):
                    self.read(value, names, found)
                    self.name(local, value, names, names)
                case der.Must(check=check):
                    self.read(check.test, names, found)
                case der.MustBeAble(call=call):
                    self.read(call.parts, names, found)
                    found |= self._possible(call, names)
                case der.Trial(operation=operation):
                    found |= self.of((operation,), names).reads
                case der.Then(after=after):
                    self._look(after, names, found, done)
                case der.Either(test=test, then=then, otherwise=otherwise):
                    self.read(test, names, found)
                    self._steps(then, names.copy(), found, done)
                    self._steps(otherwise, names.copy(), found, done)
                case der.AnyOf(options=options):
                    for option in options:
                        self._option(option, names, found, done)
                case _:
                    assert_never(step)

    # ---- Operations

    def of(self, block: low.Block, names: KnownLocals) -> Found:
        """Return all that operations and the effects they lead to do, and update `names` as they would."""
        found = Found()
        for operation in block:
            self._operation(operation, names, found)
        return found

    def _operation(self, operation: low.Operation, names: KnownLocals, found: Found) -> None:
        self.alone(operation, names, found)
        for number in operation.runs:
            self.within(number, operation, names, found)
        for _ in range(2 if operation.loops else 1):
            for inner, block in self.blocks(operation, names, found):
                for each in block:
                    self._operation(each, inner, found)

    def blocks(
        self, operation: low.Operation, names: KnownLocals, found: Found
    ) -> Iterator[tuple[KnownLocals, low.Block]]:
        """Yield (facts at its start, block) of each block of an operation, adding the reads before it.

        Afterwards `names` is what is known whichever is run.
        """
        source: object = None
        ways = []
        for read, candidate, block in operation.parts if operation.ways or operation.loops else ():
            inner = names.copy() if block or candidate is not None else names
            if candidate is not None and isinstance(source, get_args(lv.Expression)):
                self.name(candidate, source, names, inner)
            self.read(read, inner, found.reads)
            source = read[0] if read else None
            if block:
                yield inner, block
            ways.append(inner)
        for way in ways:
            names.join(way)

    def alone(self, operation: low.Operation, names: KnownLocals, found: Found) -> None:
        """Add what an operation does itself, without its blocks and what it runs."""
        found.chance = found.chance or operation.by_chance
        found.ends = found.ends or operation.ends
        if isinstance(operation, low.Roll):
            self.name(operation.local, operation.source, names, names)
        if isinstance(operation, low.Ask):
            found.tells = True
        elif not operation.ways and not operation.loops:
            self.read(operation.parts, names, found.reads)
        if isinstance(operation, low.Let):
            self.name(operation.local, operation.value, names, names)
        elif isinstance(operation, Aside):
            found.tells = found.tells or operation.shows
        elif isinstance(operation, ChangesState):
            self._change(operation, names, found)

    def _change(self, change: ChangesState, names: KnownLocals, found: Found) -> None:
        if change.slot is not None:
            found.writes |= self._slots(change.slot, names)
            found.ends = found.ends or change.slot.family in (PLACE, OUTCOME)
            return
        sources = self.zones(change.pieces, names)
        found.writes |= sources
        if change.goes_to is None:
            return
        there = self._zone(change.goes_to.address, change.goes_to.type.domain, names)
        found.writes.add(there)
        found.ways |= {(each.family, there.family) for each in sources}
        for local, zones in names.zones.items():
            if any(one == other or one.meets(other) for one in zones for other in sources):
                names.zones[local] = zones | {there}
        if isinstance(change.pieces, lv.Local) and change.pieces.type.kind == "thing":
            names.zones[change.pieces.number] = frozenset({there})

    def within(self, number: int, call: low.Operation, names: KnownLocals, found: Found) -> None:
        """Add what an effect does that an operation runs."""
        effect, known = self._lowered.effect(number), self.called(number, call, names)
        key = number, *known.key((_ACTING, *effect.parameters))
        if key not in self._done:
            self._done[key] = self.of(effect.body, known)
        inner = self._done[key]
        found.reads |= inner.reads
        found.writes |= inner.writes
        found.tells, found.ends = found.tells or inner.tells, found.ends or inner.ends
        found.chance = found.chance or inner.chance
        found.ways |= inner.ways

    def called(self, number: int, call: low.Operation, names: KnownLocals) -> KnownLocals:
        """Return the facts that an effect run by an operation has about its seat and its arguments."""
        acting = call.acting if call.acting is not None else _ANY_SEAT
        return self.given((acting, *call.given), self._lowered.effect(number).parameters, names)


def _of_pieces(expression: lv.Expression) -> bool:
    return isinstance(expression.type.domain, PieceOf)


def _kind(domain: DomainName) -> str:
    """Return the kind of the pieces of a domain, "" for pieces of all kinds."""
    return kind_of(domain) if isinstance(domain, PieceOf) else ""
