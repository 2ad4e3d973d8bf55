"""Scenarios that prove nothing, and sentences that occur twice."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from rulewright.author.lint.scene import LintGroup
from rulewright.core.diagnostics import CodeExplained, Diagnostic, Span, warning
from rulewright.core.load.scenarios import scenarios_in
from rulewright.core.model.document import Mapping, Node, Scalar, items_of

_EXPECTING = ("then", "relative", "log", "not_in_log", "ends", "winners", "outcome", "again", "match", "refused")
_EXPECTING_IN_STEP = ("refused", "options", "not_asked", "by_itself", "then", "relative", "log", "not_in_log",
                      "sees", "not")  # fmt: skip


def weak_scenarios(document: Node | None, sentences: dict[str, Span]) -> Iterator[Diagnostic]:
    """Yield the findings in one file of scenarios.

    `sentences` maps the sentences met before to their positions; those of this file are added.
    """
    for scenario in scenarios_in(document):
        sentence = scenario.get("scenario")
        if isinstance(sentence, Scalar):
            first = sentences.setdefault(sentence.text, sentence.span)
            if first != sentence.span:
                message = f"this sentence already names a scenario at {first.file}:{first.line}"
                hint = "state the difference, or remove one of the two"
                yield warning("doubled-scenario", sentence.span, message, hint)
        if not _expects(scenario):
            message = "this scenario checks nothing except that its choices are offered"
            hint = "add 'then' with the expected result, or 'options' in 'when'"
            yield warning("scenario-expects-nothing", (sentence or scenario).span, message, hint)


def _expects(scenario: Mapping) -> bool:
    if any(scenario.get(key) is not None for key in _EXPECTING):
        return True
    steps = [step for step in items_of(scenario.get("when")) if isinstance(step, Mapping)]
    return any(step.get(key) is not None for step in steps for key in _EXPECTING_IN_STEP)


_SCENARIO = "scenarios:\n  - scenario: a turn is taken\n    rules: [one]\n    given: {play: turn}\n    then: [coin = 6]"
_TWICE = "\n  - scenario: %s\n    rules: [one]\n    given: {play: turn}\n    then: [coin = 6]"
_EXPLAINED: Final = (
    CodeExplained(
        "doubled-scenario", "Two scenarios have the same sentence.",
        "Reports name a scenario by its sentence. Say what is different about each.",
        "lint", _SCENARIO + _TWICE % "a turn is taken", _SCENARIO + _TWICE % "a turn is taken at night",
    ),
    CodeExplained(
        "scenario-expects-nothing", "A scenario proves nothing.",
        "It has no `then`, no `refused`, no `options`: it passes with any rules. Add the expected result.",
        "lint", _SCENARIO.replace("\n    then: [coin = 6]", ""), _SCENARIO,
    ),
)  # fmt: skip
LINTS: Final = LintGroup(_EXPLAINED, acceptable=False)
