"""Reports on the tutorial and house rules of it: what is planted is told, games are the same however they are dealt."""

from __future__ import annotations

import random
import re
from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest

from rulewright.core.model.game import Game
from rulewright.lab.comparing.measures import titles
from rulewright.lab.comparing.watching import Watched, play, variance_between, watch
from rulewright.lab.reports.report import histogram, report_of
from rulewright.lab.reports.report_data import estimates_of, partings, report_json
from rulewright.lab.reports.report_games import PlayStrength, ReportGames, ReportJob, ReportPlan, replay_of_game
from rulewright.lab.reports.report_options import option_sections
from rulewright.lab.reports.report_rows import LabReport, ReportRow
from rulewright.native.loading import load_game
from rulewright.play.jobs.running import played
from rulewright.play.records.replay import run_replay
from rulewright.play.session.result import Result, totals
from tests.reference.checkout import RULESETS
from tests.reference.games import shipped
from tests.unit.lab.test_compare import DEAR_SALMON, SAME, UNFAIR, variant

PLAN = ReportPlan(3, 100, "greedy", "random", seed=2, weighed=0)


def game_of(folder: Path, text: str) -> partial[Game]:
    return partial(load_game, "tutorial", variant=variant(folder, text))


def reported(load: partial[Game], plan: ReportPlan = PLAN, jobs: int = 1) -> LabReport:
    games = played(ReportJob(plan, (load,)), jobs=jobs).merged
    game = load()
    return report_of(games, game.blueprint, titles(game, plan.seats))


def rows(report: LabReport) -> dict[str, ReportRow]:
    return {row.id: row for section in report.sections for row in section.rows}


def watched(**changes: object) -> Watched:
    plain = Watched((5, 3), Result((0,), (0,)), 9, 0, (0, 0, 0, 0), (), {}, {}, {}, (), {})
    return replace(plain, **changes)  # type: ignore[arg-type]


def test_an_unfair_seat_is_told(tmp_path: Path) -> None:
    found = rows(reported(game_of(tmp_path, UNFAIR)))
    for policy in ("greedy", "random"):
        assert found[f"seats.{policy}.1"].remark == "high"
        assert found[f"seats.{policy}.2"].remark == "low"


def test_a_card_that_dominates_is_told(tmp_path: Path) -> None:
    plan = replace(PLAN, strong="random", weak=None, games=300)
    fair, dear = (rows(reported(game_of(tmp_path, text), plan)) for text in (SAME, DEAR_SALMON))
    name = "length.random.spread"
    usual, raised = fair[name].estimate, dear[name].estimate
    assert usual is not None
    assert raised is not None
    assert raised.low > usual.high


def test_what_greedy_players_never_take_is_told() -> None:
    found = rows(reported(partial(load_game, "tutorial"), replace(PLAN, games=200)))
    taken = {key: row.remark for key, row in found.items() if key.startswith("taken.")}
    assert sorted(taken.values()) == ["", "high"] or sorted(taken.values()) == ["high", "low"]


@pytest.mark.slow  # by default those of the command line say so
def test_jobs_change_nothing() -> None:
    load = partial(load_game, "tutorial")
    plan = replace(PLAN, games=30, weighed=1)
    assert report_json(reported(load, plan, jobs=2)) == report_json(reported(load, plan))


def test_an_example_is_the_game_that_was_watched() -> None:
    game = load_game("tutorial")
    for kind, number in (("strong", 3), ("weak", 4), ("mixed", 5)):
        replay = replay_of_game(game, PLAN, kind, number)  # type: ignore[arg-type]
        setting = PLAN.setting(kind, number)  # type: ignore[arg-type]
        assert totals(game, run_replay(game, replay).state) == watch(game, setting).totals
        assert play(game, setting)[6] == 3


def test_twins_share_the_deal_and_not_the_chance_of_players() -> None:
    one, two, three = (PLAN.setting("weak", number) for number in (6, 7, 8))
    assert one.seed == two.seed != three.seed
    assert len({one.chance, two.chance, three.chance}) == 3
    assert PLAN.setting("mixed", 4).policies == ("random", "greedy", "random")


def test_every_number_lies_in_its_interval_and_every_share_between_nothing_and_all() -> None:
    report = reported(partial(load_game, "tutorial"), replace(PLAN, games=40, weighed=1))
    for row in rows(report).values():
        if row.estimate is not None:
            assert row.estimate.low <= row.estimate.value <= row.estimate.high, row.id
            if row.id.startswith("parted."):
                assert -1 <= row.estimate.value <= 1, row.id
            else:
                assert row.unit != "share" or 0 <= row.estimate.low <= row.estimate.high <= 1, row.id
    assert len(rows(report)) == sum(len(each.rows) for each in report.sections), "each id stands once"
    wins = [rows(report)[f"seats.random.{seat}"].estimate for seat in (1, 2, 3)]
    assert sum(each.value for each in wins if each is not None) == pytest.approx(1)


