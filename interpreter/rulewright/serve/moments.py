"""What has happened at a table, choice by choice, and what each seat is told of it.

What others do while all answer at once is told when the answers are opened, as at the screen of one table.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

from rulewright.model.events import Answered, Event
from rulewright.model.game import Build, Game, State
from rulewright.model.layout import FRAME, N_SEATS, OPTIONS, SEALED, SEAT
from rulewright.observe.events import chosen_event, is_of_others, may_hear, shows_hidden, told
from rulewright.play.replay import offered
from rulewright.run.steps import IllegalChoice, step, turn_to
from rulewright.serve.highlights import lights_of

ONLOOKER = -1
"""Who looks on: a seat that nobody has, to which nothing belongs."""


@dataclass(frozen=True, slots=True)
class Moment:
    """One choice: who made it, the event of it, who may hear of it at once, and what followed.

    `sealed`: all were answering at once; `opened`: with this choice the answers were opened.
    """

    seat: int
    key: str
    chosen: Answered
    heard: frozenset[int]
    events: tuple[Event, ...]
    sealed: bool
    opened: bool

    def shows_hidden(self, game: Game, seat: int) -> bool:
        """Whether it shows a seat what was hidden before, so that it cannot be taken back."""
        return self.opened or shows_hidden(game, self.events, seat)


def make_choice(game: Game, build: Build, state: State, seat: int, key: str) -> Moment:
    """Make a choice named by its key, changing `state` in place.

    Raises IllegalChoice where it is not offered to the seat, and LimitReached; the state is of no use then.
    """
    if state[FRAME] is None:
        raise IllegalChoice("the game is over")
    if seat != state[SEAT]:
        turn_to(game, state, seat, build=build)
    code = offered(game, state).get(key)
    if code is None or code not in state[OPTIONS]:
        raise IllegalChoice(f"'{key[:80]}' is not offered here")
    sealed = state[SEALED] is not None
    chosen = chosen_event(game, state, code)
    others = [ONLOOKER, *range(state[N_SEATS])]
    heard = [each for each in others if each == seat or (not sealed and may_hear(game, chosen, each))]
    assert build.events is not None
    build.events.clear()
    step(game, state, code, build=build)
    events = tuple(build.events)
    build.events.clear()
    return Moment(seat, key, chosen, frozenset(heard), events, sealed, sealed and state[SEALED] is None)


class Line(NamedTuple):
    """A sentence, and what it is about as `lights_of` names it."""

    text: str
    lights: str


@dataclass(slots=True)
class Telling:
    """The sentences one seat is told, moment by moment; it goes on where it stopped."""

    seat: int
    language: str
    told: list[tuple[int, int, tuple[Line, ...]]] = field(default_factory=list)
    waiting: list[Event] = field(default_factory=list)
    known: list[Event] = field(default_factory=list)
    done: int = 0

    def hear(self, game: Game, moments: list[Moment]) -> None:
        """Take in the moments that are new: number, who chose, and sentences of each are added to `told`."""
        for number in range(self.done, len(moments)):
            moment = moments[number]
            news: list[Event] = [moment.chosen] if self.seat in moment.heard else []
            if moment.opened:
                news = self.waiting + news
                self.waiting = []
            for event in moment.events:
                if moment.sealed and not moment.opened and is_of_others(game, event, self.seat):
                    self.waiting.append(event)
                else:
                    news.append(event)
            self.known += news
            lines = tuple(
                Line(text, lights_of(game, event, self.seat))
                for text, event in told(game, news, self.seat, self.language)
            )
            if lines:
                self.told.append((number + 1, moment.seat, lines))
        self.done = len(moments)
