"""Lints for picks whose candidates a later pick reduces, because it would have none left.

An option is open only if all that follows can be done, including a later `pick`. If the later one is about the first
one's result, candidates vanish from the first list, and nobody learns why.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from rulewright.author.lint.lint_examples import KEEP, does
from rulewright.author.lint.parsed_texts import LintText
from rulewright.author.lint.scene import LintGroup, LintScene
from rulewright.author.lint.written import ways_through, written_in
from rulewright.core.diagnostics import CodeExplained, Diagnostic, warning
from rulewright.core.lower.lowering import Lowered
from rulewright.core.lower.summary import suspends
from rulewright.core.model import bound as b
from rulewright.core.model import effects as ast
from rulewright.core.model.bound import BoundBlock
from rulewright.core.model.bound_values import Local
from rulewright.core.model.nodes import nodes_of


def narrowed_picks(scene: LintScene, text: LintText) -> Iterator[Diagnostic]:
    """Yield findings on picks without a test of their own that a later pick reduces.

    More must follow than serves the later pick alone.
    """
    written, lowered = written_in(scene, text), Lowered(scene.program)
    for way in ways_through(scene, text):
        for block in b.all_blocks(way.body):
            for position, pick in enumerate(block):
                if not isinstance(pick, b.PickOne) or pick.chance or pick.where is not None:
                    continue
                later = _narrowing(lowered, pick.local, block[position + 1 :])
                first, second = written.tree_of(pick), written.tree_of(later)
                place = written.place_of(pick)
                if place is not None and isinstance(first, ast.Pick) and isinstance(second, ast.Pick):
                    name, other = first.over.variable, second.over.variable
                    message = f"options are hidden here if 'pick {other}' below would find nothing"
                    hint = (
                        f"to keep every '{name}' open, test before the second pick: if any({other} in ...): "
                        f"pick {other} ..."
                    )
                    yield warning("narrowed-pick", place, message, hint)


def _narrowing(lowered: Lowered, local: Local, rest: BoundBlock) -> b.PickOne | None:
    """Return the later pick that depends on a local, None if the rest only serves its result."""
    for position, statement in enumerate(rest):
        if isinstance(statement, b.PickOne) and not statement.chance:
            if local in nodes_of((statement.source, statement.where)):
                after = rest[position + 1 :]
                return statement if any(statement.local not in nodes_of(each) for each in after) else None
        elif suspends(lowered, lowered.operations(statement)):
            return None
    return None


def _robbery(pick: str) -> str:
    return does("choose:", "  rob:", "    pick n from 1..5", f"    {pick}", "    gain 1 coin", "  leave: nothing")


_EXPLAINED: Final = (
    CodeExplained(
        "narrowed-pick", "A later `pick` removes options from this one.",
        "What follows a decision must be possible, and so must a later `pick`: the first pick does not offer what "
        "would leave the later one without candidates, and does not say why. To keep every option open, do the later "
        "pick only if there is something to pick." + KEEP % "narrowed-pick",
        "lint", _robbery("pick o from others where o.coin = n"),
        _robbery("if any(o in others where o.coin = n): pick o from others where o.coin = n"),
    ),
)  # fmt: skip
LINTS: Final = LintGroup(_EXPLAINED, of_texts=(narrowed_picks,))
