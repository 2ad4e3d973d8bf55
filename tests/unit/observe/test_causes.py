"""What changed a counter is told where the choice before does not say it already."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.core.model.events import Event
from rulewright.core.run.build import traced_build
from rulewright.core.run.steps import start, step
from rulewright.observe.words.choices_told import chosen_event
from rulewright.observe.words.events import sentences
from rulewright.observe.words.history import changes_of
from rulewright.play.records.replay import offered
from tests.errors.rulesets.skeleton import FILES
from tests.unit.core.compile.small_games import game_of

TOLLS = """\
  - id: toll
    title: {en: Toll, fr: Péage}
    does: gain 1 gold
  - id: untitled
    does: gain 1 gold
counters:
  - {id: gold, title: {en: Gold, pl: Złoto, fr: Or}, per: [seat], min: 0, max: 99}
"""
CHOICE = "choose:\n  walk: {does}\n  rest: nothing"


@pytest.fixture(autouse=True)
def in_three_languages(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(FILES, "ruleset.yaml", FILES["ruleset.yaml"].replace("[en]", "[en, pl, fr]"))


def heard(folder: Path, does: str, language: str = "en") -> list[str]:
    """What is told of a walk, in which an effect takes place."""
    game = game_of(folder, CHOICE.format(does=does), TOLLS)
    build = traced_build(game)
    state = start(game, seats=2, seed=1, build=build)
    code = offered(game, state)["walk"]
    events: list[Event] = [chosen_event(game, state, code)]
    assert build.events is not None
    build.events.clear()
    step(game, state, code, build=build)
    return [each for each in sentences(game, [*events, *build.events], 0, language) if " -> " in each]


@pytest.mark.parametrize(
    ("does", "language", "told"),
    [
        ("toll", "en", ["seat 1: Gold: 0 -> 1 (+1): Toll"]),
        ("toll", "fr", ["joueur 1 : Or : 0 -> 1 (+1) : Péage"]),
        ("untitled", "en", ["seat 1: Gold: 0 -> 1 (+1)"]),
        ("gain 2 gold", "en", ["seat 1: Gold: 0 -> 2 (+2)"]),
        ("gain 2 gold; untitled", "en", ["seat 1: Gold: 0 -> 3 (+3)"]),
        ("gain 2 gold; toll; toll", "en", ["seat 1: Gold: 0 -> 2 (+2)", "seat 1: Gold: 2 -> 4 (+2): Toll"]),
    ],
)
def test_a_cause_that_no_choice_says_is_told(tmp_path: Path, does: str, language: str, told: list[str]) -> None:
    assert heard(tmp_path, does, language) == told


def test_a_cause_is_not_told_twice_in_the_history_of_a_number(tmp_path: Path) -> None:
    game = game_of(tmp_path, CHOICE.format(does="toll"), TOLLS)
    build = traced_build(game)
    state = start(game, seats=2, seed=1, build=build)
    step(game, state, offered(game, state)["walk"], build=build)
    (change,) = changes_of(game, build.events or (), "gold", 0, None)
    assert change.said.count("Toll") == 1
