"""Refusals with their right first reason, written from the rule books.

Each says what fails first of all, in which file that stands, and values that it must be seen to have looked at. As a
program this file tells how many of them are right.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import pytest

from rulewright.core.compile.overlay import with_texts
from rulewright.core.diagnostics import Span, render
from rulewright.core.model.document import Scalar
from rulewright.core.model.game import Build, Game, State
from rulewright.core.model.layout import FRAME, OPTIONS, SEAT, SITE
from rulewright.core.run.steps import begin, step, unstarted
from rulewright.observe.naming import option_key
from rulewright.observe.words.reasons import Why, reason_line
from rulewright.play.session.questions import why_not
from tests.reference.checkout import data_of
from tests.reference.games import built, shipped

FOLDER = Path(__file__).with_name("refusals")
Told = tuple[str, dict[str, Any], dict[str, Any]]


def curated() -> list[Told]:
    """Every refusal with its situation."""
    found = []
    for path in sorted(FOLDER.glob("*.yaml")):
        for situation in data_of(path):
            ruleset = path.stem.partition("_")[0]
            found += [(ruleset, situation, refused) for refused in situation["refused"]]
    return found


def text_of(text: str) -> Scalar:
    return Scalar(text, text, "literal", Span("refusals", 1, 1))


def position(ruleset: str, situation: dict[str, Any]) -> tuple[Game, Build, State]:
    """The table of a situation, after the choices made in it."""
    modules = tuple(situation["modules"]) if "modules" in situation else None
    compiled, both = built(ruleset, modules).compiled, shipped(ruleset, modules)
    assert compiled is not None
    effects = {name: text_of(situation[name]) for name in ("arrange", "play") if situation.get(name)}
    game, build, numbers, _, faults = with_texts(compiled, both.game, both.traced, effects, {})
    assert not faults, f"{situation['situation']}: " + "; ".join(render(each) for each in faults)
    state = unstarted(game, seats=situation.get("seats", 2), seed=1, settings=situation.get("settings"))
    if "arrange" in numbers:
        begin(game, state, numbers["arrange"], 0, build=build)
        while state[FRAME] is not None:
            step(game, state, state[OPTIONS][0], build=build)
    state[7] = 0
    begin(game, state, numbers["play"], 0, build=build)
    for key in situation.get("when", ()):
        step(game, state, offered(game, state)[key], build=build)
    return game, build, state


def offered(game: Game, state: State) -> dict[str, int]:
    return {option_key(game.blueprint, state[SITE], code): code for code in state[OPTIONS]}


def faults_of(told: Told) -> list[str]:
    """What the answer lacks of the right one."""
    ruleset, situation, wanted = told
    game, build, state = position(ruleset, situation)
    if wanted["key"] in offered(game, state):
        return [f"'{wanted['key']}' is offered"]
    why = why_not(game, build, state, wanted["key"], seat=state[SEAT])
    if why is None:
        return [f"no such option; the options are {', '.join(offered(game, state))}"]
    return [f"{each}; told: {reason_line(why)}" for each in lacking(why, wanted)]


def lacking(why: Why, wanted: dict[str, Any]) -> list[str]:
    first = why.first
    found = [] if wanted["fails"] in first.text else [f"not first of all '{wanted['fails']}'"]
    if wanted.get("file", "") not in first.place:
        found.append(f"not in {wanted['file']}")
    found += [f"does not show '{each}'" for each in wanted.get("saw", ()) if each not in first.line]
    inner = {each.first.text for each in first.behind}
    return found + [f"'{each}' is not behind it" for each in wanted.get("within", ()) if each not in inner]


def name_of(told: Told) -> str:
    return f"{told[0]}: {told[1]['situation']}: {told[2]['key']}"


@pytest.mark.sampled(5)
@pytest.mark.parametrize("told", curated(), ids=name_of)
def test_a_refusal_has_its_right_first_reason(told: Told) -> None:
    assert faults_of(told) == []


@pytest.mark.parametrize(
    ("language", "told"),
    [("en", "no barrier to pay for before the next space (there is Skymine Resources)"),
     ("pl", "brak: bariera do opłacenia przed następnym polem) (jest: Skymine Resources)"),
     ("fr", "sans appel de fonds à payer avant la prochaine case (il y a : Skymine Resources)")],
)  # fmt: skip
def test_units_are_not_forfeited_for_a_reason_in_words(language: str, told: str) -> None:
    (wanted,) = [each for each in curated() if each[2]["key"] == "forfeit"]
    game, build, state = position(*wanted[:2])
    why = why_not(game, build, state, "forfeit", seat=state[SEAT], language=language)
    assert why is not None
    assert why.said.replace("\u00a0", " ").endswith(told)


def test_there_are_a_hundred_of_them() -> None:
    assert len(curated()) >= 160


if __name__ == "__main__":
    results = [(told, faults_of(told)) for told in curated()]
    for told, faults in results:
        sys.stdout.writelines(f"{name_of(told)}\n    {fault}\n" for fault in faults)
    sys.stdout.write(f"right first reason: {sum(not faults for _, faults in results)} of {len(results)}\n")
