"""A learned player chooses natively as in Python: in every decision, in whole series, whatever is hidden or sealed."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

import rulewright as rw
from rulewright.core.lower.refusal import NotNative
from rulewright.core.model.chance import Draws
from rulewright.core.model.game import Game
from rulewright.core.model.layout import FRAME, OPTIONS
from rulewright.core.model.limits import LimitReached
from rulewright.core.run.steps import start, step
from rulewright.lab.ladders.ladder import LadderPlan, places_of
from rulewright.play.jobs.running import JobRun
from rulewright.play.policies.learned_files import write_values
from rulewright.play.policies.native_twin import NativeTwin
from rulewright.play.series.simulate import Series, SeriesJob
from rulewright.play.series.simulate_native import are_so_many, policy_in_python, threads, unplayable
from tests.properties.tables import settings_of
from tests.properties.test_native_search import SHIPPED, STRANGE, native_game
from tests.properties.weighing import weighs_all


def chooses_alike(game: Game, seats: int, seed: int, decisions: int, *, ruled: int = 0) -> int:
    """Play a game in which the player is asked natively and in Python, and chance decides; how often it was asked."""
    player, twin, chance, compared = weighs_all(game, seats, 40, choices=True), NativeTwin(game), Draws(seed), 0
    try:
        settings = settings_of(game, ruled, seed, random.Random(seed))
        state = start(game, seats=seats, seed=seed, settings=settings)
        twin.begin(state)
        for decision in range(300):
            if state[FRAME] is None or compared == decisions:
                break
            if len(state[OPTIONS]) > 1:
                natively = twin.choice(Draws(seed, decision), player)
                if natively is not None:  # where looking ahead runs into a limit, Python answers
                    assert natively == player.choose(game, state, Draws(seed, decision)), f"seed {seed}, {decision + 1}"
                    compared += 1
            code = state[OPTIONS][chance.below(len(state[OPTIONS]))]
            step(game, state, code)
            twin.step(code)
    except LimitReached:  # random rules may lead outside
        pass
    return compared


@pytest.mark.sampled(2)
@pytest.mark.parametrize(("name", "modules", "seats", "ruled"), SHIPPED)
def test_it_chooses_alike_in_what_is_shipped(name: str, modules: tuple[str, ...], seats: int, ruled: int) -> None:
    game = rw.load_game(name, modules=("base", *modules) if modules else None)
    assert chooses_alike(game, seats, 5, 6, ruled=ruled)


def test_it_chooses_alike_by_lines_of_pieces_on_places() -> None:
    assert chooses_alike(rw.load_game("draughts"), 2, 1, 12) == 12


@pytest.mark.slow
@pytest.mark.parametrize(("name", "modules", "seats", "ruled"), SHIPPED)
def test_it_chooses_alike_through_whole_games(name: str, modules: tuple[str, ...], seats: int, ruled: int) -> None:
    game = rw.load_game(name, modules=("base", *modules) if modules else None)
    for seed in range(3):
        assert chooses_alike(game, seats, seed, 10_000, ruled=ruled)


@pytest.mark.sampled(5)
@pytest.mark.parametrize(("sort", "name"), STRANGE)
def test_it_chooses_alike_in_what_is_strange(sort: str, name: str) -> None:
    """Cards nobody sees, cards seen now and then, answers under seal, free actions, ends that are told."""
    try:
        game = native_game(sort, name)
    except NotNative as refusal:
        pytest.skip(str(refusal))
    for seed in range(2):
        chooses_alike(game, game.blueprint.max_seats, seed, 25)


def test_a_series_comes_to_the_same(tmp_path: Path) -> None:
    game = rw.load_game("tutorial", backend="native")
    file = tmp_path / "gulls.json"
    write_values(file, weighs_all(game, 2, 40).values)
    policies = (f"learned:{file}", "greedy")
    assert not policy_in_python(policies)
    assert not unplayable(game, policies)
    assert are_so_many(10, policies)
    found = []
    for executor in (None, threads(game)):
        run = JobRun(SeriesJob(Series(4, 2, 7, policies), (lambda: game,)))
        run.go_on(executor=executor)
        found.append((run.merged.results, run.merged.used, run.merged.digest))
    assert found[0] == found[1]


def test_a_ladder_comes_to_the_same(tmp_path: Path) -> None:
    game = rw.load_game("tutorial", backend="native")
    file = tmp_path / "gulls.json"
    write_values(file, weighs_all(game, 2, 40).values)
    plan = LadderPlan((f"learned:{file}", "greedy"), 2, 2)
    twin = NativeTwin(game)
    for number in range(plan.games):
        assert places_of(game, plan, number, twin) == places_of(game, plan, number)


def test_what_choices_are_worth_is_told_again_where_there_was_no_room(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rulewright.native.inside.learned_player._LEAST_CHOICES", 1)
    game = rw.load_game("tutorial")
    assert chooses_alike(game, 2, 1, 40)
    assert chooses_alike(game, 2, 2, 40)
