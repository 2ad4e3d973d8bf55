"""The choices made at a table, and what each seat learns of them.

While all answer at once, others' choices become known only when the answers are revealed. In which order they came, and
of how many choices each consists, nobody learns: all of them count as one.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import NamedTuple

from rulewright.core.model.events import Answered, Event, Opened, Sealed
from rulewright.core.model.game import Build, Game, State
from rulewright.core.model.layout import FRAME, N_SEATS, PROCEDURE, SEALED, SEAT, frames_from
from rulewright.core.run.steps import IllegalChoice, step, turn_to
from rulewright.observe.sight.places import is_of_others, seat_of
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

    @property
    def counts(self) -> bool:
        """True if it is counted as a choice. Of those that all make at once, only the one that reveals them is."""
        return not self.sealed or self.opened


def make_choice(game: Game, build: Build, state: State, seat: int, key: str, watched: Collection[int] = ()) -> Moment:
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


class AskedAt(NamedTuple):
    """The question of a choice: the procedures in which it was asked, from the outermost on, and its site."""

    within: tuple[int, ...]
    site: int


OPENING = AskedAt((), -1)
"""Answers that are revealed: no question of any one of them."""


class Heard(NamedTuple):
    """The events that a seat learns after a choice.

    The fields are the choice's number (from 1) among those counted, the seat that chose, the events, and the question.
    The seat's own sealed choices have the number that all answers have once they are revealed. The news of the others
    is then that of the last seat of the table that answered.
    """

    number: int
    seat: int
    events: tuple[Event, ...]
    asked: AskedAt


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

    A selection of several is learned once it is complete: the events of one that has `begun` wait. Sealed events of
    others are `waiting`, and so are those of the seat's `own` things that precede its first sealed question, perhaps
    after a choice of another.
    """

    seat: int
    heard: list[Heard] = field(default_factory=list)
    waiting: list[Event] = field(default_factory=list)
    own: list[Event] = field(default_factory=list)
    begun: dict[int, tuple[Event, ...]] = field(default_factory=dict)
    counted: int = 0
    answered: set[int] = field(default_factory=set)
    followed: Followed = field(default_factory=Followed)

    def hear(self, game: Game, moments: Sequence[Moment]) -> Sequence[Heard]:
        """Take in the new moments, and return what the seat learned from them."""
        if not self.followed.leads_to(moments):
            self.heard, self.waiting, self.begun, self.followed = [], [], {}, Followed()
            self.counted, self.answered, self.own = 0, set(), []
        before = len(self.heard)
        for _, moment in self.followed.new(moments):
            own, opened = self._of(game, moment)
            self._hear(moment.seat, own, AskedAt(moment.within, moment.chosen.site), goes_on=moment.goes_on)
            if moment.sealed:
                self.answered.add(moment.seat)
            if moment.opened:
                self._hear(max(self.answered), opened, OPENING)
                self.answered.clear()
            self.counted += moment.counts
        return self.heard[before:]

    def _hear(self, seat: int, news: Sequence[Event], asked: AskedAt, *, goes_on: bool = False) -> None:
        events = (*self.begun.pop(seat, ()), *news)
        if goes_on:
            self.begun[seat] = events
        elif events:
            self.heard.append(Heard(self.counted + 1, seat, events, asked))

    def _of(self, game: Game, moment: Moment) -> tuple[list[Event], list[Event]]:
        """Return (news of the choice itself, news of the answers that it reveals)."""
        own: list[Event] = [moment.chosen] if self.seat in moment.heard else []
        opening: list[Event] = []
        sealed, news = moment.sealed, own
        if moment.seat == self.seat:
            news += self._own()
        for event in moment.events:
            match event:
                case Opened():
                    sealed, news = False, opening
                    news += self._opened(game)
                case Sealed():
                    sealed = True
                case _ if sealed and is_of_others(game, event, self.seat):
                    self.waiting.append(event)
                    continue
                case _ if sealed and news is own and moment.sealed and moment.seat != self.seat:
                    self.own.append(event)
                    continue
                case _:
                    pass
            news.append(event)
        if moment.opened and not sealed:  # a game that ends while all answer reveals nothing itself
            opening += self._opened(game)
        return own, opening

    def _own(self) -> list[Event]:
        own, self.own = self.own, []
        return own

    def _opened(self, game: Game) -> list[Event]:
        """Return what has waited, in the order of the table."""
        waiting, self.waiting = sorted(self.waiting, key=partial(seat_of, game)), []
        return [*self._own(), *waiting]


class HeardLines(NamedTuple):
    """The log of one choice as a seat reads it: its number among those counted, who chose, the lines, the question."""

    number: int
    seat: int
    lines: tuple[LogLine, ...]
    asked: AskedAt


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
        for number, seat, events, asked in heard[self.done :]:
            lines = tuple(told_together(game, events, self.seat, self.language))
            if lines:
                self.told.append(HeardLines(number, seat, lines, asked))
        self.done, self.last = len(heard), heard[-1] if heard else None
