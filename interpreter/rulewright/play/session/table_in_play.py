"""A table in play: one game with people and bots at it, what they have chosen, and what each of them may know about it.

What a seat chooses is its own until it confirms: nobody else sees it. It is settled at once if something hidden was
read along the way, so that nobody can look and take it back. What is chosen is kept before anybody sees it, by whatever
overrides `keep_choices` and `keep_draft`; whether at a screen or in a browser, is not known here.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from math import inf

from rulewright.core.model.chance import draws_of
from rulewright.core.model.game import Build, Game, State
from rulewright.core.model.layout import FRAME, N_SEATS, SEAT
from rulewright.core.model.seats import ruled_seats
from rulewright.core.model.settings import Chosen
from rulewright.core.run.atoms import LimitReached
from rulewright.core.run.build import asking_singly, settling_alone, traced_build
from rulewright.core.run.steps import IllegalChoice, clone, finish, start, turn_to, turned_to
from rulewright.observe.sight.foreseen import OptionForeseen
from rulewright.observe.sight.hiding import awaited
from rulewright.observe.sight.offers import Offer
from rulewright.observe.sight.selections import selection_of
from rulewright.observe.words.seats import with_seat_names
from rulewright.play.policies.naming import thinks_long
from rulewright.play.records.replay import PERSON, Quit, RecordedChoice, Replay, key_of, play_again, replay_of
from rulewright.play.session.drafts import Draft
from rulewright.play.session.foresight import foresee, keys_ahead
from rulewright.play.session.match import again_after
from rulewright.play.session.moments import Heard, HeardLines, Hearing, Moment, Telling, make_choice
from rulewright.play.session.quitting import has_quit, is_ended, result_after
from rulewright.play.session.remembering import TableMemory, choose_by
from rulewright.play.session.result import Result
from rulewright.play.session.selecting import choices_of

_EVERY = 20


@dataclass(slots=True, eq=False)
class TableInPlay:
    """A table in play, with the name of the policy of each seat that the rules do not play. People are `human`.

    Where several decide, a seat with one option is asked all the same if others cannot know that it has only one; but
    not at a table whose game was begun without.
    """

    game: Game
    policies: tuple[str, ...]
    seed: int
    settings: Chosen
    variant: str | None = None
    build: Build = field(init=False)
    state: State = field(init=False, default_factory=list)
    moments: list[Moment] = field(init=False, default_factory=list)
    drafts: dict[int, Draft] = field(init=False, default_factory=dict)
    quits: tuple[Quit, ...] = field(init=False, default=())
    counted: list[int] = field(init=False, default_factory=lambda: [0])
    """The numbers of choices before the first that counts, and after each that does (see `Moment.counts`)."""
    _states: list[State] = field(init=False, default_factory=list)
    _hearings: dict[int, Hearing] = field(init=False, default_factory=dict)
    _tellings: dict[tuple[int, str], Telling] = field(init=False, default_factory=dict)
    _memory: TableMemory = field(init=False)

    def __post_init__(self) -> None:
        self._ask_singly(self.game, len(self.policies) > 1)

    def _ask_singly(self, game: Game, asks: bool) -> None:
        self.game = asking_singly(game) if asks else game
        self.build = traced_build(self.game)

    def begin(self, seats: int) -> None:
        """Set the game up. Raises LimitReached or WrongSetup."""
        self._forget_events()
        self.state = start(self.game, seats=seats, seed=self.seed, settings=self.settings, build=self.build)
        self._memory = TableMemory(self.game, seats, tuple(self.build.events or ()))
        self._forget_events()
        self.game = with_seat_names(self.game, self.state)
        self._states, self.counted = [clone(self.state)], [0]

    def resume(self, replay: Replay) -> None:
        """Set the game of a replay up, and make its choices, which must lead where they did. Raises ReplayRefused."""
        if self.game.asks_singly and not replay.asks_singly:
            self._ask_singly(settling_alone(self.game), False)

        def begin() -> State:
            self.begin(replay.seats)
            return self.state

        def choose(state: State, seat: int, code: int, key: str) -> None:
            self.take(make_choice(self.game, self.build, state, seat, key), state)

        play_again(self.game, replay, begin, choose)
        self.quit_by(replay.quits)

    def quit_by(self, quits: tuple[Quit, ...]) -> None:
        """Take in how people have ended the game so far."""
        self.quits = quits
        if is_ended(quits):
            self.state = clone(self.state)
            finish(self.state)
            self.drafts.clear()

    def keep_choices(self, made: Sequence[Moment], seat: int | None, over: bool) -> None:
        """Store choices that are about to be settled.

        With a `seat`, the draft of that seat is settled. `over`: the last choice ends the game.
        """

    def keep_draft(self, seat: int, keys: Sequence[str]) -> None:
        """Keep what a seat has chosen and may still take back, by its keys."""

    def keep_rest(self, seat: int, keys: Sequence[str]) -> None:
        """Keep what still fits of what a seat has chosen, now that others have."""
        self.keep_draft(seat, keys)

    @property
    def is_over(self) -> bool:
        return self.state[FRAME] is None

    @property
    def repeats(self) -> bool:
        """Whether the game has ended in such a way that the same table plays it again."""
        return self.is_over and not is_ended(self.quits) and again_after(self.game, self.state) is not None

    @property
    def result(self) -> Result:
        """The result of a game that is over."""
        return result_after(self.game, self.state, self.quits, self.policies)

    @property
    def ruled(self) -> range:
        return ruled_seats(self.game.blueprint, self.state)

    @property
    def people(self) -> tuple[int, ...]:
        """The seats (from 0) that people play."""
        return tuple(seat for seat, policy in enumerate(self.policies) if policy == PERSON)

    @property
    def asked(self) -> tuple[int, ...]:
        """The seats that are asked."""
        return awaited(self.game, self.state, None)

    def waited_for(self, seat: int) -> tuple[int, ...]:
        """Return the seats that are awaited, as far as one of them or a spectator may know."""
        return awaited(self.game, self.state, seat)

    def policy(self, seat: int) -> str:
        """Return the policy of a seat. It is `first` if the rules ask a seat that they play themselves."""
        return self.policies[seat] if seat < len(self.policies) else "first"

    @property
    def choices(self) -> list[RecordedChoice]:
        """The settled choices."""
        return [RecordedChoice(each.seat + 1, each.key) for each in self.moments]

    def replay(self) -> Replay:
        """Return the replay of the settled choices."""
        table = {"seats": self.state[N_SEATS], "seed": self.seed, "settings": self.settings, "policies": self.policies}
        return replace(replay_of(self.game, choices=self.choices, variant=self.variant, **table), quits=self.quits)

    # ---- What a seat sees

    def state_for(self, seat: int) -> State:
        """Return the table as a seat sees it, with its draft, and with its own decision to be made if it has one."""
        draft = self.drafts.get(seat)
        return draft.state if draft is not None else self._turned(seat)

    def must_confirm(self, seat: int) -> bool:
        """Whether a seat has chosen all that it is asked before another seat is, and only has to confirm."""
        draft = self.drafts.get(seat)
        return draft is not None and bool(draft.moments) and (draft.held or draft.last[SEAT] != seat)

    def may_choose(self, seat: int) -> bool:
        state = self.state_for(seat)
        is_asked = state[FRAME] is not None and bool(state[SEAT] == seat)
        return is_asked and not self.must_confirm(seat) and not has_quit(self.quits, seat)

    def foreseen(self, seat: int, only: int | None = None) -> tuple[OptionForeseen, ...]:
        """Return the results of each option of a seat, or of one code, if it could be taken back."""
        return foresee(self.game, self.build, self._drafted(seat), seat, only) if self.may_choose(seat) else ()

    def heard(self, seat: int) -> list[Heard]:
        """Return the settled events that a seat (-1: a spectator) has learned, choice by choice."""
        hearing = self._hearings.setdefault(seat, Hearing(seat))
        hearing.hear(self.game, self.moments)
        return hearing.heard

    def told(self, seat: int, language: str) -> Sequence[HeardLines]:
        """Return the log lines that a seat (-1: a spectator) reads, choice by choice."""
        telling = self._tellings.setdefault((seat, language), Telling(seat, language))
        telling.hear(self.game, self.heard(seat))
        return telling.told

    def state_at(self, number: int) -> State:
        """Return the table after `number` choices."""
        number = max(0, min(number, len(self.moments)))
        if number == len(self.moments):
            return clone(self.state)
        state = clone(self._states[number // _EVERY])
        for each in self.moments[number // _EVERY * _EVERY : number]:
            make_choice(self.game, self.build, state, each.seat, each.key)
        return state

    @property
    def seen_until(self) -> int:
        """The number of counted choices that may be reviewed. Sealed answers still being given do not count."""
        return len(self.counted) - 1

    def choices_counted_as(self, number: int) -> range:
        """Return the indexes of the moments that count as one choice (from 1): one, or all answers given at once."""
        return range(*self.counted[number - 1 : number + 1])

    # ---- What a seat does

    def choose(self, seat: int, key: str) -> None:
        """Make a person's choice. Raises IllegalChoice with a sentence, or LimitReached. Nothing is changed then."""
        if not self.may_choose(seat):
            raise IllegalChoice("it is not this seat's turn")
        self._choose_keys(seat, [key])

    def choose_several(self, seat: int, marked: Sequence[Offer], chance: random.Random) -> None:
        """Make a person's choice of all marked candidates where several are picked at once. Raises as `choose` does."""
        state = self.state_for(seat)
        selection = selection_of(self.game, state, seat) if self.may_choose(seat) else None
        if selection is None:
            raise IllegalChoice("it is not this seat's turn")
        chosen = [key for _, key in choices_of(self.game, self.build, state, selection, marked, chance)]
        self._choose_keys(seat, chosen)

    def choose_ahead(self, seat: int, first: int, then: int) -> None:
        """Make a choice that could be taken back and the one after it, by their codes. Raises as `choose` does."""
        draft = self._drafted(seat)
        keys = keys_ahead(self.game, self.build, draft, seat, first, then) if self.may_choose(seat) else None
        if keys is None:
            raise IllegalChoice("it is not this seat's turn")
        self._choose_keys(seat, keys)

    def undo(self, seat: int) -> None:
        """Take back a seat's last choice, or all of a selection. Raises IllegalChoice if there is none."""
        draft = self.drafts.get(seat)
        if draft is None or not draft.moments:
            raise IllegalChoice("there is no choice to take back")
        left = len(draft.moments) - 1
        while left and draft.moments[left - 1].goes_on:
            left -= 1
        self.keep_draft(seat, [each.key for each in draft.moments[:left]])
        del draft.moments[left:], draft.states[left:]
        if not draft.moments:
            del self.drafts[seat]

    def confirm(self, seat: int) -> None:
        """Settle what a seat has chosen. Raises IllegalChoice if it is not done, or has to choose again."""
        if not self.must_confirm(seat):
            raise IllegalChoice("there is nothing to confirm")
        self._settle(seat, [each.key for each in self.drafts[seat].moments])

    # ---- Bots

    def bots_choose(self, most: int) -> bool:
        """Let policies make at most `most` choices, and return whether a bot is still to choose.

        One that thinks long is left out: see `thought`. Their chance depends on the seed and the choice's number, so
        that a game that was left continues as it would have.
        """
        made: list[tuple[Moment, State]] = []
        state = self.state
        while len(made) < most:
            seat = self._bot_asked(state)
            if seat is None or thinks_long(self.policy(seat)):
                break
            key = self.policy_chooses(state, seat, [*self.moments, *(each for each, _ in made)])
            made.append(self.after_choice(state, seat, key))
            state = made[-1][1]
        if made:
            self.settle(made)
        return self._bot_asked(self.state) is not None

    def thought(self, most: float = inf) -> tuple[int, Callable[[], str]] | None:
        """Return (seat, function) of a thinking bot that is next to decide, or None.

        The function returns the key of the bot's choice.

        If it goes by time, it thinks for `most` seconds. Nothing may be chosen at this table before it has.
        """
        state = self.state
        seat = self._bot_asked(state)
        if seat is None or not thinks_long(self.policy(seat)):
            return None
        return seat, partial(self.policy_chooses, state, seat, self.moments, most)

    def bot_chooses(self, seat: int, key: str) -> None:
        """Make the choice that a bot has decided on. Raises LimitReached."""
        self.settle([self.after_choice(self.state, seat, key)])

    def policy_chooses(self, state: State, seat: int, moments: Sequence[Moment], most: float = inf) -> str:
        """Return the key that a seat's policy chooses in a state that some moments led to. Raises LimitReached.

        Its chance depends on the seed and the choice's number, so that a game that was left continues as it would have.
        """
        asked = state
        if state[SEAT] != seat:
            asked = clone(state)
            turn_to(self.game, asked, seat)
        draws = draws_of(self.seed, len(moments))
        knowledge = partial(self._memory.knowledge, moments=moments)
        code = choose_by(self.policy(seat), self.game, asked, knowledge, draws, most)
        return key_of(self.game, asked, code)

    # ---- Within

    def _drafted(self, seat: int) -> Draft:
        return self.drafts.get(seat) or Draft(self._turned(seat))

    def _choose_keys(self, seat: int, chosen: Sequence[str]) -> None:
        """Make a person's choices one after the other, all or none.

        They are settled at once if they show what is hidden.
        """
        draft = self._drafted(seat).copy()
        keys = [*(each.key for each in draft.moments), *chosen]
        if not all(draft.choose(self.game, self.build, seat, key) for key in chosen):
            self._settle(seat, keys)
            return
        self.keep_draft(seat, keys)
        self.drafts[seat] = draft

    def after_choice(self, state: State, seat: int, key: str) -> tuple[Moment, State]:
        """Return (moment, state) after a seat's choice in a state, which is unchanged. Raises as `make_choice` does."""
        after = clone(state)
        return make_choice(self.game, self.build, after, seat, key), after

    def take(self, moment: Moment, state: State) -> None:
        """Take in a choice that is settled, and what it led to."""
        self.state = state
        self.moments.append(moment)
        if len(self.moments) % _EVERY == 0:
            self._states.append(clone(state))
        if moment.counts:
            self.counted.append(len(self.moments))

    def rewind(self, count: int, state: State) -> None:
        """Go back to the table as it was after this many choices."""
        del self.moments[count:], self._states[count // _EVERY + 1 :]
        self.state = state
        while self.counted[-1] > count:
            self.counted.pop()

    def _settle(self, seat: int, keys: list[str]) -> None:
        """Settle choices of a seat. Drafts of others that no longer fit are handed back to them."""
        made: list[tuple[Moment, State]] = []
        state = self.state
        for key in keys:
            made.append(self.after_choice(state, seat, key))
            state = made[-1][1]
        self.settle(made, seat)

    def settle(self, made: Sequence[tuple[Moment, State]], seat: int | None = None) -> None:
        """Store choices, then take them in, and put other seats' drafts back on top of them."""
        over = bool(made) and made[-1][1][FRAME] is None
        self.keep_choices([moment for moment, _ in made], seat, over)
        if seat is not None:
            self.drafts.pop(seat, None)
        for moment, state in made:
            self.take(moment, state)
        for seat, draft in list(self.drafts.items()):
            keys = [each.key for each in draft.moments]
            del self.drafts[seat]
            self.draft_again(seat, keys)

    def draft_again(self, seat: int, keys: list[str]) -> None:
        fits: list[str] = []
        if seat in self.asked:
            draft = Draft(self._turned(seat))
            for key in keys:
                try:
                    if draft.held or not draft.choose(self.game, self.build, seat, key):
                        break
                except (IllegalChoice, LimitReached):
                    break
                fits.append(key)
            if draft.moments:
                self.drafts[seat] = draft
        if fits != keys:
            self.keep_rest(seat, fits)

    def _turned(self, seat: int) -> State:
        """Return the table with the decision of a seat first, if it is asked together with others."""
        return turned_to(self.game, self.state, seat) or self.state

    def _bot_asked(self, state: State) -> int | None:
        return next((seat for seat in awaited(self.game, state, None) if self.policy(seat) != PERSON), None)

    def _forget_events(self) -> None:
        if self.build.events is not None:
            self.build.events.clear()
