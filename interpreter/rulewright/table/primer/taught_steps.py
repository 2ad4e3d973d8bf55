"""The lesson next to a question: its author's text on it, and the current step of a guided game."""

from __future__ import annotations

from collections.abc import Container
from functools import cache
from typing import NamedTuple

from rulewright.core.locales.wording import title_in
from rulewright.core.model.effect_names import entry_of
from rulewright.core.model.game import Game, State
from rulewright.core.model.layout import SITE
from rulewright.core.model.lessons import CHOICE, STEP
from rulewright.observe.words.table_rows import holds
from rulewright.observe.words.table_values import Sight


class TaughtNow(NamedTuple):
    """A lesson to the seat that is asked: about the question and about its position.

    `number` (from 1) is the number of the step among `steps`.
    """

    choice: str = ""
    step: str = ""
    heading: str = ""
    number: int = 0
    steps: int = 0


def taught_now(game: Game, state: State, seat: int, language: str, met: Container[str] = ()) -> TaughtNow:
    """Return the lesson to the seat that is asked at a state's decision.

    `met` are the procedures whose questions the seat has answered before. A step without a condition is taught once.
    """
    lessons = game.blueprint.lessons
    if not lessons:
        return TaughtNow()
    asked = entry_of(game.blueprint.sites[state[SITE]].procedure)
    choice = next((each.said(language)[0] for each in lessons if each.part == CHOICE and each.during == asked), "")
    steps = [each for each in lessons if each.part == STEP]
    sight = cache(lambda: Sight.of(game, state, seat, language))
    for number, each in enumerate(steps, 1):
        if each.during not in ("", asked):
            continue
        if holds(sight(), each.when, {"seat": seat}) if each.when else each.during not in met:
            heading = title_in(each.title, language, "") if each.title else ""
            return TaughtNow(choice, each.said(language)[0], heading, number, len(steps))
    return TaughtNow(choice)
