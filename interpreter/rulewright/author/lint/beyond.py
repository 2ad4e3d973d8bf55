"""Counters used as an index that count further than there are members: going beyond stops the game."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from rulewright.author.lint.facts import Facts
from rulewright.author.lint.lint_examples import KEEP
from rulewright.author.lint.parsed_texts import LintText
from rulewright.author.lint.scene import LintGroup, LintScene
from rulewright.author.lint.tests_within import values_within
from rulewright.author.lint.written import own_parts, quantities_of, ways_through, written_in
from rulewright.core.diagnostics import CodeExplained, Diagnostic, Span, warning
from rulewright.core.model import bound_values as bv
from rulewright.core.model.type import Type


def index_beyond(scene: LintScene, text: LintText) -> Iterator[Diagnostic]:
    """Counters whose declared bounds, and what is asked before, let them be more than the last index.

    Values below the first one are not reported: a counter often begins before the first.
    """
    if text.sort in ("test", "amount"):
        for quantity in quantities_of(scene, text):
            yield from _beyond((quantity.amount,), Facts(scene.world), text.node.span)
        return
    written = written_in(scene, text)
    for way in ways_through(scene, text):
        for step in way.steps:
            place = written.place_of(step.statement)
            if place is not None:
                yield from _beyond(own_parts(step.statement), step.facts, place)


def _beyond(parts: tuple[object, ...], facts: Facts, place: Span) -> Iterator[Diagnostic]:
    for node, known in values_within(parts, facts):
        match node:
            case bv.Inside(value=bv.Read(type=Type(kind="number")) as counter, high=last) if counter.family:
                most = known.range_of(counter).high
                if most is not None and most > last:
                    message = f"'{counter.family}' can be {most} here, and the last one there is is {last}"
                    hint = "what lies beyond stops the game; ask for less before, or make room for more"
                    yield warning("index-beyond", place, message, hint)


_DAYS = (
    "counters: [{id: day, min: 0, max: %s}]\n"
    "zones: [{id: berth, per: [1..3], holds: card, visible: all, start: 'true'}]\n"
    "triggers:\n  - {id: arrive, after: turn, does: 'move top(berth[day]) to hand; gain 1 day'}"
)
_EXPLAINED: Final = (
    CodeExplained(
        "index-beyond", "A counter used as an index can exceed the last index.",
        "It is used as an index and can be more than the last one. A game in which it is more stops with the line."
        " Lower the counter's `max`, make room for more, or ask before." + KEEP % "index-beyond",
        "lint", _DAYS % 4, _DAYS % 3,
    ),
)  # fmt: skip
LINTS: Final = LintGroup(_EXPLAINED, of_texts=(index_beyond,))
