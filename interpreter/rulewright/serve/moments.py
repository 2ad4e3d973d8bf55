"""What each seat at a table is shown of what has happened there, as lines of its log."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from rulewright.model.events import Event
from rulewright.model.game import Game
from rulewright.observe.events import told
from rulewright.play.moments import Heard
from rulewright.serve.highlights import highlights_of


class Line(NamedTuple):
    """A sentence, and what it is about as `highlights_of` names it."""

    text: str
    highlights: str


@dataclass(slots=True)
class Telling:
    """The sentences one seat is shown, choice by choice; it continues where it stopped."""

    seat: int
    language: str
    told: list[tuple[int, int, tuple[Line, ...]]] = field(default_factory=list)
    done: int = 0

    def hear(self, game: Game, heard: Sequence[Heard]) -> None:
        """Take in what is new of what was heard: number, who chose, and sentences are added to `told`."""
        for number, seat, events in heard[self.done :]:
            lines = lines_of(game, events, self.seat, self.language)
            if lines:
                self.told.append((number, seat, lines))
        self.done = len(heard)


def lines_of(game: Game, events: Sequence[Event], seat: int, language: str) -> tuple[Line, ...]:
    """What a seat is shown of events."""
    return tuple(Line(text, highlights_of(game, event, seat)) for text, event in told(game, events, seat, language))
