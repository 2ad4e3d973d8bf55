"""Answers given at once at tables with people: whatever the order of arrival, all see the same in the end.

Until then nobody sees anything that depends on what others have answered. Served tables, and the faces for learning
programs.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import permutations

import pytest

from rulewright.adapters.table import Layout, Table
from rulewright.core.model.events import Event
from rulewright.core.model.game import Game, State
from rulewright.core.model.layout import PARKED, SEALED
from rulewright.core.run.atoms import LimitReached
from rulewright.observe.sight.view import view_of
from rulewright.play.records.replay import PERSON, offered
from rulewright.play.session.moments import ONLOOKER, Moment
from rulewright.table.serve.live import LiveTable
from rulewright.table.serve.logged_actions import Turn, turns_told
from rulewright.table.serve.seeing import SeatSight, sight_of
from rulewright.table.serve.steps import SeatUpdate, begin_of_steps, steps_of
from tests.properties.test_orders_of_arrival import RANDOM, SMALL, text_of
from tests.reference.games import build_small
from tests.reference.tables import live_table

PEOPLE = (PERSON,) * 3
VIEWERS = (ONLOOKER, 0, 1, 2)
MOST_QUESTIONS, MOST_ANSWERS, MOST_CHOICES = 2, 40, 60
SEED = 11
rulesets = pytest.mark.parametrize("name", [*SMALL, *map(str, range(RANDOM))])


@dataclass(frozen=True)
class Question:
    """A question that several seats are asked at once: how the table came to it."""

    game: Game
    moments: tuple[Moment, ...]

    def table(self) -> LiveTable:
        live = live_table(self.game, PEOPLE, SEED)
        for each in self.moments:
            live.take(*live.after_choice(live.state, each.seat, each.key))
        return live


def questions(name: str) -> Iterator[tuple[Question, random.Random]]:
    """The first questions of one random game at a table of three people."""
    game = build_small(text_of(name), 3, 3).game()
    rng, found, sealed = random.Random(f"{name} {SEED}"), 0, None
    try:
        live = live_table(game, PEOPLE, SEED)
        for _ in range(MOST_CHOICES):
            if live.is_over or found == MOST_QUESTIONS:
                return
            if live.state[SEALED] is not None and live.state[PARKED] and live.state[SEALED] is not sealed:
                found, sealed = found + 1, live.state[SEALED]
                yield Question(game, tuple(live.moments)), rng
            make(live, rng.choice(deciding(live)), rng)
    except LimitReached:  # random rules may lead outside
        return


def deciding(live: LiveTable) -> tuple[int, ...]:
    """The seats of a question that have a choice: of what others have nobody is asked."""
    return tuple(seat for seat in live.asked if live.may_choose(seat))


def make(live: LiveTable, seat: int, rng: random.Random) -> None:
    """A seat makes a choice, and settles it if it is asked no more before others are."""
    live.choose(seat, rng.choice(sorted(offered(live.game, live.state_for(seat)))))
    if live.must_confirm(seat):
        live.confirm(seat)


def answers(live: LiveTable, seat: int, habit: str) -> None:
    """A seat answers all that it is asked under the seal there is."""
    rng, sealed = random.Random(f"{habit}, seat {seat}"), live.state[SEALED]
    for _ in range(MOST_ANSWERS):
        if live.state[SEALED] is not sealed or not live.may_choose(seat):
            return
        make(live, seat, rng)
    raise LimitReached("a seat is asked again and again")


Page = tuple[SeatSight, tuple[Turn, ...], list[SeatUpdate], tuple[int, ...]]


def page(live: LiveTable, viewer: int) -> Page:
    """All that the pages of a seat or a spectator are made of: the table, the whole log, steps, what changes them."""
    steps = steps_of(live, viewer, "en", begin_of_steps(live, viewer))
    return sight_of(live, viewer, "en"), turns_told(live, viewer, "en"), steps, live.version(viewer)


def learned(layout: Layout, state: State) -> list[list[float]]:
    """What programs that learn are shown at each seat."""
    return [layout.vectors.vector(state, seat) for seat in range(len(PEOPLE))]


def heard(live: LiveTable) -> dict[int, list[tuple[int, int, Sequence[Event]]]]:
    """The news of each seat and of spectators, as they came."""
    return {viewer: [(each.number, each.seat, each.events) for each in live.heard(viewer)] for viewer in VIEWERS}


@pytest.mark.sampled(30)
@rulesets
def test_the_order_of_arrival_changes_nothing_that_anybody_is_shown(name: str) -> None:
    for question, rng in questions(name):
        first, habit = None, str(rng.randrange(10**6))
        layout = Layout(question.game, len(PEOPLE), numbers=range(-50, 1000))
        for order in permutations(deciding(question.table())):
            live = question.table()
            sealed = live.state[SEALED]
            try:
                for seat in order:
                    if live.state[SEALED] is sealed:
                        answers(live, seat, habit)
            except LimitReached:
                continue
            views = [view_of(live.game, live.state, viewer) for viewer in VIEWERS]
            pages = {viewer: page(live, viewer) for viewer in VIEWERS}
            vectors = learned(layout, live.state)
            if first is None:
                first = order, live.state, views, heard(live), pages, vectors
            told = f"ruleset {name}, seed {SEED}, habit {habit}: seats {order}, not {first[0]}"
            assert live.state == first[1], told
            assert views == first[2], told
            for viewer in VIEWERS:
                assert heard(live)[viewer] == first[3][viewer], f"{told}, seen by {viewer}"
                assert pages[viewer] == first[4][viewer], f"{told}, seen by {viewer}"
            assert vectors == first[5], told


@pytest.mark.sampled(30)
@rulesets
def test_before_the_opening_no_page_depends_on_what_others_have_answered(name: str) -> None:
    """Not on how many choices an answer consists of either. A viewer may have begun to answer, unconfirmed."""
    for question, rng in questions(name):
        asked = deciding(question.table())
        layout = Layout(question.game, len(PEOPLE), numbers=range(-50, 1000))
        habits, begins = [str(rng.randrange(10**6)) for _ in range(3)], rng.random() < 0.5
        for viewer in VIEWERS:
            others = [each for each in asked if each != viewer][: None if viewer in asked else -1]
            first = None
            for habit in habits:
                live = question.table()
                sealed = live.state[SEALED]
                if viewer in asked and begins and live.may_choose(viewer):
                    keys = sorted(offered(live.game, live.state_for(viewer)))
                    live.choose(viewer, random.Random(habits[0]).choice(keys))
                    if live.state[SEALED] is not sealed or live.moments != list(question.moments):
                        break  # settled at once
                try:
                    for seat in others:
                        answers(live, seat, habit)
                except LimitReached:
                    continue
                assert live.state[SEALED] is sealed
                seen = page(live, viewer), heard(live)[viewer], view_of(live.game, live.state_for(viewer), viewer)
                told = f"ruleset {name}, seed {SEED}, habits {habit}, not {habits[0]}, seen by {viewer}"
                shown = Table(layout, SEED, live.state_for(viewer)) if viewer != ONLOOKER else None
                faces = (shown.vector(viewer), shown.legal() if viewer in asked else ()) if shown is not None else ()
                if first is None:
                    first = seen, faces
                assert seen[0] == first[0][0], told
                assert seen[1:] == first[0][1:], told
                assert faces == first[1], told
