"""What a seat may choose ahead of its turn: exactly what some way of the others leads to, where nothing else counts."""

from __future__ import annotations

import random

import pytest

from rulewright import load_game
from rulewright.core.model.game import Game, State
from rulewright.core.model.layout import FRAME, OPTIONS, SEAT
from rulewright.core.run.build import asking_always
from rulewright.core.run.steps import clone, start, step
from rulewright.play.records.replay import offered
from rulewright.play.session import premoves
from rulewright.play.session.premoves import turn_ahead

BOARDS = ("small_chess", "draughts", "reversi", "mancala", "nine_mens_morris", "dots_and_boxes", "nim")


def keys(game: Game, state: State | None) -> set[str]:
    return set(offered(game, state)) if state is not None else set()


def after_others(game: Game, state: State, seat: int) -> list[State]:
    """All positions in which a seat is asked next, found without any of the code under test."""
    if state[FRAME] is None:
        return []
    if state[SEAT] == seat:
        return [state]
    found = []
    for code in state[OPTIONS]:
        after = clone(state)
        step(game, after, code)
        found += after_others(game, after, seat)
    return found


@pytest.mark.parametrize("name", BOARDS)
def test_what_can_be_chosen_ahead_is_what_the_others_can_lead_to(name: str) -> None:
    game, seed = asking_always(load_game(name)), random.randrange(10**6)
    print(f"seed {seed}")  # noqa: T201 - shown if it fails
    chance = random.Random(seed)
    state, known = start(game, seats=2, seed=1), 0
    for _ in range(60):
        if state[FRAME] is None:
            break
        seat = 1 - state[SEAT]
        turn = turn_ahead(game, state, seat)
        if turn is not None:
            known += 1
            first = turn.positions[0]
            reached = [each for each in after_others(game, state, seat) if each[2] == first[2]]
            assert keys(game, turn.asked) == set().union(*(keys(game, each) for each in reached))
            key = chance.choice(sorted(keys(game, turn.asked)))
            more = turn_ahead(game, state, seat, (key,))
            assert more is not None
            goes_on, ends = set[str](), False
            for each in reached:
                if key in offered(game, each):
                    after = clone(each)
                    step(game, after, offered(game, each)[key])
                    asks = after[FRAME] is not None and after[SEAT] == seat
                    goes_on |= keys(game, after) if asks else set()
                    ends = ends or not asks
            assert more.may_be_all == ends
            assert keys(game, more.asked) <= goes_on
            assert bool(goes_on) == (more.asked is not None)
        step(game, state, chance.choice(state[OPTIONS]))
    assert known


@pytest.mark.parametrize("name", ["whist", "yacht", "klondike", "oh_hell", "tutorial"])
def test_where_chance_or_hidden_things_count_nothing_is_known_ahead(name: str) -> None:
    game = asking_always(load_game(name))
    state = start(game, seats=game.blueprint.min_seats, seed=1)
    assert [turn_ahead(game, state, seat) for seat in range(game.blueprint.min_seats)] == [None] * state[6]


def test_where_there_are_too_many_ways_or_none_nothing_is_known_ahead(monkeypatch: pytest.MonkeyPatch) -> None:
    game = asking_always(load_game("reversi"))
    state = start(game, seats=2, seed=1)
    assert turn_ahead(game, state, state[SEAT]) is None
    assert turn_ahead(game, state, 1 - state[SEAT], ("a1",)) is None
    assert turn_ahead(game, state, 1 - state[SEAT], ("c3",) * 9) is None
    assert turn_ahead(game, state, 1 - state[SEAT]) is not None
    monkeypatch.setattr(premoves, "MOST_TRIED", 2)
    assert turn_ahead(game, state, 1 - state[SEAT]) is None
