"""Lints for options that depend on things their seat cannot see, which reveals hidden pieces.

Among pieces that are hidden themselves, a seat chooses blindly. A later choice with an option that has no candidates is
assumed to be possible always.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final, assert_never

from rulewright.author.lint.lint_examples import KEEP, does
from rulewright.author.lint.parsed_texts import LintText
from rulewright.author.lint.scene import LintGroup, LintScene
from rulewright.author.lint.unseen import NOTHING, HiddenTraces, KnownHere, Traces
from rulewright.author.lint.written import effects_of, written_in
from rulewright.core.diagnostics import CodeExplained, Diagnostic, warning
from rulewright.core.lower.lowering import Lowered
from rulewright.core.lower.summary import ends_look, guards
from rulewright.core.model import bound as b
from rulewright.core.model import bound_values as bv
from rulewright.core.model.bound import BoundBlock, BoundStatement
from rulewright.core.model.nodes import nodes_of
from rulewright.core.model.type import Type

_SHOW = "test the pieces after they are shown, or first move them to a zone that the seat sees"
_BLIND = "first move the pieces to a zone that the seat sees, or pick one at random with 'roll'"
_DEEPEST = 6


def hidden_options(scene: LintScene, text: LintText) -> Iterator[Diagnostic]:
    """Options and candidates of a text whose tests look at what the seat asked does not see."""
    written, walk = written_in(scene, text), _Walk(scene)
    for effect in effects_of(scene, text):
        if isinstance(effect, b.BoundOption):
            walk.option(effect, 0, (), KnownHere())
        else:
            walk.block(effect, (), KnownHere())
    reported = set()
    for found in walk.found:
        place = written.place_of(found.of)
        if place is None or place in reported:
            continue
        reported.add(place)
        zones = " and ".join(f"'{each}'" for each in found.zones)
        if found.blind:
            message = f"the choosing seat cannot see what is in {zones}, so it chooses blindly here"
            yield warning("hidden-option", place, message, _BLIND)
        else:
            message = f"whether this is offered depends on what is in {zones}, which the choosing seat cannot see"
            yield warning("hidden-option", place, message, _SHOW)


@dataclass(frozen=True, slots=True)
class _Found:
    """A decision or option that depends on what is in zones its seat cannot see, or is `blind` about it."""

    of: object
    zones: tuple[str, ...]
    blind: bool


@dataclass(slots=True)
class _Walk:
    """A traversal of effects in the order of play, with the look-ahead of each decision."""

    scene: LintScene
    shown: HiddenTraces = field(init=False)
    lowered: Lowered = field(init=False)
    found: list[_Found] = field(default_factory=list)
    depth: int = 0
    _guarded: dict[int, bool] = field(init=False)
    _looked_to: dict[int, bool] = field(init=False)

    def __post_init__(self) -> None:
        self.shown = HiddenTraces(self.scene, self._guard)
        self.lowered = self.scene.lowered
        self._guarded = self.scene.once("statements that may fail", dict)
        self._looked_to = self.scene.once("statements at which looking ahead ends", dict)

    # ---- What is done

    def block(self, block: BoundBlock, rest: BoundBlock, known: KnownHere) -> None:
        for position, statement in enumerate(block):
            self._statement(statement, (*block[position + 1 :], *rest), known)

    def _statement(self, statement: BoundStatement, rest: BoundBlock, known: KnownHere) -> None:
        match statement:
            case b.PickOne():
                if not statement.chance:
                    self._pick(statement, rest, known)
                known.locals[statement.local.number] = self.shown.pieces(statement.source, known)
            case b.ChooseOption():
                after = [self._option(option, known.seat(statement.seat), rest, known) for option in statement.options]
                for each in after:
                    known.join(each)
            case b.Branch():
                other = known.copy()
                self.block(statement.then, rest, known)
                self.block(statement.otherwise, rest, other)
                known.join(other)
            case b.Loop():
                inner = known.copy()
                inner.seats[statement.local.number] = statement.local.number
                inner.locals[statement.local.number] = self.shown.pieces(statement.source, known)
                self.block(statement.body, (), inner)
                known.join(inner)
            case b.RepeatTimes() | b.RepeatWhile():
                inner = known.copy()
                self.block(statement.body, (), inner)
                known.join(inner)
            case b.AskAll() | b.PutOff():
                callee = self.scene.program.procedures[statement.procedure]
                given = [self.shown.value(each, known) for each in statement.arguments]
                inner = known.inside(callee.parameters, bv.Local(0, Type("thing")), given)
                inner.seats[0] = 0
                self.block(callee.body, (), inner)
            case b.MovePiece(piece=bv.Local(number=number), to=to):
                known.locals[number] = self.shown.pieces(to, known)
            case b.SetLocal():
                self._set_local(statement, known)
            case bv.CallProcedure(procedure=number) if number in self.scene.program.results:
                self._given_by(number, statement, known)
            case _:
                b.assert_simple_statement(statement)

    def _given_by(self, number: int, call: bv.CallProcedure, known: KnownHere) -> None:
        """Record what the result of a procedure reveals, for each of its values."""
        procedures, slot = self.scene.program.procedures, self.scene.program.results[number].slot
        callee = procedures[number]
        inner = known.inside(callee.parameters, call.seat, [self.shown.value(each, known) for each in call.arguments])
        for each in nodes_of([text.body for text in procedures if number in (text.number, text.own_text_of)]):
            if isinstance(each, b.SetLocal):
                self._set_local(each, inner)
            elif isinstance(each, b.Loop):  # by which a set is given, thing by thing
                among = self.shown.value(each.source, inner) | self.shown.pieces(each.source, inner)
                inner.locals[each.local.number] = among
            elif isinstance(each, b.SetSlot) and isinstance(each.target, bv.Read) and each.target.base == slot:
                name, traces = each.target.family, self.shown.value(each.value, inner)
                given = traces.union(*(self.shown.value(of, inner) for of, _ in each.target.parts))
                known.families[name] = known.families.get(name, NOTHING) | given

    def _set_local(self, statement: b.SetLocal, known: KnownHere) -> None:
        number = statement.local.number
        known.locals[number] = self.shown.value(statement.value, known)
        known.seats.pop(number, None)
        if isinstance(statement.value, bv.Local):
            known.seats[number] = known.seat(statement.value)

    # ---- What is offered

    def _pick(self, asked: b.PickOne, rest: BoundBlock, known: KnownHere) -> None:
        inner, among = known.copy(), self.shown.pieces(asked.source, known)
        inner.locals[asked.local.number] = among
        traces = self._tested(asked, inner) | self._ahead(self._to_last_guard(rest), inner.copy())
        self._note(asked, traces, among, known.seat(asked.seat))

    def _option(self, option: b.BoundOption, seat: int, rest: BoundBlock, known: KnownHere) -> KnownHere:
        """Examine an option, traverse it, and return what is known after it."""
        self.option(option, seat, rest, known)
        inner = self._inside(option, known)
        self.block(option.body, rest, inner)
        return inner

    def option(self, option: b.BoundOption, seat: int, rest: BoundBlock, known: KnownHere) -> None:
        inner = self._inside(option, known)
        among = self.shown.pieces(option.source, known) if option.source is not None else NOTHING
        ahead = self._to_last_guard((*option.body, *rest))
        traces = self._tested(option, inner) | self._ahead(ahead, inner.copy())
        self._note(option, traces, among, seat)

    def _inside(self, option: b.BoundOption, known: KnownHere) -> KnownHere:
        """Return what is known once an option has been chosen, for one of its candidates if it has any."""
        inner = known.copy()
        if option.local is not None and option.source is not None:
            inner.locals[option.local.number] = self.shown.pieces(option.source, known)
        return inner

    def _tested(self, asked: b.PickOne | b.BoundOption, known: KnownHere) -> Traces:
        found = self.shown.value(asked.where, known) | self.shown.value(asked.distinct, known)
        return found | self.shown.structure(asked.source, known) if asked.source is not None else found

    def _note(self, of: object, traces: Traces, among: Traces, seat: int) -> None:
        tested, blind = self.shown.unseen_by(traces, seat), self.shown.unseen_by(among, seat)
        if tested or blind:
            self.found.append(_Found(of, tuple(tested or blind), not tested))

    # ---- What is looked at before it is offered

    def _to_last_guard(self, block: BoundBlock) -> BoundBlock:
        """Return the statements up to the last one that may fail: nobody looks at what follows it."""
        last = next((at for at in reversed(range(len(block))) if self._may_fail(block[at])), -1)
        return block[: last + 1]

    def _may_fail(self, statement: BoundStatement) -> bool:
        """Return whether a statement is a guard, cached for each statement of the program.

        The program lives as long as this object, so that the identity of a statement is a key.
        """
        if id(statement) not in self._guarded:
            self._guarded[id(statement)] = guards(self.lowered, self.lowered.operations(statement))
        return self._guarded[id(statement)]

    def _ahead(self, block: BoundBlock, known: KnownHere) -> Traces:
        """Return what is revealed by whether these statements can be done, as far as look-ahead goes.

        Their changes are known afterwards.
        """
        found = NOTHING
        for statement in block:
            if isinstance(statement, b.Stop):
                break
            found |= self._guard(statement, known)
            if id(statement) not in self._looked_to:
                ends = (ends_look(self.lowered, each) for each in self.lowered.operations(statement))
                self._looked_to[id(statement)] = any(ends)
            if self._looked_to[id(statement)]:
                break
        return found

    def _guard(self, statement: BoundStatement, known: KnownHere) -> Traces:
        shown = self.shown
        match statement:
            case b.RequireTest(test=test):
                return shown.value(test, known)
            case b.SetSlot(target=target, mode=mode, value=value):
                traces = shown.value(value, known) | shown.value(target, known)
                if isinstance(target, bv.Read):
                    known.families[target.family] = known.families.get(target.family, NOTHING) | traces
                return traces if mode == "pay" else NOTHING
            case b.SetLocal():
                self._set_local(statement, known)
                return NOTHING
            case b.PickOne():
                known.locals[statement.local.number] = shown.pieces(statement.source, known)
                return NOTHING if statement.chance else self._tested(statement, known)
            case b.ChooseOption():
                found = NOTHING.union(*(self._one_of(option, known) for option in statement.options))
                return found if all(option.source is not None for option in statement.options) else NOTHING
            case b.Branch():
                other = known.copy()
                ways = self._ahead(statement.then, known) | self._ahead(statement.otherwise, other)
                known.join(other)
                if id(statement) not in self._guarded:
                    inner = self.lowered.operations(*statement.then, *statement.otherwise)
                    self._guarded[id(statement)] = guards(self.lowered, inner)
                return ways | shown.value(statement.test, known) if self._guarded[id(statement)] else NOTHING
            case b.MovePiece(piece=piece, to=to):
                self._arrives(to, shown.value(piece, known), known)
                return NOTHING
            case b.MoveEach(source=source, to=to) | b.DrawPieces(source=source, to=to):
                self._arrives(to, shown.pieces(source, known), known)
                return NOTHING
            case bv.CallProcedure(procedure=number):
                return self._called((number,), statement, known)
            case bv.DoField(procedures=numbers, target=target):
                guarded = any(self.scene.program.procedures[number].needs for number in numbers)
                traces = self._called(numbers, statement, known)
                return traces | shown.value(target, known) if guarded else traces
            case b.Loop(local=local, source=source, body=body):
                known.locals[local.number] = shown.pieces(source, known)
                self._ahead(body, known)  # nobody looks ahead to what a loop asks for
                return NOTHING
            case b.RepeatTimes(body=body) | b.RepeatWhile(body=body):
                self._ahead(body, known)
                return NOTHING
            case b.Changing() | b.Announcing() | b.Stop() | b.AskAll() | b.PutOff() | b.TakeUp() | b.RunWaiting():
                return NOTHING
            case _:
                assert_never(statement)

    def _one_of(self, option: b.BoundOption, known: KnownHere) -> Traces:
        inner = self._inside(option, known)
        return self._tested(option, inner) | self._ahead(option.body, inner)

    def _arrives(self, to: bv.ZoneRef, traces: Traces, known: KnownHere) -> None:
        """Record that a piece comes to a zone before anyone has seen it there."""
        known.families[to.family] = known.families.get(to.family, NOTHING) | traces

    def _called(self, numbers: tuple[int, ...], call: bv.CallProcedure | bv.DoField, known: KnownHere) -> Traces:
        if self.depth >= _DEEPEST:
            return NOTHING
        given = [self.shown.value(each, known) for each in call.arguments]
        self.depth += 1
        found, before = NOTHING, known.copy()
        for number in numbers:
            callee = self.scene.program.procedures[number]
            inner = before.inside(callee.parameters, call.seat, given)
            traces = self._ahead(callee.body, inner)
            found |= traces if callee.needs else NOTHING
            known.join_families(inner)
        self.depth -= 1
        return found


_EXPLAINED: Final = (
    CodeExplained(
        "hidden-option",
        "The options of a seat depend on what it cannot see.",
        "The test of an option reads a zone that is hidden from its seat. So whether it is offered reveals what is "
        "in the zone, and `?` cannot say why. Or its candidates are in such a zone: then one of them is chosen "
        "blindly. Show the pieces first, by moving them to a zone that the seat sees, or let chance take one with "
        "`roll`." + KEEP % "hidden-option",
        "lint",
        does("pick c from deck where c.cost > 1", "move c to hand"),
        does("roll c from deck where c.cost > 1", "move c to hand"),
    ),
)
LINTS: Final = LintGroup(_EXPLAINED, of_texts=(hidden_options,))
