"""What a seat reads of events, with the moves of many pieces from one place to another in one line, and what chance
decided one after the other.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby, pairwise
from typing import NamedTuple

from rulewright.core.locales.catalogue import phrases
from rulewright.core.locales.wording import tallied
from rulewright.core.model.events import Changed, Event, Moved
from rulewright.core.model.game import Game
from rulewright.observe.words.chance import came_up, is_result, seat_of
from rulewright.observe.words.events import Told, told
from rulewright.observe.words.moves_told import MoveTold


class ToldTogether(NamedTuple):
    """A line of the log, and the events it is about; whether it tells what chance decided."""

    text: str
    events: tuple[Event, ...]
    by_chance: bool = False


def told_together(
    game: Game, events: Iterable[Event], seat: int | None, language: str = "en"
) -> Iterator[ToldTogether]:
    """As `told`: moves that one effect makes one after the other, between the same places, are told as one, and so is
    what came up of several dice.
    """
    known = tuple(events)
    results = {id(event) for before, event in pairwise(known) if is_result(event, before)}

    def alike(line: Told) -> object:
        """What lines that are told as one have in common; a line that is told by itself has nothing in common."""
        event = line.event
        if line.move is not None and isinstance(event, Moved):
            return event.source, event.target, event.course, line.move.who
        return seat_of(event.course) if isinstance(event, Changed) and id(event) in results else object()

    for _, group in groupby(told(game, known, seat, language), alike):
        lines = tuple(group)
        about = tuple(each.event for each in lines)
        rolled = [each for each in about if isinstance(each, Changed) and id(each) in results]
        if rolled:
            yield ToldTogether(came_up(game.blueprint, rolled, seat, language), about, True)
        elif len(lines) == 1:
            yield ToldTogether(lines[0].text, about)
        else:
            yield ToldTogether(_in_one([each.move for each in lines if each.move is not None], language), about)


def _in_one(moves: Sequence[MoveTold], language: str) -> str:
    """Moves of one seat from one place to another in one sentence."""
    who, _, here, there = moves[0]
    what = tallied(each.what for each in moves)
    return who + phrases(language, "table")("go_from_to", what=what, here=here, there=there)
