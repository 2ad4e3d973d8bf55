"""A player that learns from games against itself: the same games anywhere, and stronger for them."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rulewright import load_game
from rulewright.core.model.chance import Draws
from rulewright.core.model.game import Game
from rulewright.core.model.layout import FRAME, SEAT
from rulewright.core.run.steps import start, step
from rulewright.lab.training.self_play import SelfPlayPlan, taught_game
from rulewright.play.policies.learned import learned_from
from rulewright.play.policies.learned_files import LearnedValues
from rulewright.play.policies.native_twin import native_twin
from rulewright.play.policies.policies import Policy, choose_random
from rulewright.play.policies.standing import Scale
from rulewright.play.session.result import totals
from tests.properties.weighing import weighs_all

pytest.importorskip("numpy")


def test_games_of_a_learned_player_are_the_same_natively_and_in_python() -> None:
    game = load_game("tutorial", backend="native")
    plan = SelfPlayPlan((2,), 16, 5, 4, seed=3, learned=weighs_all(game, 2).values)
    twin = native_twin(game)
    assert twin is not None
    games = [taught_game(game, plan, number) for number in range(4)]
    assert games == [taught_game(game, plan, number, twin) for number in range(4)]
    assert len({each.choices for each in games}) > 1
    assert [each for each in games if each.lessons] == []


def test_games_of_searches_with_a_player_say_what_they_found() -> None:
    from rulewright.lab.training.training import Challenge

    game = load_game("mancala", backend="native")
    values = weighs_all(game, 2, 40, apart=True).values
    plan = SelfPlayPlan((2,), 16, 5, 1, seed=3, learned=values, apart=True, think=16)
    taught = taught_game(game, plan, 0)
    assert taught == taught_game(load_game("mancala"), plan, 0)
    assert taught.lessons
    assert taught.is_possible()
    assert Challenge(game, plan).share_ahead(values, values, 2) == 0.5


def test_who_plays_against_itself_learns_to_beat_chance() -> None:
    from rulewright.lab.training.pupil import Pupil
    from rulewright.lab.training.training import Challenge

    game = load_game("mancala", backend="native")
    blueprint, twin, pupil = game.blueprint, native_twin(game), Pupil(game, (2,))
    nothing = LearnedValues(blueprint.ruleset, blueprint.digest, blueprint.modules, (2,), Scale(1, 0), {}, {}, {})
    plan = SelfPlayPlan((2,), 16, 0, 100, seed=1, learned=nothing)
    pupil.learn(plan, [taught_game(game, plan, number, twin) for number in range(plan.games)])
    found = pupil.fitted(nothing)
    values = replace(nothing, scale=pupil.scale, weights=found.weights, choices=found.choices)
    assert Challenge(game, plan).share_ahead(values, nothing, 60) > 0.65
    assert Challenge(game, plan).share_ahead(values, values, 4) == 0.5
    player = learned_from(values, game, 2)
    won = sum(_leads(game, player.choose, seed, seat) for seed in range(15) for seat in (0, 1))
    assert won >= 24, f"{won} of 30"


def _leads(game: Game, choose: Policy, seed: int, seat: int) -> bool:
    """Whether a policy at a seat has more points in the end than chance at the other one."""
    state, draws = start(game, seats=2, seed=seed), Draws(seed)
    decision = 0
    while state[FRAME] is not None:
        draws.turn_to(decision)
        decide = choose if state[SEAT] == seat else choose_random
        step(game, state, decide(game, state, draws))
        decision += 1
    points = totals(game, state)
    return points[seat] > points[1 - seat]
