"""Random games of the gallery come to an end at every table, within as many choices as people have time for."""

from __future__ import annotations

from functools import partial

import pytest

from rulewright.native.loading import load_game
from rulewright.play.jobs.running import played
from rulewright.play.series.simulate import Series, report_of
from rulewright.play.series.simulate_native import NativeSeriesJob
from tests.reference.checkout import RULESETS

GAMES, SEED, MOST = 300, 43, 3_000
CLASSICS = sorted(path.name for path in (RULESETS / "classics").iterdir() if path.is_dir())


@pytest.mark.sampled(3)
@pytest.mark.parametrize("name", CLASSICS)
def test_every_random_game_ends(name: str) -> None:
    load = partial(load_game, name)
    blueprint = load().blueprint
    for seats in range(blueprint.min_seats, blueprint.max_seats + 1):
        report = report_of(played(NativeSeriesJob(Series(GAMES, seats, SEED, ("random",)), (load,))))
        assert report.stopped == []
        assert max(each.decisions for each in report.results) < MOST
