"""Goes through an effect as it would be done, and notes at each statement what is known there."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple, assert_never

from rulewright.author.lint.scene import LintScene
from rulewright.core.model import bound as b
from rulewright.core.model import bound_values as bv
from rulewright.core.model.bound import BoundBlock, BoundStatement
from rulewright.core.model.bound_values import Bound
from rulewright.core.model.nodes import nodes_of
from rulewright.core.sound.facts import Facts

_CHANGING = (b.Changing, bv.CallProcedure, bv.DoField, b.AskAll, b.RunWaiting)


class KnownStep(NamedTuple):
    """A statement with the facts before it.

    `in_chain`: it is the `else if` of another statement.
    """

    statement: BoundStatement
    facts: Facts
    in_chain: bool


class CandidateTest(NamedTuple):
    """A test of candidates (`where`) with the facts at that point.

    `of` is the statement or option that has the candidates.
    """

    test: Bound
    of: object
    facts: Facts


@dataclass(slots=True)
class KnownSteps:
    """The statements of a text that can be reached, and the first of each row that cannot."""

    scene: LintScene
    body: BoundBlock
    steps: list[KnownStep] = field(default_factory=list)
    asked: list[CandidateTest] = field(default_factory=list)
    dead: list[BoundStatement] = field(default_factory=list)

    def block(self, block: BoundBlock, facts: Facts | None) -> Facts | None:
        """Traverse a block and return the facts after it, None if its end is never reached."""
        for statement in block:
            if facts is None:
                self.dead.append(statement)
                return None
            self.steps.append(KnownStep(statement, facts, False))
            facts = self.statement(statement, facts)
        return facts

    def statement(self, statement: BoundStatement, facts: Facts) -> Facts | None:
        """Return the facts after a statement."""
        match statement:
            case b.SetLocal():
                return facts.with_value(statement.local, statement.value)
            case b.RequireTest():
                return facts.with_test(statement.test, True) or facts
            case b.Stop():
                return None
            case b.Announcing():
                return facts
            case b.PickOne():
                return self._candidates(statement, statement.local, statement.where, facts)
            case b.Branch():
                return self._branch(statement, facts)
            case b.ChooseOption():
                return self._choose(statement, facts)
            case b.Loop():
                inside = _unsure(statement.body, facts.without_locals({statement.local.number}))
                inside = self._candidates(statement, statement.local, statement.where, inside)
                self.block(statement.body, _unsure(statement.body, inside) if _changes(statement.body) else inside)
                return _unsure(statement.body, facts.without_locals({statement.local.number}))
            case b.RepeatTimes():
                self.block(statement.body, _unsure(statement.body, facts))
                return _unsure(statement.body, facts)
            case b.RepeatWhile():
                around = _unsure(statement.body, facts)
                self.asked.append(CandidateTest(statement.test, statement, around))
                again = around.with_test(statement.test, True)
                if again is not None:
                    self.block(statement.body, again)
                return around.with_test(statement.test, False) or around
            case b.AskAll() | b.PutOff():
                self.block(self.scene.program.procedures[statement.procedure].body, Facts(self.scene.world))
                return facts.without_state() if isinstance(statement, b.AskAll) else facts
            case b.SetSlot(target=bv.Read(family=family)) if family:
                return facts.without_family(family)
            case b.Changing() | bv.CallProcedure() | bv.DoField() | b.TakeUp() | b.RunWaiting():
                return facts.without_state()
            case _:
                assert_never(statement)

    def _candidates(self, of: object, local: bv.Local, where: Bound | None, facts: Facts) -> Facts:
        facts = facts.without_locals({local.number})
        if where is None:
            return facts
        self.asked.append(CandidateTest(where, of, facts))
        return facts.with_test(where, True) or facts

    def _branch(self, statement: b.Branch, facts: Facts) -> Facts | None:
        yes, no = facts.with_test(statement.test, True), facts.with_test(statement.test, False)
        after_yes = self.block(statement.then, yes) if yes is not None else None
        if no is not None and len(statement.otherwise) == 1 and isinstance(statement.otherwise[0], b.Branch):
            self.steps.append(KnownStep(statement.otherwise[0], no, True))
            after_no = self.statement(statement.otherwise[0], no)
        else:
            after_no = self.block(statement.otherwise, no) if no is not None else None
        if yes is None or no is None:
            return after_no if yes is None else after_yes
        if after_yes is None or after_no is None:
            return after_no if after_yes is None else after_yes
        return _unsure((statement,), facts)

    def _choose(self, statement: b.ChooseOption, facts: Facts) -> Facts | None:
        ends = [self.option(option, facts) for option in statement.options]
        return None if all(each is None for each in ends) else _unsure((statement,), facts)

    def option(self, option: b.BoundOption, facts: Facts) -> Facts | None:
        """Traverse an option of a decision."""
        if option.local is not None:
            facts = self._candidates(option, option.local, option.where, facts)
        return self.block(option.body, facts)


def _changes(block: BoundBlock) -> bool:
    return any(isinstance(node, _CHANGING) for node in nodes_of(block))


def _unsure(block: BoundBlock, facts: Facts) -> Facts:
    """Return the facts that hold if statements may have been done, once or several times."""
    changed: set[int] = set()
    for node in nodes_of(block):
        if isinstance(node, b.SetLocal | b.PickOne | b.Loop | b.BoundOption) and node.local is not None:
            changed.add(node.local.number)
    facts = facts.without_locals(changed) if changed else facts
    return facts.without_state() if _changes(block) else facts
