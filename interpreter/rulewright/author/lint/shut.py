"""Lints for decisions that may have no options, where the effect ends before its last statements.

A decision that an option leads to is covered by look-ahead, so that it always has an option. The first decision of a
phase, a trigger or a question is not.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from rulewright.author.lint.foreseen import ForeseenStep, foreseen_steps
from rulewright.author.lint.lint_examples import KEEP, does
from rulewright.author.lint.parsed_texts import LintText
from rulewright.author.lint.scene import LintGroup, LintScene
from rulewright.author.lint.written import ways_through, written_in
from rulewright.core.diagnostics import CodeExplained, Diagnostic, warning
from rulewright.core.lower.lowering import Lowered
from rulewright.core.lower.summary import guards
from rulewright.core.model import bound as b
from rulewright.core.model import bound_values as bv
from rulewright.core.model.bound import BoundBlock, BoundStatement
from rulewright.core.model.nodes import nodes_of
from rulewright.core.model.type import NUMBER, TRUTH

_HINT = "add `otherwise:` for that case, or test before whether something can be chosen"


def shut_decisions(scene: LintScene, text: LintText) -> Iterator[Diagnostic]:
    """Decisions of a text that no look ahead reaches, that can be shut, and that something follows."""
    written, lowered = written_in(scene, text), scene.lowered
    unforeseen = scene.once("unforeseen", lambda: _unforeseen(scene))
    known = {step.statement.mark: step.facts for way in ways_through(scene, text) for step in way.steps}
    reported = set()
    for procedure in scene.program.procedures:
        if procedure.id != text.bound or procedure.number not in unforeseen:
            continue
        for step in foreseen_steps(lowered, procedure.body, False):
            decision = step.statement
            if step.foreseen or not _can_be_shut(lowered, decision, step.rest):
                continue
            place, facts = written.place_of(decision), known.get(decision.mark)
            sure = isinstance(decision, b.PickOne) and facts is not None and facts.decides(_some(decision)) is True
            if place is not None and place not in reported and not sure:
                reported.add(place)
                message = "if nothing can be chosen, the effect ends here and the statements after it are skipped"
                yield warning("shut-decision", place, message, _HINT)


def _unforeseen(scene: LintScene) -> frozenset[int]:
    """Return the effects that are begun where nothing has looked ahead to them."""
    waiting = {each.number for each in scene.program.procedures if each.id == scene.begins}
    reached: set[int] = set()
    while waiting:
        number = waiting.pop()
        reached.add(number)
        for step in foreseen_steps(scene.lowered, scene.program.procedures[number].body, False):
            waiting |= _begun(step) - reached
    return frozenset(reached)


def _begun(step: ForeseenStep) -> set[int]:
    """Return the effects that a statement begins with nothing foreseen."""
    statement = step.statement
    if isinstance(statement, b.AskAll | b.PutOff):
        return {statement.procedure}
    if isinstance(statement, bv.CallProcedure) and not step.foreseen:
        return {statement.procedure}
    return set(statement.procedures) if isinstance(statement, bv.DoField) and not step.foreseen else set()


def _can_be_shut(lowered: Lowered, statement: BoundStatement, rest: BoundBlock) -> bool:
    if isinstance(statement, b.ChooseOption):
        return bool(rest) and not any(_always(lowered, option) for option in statement.options)
    if not isinstance(statement, b.PickOne) or statement.chance:
        return False
    needed = [each for each in rest if statement.local in nodes_of(each) or isinstance(each, b.RequireTest)]
    return len(needed) < len(rest) and not (isinstance(statement.source, bv.DomainSet) and statement.where is None)


def _always(lowered: Lowered, option: b.BoundOption) -> bool:
    """Return whether an option is open in any state, judging by its own block."""
    return option.otherwise or (option.source is None and not guards(lowered, lowered.operations(*option.body)))


def _some(pick: b.PickOne) -> bv.Bound:
    """Return the test that there is something to pick."""
    if pick.where is None:
        return bv.Op(">", (bv.SetSize(pick.source, NUMBER), bv.Const(0, NUMBER)), TRUTH)
    return bv.Quantify("any", pick.local, pick.source, pick.where, None, TRUTH)


_EXPLAINED: Final = (
    CodeExplained(
        "shut-decision", "A decision may have no options; the statements after it are then skipped.",
        "If nothing of a `choose` or `pick` is open, its effect ends there and its caller continues; the statements "
        "after it are skipped. An option that leads to it is then not offered, but nothing is checked in advance for "
        "the first decision of a phase, a trigger or a question. Add `otherwise:`, or test." + KEEP % "shut-decision",
        "lint", does("choose:", "  buy: pay 1 coin", "gain 1 stock[wood]"),
        does("choose:", "  buy: pay 1 coin", "  otherwise: nothing", "gain 1 stock[wood]"),
    ),
)  # fmt: skip
LINTS: Final = LintGroup(_EXPLAINED, of_texts=(shut_decisions,))
