"""What operations read and change, by who owns it: the acting seat itself, or anybody.

A seat's own are the members of its families; what anybody has are those of other seats, and what no seat owns. Pieces
are told by the zones that they may be in. What is found is never too little, and may be too much.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import NamedTuple, assert_never

from rulewright.core.lower.lookahead import LookAheads
from rulewright.core.lower.lowering import Lowered
from rulewright.core.lower.offered import free_offers
from rulewright.core.model import derived as der
from rulewright.core.model import lowered_values as lv
from rulewright.core.model import operations as low
from rulewright.core.model.declared import Aside
from rulewright.core.model.endings import OUTCOME, PLACE
from rulewright.core.model.kinds import DomainName, PieceOf, kind_of
from rulewright.core.model.nodes import nodes_of
from rulewright.core.model.type import NOTHING

_ACTING = lv.Local(0, NOTHING)


class Access(NamedTuple):
    """A family of slots, or of zones of one `kind` of pieces; a seat's `own` member, or any.

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


Zones = frozenset[Access]


@dataclass(slots=True)
class Found:
    """What some operations read and change, and whether they need chance, show something or end something."""

    reads: set[Access] = field(default_factory=set)
    writes: set[Access] = field(default_factory=set)
    tells: bool = False
    ends: bool = False
    chance: bool = False


@dataclass(slots=True)
class Names:
    """What is known of the locals of an effect: those that are the acting seat, and the zones that pieces are in."""

    me: set[int]
    zones: dict[int, Zones]

    def copy(self) -> Names:
        return Names(set(self.me), dict(self.zones))

    def join(self, other: Names) -> None:
        """Know only what is known either way."""
        self.me &= other.me
        for number in {*self.zones, *other.zones}:
            self.zones[number] = self.zones.get(number, frozenset()) | other.zones.get(number, frozenset())

    def key(self, locals_: Iterable[lv.Local]) -> tuple[object, ...]:
        """What is known of some locals."""
        return tuple((each.number in self.me, self.zones.get(each.number)) for each in locals_)


