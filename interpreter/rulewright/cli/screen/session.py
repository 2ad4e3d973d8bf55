"""One game at a screen, without the screen: who decides, what was chosen, what can be undone, what a seat was shown."""

from __future__ import annotations

import random
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from shlex import quote
from typing import TYPE_CHECKING

from rulewright.core.locales.catalogue import phrases
from rulewright.core.locales.wording import title_in
from rulewright.core.model.events import Answered, Changed, Event
from rulewright.core.model.layout import SEAT
from rulewright.core.model.seats import ruled_count
from rulewright.core.run.steps import settings_chosen
from rulewright.observe.naming import seat_title
from rulewright.observe.sight.hiding import hidden_pieces
from rulewright.observe.sight.offers import Offer, offers
from rulewright.observe.sight.places import place_of
from rulewright.observe.sight.selections import Selection, selection_of
from rulewright.observe.words.board import families_shown
from rulewright.observe.words.log_lines import LogLine
from rulewright.play.policies.naming import is_blind, thinks_long
from rulewright.play.records.replay import PERSON, Replay, key_of, offered, write_replay
from rulewright.play.session.endless import Endless
from rulewright.play.session.moments import take_option
from rulewright.play.session.reading import Peek
from rulewright.play.session.selecting import choices_of
from rulewright.play.session.table_in_play import TableInPlay

if TYPE_CHECKING:
    from rulewright.cli.options.table import TableChoice

_MOST_IN_A_ROW = 12


