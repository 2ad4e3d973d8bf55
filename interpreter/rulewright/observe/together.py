"""What a seat reads of events, with the moves of many pieces from one place to another in one line, and what chance
decided one after the other.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import pairwise
from typing import NamedTuple

from rulewright.locales.catalogue import phrases
from rulewright.model.events import Changed, Event, Moved
from rulewright.model.game import Game
from rulewright.observe.chance import came_up, is_result, seat_of
from rulewright.observe.events import told
from rulewright.observe.moves_told import MoveTold, move_told
from rulewright.observe.wording import tallied


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
    run: list[tuple[str, Moved, MoveTold]] = []
    rolled: list[Changed] = []
    for text, event in told(game, known, seat, language):
        move = move_told(game.blueprint, event, seat, language) if isinstance(event, Moved) else None
        if run and not (move is not None and isinstance(event, Moved) and _goes_with(event, move, *run[-1][1:])):
            yield _one_line(run, language)
            run = []
        chance = isinstance(event, Changed) and id(event) in results
        if rolled and not (chance and isinstance(event, Changed) and _is_alike(event, rolled[-1])):
            yield _came_up(game, rolled, seat, language)
            rolled = []
        if chance and isinstance(event, Changed):
            rolled.append(event)
        elif move is None or not isinstance(event, Moved):
            yield ToldTogether(text, (event,))
        else:
            run.append((text, event, move))
    if run:
        yield _one_line(run, language)
    if rolled:
        yield _came_up(game, rolled, seat, language)


def _is_alike(event: Changed, before: Changed) -> bool:
    """Whether chance decided for the same seat."""
    return seat_of(event.course) == seat_of(before.course)


def _came_up(game: Game, rolled: list[Changed], seat: int | None, language: str) -> ToldTogether:
    return ToldTogether(came_up(game.blueprint, rolled, seat, language), tuple(rolled), True)


def _goes_with(event: Moved, move: MoveTold, before: Moved, said: MoveTold) -> bool:
    same_way = (event.source, event.target, event.course) == (before.source, before.target, before.course)
    return same_way and move.who == said.who


def _one_line(run: list[tuple[str, Moved, MoveTold]], language: str) -> ToldTogether:
    if len(run) == 1:
        return ToldTogether(run[0][0], (run[0][1],))
    what = tallied(move.what for *_, move in run)
    who, _, here, there = run[0][2]
    text = who + phrases(language, "table")("go_from_to", what=what, here=here, there=there)
    return ToldTogether(text, tuple(event for _, event, _ in run))
