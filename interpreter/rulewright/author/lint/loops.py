"""Lints for infinite repetition: loops that never change their test, free actions without a cost.

A trigger that wakes itself needs no lint: what its own text does never wakes it, and one that would run itself by way
of others is an error that names the cycle.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from rulewright.author.lint.lint_examples import KEEP, does
from rulewright.author.lint.parsed_texts import LintText
from rulewright.author.lint.scene import LintGroup, LintScene, LintVerdict
from rulewright.author.lint.written import effects_of
from rulewright.core.compile.bound_game import BoundGame
from rulewright.core.diagnostics import CodeExplained, Diagnostic, warning
from rulewright.core.lower.lowering import Lowered
from rulewright.core.model import bound as b
from rulewright.core.model import bound_values as bv
from rulewright.core.model.bound import BoundStatement
from rulewright.core.model.bound_values import Bound
from rulewright.core.model.nodes import nodes_of
from rulewright.core.model.program import Program
from rulewright.core.model.type import NUMBER
from rulewright.core.sound.open_places import ENDLESS


def endless_loops(scene: LintScene, game: BoundGame) -> Iterator[LintVerdict]:
    """Loops whose test still holds after each pass, as the flow of the whole program shows."""
    for code, span, message, hint in scene.doubts:
        entry = scene.entry_at(span)
        if entry is not None and code == ENDLESS:
            found = warning("endless-loop", span, message, hint)
            yield LintVerdict(found.code, entry, span, found)


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
                message = f"'{text.entry.id}' changes none of its own conditions, so it can be repeated without end"
                hint = "let it `pay` something, or `require` something that it uses up"
                yield warning("endless-free-action", text.entry.id_span(), message, hint)


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
        "Each pass of `repeat while`, `ask in turn while` or `until` leaves its test as it was, whatever the block and "
        "the procedures it calls do. The game would stop after 10,000 steps, or never end." + KEEP % "endless-loop",
        "lint", does("repeat while coin > 3: gain 1 stock[wood]"), does("repeat while coin > 3: lose 1 coin"),
    ),
    CodeExplained(
        "endless-free-action", "A free action that can be repeated without end.",
        "Its effect never makes its own test false, so it is offered again." + KEEP % "endless-free-action",
        "lint", _FREE % '"gain 1 stock[wood]"', _FREE % '"pay 1 coin; gain 1 stock[wood]"',
    ),
)  # fmt: skip
LINTS: Final = LintGroup(_EXPLAINED, of_texts=(endless_free_actions,), of_games=(endless_loops,))
