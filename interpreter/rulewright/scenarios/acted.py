"""Scenarios that are played to be shown: the table before, each choice in words, what came of it, the table after."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from rulewright.compile.overlay import with_texts
from rulewright.diagnostics import Span
from rulewright.model.document import Mapping
from rulewright.model.events import Answered, Event
from rulewright.model.game import Game, State
from rulewright.play.scenario import enacted
from rulewright.scenarios.runner import ScenarioRunner


class ShownChoice(NamedTuple):
    """A choice, and what happened up to the next one."""

    chosen: Answered
    events: tuple[Event, ...]


@dataclass(frozen=True, slots=True)
class ActedScenario:
    """A scenario as it went: `example` is what its author says of it to players, by language, perhaps nothing."""

    sentence: str
    example: dict[str, str]
    rules: tuple[str, ...]
    span: Span
    game: Game
    before: State
    choices: tuple[ShownChoice, ...]
    after: State


def acted(runner: ScenarioRunner, node: Mapping, example: dict[str, str]) -> ActedScenario | None:
    """A scenario played through; None if it is wrong, or nothing is chosen in it."""
    written, faults = runner.written_one(node)
    if written is None or faults or written.built.compiled is None:
        return None
    texts = with_texts(written.built.compiled, written.game, written.build, written.effects, written.amounts)
    game, build, numbers, kinds, faults = texts
    if faults:
        return None
    course = enacted(game, build, written.scenario(numbers, kinds))
    if course is None:
        return None
    before, steps, after = course
    choices = tuple(ShownChoice(*each) for each in steps)
    draft = written.draft
    return ActedScenario(draft.sentence, example, draft.rules, draft.span, game, before, choices, after)
