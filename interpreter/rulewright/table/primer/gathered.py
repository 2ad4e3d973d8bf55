"""A game as newcomers are taught it: its lessons and words in one language, and tables to draw."""

from __future__ import annotations

from dataclasses import dataclass

from rulewright.core.locales.catalogue import Phrases, phrases
from rulewright.core.model.game import Game, State
from rulewright.core.model.layout import FRAME, OPTIONS
from rulewright.core.model.lessons import CHOICE, PARTS, Lesson
from rulewright.core.model.seats import usual_seats
from rulewright.core.run.steps import settings_chosen, start, step, unstarted
from rulewright.observe.words.glossary import Glossary
from rulewright.observe.words.phrasing import Phrasing
from rulewright.observe.words.progress import under_way
from rulewright.table.drawing.scene import Scene
from rulewright.table.drawing.still import scene_of

_SEED = 1
_MOST_ANSWERS = 60


@dataclass(frozen=True, slots=True)
class Primer:
    """The contents of an introduction.

    `lessons` are those of the page, `choices` those that go with questions.
    """

    game: Game
    language: str
    lessons: tuple[Lesson, ...]
    choices: tuple[Lesson, ...]
    words: tuple[Lesson, ...]
    phrasing: Phrasing

    @property
    def word(self) -> Phrases:
        return phrases(self.language, "player")


def primer_of(game: Game, language: str, lessons: tuple[Lesson, ...] | None = None) -> Primer:
    """Return the primer of a game.

    `lessons` replace the game's own, such as those of all modules together.
    """
    taught = game.blueprint.lessons if lessons is None else lessons
    return Primer(
        game, language, tuple(each for each in taught if each.part in PARTS),
        tuple(each for each in taught if each.part == CHOICE), game.blueprint.words,
        Phrasing(Glossary.of(game.blueprint, language)),
    )  # fmt: skip


def in_the_box(primer: Primer) -> Scene:
    """Return a table before its set-up, for printed data that does not depend on the state."""
    game = primer.game
    return scene_of(game, unstarted(game, seats=_seats(game), seed=_SEED), 0, primer.language)


def after_set_up(primer: Primer) -> Scene:
    """Return a table as it is when the game begins, seen by the first seat."""
    return scene_of(primer.game, set_up(primer.game), 0, primer.language)


def set_up(game: Game) -> State:
    """Return a table after its set-up, whose questions are answered by the first option: always the same."""
    blueprint = game.blueprint
    state = start(game, seats=_seats(game), seed=_SEED)
    preparing = {each.during for each in blueprint.lessons if each.part == "setup" and each.during}
    for _ in range(_MOST_ANSWERS):
        if state[FRAME] is None or not preparing.intersection(under_way(blueprint, state)):
            break
        step(game, state, state[OPTIONS][0])
    return state


def _seats(game: Game) -> int:
    """Return two, or the fewest seats possible."""
    return min(game.blueprint.max_seats, usual_seats(game.blueprint, settings_chosen(game.blueprint, {})))
