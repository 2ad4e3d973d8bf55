"""Lints for games that all seats lose together, where nothing says how near a loss was."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from rulewright.author.lint.lint_examples import KEEP
from rulewright.author.lint.parsed_texts import LintText
from rulewright.author.lint.scene import LintGroup, LintScene
from rulewright.core.diagnostics import CodeExplained, Diagnostic, warning
from rulewright.core.language.statement_paths import statements_of
from rulewright.core.model import effects as ast


def losses_alike(scene: LintScene, text: LintText) -> Iterator[Diagnostic]:
    """Yield a finding on each end that all seats lose, if all such ends are worth the same."""
    if text.sort != "effect" or not isinstance(text.tree, tuple):
        return
    section = scene.assembly.section
    if section("scoring") or section("tie_breaks"):
        return
    for _, statement in statements_of(text.tree):
        losers = statement.who_loses() if isinstance(statement, ast.Derived) else None
        if losers is not None and _is_of_all(scene, losers):
            message = "nothing says how near a loss was, so bots see no way to lose less"
            hint = "add a line of `scoring` that counts how far the game had come"
            yield warning("losses-alike", text.node.span_at(*statement.at), message, hint)


def _is_of_all(scene: LintScene, seats: ast.Expression) -> bool:
    return scene.world.max_seats == 1 or (isinstance(seats, ast.Name) and seats.name == "seat")


_UNSCORED: Final = "patches:\n  - {delete: score_coins, because: nobody counts them}\n"
_LOST: Final = 'triggers:\n  - {id: gust, after: turn, does: "if coin = 0: end game lost by seat"}'
_EXPLAINED: Final = (
    CodeExplained(
        "losses-alike", "All seats lose together, and every loss is worth the same.",
        "Searches and learned players tell a narrow loss from a crushing one by the points. Where all seats lose at "
        "once, give the game a line of `scoring` for how far it had come." + KEEP % "losses-alike",
        "lint", f"{_UNSCORED}{_LOST}", _LOST,
    ),
)  # fmt: skip
LINTS: Final = LintGroup(_EXPLAINED, of_texts=(losses_alike,))
