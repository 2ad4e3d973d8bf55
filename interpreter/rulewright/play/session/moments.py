"""The choices made at a table, and what each seat learns of them.

While all answer at once, others' choices become known only when the answers are revealed.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from rulewright.core.model.events import Answered, Event, Opened, Sealed
from rulewright.core.model.game import Build, Game, State
from rulewright.core.model.layout import FRAME, N_SEATS, PROCEDURE, SEALED, SEAT, frames_from
from rulewright.core.run.steps import IllegalChoice, step, turn_to
from rulewright.observe.sight.places import is_of_others
from rulewright.observe.sight.selections import picked_by_now
from rulewright.observe.words.choices_told import chosen_event, may_hear
from rulewright.observe.words.log_lines import NOBODY, LogLine
from rulewright.observe.words.together import told_together
from rulewright.play.records.replay import offered
from rulewright.play.session.reading import Peek, StepReads, step_watched

ONLOOKER = NOBODY
"""A spectator: a seat that nobody has and that owns nothing."""
_UNWATCHED = StepReads(Peek.HIDDEN)


@dataclass(frozen=True, slots=True)
class Moment:
    """One choice: who made it, its event, who may learn of it at once, and what followed.

    `sealed`: all were answering at once; `opened`: this choice revealed their answers. `outcome`: what was read
    that is hidden from those watched; if nobody was watched, anything may have been read. `goes_on`: it is a part of a
    selection of several, of which more is asked. `within`: the procedures in which it was asked, from the outermost on.
    """

    seat: int
    key: str
    chosen: Answered
    heard: frozenset[int]
    events: tuple[Event, ...]
    sealed: bool
    opened: bool
    outcome: StepReads
    goes_on: bool = False
    within: tuple[int, ...] = ()


def make_choice(
    game: Game, build: Build, state: State, seat: int, key: str, watched: Collection[int] = ()
) -> Moment:
    """Make a choice named by its key, and change `state` in place (see `take_option`).

    A seat that answers out of turn is asked only now: what happens before it is asked belongs to its choice. Raises
    IllegalChoice if it is not offered to the seat, and LimitReached; the state is unusable then.
    """
    if state[FRAME] is None:
        raise IllegalChoice("the game is over")
    before: tuple[Event, ...] = ()
    if seat != state[SEAT]:
        assert build.events is not None
        build.events.clear()
        turn_to(game, state, seat, build=build)
        before = tuple(build.events)
    code = offered(game, state).get(key)
    if code is None:
        raise IllegalChoice(f"'{key[:80]}' is not offered here")
    moment = take_option(game, build, state, code, key, watched)
    return replace(moment, events=(*before, *moment.events)) if before else moment


def take_option(game: Game, build: Build, state: State, code: int, key: str, watched: Collection[int] = ()) -> Moment:
    """Make the choice of an option code for the seat to move, and notice when it reads something hidden.

    Reads are noticed if they are hidden from the seats `watched`. Raises LimitReached if the rules reach a limit; the
    state is unusable then.
    """
    seat, sealed, asked = state[SEAT], state[SEALED] is not None, state[FRAME]
    chosen = chosen_event(game, state, code)
    others = [ONLOOKER, *range(state[N_SEATS])]
    heard = [each for each in others if each == seat or (not sealed and may_hear(game, chosen, each))]
    assert build.events is not None
    build.events.clear()
    outcome = _UNWATCHED
    if watched:
        outcome = step_watched(game, build, state, code, watched)
    else:
        step(game, state, code, build=build)
    events = tuple(build.events)
    build.events.clear()
    opened = sealed and (state[SEALED] is None or any(isinstance(each, Opened) for each in events))
    goes_on = picked_by_now(game, state, seat, chosen.site, asked) is not None
    within = tuple(frame[PROCEDURE] for frame in frames_from(asked))[::-1]
    return Moment(seat, key, chosen, frozenset(heard), events, sealed, opened, outcome, goes_on, within)


class Heard(NamedTuple):
    """The events that a seat learns after a choice: the choice's number (from 1), the seat that chose, the events."""

    number: int
    seat: int
    events: tuple[Event, ...]


@dataclass(slots=True)
class Followed:
    """The number of moments followed so far, and the last of them. Moments are only added, or undone from the end."""

    done: int = 0
    last: Moment | None = None

    def leads_to(self, moments: Sequence[Moment]) -> bool:
        """Whether these go on from those followed, of which none has been undone."""
        return self.done == 0 or (self.done <= len(moments) and moments[self.done - 1] is self.last)

    def new(self, moments: Sequence[Moment]) -> list[tuple[int, Moment]]:
        """Return the new moments, with their numbers from 1, and count them as followed."""
        found = list(enumerate(moments[self.done :], self.done + 1))
        self.done, self.last = len(moments), moments[-1] if moments else None
        return found


@dataclass(slots=True)
class Hearing:
    """The events that one seat learns, moment by moment. It resumes where it stopped, or starts over after an undo.

    A selection of several is learned once it is complete: the events of one that has `begun` wait.
    """

    seat: int
    heard: list[Heard] = field(default_factory=list)
    waiting: list[Event] = field(default_factory=list)
    begun: list[Event] = field(default_factory=list)
    followed: Followed = field(default_factory=Followed)

    def hear(self, game: Game, moments: Sequence[Moment]) -> Sequence[Heard]:
        """Take in the new moments, and return what the seat learned from them."""
        if not self.followed.leads_to(moments):
            self.heard, self.waiting, self.begun, self.followed = [], [], [], Followed()
        before = len(self.heard)
        for number, moment in self.followed.new(moments):
            events = (*self.begun, *self._of(game, moment))
            self.begun = list(events) if moment.goes_on else []
            if events and not moment.goes_on:
                self.heard.append(Heard(number, moment.seat, events))
        return self.heard[before:]

    def _of(self, game: Game, moment: Moment) -> list[Event]:
        news: list[Event] = [moment.chosen] if self.seat in moment.heard else []
        sealed = moment.sealed
        for event in moment.events:
            match event:
                case Opened():
                    sealed = False
                    news += self._opened()
                case Sealed():
                    sealed = True
                case _ if sealed and is_of_others(game, event, self.seat):
                    self.waiting.append(event)
                    continue
                case _:
                    pass
            news.append(event)
        if moment.opened and not sealed:  # a game that ends while all answer reveals nothing itself
            news += self._opened()
        return news

    def _opened(self) -> list[Event]:
        waiting, self.waiting = self.waiting, []
        return waiting


class HeardLines(NamedTuple):
    """The log of one choice as a seat reads it: the number of the choice (from 1), who chose, and the lines."""

    number: int
    seat: int
    lines: tuple[LogLine, ...]


@dataclass(slots=True)
class Telling:
    """The log that one seat reads, choice by choice.

    It resumes where it stopped, and starts over if the seat has learned something else since.
    """

    seat: int
    language: str
    told: list[HeardLines] = field(default_factory=list)
    done: int = 0
    last: Heard | None = None

    def hear(self, game: Game, heard: Sequence[Heard]) -> None:
        """Take in what is new of what the seat has learned."""
        if self.done and (self.done > len(heard) or heard[self.done - 1] is not self.last):
            self.told, self.done = [], 0
        for number, seat, events in heard[self.done :]:
            lines = tuple(told_together(game, events, self.seat, self.language))
            if lines:
                self.told.append(HeardLines(number, seat, lines))
        self.done, self.last = len(heard), heard[-1] if heard else None
