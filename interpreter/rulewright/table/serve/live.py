"""One table on the server: a table in play whose every choice is stored before it is acknowledged.

Nothing here knows HTTP.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from functools import cached_property
from math import inf
from sqlite3 import Error as StoreError
from typing import Any, NamedTuple
from zlib import crc32

from rulewright.core.model.effect_names import entry_of
from rulewright.core.model.game import Build, Game, State
from rulewright.core.model.limits import LimitReached, PolicyFailed
from rulewright.core.model.secret_seeds import is_secret
from rulewright.core.run.build import asking_always
from rulewright.core.run.steps import IllegalChoice, start
from rulewright.observe.naming import seat_title
from rulewright.observe.sight.offers import offers
from rulewright.observe.words.seats import with_names
from rulewright.play.policies.naming import OFFERED
from rulewright.play.records.replay import PERSON, Quit
from rulewright.play.session.moments import ONLOOKER, Moment
from rulewright.play.session.premoves import is_open, keys_to_play, left_of
from rulewright.play.session.quitting import ALL, has_quit, is_ended, quit_ends
from rulewright.play.session.table_in_play import TableInPlay
from rulewright.table.drawing.memory import DrawingMemory
from rulewright.table.serve.participants import SeatPerson
from rulewright.table.serve.records import ChatLine, Record, StoredChoice
from rulewright.table.serve.rules import Rules
from rulewright.table.serve.store import TableStore


class MoveAhead(NamedTuple):
    """Choices that a seat made ahead of its turn, by their keys, in words, and what they are about on the table."""

    keys: tuple[str, ...]
    told: str
    lights: str = ""


class LiveTable(TableInPlay):
    """A stored table in play. `changed_rules`: its ruleset has other rules by now than it is played by."""

    def __init__(self, store: TableStore, record: Record, rules: Rules, changed_rules: bool = False) -> None:
        rules = rules.of_table(record)
        super().__init__(rules.game, record.policies, record.seed, record.settings, record.variant)
        self.store, self.record, self.rules, self.changed_rules = store, record, rules, changed_rules
        self.build = rules.build
        self._drawn: dict[tuple[int, str], DrawingMemory] = {}
        self._nameless = self.game
        self.chat: list[ChatLine] = []
        self.ahead: dict[int, MoveAhead] = {}
        self.lost_ahead: dict[int, str] = {}
        self.unknown_ahead: set[int] = set()

    def __post_init__(self) -> None:
        """Its rules have a build, which serves all their tables."""

    def open(self) -> None:
        """Play what is stored. Raises IllegalChoice, LimitReached or WrongSetup if the rules do not allow it."""
        self.begin(self.record.seats)
        self._nameless = self.game
        self._name_people()
        self.chat = self.store.chat(self.record.id)
        self.catch_up()
        for seat, keys in self.store.drafts(self.record.id).items():
            if self.may_choose_ahead(seat):
                self.ahead[seat] = MoveAhead(tuple(keys), ", ".join(keys))
            else:
                self.draft_again(seat, keys)
        self.quit_by(self.record.quits)

    def catch_up(self) -> None:
        """Take in the choices that are stored and not known here.

        Raises IllegalChoice if the choices known are not the stored ones, and otherwise as `open` does.
        """
        stored = self.store.choices(self.record.id)
        known = [StoredChoice(each.seat, each.key) for each in self.moments]
        if stored[: len(known)] != known:
            raise IllegalChoice("what is stored of this table is not what is known of it")
        for choice in stored[len(known) :]:
            self.take(*self.after_choice(self.state, choice.seat, choice.key))

    def keep_choices(self, made: Sequence[Moment], seat: int | None, over: bool) -> None:
        stored = [StoredChoice(each.seat, each.key) for each in made]
        now = time.time()
        self.store.append(self.record.id, len(self.moments), stored, seat, over, now)
        self.record = replace(self.record, finished=over, moved=now)

    def keep_draft(self, seat: int, keys: Sequence[str]) -> None:
        self.lost_ahead.pop(seat, None)
        self.store.draft(self.record.id, seat, keys)

    # ---- What is chosen ahead of one's turn

    @cached_property
    def asking(self) -> Game:
        """The game as it is looked into for what may be chosen ahead."""
        return asking_always(self.game)

    def may_choose_ahead(self, seat: int) -> bool:
        """Whether a seat may try to choose ahead. There may still be too many ways in which its turn may come."""
        plays = seat in self.people and seat not in self.unknown_ahead
        return plays and is_open(self.game, self.state, seat)

    def keep_ahead(self, seat: int, move: MoveAhead) -> None:
        """Keep what a seat has chosen ahead: it is played as soon as the seat is asked, if it is possible then."""
        self.keep_draft(seat, move.keys)
        self.ahead[seat] = move

    def forget_ahead(self, seat: int) -> None:
        """Forget what a seat has chosen ahead."""
        if self.ahead.pop(seat, None) is not None:
            self.store.draft(self.record.id, seat, ())
        self.lost_ahead.pop(seat, None)

    def settle(self, made: Sequence[tuple[Moment, State]], seat: int | None = None) -> None:
        super().settle(made, seat)
        events = [event for moment, _ in made for event in moment.events]
        for each in [*self.ahead]:
            left = left_of(self.game.blueprint, self.ahead[each].keys, events, each)
            if left is None or self.may_choose(each) or self.is_over:
                self._play_ahead(each, left)

    def _play_ahead(self, seat: int, left: Sequence[str] | None) -> None:
        """Play what is left of what a seat has chosen ahead, or say that it is not possible (None) any more."""
        move = self.ahead.pop(seat)
        try:
            if left is not None and not self.is_over:
                left = keys_to_play(self.game, self.build, self._drafted(seat), seat, left)
            if left:
                self._choose_keys(seat, left)
            else:
                self.keep_rest(seat, ())
            if left is None:
                self.lost_ahead[seat] = move.told
            elif self.must_confirm(seat):
                self.confirm(seat)
        except (IllegalChoice, LimitReached, StoreError):
            self.drafts.pop(seat, None)
            self.lost_ahead[seat] = move.told

    def keep_rest(self, seat: int, keys: Sequence[str]) -> None:
        with suppress(StoreError):  # what does not fit is found again whenever the table is opened
            self.keep_draft(seat, keys)

    def begun_by(self, game: Game, build: Build) -> State:
        """Return the table as it began, by other rules or another build. Raises LimitReached or WrongSetup."""
        record = self.record
        return start(game, seats=record.seats, seed=record.seed, settings=record.settings, build=build)

    @property
    def is_told(self) -> bool:
        """Whether its game is over, and is none of several in a row: then all is shown, and there may be a rematch."""
        return self.is_over and not self.record.is_in_a_row and not self.repeats

    @property
    def computable(self) -> str:
        """The reason why somebody here can compute what is hidden: a key of page texts, or ""."""
        if self.game.blueprint.shows_all:
            return ""
        if not is_secret(self.record.seed):
            return "short_seed"
        return "brought" if self.record.brought else ""

    # ---- What the page of a seat depends on

    def question(self, seat: int) -> tuple[int | str, ...]:
        """Identify a seat's current question: (choices made, draft length, digest of the rules, *keys of options).

        Choices of others leave it the same as long as the seat has the same options.
        """
        made = sum(each.seat == seat for each in self.moments)
        draft = self.drafts.get(seat)
        known = offers(self.game, self.state_for(seat), seat) if self.may_choose(seat) else ()
        return made, len(draft.moments) if draft is not None else 0, self.record.digest, *(each.key for each in known)

    def met_by(self, seat: int) -> frozenset[str]:
        """Return the procedures whose questions a seat has answered so far, without those of a draft."""
        sites = {each.chosen.site for each in self.moments if each.seat == seat}
        return frozenset(entry_of(self.game.blueprint.sites[site].procedure) for site in sites)

    def position(self, seat: int) -> tuple[int, int, int, int]:
        """Return (counted choices, the seat's own after these, length of its draft, digest of the rules as a number).

        It changes whenever the seat's position does.
        """
        own = sum(each.seat == seat for each in self.moments[self.counted[-1] :])
        draft = self.drafts.get(seat)
        drafted = len(draft.moments) if draft is not None else 0
        return self.seen_until, own, drafted, int(self.record.digest[:8], 16)

    def version(self, seat: int) -> tuple[int, ...]:
        """Return numbers that change whenever the page of a seat does."""
        bots = tuple(policy == PERSON for policy in self.record.policies)
        waited, said = self.waited_for(seat), crc32(repr(self.record.sitters).encode())
        talk = self.chat[-1].number if self.chat and seat != ONLOOKER else 0
        own = crc32(repr((self.ahead.get(seat), self.lost_ahead.get(seat))).encode())
        others = (talk, self.is_over, self.changed_rules, self.record.next_table, said, own)
        return (*self.position(seat), *waited, -1, *bots, *others)

    def drawn(self, seat: int, language: str) -> DrawingMemory:
        """Return the drawing memory of a seat and language, which links each drawing to the one before."""
        return self._drawn.setdefault((seat, language), DrawingMemory())

    def change(self, **fields: Any) -> None:
        """Let fields of its record be others, in the store first."""
        record = replace(self.record, **fields)
        self.store.change(record, *fields)
        self.record = record

    # ---- Who sits here

    def policy_chooses(self, state: State, seat: int, moments: Sequence[Moment], most: float = inf) -> str:
        """Let a policy choose as at any table. Raises LimitReached if the policy fails, for example without its file.

        The table then stays as it is.
        """
        try:
            return super().policy_chooses(state, seat, moments, most)
        except PolicyFailed as failed:
            raise LimitReached(str(failed)) from None

    def seat_is(self, seat: int, policy: str, offered: Sequence[str] = OFFERED) -> None:
        """Hand a seat to one of the policies offered, or back to a person. Raises IllegalChoice with a sentence."""
        if not 0 <= seat < len(self.record.policies) or policy not in (PERSON, *offered):
            raise IllegalChoice("the table has no such seat, or no such player type")
        policies = tuple(policy if at == seat else each for at, each in enumerate(self.policies))
        if is_ended(self.quits) or (policy == PERSON and has_quit(self.quits, seat)):
            raise IllegalChoice("this seat has given up, or the game has been ended")
        record = replace(self.record, policies=policies)
        if PERSON in (policy, self.policy(seat)):  # a bot for a person, or the person again
            record = replace(record, sitters=self.record.sitters.with_lent(seat, is_lent=policy != PERSON))
        self.store.hand_over(record, seat)
        self.record, self.policies = record, policies
        self.drafts.pop(seat, None)
        self.ahead.pop(seat, None)

    def after_giving_up(self, seat: int) -> tuple[Quit, ...]:
        """Return the quits once a person's seat gives up now. The last says whether that ends the game.

        Of games in a row none is ended, as their results count together.
        """
        quits = (*self.quits, Quit(len(self.moments), seat + 1))
        ends = not self.record.is_in_a_row and quit_ends(self.game, self.state, quits, self.policies)
        return *self.quits, quits[-1]._replace(ends=ends)

    def give_up(self, seat: int, bot: str) -> None:
        """Let a seat give up: the game ends, or a bot plays on for it. Raises IllegalChoice with a sentence."""
        if self.is_over or seat not in self.people:
            raise IllegalChoice("nobody can give up this seat now")
        quits = self.after_giving_up(seat)
        if quits[-1].ends:
            self._quit(quits, seat)
            return
        policies = tuple(bot if at == seat else each for at, each in enumerate(self.policies))
        self._quit(quits, seat, policies=policies, sitters=self.record.sitters.with_lent(seat, is_lent=True))
        self.policies = policies

    def end_by_agreement(self) -> None:
        """End the game, as all agree on it."""
        self._quit((*self.quits, Quit(len(self.moments), ALL, ends=True)))

    def _quit(self, quits: tuple[Quit, ...], seat: int = ONLOOKER, **fields: Any) -> None:
        ends = is_ended(quits)
        sitters = replace(fields.pop("sitters", self.record.sitters), agreed=())
        record = replace(self.record, quits=quits, finished=ends, sitters=sitters, **fields)
        self.store.hand_over(record, seat)
        self.record = record
        self.drafts.pop(seat, None)
        for each in [*self.ahead] if ends else [seat]:
            self.ahead.pop(each, None)
        self.quit_by(quits)

    def person_is(self, seat: int, person: SeatPerson) -> None:
        """Let a seat say this of itself."""
        self.change(sitters=self.record.sitters.with_person(seat, person))
        self._name_people()

    def _name_people(self) -> None:
        """Call people by their names in all that is shown from now on, what has been told as well."""
        names = [each.name for each in self.record.sitters.persons]
        self.game = with_names(self._nameless, names)
        self._tellings.clear()

    def called(self, seat: int, language: str) -> str:
        """Return the title of a seat without the name of its person."""
        return seat_title(self._nameless.blueprint, seat, language)

    def new_link(self, seat: int) -> None:
        """Give a seat a new link and make the old one invalid. Raises IllegalChoice if there is no such seat."""
        if not 0 <= seat < len(self.record.epochs):
            raise IllegalChoice("there is no such seat")
        self.change(epochs=tuple(each + (at == seat) for at, each in enumerate(self.record.epochs)))
