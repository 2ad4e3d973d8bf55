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
    lacking = _lacking(scene)
    for _, statement in statements_of(text.tree) if lacking else ():
        losers = statement.who_loses() if isinstance(statement, ast.Derived) else None
        if losers is not None and _is_of_all(scene, losers):
            message = "nothing says how near a loss was, so bots see no way to lose less"
            yield warning("losses-alike", text.node.span_at(*statement.at), message, f"add {' and '.join(lacking)}")


def _lacking(scene: LintScene) -> list[str]:
    """Return what the ruleset lacks for one loss to be better than another."""
    found = []
    if not scene.assembly.section("scoring") and not scene.assembly.section("tie_breaks"):
        found.append("a line of `scoring` that counts how far the game had come")
    if scene.world.max_seats > 1 and not scene.assembly.section("teams"):
        found.append('a team of all seats: `teams: [{id: everybody, title: {en: Everybody}, who: "true"}]`')
    return found


def _is_of_all(scene: LintScene, seats: ast.Expression) -> bool:
    return scene.world.max_seats == 1 or (isinstance(seats, ast.Name) and seats.name == "seat")


_EXPLAINED: Final = (
    CodeExplained(
        "losses-alike", "All seats lose together, and every loss is worth the same.",
        "Searches and learned players tell a narrow loss from a crushing one by the points. Where all seats lose at "
        "once, give the game a line of `scoring` for how far it had come, and one team of all seats, as points are "
        "compared between sides." + KEEP % "losses-alike",
        "lint", 'triggers:\n  - {id: gust, after: turn, does: "if coin = 0: end game lost by seat"}',
        'triggers:\n  - {id: gust, after: turn, does: "if coin = 0: end game lost by me"}',
    ),
)  # fmt: skip
LINTS: Final = LintGroup(_EXPLAINED, of_texts=(losses_alike,))
