"""Many games in native memory are the games that `Table` plays one by one: what may be chosen, what is seen."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

import rulewright as rw
from rulewright.adapters.table import Layout, Table
from rulewright.core.model.game import Game
from rulewright.core.run.steps import IllegalChoice
from rulewright.native.on_demand import Native
from tests.properties.test_hidden import hidden_text
from tests.reference.games import build_small
from tests.unit.adapters.needing import needed
from tests.unit.native.inside.test_host import LOOPS
from tests.unit.observe.test_awaited import ASKING

TABLES = [("shipped", "tutorial", 3), ("shipped", "skymines", 3), ("shipped", "ceres", 2)]
TABLES.append(("small", "sealed_asking", 3))
# Of the random rules with hidden things, some whose games begin within all limits.
TABLES += [("hidden", str(number), 0) for number in (1, 4, 9, 13, 17, 21)]
SEED = 17


def layout_of(sort: str, name: str, seats: int) -> Layout:
    texts: dict[str, Callable[[str], str]] = {"hidden": hidden_text, "small": lambda _: ASKING}
    game = rw.load_game(name, backend="native") if sort == "shipped" else native(texts[sort](name))
    return Layout(game, seats or game.blueprint.max_seats, numbers=range(-50, 1000))


def native(text: str) -> Game:
    """A small game, to be played natively."""
    built = build_small(text)
    assert built.compiled is not None
    made = built.compiled.lowered, built.compiled.blueprint
    return replace(built.game(), native=Native(None, lambda: made))


def assert_same(games: Any, tables: list[Table]) -> None:
    """All that is told of each row is what its table tells."""
    masks, vectors, acting = games.masks(), games.vectors(), games.acting
    seats = (acting + 1) % games.layout.seats
    others = games.vectors(seats)
    for row, table in enumerate(tables):
        seat = table.acting
        assert acting[row] == (-1 if seat is None else seat)
        assert tuple(masks[row].nonzero()[0]) == table.legal(), (row, SEED)
        for seen, who in ((vectors, seat or 0), (others, int(seats[row]))):
            expected = table.vector(who)
            wrong = [
                (part.name, one, two)
                for part, one, two in zip(games.layout.vectors.parts, seen[row].tolist(), expected, strict=True)
                if one != pytest.approx(two)
            ]
            assert not wrong, (row, who, SEED, wrong[:4])


def comes_to_a_limit(table: Table, action: int, *, fails: bool) -> bool:
    """Choose; whether that comes to a limit, as it should or should not."""
    try:
        table.act(action)
    except rw.LimitReached:
        assert fails
        return True
    assert not fails
    return False


@pytest.mark.sampled(2)
@pytest.mark.parametrize(("sort", "name", "seats"), TABLES)
def test_games_side_by_side_are_those_played_one_by_one(sort: str, name: str, seats: int) -> None:
    needed("numpy", "gymnasium")
    from rulewright.adapters.many import Many

    layout, rng, count = layout_of(sort, name, seats), random.Random(SEED), 6
    games = Many(layout, count)
    games.begin(range(count), range(count))
    tables = [Table(layout, seed) for seed in range(count)]
    sealed = 0
    for turn in range(60):
        if turn % 3 == 0:
            assert_same(games, tables)
        sealed += int(games.memory.has_sealed.sum())
        chosen = [rng.choice(table.legal() or (-1,)) for table in tables]
        games.act(chosen)
        for row, (table, action) in enumerate(zip(tables, chosen, strict=True)):
            if action >= 0 and comes_to_a_limit(table, action, fails=row in games.failed):
                tables[row] = games.table(row)
    assert_same(games, tables)
    assert sealed or name not in ("skymines", "sealed_asking"), "no seat answered under seal"
    row = rng.randrange(count)
    assert games.table(row).points() == tables[row].points()
    assert games.table(row).decisions == tables[row].decisions


def test_a_game_that_is_over_stays_and_another_begins_in_its_row() -> None:
    needed("numpy", "gymnasium")
    from rulewright.adapters.many import Many

    layout = layout_of("shipped", "tutorial", 2)
    games = Many(layout, 3)
    games.begin(range(3), [4, 5, 6])
    while games.waiting.any():
        games.act(games.masks().argmax(axis=1))
    worth = [games.table(row).worth() for row in range(3)]
    assert [each for each in worth if sum(each) != pytest.approx(0)] == []
    ended = games.decisions.copy()
    games.begin([1], [9])
    assert games.waiting.tolist() == [False, True, False]
    games.act(games.masks().argmax(axis=1))
    assert games.decisions.tolist() == [ended[0], 1, ended[2]]


def test_what_may_not_be_chosen_is_refused_and_nothing_changes() -> None:
    needed("numpy", "gymnasium")
    from rulewright.adapters.many import Many

    layout = layout_of("shipped", "tutorial", 2)
    games = Many(layout, 2)
    games.begin(range(2), [1, 2])
    legal = games.masks().argmax(axis=1)
    before = games.memory.whole.copy()
    with pytest.raises(IllegalChoice, match="row 1: action 100000 is not an option here"):
        games.act([legal[0], 100000])
    assert (games.memory.whole == before).all()
    games.act([-1, legal[1]])
    assert games.decisions.tolist() == [0, 1]


def test_the_arrays_are_the_memory_itself_also_after_it_grew() -> None:
    needed("numpy", "gymnasium")
    from rulewright.adapters.many import Many

    games = Many(layout_of("shipped", "tutorial", 2), 2)
    games.begin(range(2), [1, 2])
    host = games.memory.host
    states = [host.start(seats=2, seed=seed) for seed in range(3000)]
    assert len(states) == 3000
    games.act(games.masks().argmax(axis=1))
    assert games.memory.site.base is not None
    assert [host.site(games.memory.address(row)) for row in range(2)] == games.memory.site.tolist()


def test_a_game_that_comes_to_a_limit_is_given_up_and_the_others_go_on() -> None:
    needed("numpy", "gymnasium")
    from rulewright.adapters.many import Many

    games = Many(Layout(native(LOOPS), 1), 3)
    games.begin(range(3), range(3))
    games.choose([0, 0, 0])
    games.choose([1, 0, -1])
    assert list(games.failed) == [1]
    assert "more than 10000 steps without a decision in 'play'" in games.failed[1]
    assert games.waiting.tolist() == [False, False, True]
    games.choose([-1, -1, 1])
    assert [games.table(row).points() for row in (0, 2)] == [(1,), (1,)]


# ---- As environments of Gymnasium


def test_environments_side_by_side_are_told_alike_for_the_same_seed() -> None:
    needed("gymnasium", "gymnasium")
    from rulewright.adapters.gymnasium_many import SeatEnvs

    game = rw.load_game("tutorial")
    runs = []
    for _ in range(2):
        envs = SeatEnvs(game, 5, seats=3, seat=1)
        rng = random.Random(SEED)
        seen, info = envs.reset(seed=3)
        assert envs.observation_space.contains(seen)
        told = []
        for _ in range(60):
            assert (envs.games.acting[info["action_mask"].any(axis=1)] == 1).all()
            legal = [mask.nonzero()[0].tolist() for mask in info["action_mask"]]
            seen, rewards, over, cut, info = envs.step([rng.choice(each or [0]) for each in legal])
            told.append((seen.tolist(), rewards.tolist(), over.tolist()))
            assert ((rewards != 0) <= over).all()
            assert not cut.any()
        assert [over for _, _, over in told if any(over)], told
        runs.append(told)
    assert runs[0] == runs[1]


def test_who_does_not_play_natively_is_refused() -> None:
    needed("gymnasium", "gymnasium")
    from rulewright.adapters.gymnasium_many import SeatEnvs

    with pytest.raises(ValueError, match="'greedy' does not play natively; choose random, first"):
        SeatEnvs(rw.load_game("tutorial"), 2, seats=2, others="greedy")
    with pytest.raises(ValueError, match="seat 2 makes no decisions"):
        SeatEnvs(rw.load_game("tutorial"), 2, seats=2, seat=2)


@pytest.mark.slow
def test_a_gradient_of_policies_learns_to_beat_players_who_draw_lots() -> None:
    """REINFORCE (Williams 1992) with a linear policy."""
    np = needed("numpy", "gymnasium")
    needed("gymnasium", "gymnasium")
    from rulewright.adapters.gymnasium_many import SeatEnvs

    envs = SeatEnvs(rw.load_game("tutorial"), 256, seats=2)
    rng = np.random.default_rng(SEED)
    weights = np.zeros((envs.single_observation_space.shape[0] + 1, envs.single_action_space.n))
    scale = np.maximum(1, np.abs(envs.single_observation_space.high))

    def won(rounds: int, rate: float) -> float:
        """The mean worth of the games of some steps; the weights go up the gradient meanwhile where there is a rate."""
        nonlocal weights
        seen, info = envs.reset(seed=int(rng.integers(10**6)))
        worth, ended = 0.0, 0
        trails = [np.zeros_like(weights) for _ in range(envs.num_envs)] if rate else []
        for _ in range(rounds):
            place = np.hstack([seen / scale, np.ones((envs.num_envs, 1))])
            mask = info["action_mask"].astype(bool)
            scores = np.where(mask, place @ weights, -np.inf)
            scores[~mask.any(axis=1)] = 0
            chances = np.exp(scores - scores.max(axis=1, keepdims=True))
            chances /= chances.sum(axis=1, keepdims=True)
            actions = (chances.cumsum(axis=1) > rng.random((envs.num_envs, 1))).argmax(axis=1)
            if rate:
                steps = -chances
                steps[np.arange(envs.num_envs), actions] += 1
                for row in np.nonzero(mask.any(axis=1))[0]:
                    trails[row] += np.outer(place[row], steps[row])
            seen, rewards, over, _, info = envs.step(actions)
            for row in np.nonzero(over)[0]:
                worth, ended = worth + rewards[row], ended + 1
                if rate:
                    weights = weights + rate * rewards[row] * trails[row]
                    trails[row][:] = 0
        return worth / max(1, ended)

    chance = won(60, 0)
    for _ in range(30):
        won(60, 0.01)
    learned = won(150, 0)
    assert abs(chance) < 0.08
    assert learned > 0.1, f"seed {SEED}: {learned} of 0.5, by chance {chance}"
