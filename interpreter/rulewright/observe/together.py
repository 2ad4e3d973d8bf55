"""What a seat reads of events, with the moves of many pieces from one place to another in one line."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from rulewright.locales.catalogue import phrases
from rulewright.model.events import Event, Moved
from rulewright.model.game import Game
from rulewright.observe.events import told
from rulewright.observe.moves_told import MoveTold, move_told


class ToldTogether(NamedTuple):
    """A line of the log, and the events it is about."""

    text: str
    events: tuple[Event, ...]


def told_together(
    game: Game, events: Iterable[Event], seat: int | None, language: str = "en"
) -> Iterator[ToldTogether]:
    """As `told`: moves that one effect makes one after the other, between the same places, are told as one."""
    run: list[tuple[str, Moved, MoveTold]] = []
    for text, event in told(game, events, seat, language):
        move = move_told(game.blueprint, event, seat, language) if isinstance(event, Moved) else None
        if run and not (move is not None and isinstance(event, Moved) and _goes_with(event, move, *run[-1][1:])):
            yield _one_line(run, language)
            run = []
        if move is None or not isinstance(event, Moved):
            yield ToldTogether(text, (event,))
        else:
            run.append((text, event, move))
    if run:
        yield _one_line(run, language)


def _goes_with(event: Moved, move: MoveTold, before: Moved, said: MoveTold) -> bool:
    same_way = (event.source, event.target, event.course) == (before.source, before.target, before.course)
    return same_way and move.who == said.who


def _one_line(run: list[tuple[str, Moved, MoveTold]], language: str) -> ToldTogether:
    if len(run) == 1:
        return ToldTogether(run[0][0], (run[0][1],))
    counted: dict[str, int] = {}
    for *_, move in run:
        counted[move.what] = counted.get(move.what, 0) + 1
    what = ", ".join(f"{count} x {title}" if count > 1 else title for title, count in counted.items())
    who, _, here, there = run[0][2]
    text = who + phrases(language, "table")("go_from_to", what=what, here=here, there=there)
    return ToldTogether(text, tuple(event for _, event, _ in run))
