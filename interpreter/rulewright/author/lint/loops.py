"""Lints for infinite repetition: loops that never change their test, free actions without a cost.

A trigger that wakes itself needs no lint: effects never run themselves, and one that would is an error that names the
cycle.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from rulewright.author.lint.lint_examples import KEEP, does
from rulewright.author.lint.parsed_texts import LintText
from rulewright.author.lint.scene import LintGroup, LintScene
from rulewright.author.lint.written import effects_of, ways_through, written_in
from rulewright.core.diagnostics import CodeExplained, Diagnostic, warning
from rulewright.core.lower.lowering import Lowered
from rulewright.core.model import bound as b
from rulewright.core.model import bound_values as bv
from rulewright.core.model.bound import BoundStatement
from rulewright.core.model.bound_values import Bound
from rulewright.core.model.nodes import nodes_of
from rulewright.core.model.program import Program
from rulewright.core.model.type import NUMBER

_ELSEWHERE = (bv.CallProcedure, bv.DoField, b.AskAll, b.RunWaiting)


def endless_loops(scene: LintScene, text: LintText) -> Iterator[Diagnostic]:
    """`repeat while` with nothing inside that could end it."""
    written = written_in(scene, text)
    for way in ways_through(scene, text):
        for step in way.steps:
            loop = step.statement
            place = written.test_of(loop)
            if isinstance(loop, b.RepeatWhile) and place is not None and _never_ends(scene.lowered, loop):
                message = "nothing inside changes this test, so the loop never ends once it is true"
                yield warning("endless-loop", place, message, "change it inside, or leave with 'stop'")


def endless_free_actions(scene: LintScene, text: LintText) -> Iterator[Diagnostic]:
    """Free actions that leave everything they ask for as it was."""
    if text.entry.section != "free_actions":
        return
    for option in effects_of(scene, text):
        if isinstance(option, b.BoundOption):
            nodes = list(_all_nodes(scene.program, option.body))
            if any(_is_bound(node) for node in nodes):
                continue
            asked = [node.test for node in nodes if isinstance(node, b.RequireTest)]
            asked += [node.source for node in nodes if isinstance(node, b.PickOne)]
            asked += [each for each in (option.source, option.where) if each is not None]
            lowered = scene.lowered
            if not any(_can_change(lowered, node, asked) for node in nodes):
                message = f"'{text.entry.id}' leaves all that it asks for as it was, so it can be taken without end"
                hint = "let it `pay` something, or `require` what it uses up"
                yield warning("endless-free-action", text.entry.id_span(), message, hint)


def _never_ends(lowered: Lowered, loop: b.RepeatWhile) -> bool:
    nodes = list(nodes_of(loop.body))
    asked = {node.number for node in nodes_of(loop.test) if isinstance(node, bv.Local)}
    for node in nodes:
        if isinstance(node, (*_ELSEWHERE, b.Stop, b.RequireTest)) or _is_bound(node):
            return False
        local = getattr(node, "local", None)
        if isinstance(local, bv.Local) and local.number in asked:
            return False
    return not any(_can_change(lowered, node, [loop.test]) for node in nodes)


def _is_bound(node: object) -> bool:
    """Return whether a node cannot be repeated forever: a payment, or the end of the game."""
    return (isinstance(node, b.Stop) and node.whole_game) or (isinstance(node, b.SetSlot) and node.mode == "pay")


def _can_change(lowered: Lowered, node: object, asked: list[Bound]) -> bool:
    if not (isinstance(node, b.Changing) and isinstance(node, BoundStatement)):
        return False
    rest = tuple(each for value in asked for each in lowered.operations(b.SetLocal(bv.Local(0, NUMBER), value)))
    return not all(lowered.interference.writes_none_read_by(each, rest) for each in lowered.operations(node))


def _all_nodes(program: Program, block: tuple[BoundStatement, ...]) -> Iterator[object]:
    """Yield all nodes of a block and of everything it calls."""
    waiting, seen = [block], set()
    while waiting:
        for node in nodes_of(waiting.pop()):
            yield node
            called = node.procedures if isinstance(node, bv.DoField) else ()
            if isinstance(node, bv.CallProcedure | b.AskAll):
                called = (node.procedure,)
            for number in called:
                if number not in seen:
                    seen.add(number)
                    waiting.append(program.procedures[number].body)


_FREE = "free_actions:\n  - {id: trade, during: [turn], does: %s}"
_EXPLAINED: Final = (
    CodeExplained(
        "endless-loop", "A loop that nothing ends.",
        "Nothing inside `repeat while` changes what it asks for." + KEEP % "endless-loop",
        "lint", does("repeat while coin > 3: gain 1 stock[wood]"), does("repeat while coin > 3: lose 1 coin"),
    ),
    CodeExplained(
        "endless-free-action", "A free action that can be taken without end.",
        "Nothing that it does makes its own test false, so it is offered again." + KEEP % "endless-free-action",
        "lint", _FREE % '"gain 1 stock[wood]"', _FREE % '"pay 1 coin; gain 1 stock[wood]"',
    ),
)  # fmt: skip
LINTS: Final = LintGroup(_EXPLAINED, of_texts=(endless_loops, endless_free_actions))
