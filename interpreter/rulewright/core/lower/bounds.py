"""Upper bounds of sets, decisions and frames, by which the memory of a state is laid out."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property

from rulewright.core.lower.lowering import Lowered
from rulewright.core.lower.offered import free_actions
from rulewright.core.lower.refusal import NotNative
from rulewright.core.lower.walk import asks_in, operations_in
from rulewright.core.model import lowered_values as lv
from rulewright.core.model import operations as low
from rulewright.core.model.game import Blueprint
from rulewright.core.model.kinds import DomainName, PieceOf, kind_of
from rulewright.core.run.atoms import MAX_STEPS, MOST_NUMBERS_KEPT

_MOST_NUMBERS = MAX_STEPS + 1
"""A range of more numbers stops the game."""


@dataclass(slots=True)
class Bounds:
    """The bounds of one program."""

    lowered: Lowered
    blueprint: Blueprint
    _pieces: dict[DomainName, int] = field(default_factory=dict)

    def of_set(self, source: lv.Expression) -> int:
        """The most things a set can hold."""
        match source:
            case lv.Zone(spaces=0):
                return self._copies(source.type.domain)
            case lv.Zone(spaces=spaces):
                return spaces
            case lv.Primitive(name="seats" | "others" | "seats_from"):
                return self.blueprint.max_seats
            case lv.Primitive(name="domain", arguments=(lv.Const(value=size),)):
                return size
            case lv.Primitive(name="range", arguments=(first, last)):
                known = lv.most_numbers(first, last)
                return _MOST_NUMBERS if known is None else min(known, _MOST_NUMBERS)
            case lv.Primitive(name="union", arguments=parts):
                return sum(self.of_set(each) for each in parts)
            case lv.Primitive(name="line" | "reach", arguments=(_, lv.Const(value=table), _)) | lv.Table(table=table):
                return self.lowered.program.longest(table)
            case lv.Reduce(function=function, source=inner) if function in ("those", *lv.GOING):
                return self.of_set(inner)
            case lv.Primitive(name="once", arguments=(inner,), type=type_):
                return min(self.of_set(inner), self._kept(type_.domain))
            case lv.Primitive(name="if", arguments=(_, one, other)):
                return max(self.of_set(one), self.of_set(other))
            case lv.Local(type=type_):
                return self._kept(type_.domain)
            case _:
                raise NotNative("a set of which nobody knows how much it can hold", source.origin)

    def _kept(self, domain: DomainName) -> int:
        """The most things of a domain that a set as a value can hold: each once."""
        if isinstance(domain, PieceOf):
            return self._copies(domain)
        if domain in ("", "number"):
            return MOST_NUMBERS_KEPT
        return self.blueprint.max_seats if domain == "seat" else len(self.blueprint.domains[domain].names)

    def _copies(self, domain: DomainName) -> int:
        """Return the number of pieces of a kind, or of all kinds for a pile that takes all."""
        if domain not in self._pieces:
            kind = kind_of(domain)
            pieces = self.blueprint.pieces
            self._pieces[domain] = sum(not domain or each.kind == kind for each in pieces)
        return self._pieces[domain]

    def of_offers(self, ask: low.Ask) -> int:
        """The most options of a decision, without free actions."""
        return sum(map(self.of_offer, ask.offers))

    def of_offer(self, offer: low.Option) -> int:
        """The most options that an offer can have."""
        return 1 if offer.source is None else self.of_set(offer.source)

    def most_options(self) -> int:
        """The most options of any decision, with the free actions it may offer."""
        program, most = self.lowered.program, 1
        free = [self.of_offer(each.offer) for each in free_actions(self.lowered)]
        for effect in self.lowered.effects():
            beside = sum(free[each] for each in program.free.offered.get(effect.number, ()))
            for ask, _ in asks_in(effect.body):
                most = max(most, self.of_offers(ask) + beside)
        return most


@dataclass
class Depths:
    """The maximal depth of frames, with `sizes`, the bytes of a frame of each effect that asks someone."""

    lowered: Lowered
    sizes: tuple[int, ...]

    @cached_property
    def _called(self) -> tuple[tuple[int, ...], ...]:
        return tuple(
            tuple({called for each in operations_in(effect.body) for called in each.runs})
            for effect in self.lowered.effects()
        )

    def of(self, number: int, *, free: bool = True) -> int:
        """Return the most bytes that the frames of an effect and all it runs can take.

        With `free`, the free actions offered in these are counted as well.
        """
        known: dict[tuple[int, bool], int] = {}

        def depth(number: int, free: bool) -> int:
            if not self.sizes[number]:
                return 0
            if (number, free) not in known:
                deepest = max((depth(each, free) for each in self._called[number]), default=0)
                program = self.lowered.program
                if free and program.free.offered.get(number):
                    deepest = max(deepest, depth(program.free.procedure, False))
                known[number, free] = self.sizes[number] + deepest
            return known[number, free]

        return depth(number, free)

    def of_parts(self) -> int:
        """The deepest frames of one seat's part of a simultaneous decision, 0 if there is none."""
        parts = {each.function for each in self.lowered.all_operations() if isinstance(each, low.AskEach)}
        return max((self.of(each) for each in parts), default=0)
