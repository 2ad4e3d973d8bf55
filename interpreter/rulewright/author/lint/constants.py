"""Lints for tests that are always true or never, unreachable statements, costs that nobody can pay."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from rulewright.author.lint.lint_examples import KEEP, WHEN, does
from rulewright.author.lint.parsed_texts import LintText
from rulewright.author.lint.scene import LintGroup, LintScene
from rulewright.author.lint.steps import KnownStep, KnownSteps
from rulewright.author.lint.tests_within import tests_within
from rulewright.author.lint.written import WrittenNodes, own_parts, quantities_of, ways_through, written_in
from rulewright.core.diagnostics import CodeExplained, Diagnostic, Span, warning
from rulewright.core.language.unparse import unparse_expression
from rulewright.core.model import bound as b
from rulewright.core.model import bound_values as bv
from rulewright.core.model import effects as ast
from rulewright.core.model.bound_values import Bound
from rulewright.core.model.document import Scalar
from rulewright.core.model.nodes import nodes_of
from rulewright.core.sound.facts import Facts

_MEND = "change the test, or remove it"


def constant_tests(scene: LintScene, text: LintText) -> Iterator[Diagnostic]:
    """Tests of a text that the declared bounds, or what is asked before, decide already."""
    written = written_in(scene, text)
    if text.sort in ("test", "amount"):
        yield from _in_value(scene, text)
    for way in ways_through(scene, text):
        yield from _in_statements(written, way)
        for statement in way.dead:
            place = written.place_of(statement)
            if place is not None:
                message = "this is never reached: every branch before it ends"
                yield warning("never-run", place, message, "remove it, or move it up")


def costs_out_of_reach(scene: LintScene, text: LintText) -> Iterator[Diagnostic]:
    """Yield findings on payments of more than a counter can ever hold."""
    written = written_in(scene, text)
    for way in ways_through(scene, text):
        for step in way.steps:
            paid = step.statement
            if isinstance(paid, b.SetSlot) and paid.mode == "pay":
                most = paid.high - paid.low
                least = step.facts.range_of(paid.value).low
                place = written.place_of(paid)
                if least is not None and least > most and place is not None:
                    message = f"this can never be paid: it costs {least} or more, but the counter never exceeds {most}"
                    yield warning("never-payable", place, message, "lower the cost, or raise the counter's 'max'")
                yield from _prices(scene, paid.value, most)


def _prices(scene: LintScene, value: Bound, most: int) -> Iterator[Diagnostic]:
    """Yield findings on components whose printed price is too high."""
    while isinstance(value, bv.Op) and value.op in ("non_negative", "max"):
        if value.op == "max" and not isinstance(value.arguments[0], bv.Const):
            break
        value = value.arguments[-1]
    if not isinstance(value, bv.Lookup) or value.table not in scene.fields:
        return
    kind, field = scene.fields[value.table]
    for component in scene.world.kinds[kind].designs:
        node = component.node.get(field)
        if isinstance(node, Scalar) and isinstance(node.value, int) and node.value > most:
            message = f"the cost of '{component.id}' can never be paid: the counter never exceeds {most}"
            yield warning("never-payable", node.span, message, "lower it, or raise the counter's 'max'")


def _in_statements(written: WrittenNodes, way: KnownSteps) -> Iterator[Diagnostic]:
    for step in way.steps:
        statement = step.statement
        if isinstance(statement, b.Branch | b.RequireTest) and not isinstance(statement.test, bv.Const):
            yield from _of_statement(written, step, statement)
        if written.place_of(statement) is not None:
            yield from _within(written, own_parts(statement), own_parts(written.tree_of(statement)), step.facts)
    for test, of, facts in way.asked:
        place, decided = written.test_of(of), facts.decides(test)
        if place is None or decided is None or isinstance(test, bv.Const):
            continue
        if isinstance(of, b.RepeatWhile):
            if not decided:
                yield _constant(False, place, "this is never true, so the block never runs")
        elif decided:
            yield _constant(True, place, "this test is true for every candidate, so it has no effect")
        else:
            yield _constant(False, place, "this is true for no candidate, so nothing can ever be chosen")


def _of_statement(written: WrittenNodes, step: KnownStep, statement: b.Branch | b.RequireTest) -> Iterator[Diagnostic]:
    decided, place = step.facts.decides(statement.test), written.test_of(statement)
    if decided is None or place is None:
        return
    if isinstance(statement, b.RequireTest):
        ends = "so it has no effect" if decided else "so its effect is never possible"
        yield _constant(decided, place, f"this is {_ever(decided)} true, {ends}")
    elif not decided:
        why = ": earlier tests rule it out" if step.in_chain else ", so the statements after it never run"
        yield _constant(False, place, f"this is never true{why}")
    elif statement.otherwise or not step.in_chain:
        yield _constant(True, place, "this is always true here, so it has no effect")


def _constant(decided: bool, place: Span, message: str) -> Diagnostic:
    return warning("always-true" if decided else "always-false", place, message, _MEND)


def _ever(decided: bool) -> str:
    return "always" if decided else "never"


def _in_value(scene: LintScene, text: LintText) -> Iterator[Diagnostic]:
    """Yield the tests of a quantity, a modifier, a component's test or amount, a score."""
    facts = Facts(scene.world)
    for quantity in quantities_of(scene, text):
        value = scene.program.bare.get(quantity.number, quantity.amount)
        is_truth = quantity.type.kind == "truth" and not isinstance(value, bv.Const)
        decided = facts.decides(value) if is_truth else None
        if decided is not None:
            yield _constant(decided, text.node.span, f"this is {_ever(decided)} true")
        yield from _within(written_in(scene, text), (value,), (text.tree,), facts)
    for note in scene.notes.get(text.node.span, ()):
        if note.sort == "modifier" and isinstance(note.bound, bv.Op) and note.bound.op == "if":
            decided, when = facts.decides(note.bound.arguments[0]), text.entry.node.get("when")
            if decided is not None and isinstance(when, Scalar) and not isinstance(note.bound.arguments[0], bv.Const):
                effect = "it always adds" if decided else "it never adds anything"
                yield _constant(decided, when.span, f"this is {_ever(decided)} true, so {effect}")


