"""A search with a learned player proves what is won and lost where nothing is hidden, and keeps what is won."""

from __future__ import annotations

import random

import pytest

import rulewright as rw
from rulewright.core.model.chance import Draws
from rulewright.core.model.game import Game, State
from rulewright.core.model.layout import FRAME, OPTIONS, SEAT, SITE
from rulewright.core.model.weighing import UNIT
from rulewright.core.run.steps import clone, start, step
from rulewright.observe.naming import option_key
from rulewright.play.policies.budget import Budget
from rulewright.play.policies.learned import LearnedPlayer, learned_player
from rulewright.play.policies.learned_files import LearnedValues
from rulewright.play.policies.search import Search
from rulewright.play.policies.standing import Scale, Standings
from tests.reference.four_in_a_row import Board, Solver, won_positions
from tests.reference.games import shipped

TO_THE_END = 60


def knows_nothing(game: Game) -> LearnedPlayer:
    """A player to whom all options are alike."""
    blueprint = game.blueprint
    values = LearnedValues(
        blueprint.ruleset, blueprint.digest, blueprint.modules, (2,), Scale(1, 0), {"always": UNIT // 2}, {}, {},
        TO_THE_END,
    )  # fmt: skip
    return LearnedPlayer(values, game, 2)


def after(game: Game, state: State, code: int) -> State:
    found = clone(state)
    step(game, found, code)
    return found


def result(game: Game, state: State, seat: int) -> int:
    """Who wins by perfect play, by going through everything: 1 for the seat, -1 for the other one, 0 for neither."""
    if state[FRAME] is None:
        worth = Standings(game).worth(state)
        return (worth[seat] > worth[1 - seat]) - (worth[seat] < worth[1 - seat])
    found = [result(game, after(game, state, code), seat) for code in state[OPTIONS]]
    return max(found) if state[SEAT] == seat else min(found)


@pytest.mark.parametrize("seed", range(4))
def test_in_a_small_game_it_finds_what_perfect_play_comes_to(seed: int) -> None:
    game = shipped("three_in_a_row").game
    player, chance, found = knows_nothing(game), random.Random(seed), set[int]()
    for number in range(6):
        state = start(game, seats=2, seed=seed)
        for _ in range(4):
            step(game, state, chance.choice(state[OPTIONS]))
        seat = state[SEAT]
        code = Search(game, seat, Budget(400), learned=player).choose(game, state, Draws(number))
        best = result(game, state, seat)
        assert result(game, after(game, state, code), seat) == best, f"seed {seed}, game {number + 1}"
        found.add(best)
    assert 1 in found, "no position was won"


def test_what_is_won_is_told_as_taken_most_and_what_is_lost_as_never_taken() -> None:
    game = shipped("three_in_a_row").game
    state = start(game, seats=2, seed=1)
    for square in ("a1", "c3", "b1", "a3"):  # one wins at c1, all else loses at b3
        codes = {option_key(game.blueprint, state[SITE], code)[-2:]: code for code in state[OPTIONS]}
        step(game, state, codes[square])
    search = Search(game, state[SEAT], Budget(200), learned=knows_nothing(game))
    chosen = search.choose(game, state, Draws(1))
    taken = {offer.codes[0]: (times, worth) for offer, (times, worth) in search.thought}
    times, worth = taken.pop(chosen)
    assert search.simulations < 200, "more is thought about what is proven"
    assert option_key(game.blueprint, state[SITE], chosen).endswith("c1")
    assert times == worth > sum(each for each, _ in taken.values())
    assert set(taken.values()) == {(0, 0.0)}


@pytest.mark.parametrize(
    ("name", "seats", "solves"),
    [("reversi", 2, True), ("nim", 2, True), ("nim", 3, False), ("yacht", 2, False),
     ("tutorial", 2, False), ("ceres", 2, False)],
)  # fmt: skip
def test_only_two_seats_that_see_everything_prove(name: str, seats: int, solves: bool) -> None:
    game = shipped(name).game
    blueprint, weights = game.blueprint, {"always": 1}
    values = LearnedValues(
        blueprint.ruleset, blueprint.digest, blueprint.modules, (seats,), Scale(1, 0), weights, {}, {}
    )
    assert LearnedPlayer(values, game, seats).solves is solves


def dropped(game: Game, columns: tuple[int, ...]) -> State:
    """A game of four in a row in which tokens were put into some columns."""
    state = start(game, seats=2, seed=0)
    for column in columns:
        step(game, state, in_column(game, state, column))
    return state


def in_column(game: Game, state: State, column: int) -> int:
    """The option that puts a token there."""
    letter = "abcdefg"[column]
    return int(next(each for each in state[OPTIONS] if option_key(game.blueprint, state[SITE], each)[-2] == letter))


def test_the_solver_knows_who_wins() -> None:
    """By going through all that may come, for the last stones of a game."""
    game = shipped("four_in_a_row").game
    chance, solver, results = random.Random(5), Solver(10_000), set[int]()
    while len(results) < 3:
        columns: list[int] = []
        board = Board()
        while len(columns) < 34 and (quiet := [each for each in board.open() if not board.wins(each)]):
            columns.append(chance.choice(quiet))
            board = board.drop(columns[-1])
        if len(columns) == 34:
            state = dropped(game, tuple(columns))
            found = solver.result(board)
            assert found == result(game, state, state[SEAT]), columns
            results.add(found)


@pytest.mark.slow
def test_of_100_won_positions_of_four_in_a_row_none_is_lost() -> None:
    game = rw.load_game("four_in_a_row")
    assert game.native is not None
    player, lost = learned_player(["learned"], game, 2), []
    for number, columns in enumerate(won_positions(100, 7, (14, 16, 18, 20, 22))):
        state, me = dropped(game, columns), len(columns) % 2
        searches = {me: Search(game, me, Budget(20_000), learned=player), 1 - me: Search(game, 1 - me, Budget(1000))}
        for decision in range(len(columns), 42):
            if state[FRAME] is None:
                break
            step(game, state, searches[state[SEAT]].choose(game, state, Draws(100 * number + decision)))
        worth = Standings(game).worth(state)
        if worth[me] <= worth[1 - me]:
            lost.append(columns)
    assert not lost
