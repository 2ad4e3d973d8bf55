"""Codes of warnings about what is allowed and most likely not meant."""

from __future__ import annotations

from typing import Final

from rulewright.editor.explain.code import CodeExplained

_KEEP = " Where it is meant so, say so on the entry: `accept: {%s: REASON}`."
_WIND = "counters:\n  - {id: wind, min: 0, max: 3}\ntriggers:\n  - {id: gust, after: turn, %sdoes: %s}"
_SCENARIO = "scenarios:\n  - scenario: a turn is taken\n    rules: [one]\n    given: {play: turn}\n    then: [coin = 6]"
_TWICE = "\n  - scenario: %s\n    rules: [one]\n    given: {play: turn}\n    then: [coin = 6]"
_SPEED = "settings:\n  - {id: speed, title: {en: Speed, fr: Allure}, values: [%s], default: slow}\n"
_FAST = _SPEED + "triggers:\n  - {id: gust, after: turn, when: speed is fast, does: lose 1 coin}"

LINTS: Final[tuple[CodeExplained, ...]] = (
    CodeExplained(
        "never-reached", "Nothing ever runs this effect.",
        "No text calls the procedure, nothing wakes the trigger, or the free action is offered nowhere, whichever"
        " modules"
        " are on." + _KEEP % "never-reached",
        "lint", "procedures:\n  - {id: blow, does: gain 1 coin}",
        "procedures:\n  - {id: blow, does: gain 1 coin}\ntriggers:\n  - {id: gust, after: turn, does: blow}",
    ),
    CodeExplained(
        "never-read", "A value is changed or written, and nothing ever looks at it.",
        "A counter, field, setting or quantity that no test, amount or line of the table reads changes nothing in a"
        " game."
        + _KEEP % "never-read",
        "lint", _WIND % ("", "gain 1 wind"), _WIND % ("when: wind < 2, ", "gain 1 wind"),
    ),
    CodeExplained(
        "never-used", "Nothing ever mentions this.",
        "It is left over, or the text that should use it is not written yet." + _KEEP % "never-used",
        "lint", "counters:\n  - {id: wind, min: 0, max: 3}", _WIND % ("when: wind < 2, ", "gain 1 wind"),
    ),
    CodeExplained(
        "never-changed", "A counter or marker is read, and always stays as it starts.",
        "If it shall never change, write the number where it is read; else the text that changes it is missing."
        + _KEEP % "never-changed",
        "lint", _WIND % ("when: wind < 2, ", "gain 1 coin"), _WIND % ("when: wind < 2, ", "gain 1 wind"),
    ),
    CodeExplained(
        "never-filled", "A zone that nothing ever comes into.",
        "It has no `start`, and no text moves or draws a piece to it." + _KEEP % "never-filled",
        "lint", "zones:\n  - {id: bag, holds: card, visible: all}\n"
        "triggers:\n  - {id: gust, after: turn, does: move all of bag to hand}",
        "zones:\n  - {id: bag, holds: card, visible: all}\n"
        "triggers:\n  - {id: gust, after: turn, does: move top(bag) to hand; move top(hand) to bag}",
    ),
    CodeExplained(
        "never-in-play", "A component that no game ever uses.",
        "No zone begins with it, no text names it, and none goes through all of its kind." + _KEEP % "never-in-play",
        "lint", "components:\n  - {id: spade, kind: tool, title: {en: Spade, fr: Pelle}, source: {doc: DOC, place:"
        " c}}\n"
        "kinds:\n  - {id: tool, title: {en: Tool, fr: Outil}}\n"
        "zones:\n  - {id: bag, holds: tool, visible: all}\n"
        "triggers:\n  - {id: gust, after: turn, does: move top(bag) to bag}",
        "components:\n  - {id: spade, kind: tool, title: {en: Spade, fr: Pelle}, source: {doc: DOC, place: c}}\n"
        "kinds:\n  - {id: tool, title: {en: Tool, fr: Outil}}\n"
        "zones:\n  - {id: bag, holds: tool, visible: all}\n"
        "triggers:\n  - {id: gust, after: turn, does: move spade to bag}",
    ),
    CodeExplained(
        "unused-name", "A text names a value and never reads it.",
        "The `let` is left over, or another name stands where this one was meant.",
        "lint", 'triggers:\n  - {id: gust, after: turn, does: "let n = 1; gain 1 coin"}',
        'triggers:\n  - {id: gust, after: turn, does: "let n = 1; gain n coin"}',
    ),
    CodeExplained(
        "unused-parameter", "A procedure or quantity takes a value and never reads it.",
        "Whoever calls it gives a value that changes nothing." + _KEEP % "unused-parameter",
        "lint", "procedures:\n  - {id: blow, takes: {n: number}, does: gain 1 coin}\n"
        "triggers:\n  - {id: gust, after: turn, does: blow 3}",
        "procedures:\n  - {id: blow, takes: {n: number}, does: gain n coin}\n"
        "triggers:\n  - {id: gust, after: turn, does: blow 3}",
    ),
    CodeExplained(
        "same-values", "Two values of a setting do the same.",
        "No text, table or module tells the two apart, so that a table that picks one plays as with the other."
        + _KEEP % "same-values",
        "lint", _FAST % "slow, calm, fast", _FAST % "slow, fast",
    ),
    CodeExplained(
        "raw-expression", "A line of the table shows players an effect, a test or an amount as the rules write it.",
        "Players do not read the effect language. Show a title, or words for it." + _KEEP % "raw-expression",
    ),
    CodeExplained(
        "unworded-name", "A decision shows players a name as an effect writes it, where other names have words.",
        "Give it words under `wording`; empty words hide it." + _KEEP % "unworded-name",
    ),
    CodeExplained(
        "missing-translation", "A title lacks a language that its neighbours have.",
        "Most titles beside it are told in that language. Add it." + _KEEP % "missing-translation",
    ),
    CodeExplained(
        "missing-source", "A component does not say where its values can be looked up.",
        "The ruleset names documents, so that whoever doubts a value finds it there. A ruleset without `documents`"
        " needs none." + _KEEP % "missing-source",
    ),
    CodeExplained(
        "different-holes", "The translations of a title have different holes.",
        "What stands in braces is filled in while playing, so every language needs the same."
        + _KEEP % "different-holes",
        "lint", (_WIND % ("when: wind < 2, ",
        "gain 1 wind")).replace("wind,", 'wind, title: {en: "{a}", fr: "{b}"},', 1),
        (_WIND % ("when: wind < 2, ", "gain 1 wind")).replace("wind,", 'wind, title: {en: "{a}", fr: "{a}"},', 1),
    ),
    CodeExplained(
        "doubled-scenario", "Two scenarios have the same sentence.",
        "Reports name a scenario by its sentence. Say what is different about each.",
        "lint", _SCENARIO + _TWICE % "a turn is taken", _SCENARIO + _TWICE % "a turn is taken at night",
    ),
    CodeExplained(
        "scenario-expects-nothing", "A scenario proves nothing.",
        "It has no `then`, no `refused`, no `options`: it passes whatever the rules do. Add what must come of it.",
        "lint", _SCENARIO.replace("\n    then: [coin = 6]", ""), _SCENARIO,
    ),
    CodeExplained(
        "unknown-lint", "An entry accepts a warning that does not exist.",
        "`accept` names codes of warnings about entries. The code is misspelt.",
        "lint", "procedures:\n  - {id: blow, does: gain 1 coin, accept: {never-raeched: it is for house rules}}",
        "procedures:\n  - {id: blow, does: gain 1 coin, accept: {never-reached: it is for house rules}}",
    ),
    CodeExplained(
        "useless-accept", "An entry accepts a warning that would not be given.",
        "What was accepted has been mended since. Leave it out, so that a new one is seen.",
        "lint", "procedures:\n  - {id: blow, does: gain 1 coin, accept: {never-reached: it is for house rules}}\n"
        "triggers:\n  - {id: gust, after: turn, does: blow}",
        "procedures:\n  - {id: blow, does: gain 1 coin}\ntriggers:\n  - {id: gust, after: turn, does: blow}",
    ),
)  # fmt: skip