def _within(
    written: WrittenNodes, values: tuple[object, ...], trees: tuple[object, ...], facts: Facts
) -> Iterator[Diagnostic]:
    """Tests inside values: of candidates, and of which of two values to take."""
    for decided, tree in tests_within(values, trees, facts):
        if isinstance(tree, ast.OrElse):
            yield _needless(written, tree, decided)
            continue
        test = tree.over.where if isinstance(tree, ast.Quantifier) else tree.test
        place = written.expression(test) if test is not None else None
        if place is not None:
            effect = "it has no effect" if decided else "its value is never used"
            yield _constant(decided, place, f"this condition is {_ever(decided)} true here, so {effect}")


def _needless(written: WrittenNodes, tree: ast.OrElse, is_there: bool) -> Diagnostic:
    one = unparse_expression(tree.value)
    message = f"everything that `{one}` needs exists" if is_there else f"something that `{one}` needs never exists"
    unused, used = (tree.other, tree.value) if is_there else (tree.value, tree.other)
    effect = f"so `{unparse_expression(unused)}` is never used"
    hint = f"write `{unparse_expression(used)}` alone"
    if is_there and any(isinstance(each, ast.Quantifier | ast.Those) for each in nodes_of(tree.value)):
        hint += "; for a test of each member of a set, write `or else` inside the test"
    return warning("needless-or-else", written.expression(tree), f"{message} here, {effect}", hint)


_EXPLAINED: Final = (
    CodeExplained(
        "always-true", "A test that is always true.",
        "The bounds of a counter, or an earlier test, decide it already. Often one number is off by one."
        + KEEP % "always-true",
        "lint", WHEN % "coin >= 0", WHEN % "coin >= 1",
    ),
    CodeExplained(
        "always-false", "A test that is never true.",
        "The bounds of a counter, another part of the test or an earlier test rule it out, so its effect never runs "
        "and is never offered." + KEEP % "always-false",
        "lint", does("if coin >= 2: gain 1 coin", "else if coin >= 4: gain 2 coin"),
        does("if coin >= 4: gain 2 coin", "else if coin >= 2: gain 1 coin"),
    ),
    CodeExplained(
        "needless-or-else", "An `or else` that always uses the same one of its two values.",
        "Tests before it, or the first value itself, already show that everything it needs exists: things that are "
        "not none, indexes and list items that exist, divisors that are not 0."
        + KEEP % "needless-or-else",
        "lint", does("if coin > 0: gain (6 / coin or else 0) coin"), does("gain (6 / coin or else 0) coin"),
    ),
    CodeExplained(
        "never-run", "A line that is never reached.",
        "Every branch before it leaves the effect or ends the game." + KEEP % "never-run",
        "lint", does("stop", "gain 1 coin"), does("if coin > 3: stop", "gain 1 coin"),
    ),
    CodeExplained(
        "never-payable", "A cost that can never be paid.",
        "It is more than the counter can ever hold, so the option is never offered." + KEEP % "never-payable",
        "lint", does("may trade: pay 21 coin"), does("may trade: pay 20 coin"),
    ),
)  # fmt: skip
LINTS: Final = LintGroup(_EXPLAINED, of_texts=(constant_tests, costs_out_of_reach))
