"""Conditions on hidden things that decide whether a seat is asked: the others see whether it was."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from rulewright.author.lint.lint_examples import KEEP, does
from rulewright.author.lint.parsed_texts import LintText
from rulewright.author.lint.scene import LintGroup, LintScene
from rulewright.core.diagnostics import CodeExplained, Diagnostic, warning
from rulewright.core.lower.secrecy import telling_tests
from rulewright.core.model.origins import Origin

_MESSAGE = "this test reads hidden information, and the seat is asked in only one case: the question itself reveals it"
_HINT = "ask in any case, with a `require` in the option; or make the tested pieces visible"


def telling_conditions(scene: LintScene, text: LintText) -> Iterator[Diagnostic]:
    """Yield the conditions of a text that give hidden things away by asking a seat or not."""
    for origin in scene.once("telling", lambda: _telling(scene)):
        if origin.text.span == text.node.span:
            at = getattr(origin.tree, "at", None)
            place = text.node.span_at(*at) if at is not None else text.node.span
            yield warning("asking-tells", place, _MESSAGE, _HINT)


def _telling(scene: LintScene) -> tuple[Origin, ...]:
    hidden = [each.id for each in scene.world.families.values() if each.visible != "all"]
    found = (each.origin for each in telling_tests(scene.lowered, hidden))
    return tuple(dict.fromkeys(each for each in found if each is not None))


_EXPLAINED: Final = (
    CodeExplained(
        "asking-tells", "A condition on hidden things that decides whether a seat is asked.",
        "The other seats see whether a seat was asked. Where that depends on a card in its hand, they learn something"
        " of the card. Ask in any case: an option with a `require` that fails is not offered, and nobody sees that."
        + KEEP % "asking-tells",
        "lint", does("if any(c in hand where c.cost > 1):", "  may: gain 1 coin"),
        does("may:", "  require any(c in hand where c.cost > 1)", "  gain 1 coin"),
    ),
)  # fmt: skip
LINTS: Final = LintGroup(_EXPLAINED, of_texts=(telling_conditions,))
