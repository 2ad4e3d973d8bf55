"""The table at the screen and the one in the browser are one game: the same choices, and all that is told is compared.

Whoever sits there tries something at each decision, and takes it back where the table allows it; both tables must allow
it alike, and be as before.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from contextlib import suppress

import pytest

from rulewright.cli.screen.session import Session
from rulewright.core.model.events import Answered, Event
from rulewright.core.model.game import Game
from rulewright.core.model.layout import FRAME
from rulewright.core.run.atoms import LimitReached
from rulewright.observe.words.events import sentences
from rulewright.observe.words.together import told_together
from rulewright.play.records.replay import PERSON, offered
from rulewright.table.serve.live import LiveTable
from tests.properties.test_hidden import GAMES, game_of
from tests.reference.tables import live_table

DECISIONS, MANY = 14, 400
FEW = tuple(which for which in GAMES if which[0] != "hidden" or int(which[1]) < 4)


class Twins:
    """Both tables of one game, with two or more people."""

    def __init__(self, game: Game, seed: int) -> None:
        people = (PERSON,) * max(2, game.blueprint.min_seats)
        self.seats = range(len(people))
        self.screen = Session(game, people, seed, {})
        self.screen.start()
        self.live: LiveTable = live_table(game, people, seed)
        self.rng = random.Random(f"{game.blueprint.ruleset} {seed}")
        self.lines = dict.fromkeys(self.seats, 0)

    def decide(self) -> None:
        """The seat asked tries something, takes it back where it can, and chooses what it chooses."""
        seat = self.screen.seat
        options = self.screen.options()
        assert self.live.may_choose(seat)
        key = self.rng.choice(list(options))
        if self.try_and_undo(seat, key, options[key]):
            options = self.screen.options()  # a selection is undone as a whole, so that others may be open now
            key = self.rng.choice(list(options))
            self.try_and_undo(seat, key, options[key], back=False)
        self.compare()

    def try_and_undo(self, seat: int, key: str, code: int, *, back: bool = True) -> bool:
        """Choose; whether it was taken back again at both tables."""
        screen, live = self.screen, self.live
        before, settled = screen.state[:], len(live.moments)
        is_among_several = seat in live.drafts and live.drafts[seat].moments[-1].goes_on
        named = next(name for name, each in offered(live.game, live.state_for(seat)).items() if each == code)
        screen.choose_option(code)
        live.choose(seat, named)
        is_open = len(live.moments) == settled and not live.drafts[seat].held
        if is_open:
            assert live.state_for(seat) == screen.state
        if back and screen.seat == seat:
            refused = screen.undo_last()
            assert (not refused) == is_open, key
            if is_open:
                live.undo(seat)
                assert screen.state == live.state_for(seat)
                assert screen.state == before or is_among_several
                return True
        if live.must_confirm(seat):
            live.confirm(seat)
        return False

    def compare(self) -> None:
        """Both tables stand alike, and tell all the same once nobody has anything to take back."""
        screen, live = self.screen, self.live
        if live.drafts:
            return
        assert screen.state == live.state
        assert [(each.seat - 1, each.choose) for each in screen.choices] == [
            (each.seat, each.key) for each in live.moments
        ]
        for seat in self.seats:
            told = [line.text for _, _, lines, _ in live.told(seat, "en") for line in lines]
            own = set(sentences(live.game, [each.chosen for each in live.moments if each.seat == seat], seat))
            own |= {text for each in live.heard(seat) for text in own_lines(live.game, each.events, seat)}
            news = [line for line in told[self.lines[seat] :] if line not in own]
            self.lines[seat] = len(told)
            assert [line.text for line in screen.news(seat) if line.text not in own] == news
            assert screen.known(seat) == [event for each in live.heard(seat) for event in each.events]


def own_lines(game: Game, events: Sequence[Event], seat: int) -> Iterator[str]:
    """What a seat is told of its own choices, those of several at once in one line, which a terminal leaves out."""
    for line in told_together(game, events, seat, "en"):
        if isinstance(line.events[0], Answered) and line.by == seat:
            yield line.text


def play(which: tuple[str, str], seed: int, most: int) -> int:
    """Play both tables for so many decisions; how many there were."""
    game, made = game_of(*which), 0
    with suppress(LimitReached):  # random rules may lead outside; the game ends there
        twins = Twins(game, seed)
        while twins.screen.state[FRAME] is not None and made < most:
            twins.decide()
            made += 1
    return made


@pytest.mark.sampled(8)
@pytest.mark.parametrize("which", FEW, ids=lambda which: " ".join(which))
def test_both_tables_tell_and_take_back_alike(which: tuple[str, str]) -> None:
    play(which, 1, DECISIONS)


@pytest.mark.slow
@pytest.mark.parametrize("which", GAMES, ids=lambda which: " ".join(which))
def test_both_tables_tell_and_take_back_alike_to_the_end(which: tuple[str, str]) -> None:
    for seed in (2, 3, 4):
        play(which, seed, MANY)
