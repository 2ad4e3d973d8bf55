"""The faces pass the suites of their libraries, and something is learned through them."""

from __future__ import annotations

import random
import subprocess
import sys
import warnings
from collections import defaultdict
from collections.abc import Callable
from typing import Any

import pytest

import rulewright as rw
from tests.properties.tables import WHOLE
from tests.unit.adapters.needing import needed

TABLES = [("tutorial", 2), ("tutorial", 4), pytest.param("skymines", 3, marks=pytest.mark.slow), ("ceres", 2)]
tables = pytest.mark.parametrize(("name", "seats"), TABLES)


@tables
def test_pettingzoo_finds_nothing_wrong(name: str, seats: int, capsys: pytest.CaptureFixture[str]) -> None:
    suites = needed("pettingzoo.test", "pettingzoo")
    from rulewright.adapters.pettingzoo import GameEnv

    game = rw.load_game(name)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        suites.api_test(GameEnv(game, seats=seats), num_cycles=200)
        suites.seed_test(lambda: GameEnv(game, seats=seats), num_cycles=50)
    assert "Passed API test" in capsys.readouterr().out


def test_an_agent_of_pettingzoo_gets_its_part_of_the_victory() -> None:
    needed("pettingzoo", "pettingzoo")
    from rulewright.adapters.pettingzoo import GameEnv

    env = GameEnv(rw.load_game("tutorial"), seats=3)
    env.reset(seed=3)
    rng, last = random.Random(3), dict[str, float]()
    for agent in env.agent_iter():
        seen, reward, terminated, _, _ = env.last()
        last[agent] = reward
        legal = [action for action, open_ in enumerate(seen["action_mask"]) if open_]
        env.step(None if terminated else rng.choice(legal))
    assert env.agents == []
    assert sum(last.values()) == pytest.approx(0)
    assert max(last.values()) > 0


def test_seats_that_the_rules_play_are_no_agents() -> None:
    needed("pettingzoo", "pettingzoo")
    from rulewright.adapters.pettingzoo import GameEnv

    game = rw.load_game("skymines", modules=WHOLE)
    assert GameEnv(game, seats=3, settings={"luna": 1}).possible_agents == ["seat_1", "seat_2"]


@tables
def test_gymnasium_finds_nothing_wrong(name: str, seats: int) -> None:
    checker = needed("gymnasium.utils.env_checker", "gymnasium")
    from rulewright.adapters.gymnasium import SeatEnv

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        checker.check_env(SeatEnv(rw.load_game(name), seats=seats, seat=seats - 1), skip_render_check=True)


def test_what_may_not_be_chosen_loses_and_a_wrong_table_is_refused() -> None:
    needed("gymnasium", "gymnasium")
    from rulewright.adapters.gymnasium import SeatEnv

    game = rw.load_game("skymines")
    env = SeatEnv(game, seats=2)
    _, info = env.reset(seed=1)
    closed = next(action for action, open_ in enumerate(info["action_mask"]) if not open_)
    _, reward, terminated, truncated, info = env.step(closed)
    assert (reward, terminated, truncated, info["illegal"]) == (-1.0, True, False, True)
    with pytest.raises(ValueError, match="seat 2 makes no decisions; choose a seat from 0 to 1"):
        SeatEnv(game, seats=2, seat=2)
    with pytest.raises(ValueError, match="others='greedi': no such policy; did you mean 'greedy'"):
        SeatEnv(game, seats=2, others="greedi")


@pytest.mark.parametrize(("name", "seats"), [("tutorial", 2), ("tutorial", 3), ("ceres", 2)])
def test_openspiel_finds_nothing_wrong(name: str, seats: int) -> None:
    pyspiel = needed("pyspiel", "openspiel")
    from rulewright.adapters.openspiel import spiel_game

    pyspiel.random_sim_test(spiel_game(rw.load_game(name), seats=seats), num_sims=2, serialize=False, verbose=False)


def test_the_information_of_a_player_says_what_it_may_choose_and_is_followed_by_clones() -> None:
    pyspiel = needed("pyspiel", "openspiel")
    from rulewright.adapters.openspiel import spiel_game

    game = spiel_game(rw.load_game("tutorial"), seats=2, deals=50)
    state = game.new_initial_state()
    assert len(state.chance_outcomes()) == 50
    assert state.current_player() == pyspiel.PlayerId.CHANCE
    rng = random.Random(2)
    state.apply_action(7)
    met: dict[str, list[int]] = {}
    while not state.is_terminal():
        player = state.current_player()
        legal = state.legal_actions()
        assert met.setdefault(state.information_state_string(player), legal) == legal
        copy = state.clone()
        copy.apply_action(legal[-1])
        assert state.legal_actions() == legal
        state.apply_action(rng.choice(legal))
    assert sum(state.returns()) == pytest.approx(0)


