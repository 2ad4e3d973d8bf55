"""Lints for seats that are asked, or act in what was put off, after they have left the game."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from rulewright.author.lint.lint_examples import KEEP
from rulewright.author.lint.parsed_texts import LintText
from rulewright.author.lint.scene import LintGroup, LintScene
from rulewright.core.diagnostics import CodeExplained, Diagnostic, warning
from rulewright.core.language.statement_paths import statements_of, ways_into
from rulewright.core.language.unparse import unparse_expression
from rulewright.core.model import effects as ast
from rulewright.core.model.effects import Block, Expression
from rulewright.core.model.nodes import nodes_of


def asked_after_leaving(scene: LintScene, text: LintText) -> Iterator[Diagnostic]:
    """Yield findings on each `ask` of a seat that has left the game in the same block."""
    if text.sort != "effect" or not isinstance(text.tree, tuple):
        return
    blocks = [text.tree, *(inner for _, each in statements_of(text.tree) for _, inner in ways_into(each))]
    for block in blocks:
        yield from _in_block(scene, text, block)


def _in_block(scene: LintScene, text: LintText, block: Block) -> Iterator[Diagnostic]:
    gone: set[str] = set()
    for statement in block:
        if isinstance(statement, ast.Derived) and statement.leaves:
            seats = _seats_of(statement)
            if _stays_the_same(scene, seats):
                gone.add(unparse_expression(seats))
        elif isinstance(statement, ast.Ask) and statement.seat is not None:
            seat = unparse_expression(statement.seat)
            if seat in gone:
                message = f"the game has already ended for {seat}, so this block is skipped"
                hint = "let it act before it leaves, or ask another seat"
                yield warning("asked-after-leaving", text.node.span_at(*statement.at), message, hint)


def put_off_by_who_leaves(scene: LintScene, text: LintText) -> Iterator[Diagnostic]:
    """Yield findings on each effect that is put off where the acting seat leaves the game in the same text."""
    if text.sort != "effect" or not isinstance(text.tree, tuple):
        return
    statements = [each for _, each in statements_of(text.tree)]
    if not any(
        isinstance(each, ast.Derived) and each.leaves and unparse_expression(_seats_of(each)) == "me"
        for each in statements
    ):
        return
    for each in statements:
        asks = {node.function for node in nodes_of(each) if isinstance(node, ast.FunctionCall)}
        if isinstance(each, ast.Later) and "playing" not in asks:
            message = "the game may have ended for the acting seat when this is done, which then is done all the same"
            hint = "begin it with a test: if playing(me): ..."
            yield warning("put-off-by-who-leaves", text.node.span_at(*each.at), message, hint)


def _seats_of(leaving: ast.Derived) -> Expression:
    seats: Expression = getattr(leaving, "seats")  # noqa: B009 - whatever takes seats out names them so
    return seats


def _stays_the_same(scene: LintScene, seats: Expression) -> bool:
    """Return whether an expression is one seat all through a block: `me`, `seat(2)`, a name."""
    if isinstance(seats, ast.Name):
        return seats.name not in scene.world.families
    return (
        isinstance(seats, ast.FunctionCall) and seats.function == "seat" and isinstance(seats.arguments[0], ast.Number)
    )


_GUST: Final = "triggers:\n  - id: gust\n    after: turn\n    does: |\n%s\n      if coin = 0: end game for me\n"
_EXPLAINED: Final = (
    CodeExplained(
        "asked-after-leaving", "A seat is asked after the game has ended for it.",
        "A seat that has left the game is no longer asked, so the block is skipped." + KEEP % "asked-after-leaving",
        "lint", 'triggers:\n  - {id: gust, after: turn, does: "end game for seat(2); ask seat(2): gain 1 coin"}',
        'triggers:\n  - {id: gust, after: turn, does: "ask seat(2): gain 1 coin; end game for seat(2)"}',
    ),
    CodeExplained(
        "put-off-by-who-leaves", "What is deferred may be done for a seat that has left.",
        "Leaving the game does not cancel what a seat has deferred: it is done when its time comes, for that seat."
        + KEEP % "put-off-by-who-leaves",
        "lint", _GUST % "      later: gain 1 coin", _GUST % "      later: if playing(me): gain 1 coin",
    ),
)  # fmt: skip
LINTS: Final = LintGroup(_EXPLAINED, of_texts=(asked_after_leaving, put_off_by_who_leaves))