@dataclass(slots=True, eq=False)
class Session(TableInPlay):
    """A game in play at this screen. `choice` is what the command line chose.

    Choices are settled at once; one can be taken back for as long as nothing hidden was read since.
    """

    language: str = "en"
    choice: TableChoice | None = None
    _told: dict[int, int] = field(init=False, default_factory=dict)
    _open: list[int] = field(init=False, default_factory=list)
    """How many choices had been made before each of people's that can still be taken back."""

    @property
    def seat(self) -> int:
        """The seat asked, -1 when the game is over."""
        return -1 if self.is_over else int(self.state[SEAT])

    def start(self) -> None:
        """Set the game up for the seats of the policies and those that the rules play. Raises LimitReached."""
        ruled = ruled_count(self.game.blueprint, settings_chosen(self.game.blueprint, self.settings))
        self.begin(len(self.policies) + ruled)

    def resume(self, replay: Replay) -> None:
        """Continue where a recorded game stopped. Raises ReplayRefused."""
        TableInPlay.resume(self, replay)
        self._told = {seat: len(self.told(seat, self.language)) for seat in self.people}

    def last_choices(self) -> tuple[int, int]:
        """Return the first and last number (from 1) of the seat's latest choices in a row, 0, 0 if there are none."""
        seat = self.seat + 1
        last = next((n for n, each in reversed(list(enumerate(self.choices, 1))) if each.seat == seat), 0)
        first = last
        while first > 1 and last - first < _MOST_IN_A_ROW - 1 and self.choices[first - 2].seat == seat:
            first -= 1
        return first, last

    def options(self) -> dict[str, int]:
        """The options of the seat asked, by key.

        Of hidden pieces that the seat cannot tell apart, chance has taken one.
        """
        chance = self._chance()
        return {offer.key: offer.code(chance) for offer in offers(self.game, self.state, self.seat)}

    def hidden(self) -> frozenset[int]:
        """The pieces that the seat asked cannot see."""
        return hidden_pieces(self.game, self.state, self.seat)

    def choose_option(self, code: int) -> None:
        """A person's choice. Raises LimitReached."""
        self._choose([code])

    def selection(self) -> Selection | None:
        """The selection that the seat asked may mark, None if it does not pick several at once."""
        return selection_of(self.game, self.state, self.seat)

    def take_marked(self, selection: Selection, marked: Sequence[Offer]) -> None:
        """Choose all marked candidates for a person.

        Raises IllegalChoice or LimitReached, and nothing is chosen then.
        """
        chosen = choices_of(self.game, self.build, self.state, selection, marked, self._chance())
        self._choose([code for code, _ in chosen])

    def run_bots(self, thinks: Callable[[int, str], None] | None = None) -> None:
        """Let the policies decide until a person is asked or the game is over. Raises LimitReached.

        `thinks` is called with a seat, and its policy, that now thinks for long.
        """
        announced, decisions, endless = -1, 0, Endless()
        while not self.is_over and self.policy(self.seat) != PERSON:
            decisions += 1
            endless.look(self.state, decisions)
            name = self.policy(self.seat)
            if thinks is not None and self.seat != announced and thinks_long(name):
                thinks(self.seat, name)
                announced = self.seat
            code = offered(self.game, self.state)[self.policy_chooses(self.state, self.seat, self.moments)]
            back_to = [self.moments[each].seat for each in self._open[-1:]]
            if not is_blind(name) and any(hidden_pieces(self.game, self.state, each) for each in back_to):
                self._open.clear()  # a bot may know what its opponent does not see
            self._settle_option(code, back_to)

    def undo_last(self) -> str:
        """Undo the last choice of the seat asked, or a whole selection.

        Return why not, empty if it is done.
        """
        if not self._open:
            return phrases(self.language, "screen")("nothing_to_undo")
        chose = self.moments[self._open[-1]].seat
        if chose != self.seat:
            name = seat_title(self.game.blueprint, chose, self.language)
            return phrases(self.language, "screen")("other_chose_last", seat=name)
        before = self._open.pop()
        while self._open and self.moments[before - 1].goes_on:
            before = self._open.pop()
        self.rewind(before, self.state_at(before))
        return ""

    def news(self, seat: int) -> tuple[LogLine, ...]:
        """Return the lines on what happened since the seat was last shown.

        Sealed answers of others wait.
        """
        since, told = self._told.get(seat, 0), self.told(seat, self.language)
        self._told[seat] = len(told)
        lines = (line for each in told[since:] for line in each.lines)
        return tuple(line for line in lines if not (isinstance(line.events[0], Answered) and line.by == seat))

    def is_on_board(self, line: LogLine) -> bool:
        """Return whether a line says only what a board that is drawn shows, such as where a marker is now."""
        boards = {each.id for each in families_shown(self.game.blueprint)}
        slots = [each.slot if isinstance(each, Changed) else -1 for each in line.events]
        places = [place_of(self.game.blueprint, slot) for slot in slots]
        return line.choice is None and all(place is not None and place.family.id in boards for place in places)

    def known(self, seat: int) -> list[Event]:
        """All events that a person's seat knows of."""
        return [event for each in self.heard(seat) for event in each.events]

    @property
    def name(self) -> str:
        """The name of the game on the command line."""
        return self.game.blueprint.ruleset

    @property
    def title(self) -> str:
        """The title of what is played: a game or a match."""
        return title_in(self.game.blueprint.title, self.language, self.name)

    def to_resume(self, path: Path) -> str:
        """The command that continues the game once it is saved."""
        return self.choice.to_resume(path) if self.choice is not None else f"rulewright resume {quote(str(path))}"

    def save(self, path: Path) -> None:
        """Write the game so far as a replay. Raises OSError."""
        write_replay(path, self.replay())

    def _chance(self) -> random.Random:
        """The chance that picks among pieces the seat cannot tell apart, the same until something is chosen."""
        return random.Random(f"{self.seed}:hidden:{len(self.moments)}")

    def _choose(self, codes: Sequence[int]) -> None:
        """Make choices of the seat asked in a row, which are undone together."""
        seat, before = self.seat, len(self.moments)
        still_open = [self._settle_option(code, (seat,)) for code in codes]
        if all(still_open):
            self._open.append(before)

    def _settle_option(self, code: int, back_to: Collection[int]) -> bool:
        """Make a choice and return whether the seats `back_to` may still undo it.

        Nobody may undo a choice that has shown them something hidden.
        """
        key = key_of(self.game, self.state, code)
        moment = take_option(self.game, self.build, self.state, code, key, back_to)
        self.take(moment, self.state)
        is_open = not moment.opened and moment.outcome.read is Peek.NOTHING
        if not is_open:
            self._open.clear()
        return is_open
