"""The places in values that may stop a game, each noted with whether it can."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import ParamSpec, Protocol

from rulewright.core.bind.stand_ins import is_or_else
from rulewright.core.diagnostics import Span
from rulewright.core.model import bound as b
from rulewright.core.model import bound_values as bv
from rulewright.core.model.bound_values import Bound
from rulewright.core.model.program import Procedure, Program, Quantity
from rulewright.core.model.ranges import Interval
from rulewright.core.model.type import NUMBER
from rulewright.core.sound.contracts import HandedOver, unproven
from rulewright.core.sound.facts import Facts
from rulewright.core.sound.handing_over import handed_over
from rulewright.core.sound.overruns import Overrun, beyond, length_of
from rulewright.core.sound.program_links import Leading
from rulewright.core.sound.trees import children_of
from rulewright.core.sound.whole import WholeProgram


class Noting(Protocol):
    """A receiver of notes: the questions asked and the facts they are asked with."""

    @property
    def whole(self) -> WholeProgram: ...

    @property
    def program(self) -> Program: ...

    @property
    def leading(self) -> Leading: ...

    def note(
        self, limit: int, how: str, node: Bound, within: str, facts: Facts, *, proven: bool,
        limits: tuple[int, int] = (0, 0),
    ) -> None: ...  # fmt: skip

    def ask(self, number: int, facts: Facts) -> None: ...

    def note_given(self, given: HandedOver, node: Bound, within: str, facts: Facts) -> None: ...

    def note_overrun(self, found: Overrun) -> None: ...

    def consider(self, number: int, facts: Facts) -> None: ...


_Told = ParamSpec("_Told")
_Notes = list[Callable[[], None]]


@dataclass(slots=True)
class HeldNotes:
    """Notes that are kept back as long as it is not certain that a loop was gone through with what is always known."""

    _held: list[_Notes] = field(default_factory=list)

    def tell(self, note: Callable[_Told, None], *args: _Told.args, **named: _Told.kwargs) -> None:
        """Make a note, at once if none are kept back."""
        if self._held:
            self._held[-1].append(partial(note, *args, **named))
        else:
            note(*args, **named)

    def hold(self) -> None:
        """Keep notes back until they are dropped or made."""
        self._held.append([])

    def drop(self) -> None:
        """Forget the notes kept back last."""
        self._held.pop()

    def make(self) -> None:
        """Make the notes kept back last, for whoever keeps notes back as well."""
        for each in self._held.pop():
            self.tell(each)


@dataclass(slots=True)
class Asking:
    """Looks at the values of one effect or quantity, with what is known where each is worked out."""

    flow: Noting
    name: str
    notes: bool
    hands_on: bool
    """Whether what is known is noted for what is run and asked for as well."""
    held: HeldNotes = field(default_factory=HeldNotes)
    sheltered: bool = False
    """Whether another value takes the place of this one where something is not there: nothing stops in it."""
    looks: int = 1
    """How many numbers the ranges around this one may hold, of each of which this one is looked at."""

    def asks(self, node: Bound | tuple[object, ...] | object, facts: Facts | None) -> None:
        """Note what a value asks, and the values in it."""
        if not self.notes or facts is None:
            return
        match node:
            case None | bv.Const() | bv.Local():
                return
            case tuple():
                for each in node:
                    self.asks(each, facts)
            case bv.BoundNode() if not self.flow.whole.asks_something(node):
                return
            case bv.Op(op="if", arguments=(test, one, other)) if is_or_else(node):
                self.asks(other, facts.with_test(test, False))
                around, self.sheltered = self.sheltered, True
                self.asks(one, facts.with_test(test, True))
                self.sheltered = around
            case bv.Op(op="if", arguments=(test, one, other)):
                self.asks(test, facts)
                self.asks(one, facts.with_test(test, True))
                self.asks(other, facts.with_test(test, False))
            case bv.Op(op="and" | "or", arguments=(one, other)):
                self.asks(one, facts)
                self.asks(other, facts.with_test(one, node.op == "and"))
            case bv.Quantify(variable=variable, source=source, where=where, value=value, order=order):
                if node.function == "distance":
                    self.candidates(variable, source, where, None, (), facts)
                    self.asks(value, facts)
                else:
                    self.candidates(variable, source, where, value, order, facts)
            case _:
                for each in children_of(node):
                    self.asks(each, facts)
                self._place(node, facts)

    def candidates(
        self, variable: bv.Local, source: Bound, where: Bound | None, value: Bound | None, order: tuple[Bound, ...],
        facts: Facts,
    ) -> None:  # fmt: skip
        """Note what is asked of each candidate of a set."""
        if not self.notes:
            return
        self.asks(source, facts)
        around, looks, self.sheltered = self.sheltered, self.looks, False
        if isinstance(source, bv.RangeSet):
            size = length_of(source, facts.range_of)
            self._overrun(beyond("looks", source, size, self.looks) if looks > 1 else None)
            self.looks *= max(1, size.high or 1)
        each = facts.of_candidate(variable, source, None)
        self.asks(where, each)
        if each is not None and where is not None:
            each = each.with_test(where, True)
        self.asks((value, *order), each)
        self.sheltered, self.looks = around, looks

    def _overrun(self, found: Overrun | None) -> None:
        if found is not None:
            self.held.tell(self.flow.note_overrun, found)

    def waits(self, limit: int, passes: Interval) -> None:
        """Note whether more may wait than can, in a loop of so many passes."""
        if self.notes:
            self._overrun(beyond("waiting", limit, passes))

    def full(self, move: b.MovePiece, facts: Facts) -> None:
        """Note whether a space may be full when a piece moves there."""
        size, piece = facts.size_of(move.to), facts.range_of(move.piece)
        free = size.high == 0 or (piece.high is not None and piece.high < 0) or facts.home_of(move.piece) == (move.to,)
        if self.notes:
            self.held.tell(self.flow.note, move.limit, "full", move.to, self.name, facts, proven=free)

    def gives(
        self, begun: Procedure | Quantity, arguments: tuple[Bound, ...], facts: Facts, span: Span | None = None
    ) -> None:
        """Note whether an effect or a quantity is given what it takes."""
        if self.notes:
            for given, value in unproven(facts, begun, arguments, span or begun.span):
                self.held.tell(self.flow.note_given, given, value, self.name, facts)

    def gives_one_of(
        self, begun: Sequence[Procedure | Quantity], arguments: tuple[Bound, ...], facts: Facts,
        span: Span | None = None,
    ) -> None:  # fmt: skip
        """Note whether some effects or quantities are given what they take, one of those that take the same."""
        for each in {each.takes: each for each in reversed(begun)}.values() if self.notes else ():
            self.gives(each, arguments, facts, span)

    def _place(self, node: object, facts: Facts) -> None:
        note, name, tell = self.flow.note, self.name, self.held.tell
        match node:
            case bv.Inside(value=value) if node.type.kind == "thing" or value.type.optional:
                low = facts.range_of(value).low
                there = low is not None and low >= 0
                tell(note, node.limit, "none", value, name, facts, proven=self.sheltered or there)
            case bv.Inside(value=value, low=low, high=high):
                known = facts.range_of(value)
                inside = known.low is not None and known.high is not None and low <= known.low and known.high <= high
                proven = self.sheltered or inside
                tell(note, node.limit, "outside", value, name, facts, proven=proven, limits=(low, high))
            case bv.RangeSet():
                self._overrun(beyond("range", node, length_of(node, facts.range_of)))
            case bv.Once(source=source) if node.limit >= 0:
                self._overrun(beyond("set", node.limit, facts.size_of(source)))
            case bv.NotZero(value=value):
                tell(note, node.limit, "zero", value, name, facts, proven=self.sheltered or _is_not_zero(facts, value))
            case bv.Element(items=bv.Local()):
                return  # of a pick of several, which has found out that it is there
            case bv.Element(items=items, index=index):
                proven = self.sheltered or _is_inside(facts, items, index)
                tell(note, node.limit, "outside", index, name, facts, proven=proven)
            case bv.Evaluate(quantity=number, seat=seat, arguments=arguments):
                quantity = self.flow.program.quantities[number]
                self.gives(quantity, arguments, facts)
                if self.hands_on and number in self.flow.leading.quantities:
                    tell(self.flow.ask, number, handed_over(facts, quantity.parameters, seat, arguments, state=True))
            case bv.EvaluateField(table=table, seat=seat, arguments=arguments):
                begun: dict[tuple[bv.Local, ...], Facts] = {}
                quantities = [self.flow.program.quantities[number] for number in self.flow.program.named_in(table)]
                self.gives_one_of(quantities, arguments, facts)
                for number in self.flow.program.named_in(table):
                    parameters = self.flow.program.quantities[number].parameters
                    if not self.hands_on or number not in self.flow.leading.quantities:
                        continue
                    if parameters not in begun:
                        begun[parameters] = handed_over(facts, parameters, seat, arguments, state=True)
                    tell(self.flow.ask, number, begun[parameters])
            case bv.Possible(effect=effect):
                numbers = effect.procedures if isinstance(effect, bv.DoField) else (effect.procedure,)
                for number in numbers:
                    procedure = self.flow.program.procedures[number]
                    self.gives(procedure, effect.arguments, facts, effect.span)
                    if self.hands_on:
                        given = handed_over(facts, procedure.parameters, effect.seat, effect.arguments, state=False)
                        tell(self.flow.consider, number, given)
            case _:
                pass


def _is_not_zero(facts: Facts, value: Bound) -> bool:
    known = facts.range_of(value)
    if known.meets(Interval(0, 0)).is_empty():
        return True
    return 0 in facts.excluded.get(value, ())


def _is_inside(facts: Facts, items: Bound, index: Bound) -> bool:
    """Return whether an item of a list is there, whichever the list is."""
    known, size = facts.range_of(index), facts.size_of(items)
    if known.low is None or known.low < 0:
        return False
    if known.high is not None and size.low is not None and known.high < size.low:
        return True
    count = bv.SetSize(items, NUMBER)
    match index:
        case bv.Op(op="-", arguments=(number, bv.Const(value=less))) if less > 0 and not facts.may(number, count, ">"):
            return True
        case _:
            return facts.is_less(index, count)
