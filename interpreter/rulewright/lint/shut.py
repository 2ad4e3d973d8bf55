"""Decisions that may offer nothing although something follows them: the effect ends there without a word.

A decision that an option leads to is foreseen, so that it always offers something. What a phase, a trigger or a
question begins with is not.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final, assert_never

from rulewright.diagnostics import CodeExplained, Diagnostic, warning
from rulewright.lint.examples import KEEP, does
from rulewright.lint.scene import LintGroup, LintScene
from rulewright.lint.texts import LintText
from rulewright.lint.written import ways_through, written_in
from rulewright.lower.program import Lowered
from rulewright.lower.summary import guards, suspends
from rulewright.model import bound as b
from rulewright.model import bound_values as bv
from rulewright.model.bound import BoundBlock, BoundStatement
from rulewright.model.nodes import nodes_of
from rulewright.model.program import Program
from rulewright.model.type import NUMBER, TRUTH

_HINT = "add `otherwise:` with what happens then, or test before whether there is something to choose"


def shut_decisions(scene: LintScene, text: LintText) -> Iterator[Diagnostic]:
    """Decisions of a text that no look ahead reaches, that can be shut, and that something follows."""
    written, unforeseen = written_in(scene, text), scene.once("unforeseen", lambda: _unforeseen(scene))
    known = {step.statement.mark: step.facts for way in ways_through(scene, text) for step in way.steps}
    reported = set()
    for procedure in scene.program.procedures:
        if procedure.id != text.bound or procedure.number not in unforeseen.effects:
            continue
        look = _Look(scene.program, unforeseen.lowered, set())
        look.block(procedure.body, False)
        for decision in look.shut:
            place, facts = written.place_of(decision), known.get(decision.mark)
            sure = isinstance(decision, b.PickOne) and facts is not None and facts.decides(_some(decision)) is True
            if place is not None and place not in reported and not sure:
                reported.add(place)
                message = "where none of this can be chosen, the effect ends here, without what follows"
                yield warning("shut-decision", place, message, _HINT)


@dataclass(slots=True)
class _Unforeseen:
    """The effects that are begun where nothing has looked ahead to them."""

    lowered: Lowered
    effects: frozenset[int]


def _unforeseen(scene: LintScene) -> _Unforeseen:
    program, lowered = scene.program, scene.lowered
    waiting = {each.number for each in program.procedures if each.id == scene.begins}
    reached: set[int] = set()
    while waiting:
        number = waiting.pop()
        reached.add(number)
        look = _Look(program, lowered, set())
        look.block(program.procedures[number].body, False)
        waiting |= look.begun - reached
    return _Unforeseen(lowered, frozenset(reached))


@dataclass(slots=True)
class _Look:
    """Goes through a block: effects begun and decisions that can be shut where nothing has looked ahead."""

    program: Program
    lowered: Lowered
    begun: set[int]
    shut: list[BoundStatement] = field(default_factory=list)

    def block(self, block: BoundBlock, foreseen: bool) -> bool:
        """Whether what follows the block is foreseen, given whether its beginning is."""
        for position, statement in enumerate(block):
            rest = block[position + 1 :]
            if not foreseen and self._can_be_shut(statement, rest):
                self.shut.append(statement)
            foreseen = self._statement(statement, foreseen)
        return foreseen

    def _statement(self, statement: BoundStatement, foreseen: bool) -> bool:
        match statement:
            case bv.CallProcedure(procedure=number):
                self.begun |= set() if foreseen else {number}
            case bv.DoField(procedures=numbers):
                self.begun |= set() if foreseen else set(numbers)
            case b.AskAll(procedure=number) | b.PutOff(procedure=number):
                self.begun.add(number)
            case b.PickOne():
                return foreseen or not statement.chance
            case b.ChooseOption():
                ends = [self.block(option.body, True) for option in statement.options]
                return all(ends)
            case b.Branch():
                return all([self.block(statement.then, foreseen), self.block(statement.otherwise, foreseen)])
            case b.Loop() | b.RepeatTimes() | b.RepeatWhile():
                self.block(statement.body, False)
            case (
                b.Changing() | b.Announcing() | b.SetLocal() | b.Stop() | b.RequireTest() | b.TakeUp() | b.RunWaiting()
            ):
                return foreseen
            case _:
                assert_never(statement)
        return foreseen and not suspends(self.lowered, self.lowered.operations(statement))

    def _can_be_shut(self, statement: BoundStatement, rest: BoundBlock) -> bool:
        if isinstance(statement, b.ChooseOption):
            return bool(rest) and not any(self._always(option) for option in statement.options)
        if not isinstance(statement, b.PickOne) or statement.chance:
            return False
        needed = [each for each in rest if statement.local in nodes_of(each) or isinstance(each, b.RequireTest)]
        return len(needed) < len(rest) and not (
            isinstance(statement.source, bv.DomainSet) and statement.where is None
        )

    def _always(self, option: b.BoundOption) -> bool:
        """Whether an option is open whatever the table looks like, judging by its own block."""
        operations = [each for part in option.body for each in self.lowered.operations(part)]
        return option.otherwise or (option.source is None and not guards(self.lowered, tuple(operations)))


def _some(pick: b.PickOne) -> bv.Bound:
    """The test that there is something to pick."""
    truth = TRUTH
    if pick.where is None:
        return bv.Op(">", (bv.SetSize(pick.source, NUMBER), bv.Const(0, NUMBER)), truth)
    return bv.Quantify("any", pick.local, pick.source, pick.where, None, truth)


_EXPLAINED: Final = (
    CodeExplained(
        "shut-decision", "A decision that may offer nothing, with something behind it.",
        "Where nothing of a `choose` or `pick` is open, its effect ends there, and whoever called it goes on; what"
        " stands behind it is left out. An option that leads to it is not offered then, but nothing looks ahead to what"
        " a phase, a trigger or a question begins with. Say `otherwise:`, or test before." + KEEP % "shut-decision",
        "lint", does("choose:", "  buy: pay 1 coin", "gain 1 stock[wood]"),
        does("choose:", "  buy: pay 1 coin", "  otherwise: nothing", "gain 1 stock[wood]"),
    ),
)  # fmt: skip
LINTS: Final = LintGroup(_EXPLAINED, of_texts=(shut_decisions,))
