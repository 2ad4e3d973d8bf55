"""Events as a seat reads them, with similar moves, or successive results of chance, in one line."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain, groupby

from rulewright.core.locales.catalogue import phrases
from rulewright.core.locales.wording import tallied
from rulewright.core.model.events import Changed, Event, Moved
from rulewright.core.model.game import Game
from rulewright.observe.words.chance import came_up
from rulewright.observe.words.events import told
from rulewright.observe.words.log_lines import LogLine


def told_together(game: Game, events: Iterable[Event], seat: int | None, language: str = "en") -> Iterator[LogLine]:
    """Yield the lines of `told`, with successive moves of one effect between two places as one.

    So are results of several dice.
    """
    for _, group in groupby(told(game, events, seat, language), _alike):
        first, *others = group
        if not others:
            yield first
            continue
        about = tuple(chain(first.events, *(each.events for each in others)))
        if first.move is None:
            results = [each for each in about if isinstance(each, Changed)]
            yield first._replace(words=came_up(game.blueprint, results, seat, language), events=about)
            continue
        move = first.move._replace(what=tallied(each.move.what for each in (first, *others) if each.move is not None))
        words = phrases(language, "table")("goes_from_to", what=move.what, here=move.here, there=move.there)
        yield first._replace(words=words, events=about, move=move)


def _alike(line: LogLine) -> object:
    """Return the key that lines told as one have in common, a unique one for a line told alone."""
    event = line.events[0]
    if isinstance(event, Moved):
        return event.source, event.target, event.course, line.whose
    return line.by if line.by_chance else object()
