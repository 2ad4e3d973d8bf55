"""The places at which a game may run into a limit on sizes or time, as far as ranges show them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from rulewright.author.lint.lint_examples import KEEP
from rulewright.author.lint.scene import LintGroup, LintScene, LintVerdict
from rulewright.core.compile.bound_game import BoundGame
from rulewright.core.diagnostics import CodeExplained, warning
from rulewright.core.sound.open_places import BEYOND


def limits_in(scene: LintScene, game: BoundGame) -> Iterator[LintVerdict]:
    """Ranges, sets, searches and rows of waiting effects that may grow beyond what a game stops at."""
    for code, span, message, hint in scene.doubts:
        entry = scene.entry_at(span)
        if entry is not None and code == BEYOND:
            found = warning("may-reach-limit", span, message, hint)
            yield LintVerdict(found.code, entry, span, found)


_EXPLAINED: Final = (
    CodeExplained(
        "may-reach-limit",
        "A range, a set, a search or a row of waiting effects that may be too long.",
        "The bounds of the counters in it allow more than a game may have: 10,000 numbers in a range, 1,000 kept under"
        " a name, 10,000 steps between two decisions, 32 effects that wait, `possible` 16 times within itself. What"
        " has no known bound is not reported. If it happens, the game stops there." + KEEP % "may-reach-limit",
        "lint",
        "counters: [{id: sand, min: 0, max: 20000}]\n"
        "triggers:\n  - {id: sift, after: turn, does: 'gain 9 sand; gain count(x in 1..sand where x % 7 = 0) coin'}",
        "counters: [{id: sand, min: 0, max: 9000}]\n"
        "triggers:\n  - {id: sift, after: turn, does: 'gain 9 sand; gain count(x in 1..sand where x % 7 = 0) coin'}",
    ),
)
LINTS: Final = LintGroup(_EXPLAINED, of_games=(limits_in,))