@pytest.mark.parametrize(
    ("name", "seats"), [("tutorial", 3), ("ceres", 2), pytest.param("skymines", 2, marks=pytest.mark.slow)]
)
def test_openspiel_resamples_what_a_player_cannot_tell_from_its_state(name: str, seats: int) -> None:
    needed("pyspiel", "openspiel")
    from rulewright.adapters.openspiel import spiel_game

    rng, others = random.Random(f"resample {name}"), 0
    state = spiel_game(rw.load_game(name), seats=seats).new_initial_state()
    state.apply_action(5)
    for number in range(40):
        if state.is_terminal():
            break
        if number % 8 == 7:
            for player in range(seats):
                other = state.resample_from_infostate(player, rng.random)
                assert other.information_state_string(player) == state.information_state_string(player)
                assert other.current_player() == state.current_player()
                others += other.table.state != state.table.state
                again = other.resample_from_infostate(player, rng.random)
                assert again.information_state_string(player) == state.information_state_string(player)
                while not other.is_terminal():
                    other.apply_action(rng.choice(other.legal_actions()))
                assert sum(other.returns()) == pytest.approx(0)
        state.apply_action(rng.choice(state.legal_actions()))
    assert others


def test_a_search_of_openspiel_plays_by_resampling() -> None:
    pyspiel = needed("pyspiel", "openspiel")
    import numpy as np
    from open_spiel.python.algorithms.ismcts import ISMCTSBot
    from open_spiel.python.algorithms.mcts import RandomRolloutEvaluator

    from rulewright.adapters.openspiel import spiel_game

    game = spiel_game(rw.load_game("tutorial"), seats=2)
    chance = np.random.RandomState(4)
    bot = ISMCTSBot(game, RandomRolloutEvaluator(1, chance), 2.0, 20, random_state=chance)
    state = game.new_initial_state()
    state.apply_action(3)
    for _ in range(4):
        action = bot.step(state)
        assert action in state.legal_actions()
        state.apply_action(action)
    assert state.current_player() != pyspiel.PlayerId.TERMINAL


def test_openspiel_has_no_seats_that_the_rules_play() -> None:
    needed("pyspiel", "openspiel")
    from rulewright.adapters.openspiel import spiel_game

    game = rw.load_game("skymines", modules=WHOLE)
    with pytest.raises(ValueError, match="so this table cannot have seats"):
        spiel_game(game, seats=3, settings={"luna": 1})


def test_rulewright_itself_needs_none_of_them() -> None:
    code = (
        "import sys\nfor name in ('numpy', 'gymnasium', 'pettingzoo', 'pyspiel', 'distributed', 'cryptography'):\n"
        "    sys.modules[name] = None\n"
        "import rulewright as rw\nimport rulewright.adapters.table\nfrom rulewright.cli import run\n"
        "raise SystemExit(run(['simulate', 'tutorial', '--games', '2']))"
    )
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, check=False).returncode == 0


# ---- Something is learned


def played(env: Any, choose: Callable[[tuple[int, ...], list[int]], int], seed: int) -> tuple[float, list[Any]]:
    """Play one game and return its value and the choice made at each place.

    A place is (fish in the beak, cards of the worst sort seen).
    """
    names = [part.name for part in env.layout.vectors.parts]
    beak = env.layout.vectors.zones.index("beak[seat 1]") + 1
    sea = env.layout.vectors.zones.index("sea") + 1
    pieces = [at for at, name in enumerate(names) if name.endswith(" zone")]
    cats = [at for at in pieces if names[at].startswith("cat")]
    seen, info = env.reset(seed=seed)
    trail: list[Any] = []
    reward, over = 0.0, False
    while not over:
        place = (sum(seen[at] == beak for at in pieces), sum(seen[at] == sea for at in cats))
        legal = [action for action, open_ in enumerate(info["action_mask"]) if open_]
        action = choose(place, legal)
        trail.append((place, action))
        seen, reward, over, _, info = env.step(action)
    return reward, trail


@pytest.mark.slow
def test_a_table_of_values_learns_to_beat_players_who_draw_lots() -> None:
    needed("gymnasium", "gymnasium")
    from rulewright.adapters.gymnasium import SeatEnv

    env = SeatEnv(rw.load_game("tutorial"), seats=2)
    rng = random.Random(6)
    worth: dict[Any, float] = defaultdict(float)
    times: dict[Any, int] = defaultdict(int)

    def explore(place: tuple[int, ...], legal: list[int]) -> int:
        return rng.choice(legal) if rng.random() < 0.3 else best(place, legal)

    def best(place: tuple[int, ...], legal: list[int]) -> int:
        return max(legal, key=lambda action: (worth[place, action], action))

    for seed in range(4000):
        reward, trail = played(env, explore, seed)
        for each in trail:
            times[each] += 1
            worth[each] += (reward - worth[each]) / times[each]
    chance = sum(played(env, lambda _, legal: rng.choice(legal), 10**6 + seed)[0] for seed in range(1000)) / 1000
    learned = sum(played(env, best, 10**6 + seed)[0] for seed in range(1000)) / 1000
    assert abs(chance) < 0.05
    assert learned > 0.1, f"seed 6: {learned} of 0.5"
