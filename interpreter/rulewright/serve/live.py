"""One table in play: what has been settled, what each seat has chosen and may still take back, who is waited for.

What a seat chooses is its own until it confirms: nobody else sees it. It is settled at once where it tells something
hidden, so that nobody can look and take it back. Every choice is stored before it is acknowledged. Nothing here knows
HTTP.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import partial
from sqlite3 import Error as StoreError

from rulewright.model.chance import Draws
from rulewright.model.game import Build, Game, State
from rulewright.model.layout import FRAME, N_SEATS, PARKED, PARKED_SEAT, SEALED, SEAT
from rulewright.model.seats import ruled_seats
from rulewright.observe.hiding import awaited
from rulewright.observe.offers import offers
from rulewright.observe.seats import with_seat_names
from rulewright.play.match import again_after
from rulewright.play.moments import Hearing, Moment, make_choice
from rulewright.play.naming import OFFERED, thinks_long
from rulewright.play.reading import Peek
from rulewright.play.remembering import choose_by
from rulewright.play.replay import PERSON, RecordedChoice, Replay, choice_of, replay_of
from rulewright.run.atoms import LimitReached
from rulewright.run.steps import IllegalChoice, clone, start, turn_to
from rulewright.serve.moments import Telling
from rulewright.serve.records import Record, StoredChoice
from rulewright.serve.rules import Rules
from rulewright.serve.store import TableStore

_EVERY = 20


@dataclass(slots=True)
class Draft:
    """What a seat has chosen and may still take back: moments, and the state after each."""

    base: State
    moments: list[Moment] = field(default_factory=list)
    states: list[State] = field(default_factory=list)

    @property
    def last(self) -> State:
        """The table after what was chosen, where the next choice is made."""
        return self.states[-1] if self.states else self.base

    @property
    def held(self) -> bool:
        """Whether what follows the last choice is shown only once it is confirmed: it opens what all have answered, or
        hidden things tell whom it is the turn of then, and what these may do.
        """
        return bool(self.moments) and (self.moments[-1].opened or self.moments[-1].outcome.read is Peek.OF_OTHERS)

    @property
    def state(self) -> State:
        """The table as the seat sees it."""
        if not self.held:
            return self.last
        last = self.moments[-1]
        shown = last.outcome.before_others if not last.opened else None
        return shown if shown is not None else self.states[-2] if len(self.states) > 1 else self.base

    def choose(self, game: Game, build: Build, seat: int, key: str) -> bool:
        """Make a choice on top of the others; whether it can be taken back. Where not, it is not kept.

        Raises IllegalChoice with a sentence, or LimitReached; nothing is changed then.
        """
        state = clone(self.last)
        moment = make_choice(game, build, state, seat, key, (seat,))
        if moment.outcome.read is Peek.HIDDEN:
            return False
        self.moments.append(moment)
        self.states.append(state)
        return True


@dataclass(slots=True)
class LiveTable:
    """A table in play. `changed_rules`: its ruleset has other rules by now than it is played by."""

    store: TableStore
    record: Record
    rules: Rules
    changed_rules: bool = False
    game: Game = field(init=False)
    state: State = field(init=False)
    moments: list[Moment] = field(init=False, default_factory=list)
    drafts: dict[int, Draft] = field(init=False, default_factory=dict)
    public: int = field(init=False, default=0)
    _kept: list[State] = field(init=False, default_factory=list)
    _tellings: dict[tuple[int, str], Telling] = field(init=False, default_factory=dict)

    def open(self) -> None:
        """Play what is stored. Raises IllegalChoice, LimitReached or WrongSetup where the rules do not allow it."""
        record, build = self.record, self.build
        game = self.rules.game
        self.state = start(game, seats=record.seats, seed=record.seed, settings=record.settings, build=build)
        self._forget_events()
        self.game = with_seat_names(game, self.state)
        self._kept = [clone(self.state)]
        self.catch_up()
        for seat, keys in self.store.drafts(record.id).items():
            self._draft_again(seat, keys)

    def catch_up(self) -> None:
        """Take in the choices that are stored and not known here. Raises as `open` does."""
        for choice in self.store.choices(self.record.id)[len(self.moments) :]:
            state = clone(self.state)
            self._take(make_choice(self.game, self.build, state, choice.seat, choice.key), state)

    @property
    def build(self) -> Build:
        return self.rules.build

    @property
    def is_over(self) -> bool:
        return self.state[FRAME] is None

    @property
    def repeats(self) -> bool:
        """Whether the game has ended so that the same table plays it again."""
        return self.is_over and again_after(self.game, self.state) is not None

    @property
    def ruled(self) -> range:
        return ruled_seats(self.game.blueprint, self.state)

    @property
    def asked(self) -> tuple[int, ...]:
        """The seats that are asked."""
        return asked_in(self.state)

    def waited_for(self, seat: int) -> tuple[int, ...]:
        """The seats that are waited for, as one of them or who looks on may know."""
        return () if self.is_over else tuple(sorted(awaited(self.game, self.state, seat)))

    def policy(self, seat: int) -> str:
        """What decides for a seat; the first option where rules ask one that they play themselves."""
        return self.record.policies[seat] if seat < len(self.record.policies) else "first"

    # ---- What a seat sees

    def state_for(self, seat: int) -> State:
        """The table as a seat sees it, with what it has chosen; its own decision is the one asked where it has one."""
        draft = self.drafts.get(seat)
        return draft.state if draft is not None else self._turned(seat)

    def must_confirm(self, seat: int) -> bool:
        """Whether a seat has chosen all that it is asked before another seat is, and has only to confirm."""
        draft = self.drafts.get(seat)
        return draft is not None and bool(draft.moments) and (draft.held or draft.last[SEAT] != seat)

    def may_choose(self, seat: int) -> bool:
        state = self.state_for(seat)
        return not self.must_confirm(seat) and state[FRAME] is not None and bool(state[SEAT] == seat)

    def question(self, seat: int) -> tuple[int | str, ...]:
        """What a seat is asked: how often it has chosen, by which rules, and what it may choose.

        What others do meanwhile is no part of it where it leaves the seat the same choice.
        """
        made = sum(each.seat == seat for each in self.moments)
        draft = self.drafts.get(seat)
        known = offers(self.game, self.state_for(seat), seat) if self.may_choose(seat) else ()
        return made, len(draft.moments) if draft is not None else 0, self.record.digest, *(each.key for each in known)

    def position(self, seat: int) -> tuple[int, int, int]:
        """What changes whenever a seat has something else before it: choices settled that it knows of, its
        own ones, the rules."""
        own = sum(each.seat == seat for each in self.moments[self.public :])
        draft = self.drafts.get(seat)
        return self.public + own, len(draft.moments) if draft is not None else 0, int(self.record.digest[:8], 16)

    def version(self, seat: int) -> tuple[int, ...]:
        """What changes whenever the page of a seat does."""
        bots = tuple(policy == PERSON for policy in self.record.policies)
        waited = self.waited_for(seat)
        return (*self.position(seat), *waited, -1, *bots, self.is_over, self.changed_rules, self.record.next_table)

    def told(self, seat: int, language: str) -> Telling:
        """What a seat has been told so far."""
        telling = self._tellings.setdefault((seat, language), Telling(Hearing(seat), language))
        telling.hear(self.game, self.moments)
        return telling

    def state_at(self, number: int) -> State:
        """The table after so many choices."""
        number = max(0, min(number, len(self.moments)))
        state = clone(self._kept[number // _EVERY])
        for each in self.moments[number // _EVERY * _EVERY : number]:
            make_choice(self.game, self.build, state, each.seat, each.key)
        return state

    def seen_until(self, seat: int) -> int:
        """How many choices somebody may look back at: what all are answering now is not among them."""
        return self.public if self.state[SEALED] is not None else len(self.moments)

    # ---- What a seat does

    def choose(self, seat: int, key: str) -> None:
        """A person's choice, stored. Raises IllegalChoice with a sentence, or LimitReached; nothing is changed then."""
        if not self.may_choose(seat):
            raise IllegalChoice("nothing is asked of this seat now")
        before = self.drafts.get(seat)
        draft = Draft(before.base, [*before.moments], [*before.states]) if before else Draft(self._turned(seat))
        keys = [*(each.key for each in draft.moments), key]
        if not draft.choose(self.game, self.build, seat, key):
            self._settle(seat, keys)
            return
        self.store.draft(self.record.id, seat, keys)
        self.drafts[seat] = draft

    def undo(self, seat: int) -> None:
        """Take back a seat's last choice. Raises IllegalChoice with a sentence where there is none."""
        draft = self.drafts.get(seat)
        if draft is None or not draft.moments:
            raise IllegalChoice("there is nothing to take back")
        self.store.draft(self.record.id, seat, [each.key for each in draft.moments[:-1]])
        draft.moments.pop()
        draft.states.pop()
        if not draft.moments:
            del self.drafts[seat]

    def confirm(self, seat: int) -> None:
        """Settle what a seat has chosen. Raises IllegalChoice where it is not done, or has to choose anew."""
        if not self.must_confirm(seat):
            raise IllegalChoice("there is nothing to confirm")
        self._settle(seat, [each.key for each in self.drafts[seat].moments])

    def bots_choose(self, most: int) -> bool:
        """Let policies decide, at most so many times; whether there is more for them to decide.

        One that thinks for long is left out: see `thought`. Their chance comes of the seed and the choice's number, so
        that a game that was left goes on as it would have.
        """
        made: list[tuple[Moment, State]] = []
        state = self.state
        while len(made) < most:
            seat = self._bot_asked(state)
            if seat is None or thinks_long(self.policy(seat)):
                break
            key = self._policy_chooses(state, seat, [*self.moments, *(each for each, _ in made)])
            state = clone(state)
            made.append((make_choice(self.game, self.build, state, seat, key), state))
        if made:
            self._keep(made)
        return self._bot_asked(self.state) is not None

    def thought(self) -> tuple[int, Callable[[], str]] | None:
        """The seat of a bot that thinks for long, where one is to decide next, and what gives its choice's key.

        It looks at nothing that changes meanwhile, so that another thread may think.
        """
        state = self.state
        seat = self._bot_asked(state)
        if seat is None or not thinks_long(self.policy(seat)):
            return None
        return seat, partial(self._policy_chooses, state, seat, list(self.moments))

    def bot_chooses(self, seat: int, key: str) -> None:
        """Make the choice that a bot has thought of. Raises LimitReached."""
        state = clone(self.state)
        self._keep([(make_choice(self.game, self.build, state, seat, key), state)])

    def seat_is(self, seat: int, policy: str) -> None:
        """Hand a seat to a policy, or back to a person. Raises IllegalChoice with a sentence."""
        if not 0 <= seat < len(self.record.policies) or policy not in (PERSON, *OFFERED):
            raise IllegalChoice("there is no such seat, or nobody of that name to decide for it")
        policies = list(self.record.policies)
        policies[seat] = policy
        record = replace(self.record, policies=tuple(policies))
        self.store.hand_over(record, seat)
        self.record = record
        self.drafts.pop(seat, None)

    def new_link(self, seat: int) -> None:
        """Make the link of a seat a new one; the old one leads nowhere. Raises IllegalChoice."""
        if not 0 <= seat < len(self.record.epochs):
            raise IllegalChoice("there is no such seat")
        epochs = [each + (at == seat) for at, each in enumerate(self.record.epochs)]
        record = replace(self.record, epochs=tuple(epochs))
        self.store.change(record, "epochs")
        self.record = record

    def replay(self) -> Replay:
        """The settled choices as the file of a game."""
        choices = [RecordedChoice(each.seat + 1, each.key) for each in self.moments]
        record = self.record
        return replay_of(
            self.game, seats=record.seats, seed=record.seed, settings=record.settings, policies=record.policies,
            choices=choices, variant=record.variant,
        )  # fmt: skip

    # ---- Within

    def _settle(self, seat: int, keys: list[str]) -> None:
        """Store choices of a seat and make them; those of others that no longer fit are given back to them."""
        made: list[tuple[Moment, State]] = []
        state = self.state
        for key in keys:
            state = clone(state)
            made.append((make_choice(self.game, self.build, state, seat, key), state))
        self._keep(made, seat)

    def _keep(self, made: list[tuple[Moment, State]], seat: int | None = None) -> None:
        """Store choices, then take them in; what others had chosen meanwhile is put on top of them."""
        stored = [StoredChoice(moment.seat, moment.key) for moment, _ in made]
        over = bool(made) and made[-1][1][FRAME] is None
        self.store.append(self.record.id, len(self.moments), stored, seat, over)
        if seat is not None:
            self.drafts.pop(seat, None)
        for moment, state in made:
            self._take(moment, state)
        if over:
            self.record = replace(self.record, finished=True)
        for seat, draft in list(self.drafts.items()):
            keys = [each.key for each in draft.moments]
            del self.drafts[seat]
            self._draft_again(seat, keys)

    def _take(self, moment: Moment, state: State) -> None:
        self.state = state
        self.moments.append(moment)
        if len(self.moments) % _EVERY == 0:
            self._kept.append(state)
        if state[SEALED] is None or moment.opened:
            self.public = len(self.moments)

    def _draft_again(self, seat: int, keys: list[str]) -> None:
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
            with suppress(StoreError):  # what does not fit is found again whenever the table is opened
                self.store.draft(self.record.id, seat, fits)

    def _turned(self, seat: int) -> State:
        """The table with the decision of a seat in front, where it is asked together with others."""
        if self.state[SEAT] == seat or all(each[PARKED_SEAT] != seat for each in self.state[PARKED]):
            return self.state
        state = clone(self.state)
        try:
            turn_to(self.game, state, seat, build=self.build)
        except IllegalChoice:
            return self.state
        finally:
            self._forget_events()
        return state

    def _bot_asked(self, state: State) -> int | None:
        return next((seat for seat in asked_in(state) if self.policy(seat) != PERSON), None)

    def _policy_chooses(self, state: State, seat: int, moments: list[Moment]) -> str:
        asked = state
        if state[SEAT] != seat:
            asked = clone(state)
            turn_to(self.game, asked, seat)
        record, made = self.record, [(each.seat, each.key) for each in moments]
        draws, settings = Draws(record.seed, len(made)), record.settings
        code = choose_by(self.policy(seat), self.game, asked, made, seed=record.seed, settings=settings, draws=draws)
        return choice_of(self.game, asked, code).choose

    def _forget_events(self) -> None:
        if self.build.events is not None:
            self.build.events.clear()


def asked_in(state: State) -> tuple[int, ...]:
    """The seats that are asked in a state."""
    if state[FRAME] is None:
        return ()
    return tuple(sorted({state[SEAT], *(each[0] for each in state[PARKED])}))


def n_seats(state: State) -> int:
    return int(state[N_SEATS])
