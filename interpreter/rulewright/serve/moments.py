"""What each seat at a table is told of what has happened there, as lines of its log."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from rulewright.model.events import Event
from rulewright.model.game import Game
from rulewright.observe.events import told
from rulewright.play.moments import Hearing, Moment
from rulewright.serve.highlights import lights_of


class Line(NamedTuple):
    """A sentence, and what it is about as `lights_of` names it."""

    text: str
    lights: str


@dataclass(slots=True)
class Telling:
    """The sentences one seat is told, moment by moment; it goes on where it stopped."""

    hearing: Hearing
    language: str
    told: list[tuple[int, int, tuple[Line, ...]]] = field(default_factory=list)

    @property
    def known(self) -> list[Event]:
        """The events that the seat knows of."""
        return self.hearing.known

    def hear(self, game: Game, moments: Sequence[Moment]) -> None:
        """Take in the moments that are new: number, who chose, and sentences of each are added to `told`."""
        for number, seat, events in self.hearing.hear(game, moments):
            lines = lines_of(game, events, self.hearing.seat, self.language)
            if lines:
                self.told.append((number, seat, lines))


def lines_of(game: Game, events: Sequence[Event], seat: int, language: str) -> tuple[Line, ...]:
    """What a seat is told of events."""
    return tuple(Line(text, lights_of(game, event, seat)) for text, event in told(game, events, seat, language))
