"""A player that varies becomes stronger, and new weights play natively as a player of those weights does."""

from __future__ import annotations

from array import array
from collections.abc import Mapping

import pytest

from rulewright.core.model.game import Game
from rulewright.core.model.weighing import UNIT
from rulewright.core.run.steps import start, unstarted
from rulewright.lab.training.self_play import SelfPlayPlan
from rulewright.lab.training.training import Challenge
from rulewright.native.inside.host import Host
from rulewright.native.loading import load_game
from rulewright.play.policies.learned import learned_from
from rulewright.play.policies.learned_files import LearnedValues
from rulewright.play.policies.native_values import with_choices
from rulewright.play.policies.standing import Scale

pytest.importorskip("numpy")
SEEDS = range(40)
BEGINS = {"lead": UNIT // 100, "prey cat in beak[me]": -UNIT // 50}


@pytest.fixture(name="gulls", scope="module")
def the_tutorial() -> Game:
    return load_game("tutorial", backend="auto")


def test_who_varies_changes_the_same_way_again(gulls: Game) -> None:
    from rulewright.lab.training.varying import varied_generations

    plan = SelfPlayPlan((2,), 16, 0, 0, 1, {}, knows(gulls, BEGINS))
    one, again = (next(varied_generations(gulls, plan, lambda: gulls, seconds=60, pairs=120)) for _ in range(2))
    assert one.is_stronger
    assert one.games > 240
    assert one.explained is None
    assert one.lead == again.lead
    assert one.values == again.values
    assert one.values.weights != BEGINS


def test_who_varies_thinks_of_tables_what_its_games_come_to(gulls: Game) -> None:
    """Searches compare tables with ends; games of the player alone do not."""
    from rulewright.lab.training.varying import varied_generations

    for too_well in (-3, 3):
        plan = SelfPlayPlan((2,), 16, 0, 0, 1, {}, knows(gulls, {"always": too_well * UNIT}))
        learned = next(varied_generations(gulls, plan, lambda: gulls, seconds=60, pairs=20)).values
        player, state = learned_from(learned, gulls, 2), start(gulls, seats=2, seed=5)
        assert [worth for worth in player.worths_of(state) if abs(worth - 0.5) >= 0.15] == []


@pytest.mark.slow
def test_who_varies_ends_ahead_of_what_it_was(gulls: Game) -> None:
    from rulewright.lab.training.varying import varied_generations

    begins, shares = knows(gulls, BEGINS), []
    for seed in (1, 2, 3):  # a single one may have bad luck
        plan = SelfPlayPlan((2,), 16, 0, 0, seed, {}, begins)
        generations = varied_generations(gulls, plan, lambda: gulls, seconds=60, pairs=400)
        for _ in range(3):
            learned = next(generations).values
        shares.append(Challenge(gulls, plan).share_ahead(learned, begins, 200))
    assert sum(shares) / len(shares) > 0.58, shares


def test_what_is_weighed_anew_plays_as_a_player_of_those_weights(gulls: Game) -> None:
    first, other = knows(gulls, {"lead": 9}), knows(gulls, {"lead": -9, "prey salmon in beak[me]": UNIT // 9})
    assert ends(gulls, first) != ends(gulls, other)
    assert ends(gulls, first, weighs=other) == ends(gulls, other)


def test_where_rounds_are_counted_weights_may_change_by_rounds() -> None:
    from rulewright.lab.training.varied_games import Ways

    ceres = load_game("ceres", backend="auto")
    begins = knows(ceres, {"lead": UNIT // 100, "lead in round 2": UNIT // 90})
    ways = Ways(ceres, begins, (2,), ())
    at = ways.named.index("slope lead in round, by round")
    way = ways.drawn(1) * 0
    way[at] = UNIT / 50
    gone = ways.gone(way)
    assert gone.weights == begins.weights
    assert gone.trends is not None
    assert set(gone.trends) <= {name for name in learned_from(gone, ceres, 2).features.names if "in round" in name}
    by_part = learned_from(gone, ceres, 2).by_part
    assert b"".join(array("q", each).tobytes() for each in by_part) == ways.laid(2, way)
    assert len({tuple(each) for each in by_part}) == len(by_part) > 2


def test_where_none_are_counted_they_do_not(gulls: Game) -> None:
    from rulewright.lab.training.varied_games import Ways

    ways = Ways(gulls, knows(gulls, BEGINS), (2,), ())
    assert [each for each in ways.named if "by round" in each] == []
    assert ways.gone(ways.drawn(1)).trends is None


def knows(gulls: Game, weights: Mapping[str, int]) -> LearnedValues:
    blueprint = gulls.blueprint
    return LearnedValues(
        blueprint.ruleset, blueprint.digest, blueprint.modules, (2,), Scale(6, 0), dict(weights), {}, {}
    )


def ends(gulls: Game, values: LearnedValues, *, weighs: LearnedValues | None = None) -> list[list[int]]:
    """What games natively come to whose seats are a player, weighing as another one does."""
    host = Host(gulls)
    number = host.games.learn(with_choices(learned_from(values, gulls, 2)))
    if weighs is not None:
        by_part = learned_from(weighs, gulls, 2).by_part
        host.games.weigh(number, b"".join(array("q", each).tobytes() for each in by_part))
    begun = host.put(unstarted(gulls, seats=2, seed=1, settings={}))
    host.games.prepare(begun, [number, number], begins=True, reseeds=True)
    for _ in host.games.play(list(SEEDS), most=10_000):
        pass
    return [[sum(row) for row in each.scores] for each in host.games.ended(len(SEEDS))]
