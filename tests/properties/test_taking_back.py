"""Who tries something, takes it back and tries something else learns nothing: an adversary at the tables of all games.

Hidden pieces, chance and sealed answers are exchanged under a choice. Where the choice can be taken back, all that its
seat is told of it stays the same; and whether it can be taken back does not depend on what is hidden.
"""

from __future__ import annotations

import random
from collections import Counter
from contextlib import suppress

import pytest

from rulewright.core.model.game import Game, State
from rulewright.core.model.layout import FRAME, SEAT, SEED
from rulewright.core.run.atoms import LimitReached
from rulewright.core.run.build import traced_build
from rulewright.core.run.steps import clone
from rulewright.observe.sight.hiding import relabelled
from rulewright.observe.sight.offers import offers
from rulewright.observe.sight.view import view_of
from rulewright.observe.words.events import sentences
from rulewright.play.session.moments import Hearing, Moment, take_option
from rulewright.play.session.reading import Peek
from tests.properties.test_hidden import GAMES, asked_anew, exchanged, game_of
from tests.properties.test_invariants import positions
from tests.properties.test_sealed import TOGETHER, answered_by_others, sealed_decisions

SHARE, MANY = 6, 400


Chosen = tuple[int, int]
"""The number of an offer, and of the piece where it is about one of several that are hidden."""


def tried(game: Game, state: State, chosen: Chosen) -> tuple[Moment, State] | None:
    """What comes of an option, for a seat that may want to take it back; None where a limit is met."""
    after, codes = clone(state), offers(game, state, state[SEAT])[chosen[0]].codes
    try:
        moment = take_option(game, traced_build(game), after, codes[chosen[1] % len(codes)], "", (state[SEAT],))
    except LimitReached:
        return None
    return moment, after


def told(game: Game, moment: Moment, after: State) -> object:
    """All that the seat which chose is told while it can still take its choice back."""
    seat = moment.seat
    if moment.opened:
        return None
    if moment.outcome.read is Peek.OF_OTHERS:
        assert moment.outcome.before_others is not None
        view = view_of(game, moment.outcome.before_others, seat)
        return view.counters, view.markers, view.zones, view.faces
    hearing = Hearing(seat)
    events = [event for each in hearing.hear(game, [moment]) for event in each.events]
    return view_of(game, after, seat), after[FRAME] is None, list(sentences(game, events, seat))


def compare(game: Game, state: State, other: State, chosen: Chosen, found: Counter[str]) -> None:
    """Try an option of two states that look alike to the seat asked."""
    one, two = tried(game, state, chosen), tried(game, other, chosen)
    if one is None or two is None:
        return
    kind = one[0].outcome.read
    assert kind is two[0].outcome.read
    found[kind.name] += 1
    if kind is not Peek.HIDDEN:
        assert told(game, *one) == told(game, *two)


def try_often(which: tuple[str, str], seed: int, count: int) -> Counter[str]:
    game, found = game_of(*which), Counter[str]()
    for number in range(20):
        rng = random.Random(f"{which} {seed} {number}")
        with suppress(LimitReached):  # random rules may lead outside; the game ends there
            for state, _ in positions(game, seed * 100 + number, 30):
                seat = state[SEAT]
                other = relabelled(game, state, exchanged(game, state, seat, rng))
                other[SEED] = rng.getrandbits(64)
                keys = [each.key for each in offers(game, state, seat)]
                if not asked_anew(game, other) or [each.key for each in offers(game, other, seat)] != keys:
                    continue
                compare(game, state, other, (rng.randrange(len(keys)), rng.randrange(9)), found)
                if found.total() >= count:
                    return found
    return found


@pytest.mark.sampled(7)
@pytest.mark.parametrize("which", GAMES, ids=lambda which: " ".join(which))
def test_nothing_hidden_is_learnt_by_what_can_be_taken_back(which: tuple[str, str]) -> None:
    try_often(which, 1, SHARE)


@pytest.mark.slow
@pytest.mark.parametrize("which", GAMES, ids=lambda which: " ".join(which))
def test_nothing_hidden_is_learnt_by_what_can_be_taken_back_many_times(which: tuple[str, str]) -> None:
    try_often(which, 2, MANY)


@pytest.mark.parametrize("name", ["tutorial", "ceres", "skymines"])
def test_most_choices_that_read_nothing_hidden_can_be_taken_back(name: str) -> None:
    found = try_often(("shipped", name), 3, 40)
    assert found["NOTHING"] > 0
    assert found["HIDDEN"] > 0 or name == "skymines"


@pytest.mark.sampled(3)
@pytest.mark.parametrize("which", TOGETHER, ids=lambda which: " ".join(which))
def test_nothing_sealed_is_learnt_by_what_can_be_taken_back(which: tuple[str, str]) -> None:
    game, found = game_of(*which), Counter[str]()
    for state, rng in sealed_decisions(game, 5, 8):
        seat = state[SEAT]
        answered = [answered_by_others(game, state, habits) for habits in (1, 2, 3)]
        alike: dict[str, list[State]] = {}
        for each in answered:
            if each is not None and each[FRAME] is not None and each[SEAT] == seat:
                alike.setdefault(repr(view_of(game, each, seat)), []).append(each)
        for one, *others in alike.values():
            for other in others:
                compare(game, one, other, (rng.randrange(len(offers(game, one, seat))), 0), found)
    assert found or which[0] == "random"