class Accesses:
    """Finds what the operations of a program read and change."""

    def __init__(self, lowered: Lowered) -> None:
        self._lowered = lowered
        self._of_seats = lowered.program.of_seats
        self._known: dict[tuple[object, ...], frozenset[Access]] = {}
        self._looks: dict[int, LookAheads] = {}

    # ---- Names

    def given(self, arguments: tuple[lv.Expression, ...], parameters: Iterable[lv.Local], names: Names) -> Names:
        """What an effect or a value that is called knows of the seat and what it is given."""
        found = Names(set(), {})
        for argument, local in zip(arguments, (_ACTING, *parameters), strict=False):
            self.name(local, argument, names, found)
        return found

    def name(self, local: lv.Local, value: lv.Expression, names: Names, into: Names) -> None:
        """A local gets a value."""
        is_me = isinstance(value, lv.Local) and value.number in names.me
        (into.me.add if is_me else into.me.discard)(local.number)
        if isinstance(local.type.domain, PieceOf):
            into.zones[local.number] = self.zones(value, names)

    def zones(self, source: lv.Expression, names: Names) -> Zones:
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

    def _zone(self, address: lv.Address, domain: DomainName, names: Names) -> Access:
        family = address.family or f"slot {address.base}"
        return Access(_kind(domain), family, self._is_own(address, names))

    def _slots(self, address: lv.Address, names: Names) -> set[Access]:
        """What is at an address: of a slot that pieces have, what their zones hold."""
        if address.pieces:
            pieces = [each for each, _ in address.terms if isinstance(each.type.domain, PieceOf)]
            anywhere = frozenset({Access(_kind(address.pieces), "", False)})
            return set().union(*(self.zones(each, names) for each in pieces)) if pieces else set(anywhere)
        return {Access(None, address.family or f"slot {address.base}", self._is_own(address, names))}

    def _is_own(self, address: lv.Address, names: Names) -> bool:
        stride = self._of_seats.get(address.family)
        return stride is not None and any(
            isinstance(each, lv.Local) and each.number in names.me and by == stride for each, by in address.terms
        )

    # ---- Expressions

    def read(self, tree: object, names: Names, found: set[Access]) -> None:
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

    def _value(self, number: int, arguments: tuple[lv.Expression, ...], names: Names) -> frozenset[Access]:
        value = self._lowered.value(number)
        inner = self.given(arguments, value.parameters, names)
        return self._remembered(
            ("value", number, *inner.key((_ACTING, *value.parameters))),
            lambda found: self.read(value.amount, inner, found),
        )

    def _possible(self, call: lv.Call | lv.CallField, names: Names) -> frozenset[Access]:
        """What is read to find out whether an effect can be done."""
        reached = set[Access]()
        for number in call.runs:
            effect = self._lowered.effect(number)
            inner = self.given(call.arguments, effect.parameters, names)

            def look(found: set[Access], number: int = number, inner: Names = inner) -> None:
                looks = self.looks(number)
                self._steps(looks.of_effect(self._lowered.effect(number)).steps, inner, found, set())

            reached |= self._remembered(
                ("effect", number, *inner.key((_ACTING, *effect.parameters))), look
            )
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

    def decision(self, number: int, ask: low.Ask, rest: low.Block, names: Names, found: set[Access]) -> None:
        """Add what is read to find out what a decision of an effect offers."""
        done = set[tuple[object, ...]]()
        for option in self.looks(number).decision(ask, rest).options:
            self._option(option, names, found, done)
        free = self._lowered.program.free
        for each in free.offered.get(number, ()):
            offer = free_offers(self._lowered)[each]
            inner = Names({0} if ask.seat.number in names.me else set(), {})
            self._option(self.looks(free.procedure).possible(offer, ()), inner, found, done)

    def _option(self, option: der.Possible, names: Names, found: set[Access], done: set[tuple[object, ...]]) -> None:
        offer, inner = option.offer, names.copy()
        self.read(offer.source, names, found)
        if offer.local is not None and offer.source is not None:
            self.name(offer.local, offer.source, names, inner)
        self.read((offer.where, offer.distinct), inner, found)
        match option.following:
            case None:
                pass
            case low.Check(test=test):
                self.read(test, inner, found)
            case lv.Call() as call:
                self.read(call.arguments, inner, found)
                found |= self._possible(call, inner)
            case der.LookAhead() as look:
                self._look(look, inner, found, done)

    def _look(self, look: der.LookAhead, names: Names, found: set[Access], done: set[tuple[object, ...]]) -> None:
        key = (look.name, *names.key(look.parameters))
        if key not in done:
            done.add(key)
            self._steps(look.steps, names.copy(), found, done)

    def _steps(
        self, steps: der.LookAheadSteps, names: Names, found: set[Access], done: set[tuple[object, ...]]
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
                    self.read(call.arguments, names, found)
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

    def of(self, block: low.Block, names: Names) -> Found:
        """What operations do with all that they lead to; `names` is changed as by them."""
        found = Found()
        for operation in block:
            self._operation(operation, names, found)
        return found

    def _operation(self, operation: low.Operation, names: Names, found: Found) -> None:
        match operation:
            case low.Let(local=local, value=value):
                self.read(value, names, found.reads)
                self.name(local, value, names, names)
            case low.Store(address=address, value=value):
                self.read((address, value), names, found.reads)
                found.writes |= self._slots(address, names)
                found.ends = found.ends or address.family in (PLACE, OUTCOME)
            case low.Flip(piece=piece, value=value):
                self.read((piece, value), names, found.reads)
                found.writes |= self.zones(piece, names)
            case low.Move(piece=piece, to=to) | low.MoveAll(source=piece, to=to):
                self.read((piece, to), names, found.reads)
                there, sources = self._zone(to.address, to.type.domain, names), self.zones(piece, names)
                found.writes |= {there, *sources}
                _moved(names, sources, there)
                if isinstance(operation, low.Move) and isinstance(piece, lv.Local):
                    names.zones[piece.number] = frozenset({there})
            case low.Draw(amount=amount, source=source, to=to):
                self.read((amount, source.address, to.address), names, found.reads)
                there, sources = self._zone(to.address, to.type.domain, names), self.zones(source, names)
                found.writes |= {there, *sources}
                _moved(names, sources, there)
            case low.Shuffle(zone=zone):
                found.writes.add(self._zone(zone.address, zone.type.domain, names))
                found.chance = True
            case low.Roll(local=local, source=source, where=where):
                self.read(source, names, found.reads)
                self.name(local, source, names, names)
                self.read(where, names, found.reads)
                found.chance = True
            case low.Show():
                found.tells = True
            case low.Leave(whole_game=whole_game):
                found.ends = found.ends or whole_game
            case low.Check(test=test):
                self.read(test, names, found.reads)
            case lv.Call(arguments=arguments) | lv.CallField(arguments=arguments):
                target = operation.target if isinstance(operation, lv.CallField) else None
                self.read((target, arguments), names, found.reads)
                for number in operation.runs:
                    self.within(number, arguments, names, found)
            case low.AskEach(arguments=arguments):
                self.read((arguments, operation.source, operation.where), names, found.reads)
                self.within(operation.function, (lv.Local(-1, NOTHING), *arguments), names, found)
            case low.Ask(offers=offers):
                found.tells = True
                ways = []
                for offer in offers:
                    inner = names.copy()
                    self.read(offer.source, names, found.reads)
                    if offer.local is not None and offer.source is not None:
                        self.name(offer.local, offer.source, names, inner)
                    self.read((offer.where, offer.distinct), inner, found.reads)
                    for each in offer.body:
                        self._operation(each, inner, found)
                    ways.append(inner)
                for way in ways:
                    names.join(way)
            case low.If(test=test, then=then, otherwise=otherwise):
                self.read(test, names, found.reads)
                other = names.copy()
                for each in then:
                    self._operation(each, names, found)
                for each in otherwise:
                    self._operation(each, other, found)
                names.join(other)
            case low.Each() | low.Repeat() | low.While():
                for _ in range(2):
                    self.header(operation, names, found)
                    inner = names.copy()
                    for each in operation.body:
                        self._operation(each, inner, found)
                    names.join(inner)
            case Aside():
                pass
            case _:
                assert_never(operation)

    def header(self, loop: low.Each | low.Repeat | low.While, names: Names, found: Found) -> None:
        """What a loop reads each time, without its body; a local of it gets its value."""
        match loop:
            case low.Each(local=local, source=source):
                self.read(source, names, found.reads)
                self.name(local, source, names, names)
                self.read((loop.where, loop.order), names, found.reads)
            case low.Repeat(times=times):
                self.read(times, names, found.reads)
            case low.While(test=test):
                self.read(test, names, found.reads)

    def within(self, number: int, arguments: tuple[lv.Expression, ...], names: Names, found: Found) -> None:
        """What an effect does that is called."""
        effect = self._lowered.effect(number)
        inner = self.of(effect.body, self.given(arguments, effect.parameters, names))
        found.reads |= inner.reads
        found.writes |= inner.writes
        found.tells, found.ends = found.tells or inner.tells, found.ends or inner.ends
        found.chance = found.chance or inner.chance


def _of_pieces(expression: lv.Expression) -> bool:
    return isinstance(expression.type.domain, PieceOf)


def _moved(names: Names, sources: Zones, there: Access) -> None:
    """Some pieces go from some zones to another: any local may hold one of them."""
    for local, zones in names.zones.items():
        if any(one == other or one.meets(other) for one in zones for other in sources):
            names.zones[local] = zones | {there}


def _kind(domain: DomainName) -> str:
    """The kind of the pieces of a domain; "" for pieces of all kinds."""
    return kind_of(domain) if isinstance(domain, PieceOf) else ""
