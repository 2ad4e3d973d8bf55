"""Lints for decisions that several seats make one after the other, as their answers could conflict."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from rulewright.author.lint.lint_examples import EFFECT, KEEP
from rulewright.author.lint.parsed_texts import LintText
from rulewright.author.lint.scene import LintGroup, LintScene
from rulewright.core.diagnostics import CodeExplained, Diagnostic, warning
from rulewright.core.lower.resuming import sealed_answers
from rulewright.core.model import operations as low

_IN_TURN = (
    "write `ask in turn` if you mean that; or move everything that draws, rolls, or touches what others read or "
    "change after the last choice"
)


def asked_one_by_one(scene: LintScene, text: LintText) -> Iterator[Diagnostic]:
    """Decisions within `ask each` that cannot be made under seal."""
    found = scene.once("asked late", lambda: _by_text(scene))
    for ask in found.get(text.node.span, ()):
        assert ask.origin is not None
        message = (
            "this question is in `ask each`, but seats answer it one after the other, after all other answers: "
            "another seat's answer can change it, or something before it has to wait"
        )
        yield warning("asked-one-by-one", text.node.span_at(*ask.origin.tree.at), message, _IN_TURN)


def _by_text(scene: LintScene) -> dict[object, list[low.Ask]]:
    found: dict[object, list[low.Ask]] = {}
    for ask in sealed_answers(scene.lowered).asked_late():
        if ask.origin is not None:
            found.setdefault(ask.origin.text.span, []).append(ask)
    return found


_ROW = "zones:\n  - {id: row, holds: card, visible: all}\n"
_TAKE = (
    _ROW
    + 'procedures:\n  - {id: take, does: "pick c from row; move c to hand"}\n'
    + EFFECT
    + "draw 3 from deck to row\n      "
)
_EXPLAINED: Final = (
    CodeExplained(
        "asked-one-by-one", "Answers that should be given at the same time, but are given one after another.",
        "Answers to `ask each` are sealed until all are in. A choice that another seat's answer can change, or that "
        "comes after something that has to wait, is asked at the opening, seat by seat, and is not secret." + KEEP
        % "asked-one-by-one",
        "lint", _TAKE + "ask each: take", _TAKE + "ask in turn: take",
    ),
)  # fmt: skip
LINTS: Final = LintGroup(_EXPLAINED, of_texts=(asked_one_by_one,))
