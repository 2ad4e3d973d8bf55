"""Series of matches: the same report however they are dealt out, and games without a winner played on."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest

from rulewright.core.run.atoms import LimitReached
from rulewright.play.jobs.running import played
from rulewright.play.records.planned_matches import PlannedGames, load_match
from rulewright.play.series.simulate import seed_of
from rulewright.play.series.simulate_matches import MatchJob, MatchSeries, play_match
from rulewright.play.session import endless
from rulewright.play.session.match import plan_of_game

DUEL = Path(__file__).with_name("duel")
PLAN = load_match(DUEL / "matches" / "three.yaml")
TIES = plan_of_game("duel", {"en": "Duel"}, str(DUEL), ("base", "ties"))


@pytest.mark.slow  # by default those of the command line say so
def test_two_processes_report_what_one_does() -> None:
    series = MatchSeries(PLAN, matches=20, seats=2, seed=4, policies=("greedy", "random"))
    one, two = (played(MatchJob(series, partial(PlannedGames, PLAN)), jobs=jobs).merged for jobs in (1, 2))
    assert (one.digest, one.runs) == (two.digest, two.runs)


def test_more_matches_begin_with_the_same_ones() -> None:
    few, more = (played(MatchJob(MatchSeries(PLAN, count, 3), partial(PlannedGames, PLAN))).merged for count in (3, 12))
    assert more.runs[:3] == few.runs


def test_wins_of_matches_and_of_each_game_add_up_to_one() -> None:
    report = played(MatchJob(MatchSeries(PLAN, 20, 3), partial(PlannedGames, PLAN))).merged
    for shares in (report.shares_of_wins(), *(report.shares_of_game(place) for place in range(3))):
        assert sum(shares) == pytest.approx(1)


def test_what_is_played_again_ends_after_as_many_times_as_it_may() -> None:
    series = MatchSeries(TIES, 1, 2, policies=("first",), times=4)
    run = play_match(PlannedGames(TIES), series, 0)
    assert (run.games, run.again, run.unfinished) == (4, ("drawn",) * 3, 1)
    assert (run.outcomes[0].times, run.standing.sums, run.standing.winners) == (4, (2, 2), (0, 1))


def test_progress_counts_every_match() -> None:
    told: list[int] = []
    played(MatchJob(MatchSeries(PLAN, 12, 2), partial(PlannedGames, PLAN)), progress=told.append)
    assert sum(told) == 12


def test_a_limit_names_the_match_and_its_seed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(endless, "MAX_DECISIONS", 1)
    with pytest.raises(LimitReached, match=rf"match 1 \(seed {seed_of(0, 0)}\)"):
        played(MatchJob(MatchSeries(PLAN, 1, 2), partial(PlannedGames, PLAN)))
