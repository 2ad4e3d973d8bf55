"""The places at which a game may stop, by what it asks of data: what the flow of the whole program cannot prove."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from rulewright.author.lint.lint_examples import KEEP, does
from rulewright.author.lint.scene import LintGroup, LintScene, LintVerdict
from rulewright.core.compile.bound_game import BoundGame
from rulewright.core.diagnostics import CodeExplained, warning
from rulewright.core.sound.open_places import MAY_BE


def doubts_in(scene: LintScene, game: BoundGame) -> Iterator[LintVerdict]:
    """The places at which a game may stop, with the entries that they are in."""
    for code, span, message, hint in scene.doubts:
        entry = scene.entry_at(span)
        if entry is not None and code.startswith(MAY_BE):
            yield LintVerdict(code, entry, span, warning(code, span, message, hint))


_STOPS = " If it happens, the game stops there. In a ruleset that says `sound: true` it is an error."
_EXPLAINED: Final = (
    CodeExplained(
        "may-be-none", "A value that may be none is used as if it existed.",
        "Nothing in the ruleset proves that it exists here. Arguments of a procedure or quantity are checked where "
        "they are passed; if one may be none, declare it, as in `s: seat or none`." + _STOPS
        + KEEP % "may-be-none",
        "lint", does("let s = first(o in others by most o.coin)", "gain 1 s.coin"),
        does("let s = first(o in others by most o.coin)", "if exists(s): gain 1 s.coin"),
    ),
    CodeExplained(
        "may-be-outside", "An index may be outside its bounds.",
        "The bounds of its counter and the tests before it allow other numbers. The same is true of a number that is "
        "passed to a parameter with bounds, such as `n: 1..7`." + _STOPS
        + KEEP % "may-be-outside",
        "lint",
        "counters: [{id: day, min: 0, max: 4}]\n"
        "zones: [{id: berth, per: [1..3], holds: card, visible: all, start: 'true'}]\n"
        "triggers:\n  - {id: arrive, after: turn, does: 'gain 1 day; move top(berth[day]) to hand'}",
        "counters: [{id: day, min: 0, max: 3}]\n"
        "zones: [{id: berth, per: [1..3], holds: card, visible: all, start: 'true'}]\n"
        "triggers:\n  - {id: arrive, after: turn, does: 'gain 1 day; move top(berth[day]) to hand'}",
    ),
    CodeExplained(
        "may-be-full", "A piece moves to a space that may be occupied.",
        "Nothing before it proves that the space is free." + _STOPS + KEEP % "may-be-full",
        "lint",
        "zones: [{id: berth, holds: card, visible: all, spaces: 3}]\n"
        "triggers:\n  - {id: arrive, after: turn, does: 'move top(deck) to berth[1]'}",
        "zones: [{id: berth, holds: card, visible: all, spaces: 3}]\n"
        "triggers:\n  - {id: arrive, after: turn, does: 'if not exists(berth[1]): move top(deck) to berth[1]'}",
    ),
    CodeExplained(
        "may-be-zero", "A divisor may be 0.",
        "Nothing before it proves that the divisor differs from 0." + _STOPS + KEEP % "may-be-zero",
        "lint", does("gain (6 / coin) coin"), does("if coin > 0: gain (6 / coin) coin"),
    ),
)  # fmt: skip
LINTS: Final = LintGroup(_EXPLAINED, of_games=(doubts_in,))
