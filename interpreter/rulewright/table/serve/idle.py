"""Texts for a waiting seat: the open question of the others, its own last action, its score so far.

While others answer under seal, nobody learns what they are asked. Questions to the seat itself are in `offers.py`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rulewright.core.locales.catalogue import phrases
from rulewright.core.locales.wording import title_in
from rulewright.core.model.game import Blueprint, Game, State
from rulewright.core.model.layout import FRAME, PROCEDURE, SEALED, SITE, frames_from
from rulewright.core.model.points import points_text
from rulewright.observe.naming import effect_title, question
from rulewright.observe.sight.sight import HIDDEN
from rulewright.observe.words.table_values import Sight, value_of
from rulewright.play.session.moments import ONLOOKER
from rulewright.table.serve.logged_actions import Turn


@dataclass(frozen=True, slots=True)
class WhileWaiting:
    """Texts for a waiting seat: the open question, its own last action, its (title, points) rows."""

    asked: str
    last: str
    scores: tuple[tuple[str, str], ...]


def while_waiting(game: Game, state: State, seat: int, turns: Sequence[Turn], language: str) -> WhileWaiting:
    """Return the texts for a waiting seat (-1: a spectator), from a state that the seat may see."""
    own = next((each.actions[-1].title for each in reversed(turns) if each.of == seat), "")
    return WhileWaiting(asked_of_others(game.blueprint, state, language), own, _scores(game, state, seat, language))


def asked_of_others(blueprint: Blueprint, state: State, language: str) -> str:
    """Return the question to the awaited seat, as far as all may know it.

    It never reveals which component's text asks, and is "" while all answer at once.
    """
    if state[FRAME] is None or state[SEALED] is not None:
        return ""
    names = [blueprint.procedures[each[PROCEDURE]].id for each in frames_from(state[FRAME])][::-1]
    known = names[: next((at for at, each in enumerate(names) if "." in each), len(names))]
    if len(known) == len(names):
        return question(blueprint, state[SITE], language)
    titled = [each for each in known if each in blueprint.procedure_titles]
    return effect_title(blueprint, titled[-1], language) if titled else ""


def _scores(game: Game, state: State, seat: int, language: str) -> tuple[tuple[str, str], ...]:
    blueprint = game.blueprint
    if seat == ONLOOKER or not blueprint.scoring:
        return ()
    sight, lines = (
        Sight.of(game, state, seat, language),
        [blueprint.scoring[each] for each in blueprint.scoring_as_read],
    )
    told = [(title_in(each.title, language, each.id), value_of(sight, each.id, seat, ())[0]) for each in lines]
    if len(told) > 1 and not any(HIDDEN in str(value) for _, value in told):
        total = sum(sight.amount_of(each.number, seat, ()) for each in lines)
        told.append((phrases(language, "table")("total").capitalize(), points_text(blueprint, total)))
    return tuple((title, str(value)) for title, value in told)