def test_two_reports_of_one_game_do_not_differ_and_those_of_two_games_do(tmp_path: Path) -> None:
    load = partial(load_game, "tutorial")
    one, same = reported(load), reported(load, replace(PLAN, seed=77))
    other = reported(game_of(tmp_path, UNFAIR))
    known = estimates_of(report_json(one))
    assert not [each.row.id for each in partings(same, known) if each.differs]
    assert "length.random.total" in [each.row.id for each in partings(other, known) if each.differs]


def test_the_lead_is_followed() -> None:
    assert watched(leaders=(-1, 0, 1, -1, 1, 0)).lead_changes == 2
    assert watched(leaders=(-1, 0, 1, 1, 0, 0, 0, 0)).settled == 0.5
    assert watched(leaders=(0, 0, 0, 0)).settled == 0
    assert watched(leaders=(0, 1)).settled == 1
    assert watched(result=Result((0, 1), (0, 1))).settled == 1
    assert watched(leaders=(1, 0, 0, -1)).leader_at(0.5) == 0


def test_what_an_ending_is_worth_is_in_points_or_else_in_shares_of_the_win() -> None:
    scored, alone, won = (replace(PLAN, seats=seats) for seats in (3, 1, 2))
    assert ReportGames(scored, [game := watched(totals=(9, 3, 5))]).margin(game, 0) == 5
    assert ReportGames(alone, [game := watched(totals=(9,))]).margin(game, 0) == 9
    lost = watched(totals=(0, 0), result=Result((1,), (1,)))
    assert ReportGames(won, [lost]).margin(lost, 0) == -1
    games = ReportGames(won)
    games.take((lost, watched(totals=(2, 1))))
    assert games.margin(lost, 0) == 0


def test_a_game_that_is_won_without_points_is_reported_by_wins() -> None:
    load = partial(load_game, str(RULESETS / "classics" / "three_in_a_row"))
    report = reported(load, replace(PLAN, seats=2, games=40, weighed=1))
    found = rows(report)
    assert not [name for name, row in found.items() if row.unit == "points"]
    assert not {"drama", "runaway"} & {each.id for each in report.sections}
    luck, weight = found["luck.random"].estimate, found["decisions.all"].estimate
    assert luck is not None
    assert weight is not None
    assert luck.value < 0.3, "nothing is dealt"
    assert weight.value > 0.1


def test_what_options_are_worth_is_told_from_noise() -> None:
    rng = random.Random(8)
    none, some = [], []
    for _ in range(2000):
        columns = [rng.gauss(0, 9) for _ in range(4)]
        worth = [rng.gauss(0, 2) for _ in range(5)]
        none.append(variance_between([[column + rng.gauss(0, 3) for column in columns] for _ in worth]))
        some.append(variance_between([[column + each + rng.gauss(0, 3) for column in columns] for each in worth]))
    assert sum(none) / len(none) == pytest.approx(0, abs=0.2)
    assert sum(some) / len(some) == pytest.approx(4, abs=0.3)


def test_a_histogram_counts_every_game() -> None:
    values = [3, 3, 4, 90, 41]
    assert sum(count for _, count in histogram(values)) == 5
    assert len(histogram(values)) <= 24
    assert histogram([7, 7]) == ((7.0, 2),)
    assert histogram([]) == ()


def test_what_strong_players_take_and_weak_ones_leave_is_told() -> None:
    plan, names = replace(PLAN, games=20), ("use.turn.bake", "use.turn.rest", "use.turn.wait")
    kinds: dict[PlayStrength, Mapping[str, int]] = {
        "strong": {names[0]: 9, names[1]: 5, names[2]: 1},
        "weak": {names[0]: 2, names[1]: 5, names[2]: 8},
    }
    own = [watched(offered=dict.fromkeys(names, 10), taken=kinds.get(kind, {})) for kind in plan.kinds]
    sections = option_sections(ReportGames(plan, own * 20), {name: name[9:] for name in names})
    (section,) = [each for each in sections if each.id == "parted.use"]
    assert section.title == "Options: taken by greedy, left by random"
    assert [(row.title, row.remark, row.beside) for row in section.rows] == [
        ("bake", "high", "90% and 20%"),
        ("wait", "low", "10% and 80%"),
    ]
    assert section.rows[0].estimate is not None
    assert section.rows[0].estimate.value == pytest.approx(0.7)
    alone = option_sections(ReportGames(replace(plan, weak=None), own[:1] * 20), {name: name for name in names})
    assert not [each for each in alone if each.id.startswith("parted")]


def test_an_option_is_called_what_people_call_what_it_is_of() -> None:
    game = shipped("skymines").game
    found = titles(game, 2)
    assert found["use.titanium_majority.does.no_reward"] == "Titanium majority: Nothing"
    assert found["use.buy_for_coins.card"] == "Buy a card: card to buy"
    ids = re.compile(r"[a-z]_[a-z]|\w\.\w|: \w$")
    assert [each for name, each in found.items() if name.startswith("use.") and ids.search(each)] == []
