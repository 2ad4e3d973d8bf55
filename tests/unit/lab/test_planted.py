"""What is planted in a game is found with so many pairs and no more, and where nothing is planted nothing is found."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest

from rulewright.core.model.game import Game
from rulewright.lab.comparing.compare import INTERIM_PAIRS, CompareJob, ComparePlan, Comparison, InterimAnalyses
from rulewright.lab.comparing.measures import primary_names, titles
from rulewright.lab.comparing.pairs import ComparedTable, load_side, play_block
from rulewright.lab.reports.report import report_of
from rulewright.lab.reports.report_games import ReportJob, ReportPlan
from rulewright.lab.reports.report_rows import ReportRow
from rulewright.lab.statistics.evidence import ALPHA, Sums, sums_of
from rulewright.native.loading import load_game
from rulewright.play.jobs.running import JobRun, played
from tests.unit.lab.market import DUD, JEWEL, JUNK, market

HEAD = "kind: variant\nvariant: planted\ntitle: {{en: Planted}}\nextends: {ruleset}\npatches:\n  - "
P = 0.01
MOST = 2000
"""Pairs within which something must be found."""
LOOKS = 20


def seeds(first: int, *more: int) -> pytest.MarkDecorator:
    """A test by one seed, and where slow ones run by others as well."""
    return pytest.mark.parametrize("seed", [first, *(pytest.param(each, marks=pytest.mark.slow) for each in more)])


def planted(folder: Path, ruleset: str, patch: str) -> partial[Game]:
    file = folder / "planted.yaml"
    text = f"{{{patch}, because: planted}}\n"
    file.write_text(HEAD.format(ruleset=ruleset) + text, encoding="utf-8")
    return partial(load_game, ruleset, variant=file)


class Found(InterimAnalyses):
    """Looks until there is evidence enough of one number, at a level of p."""

    def __init__(self, plan: ComparePlan, name: str, p: float) -> None:
        super().__init__(plan)
        self._name, self._p = name, p

    def take(self, chunk: tuple[dict[str, Sums], ...]) -> bool:
        ended = super().take(chunk)
        return ended or self.evidence >= 1 / self._p

    @property
    def evidence(self) -> float:
        return next((each.verdict.e_value for each in self.found().findings if each.name == self._name), 0.0)


def pairs_until(
    base: partial[Game], variant: partial[Game], policy: str, name: str, *, seed: int, p: float = P, seats: int = 3
) -> tuple[int, Comparison]:
    """After how many pairs a difference of one number is shown at a level of p, and all that is found then."""
    plan = ComparePlan((ComparedTable(seats, (policy,), seed),), MOST)
    run = JobRun(CompareJob(plan, (base, variant)))
    run.merged = looks = Found(plan, name, p)
    run.go_on()
    found = looks.found()
    assert looks.evidence >= 1 / p, f"seed {seed}: not within {MOST} pairs"
    return looks.pairs, found


def answers(found: Comparison) -> dict[str, str]:
    return {each.name: each.verdict.answer for each in found.findings}


# ---- Two points on one category of the scoring

TWO_POINTS = "change: fish, set: {amount: sum(card.worth for card in nest) + 2}"
TWO_TAWAC = "change: tawac_shares, set: {amount: shares(tawac) * share_value(tawac) + 2}"


@pytest.mark.parametrize("policy", ["random", "greedy"])
def test_two_points_are_found(tmp_path: Path, policy: str) -> None:
    base, variant = partial(load_game, "tutorial"), planted(tmp_path, "tutorial", TWO_POINTS)
    assert pairs_until(base, variant, policy, "score.fish", seed=21)[0] <= 50


@pytest.mark.slow
@pytest.mark.parametrize("policy", ["random", "greedy"])
@pytest.mark.parametrize("seed", [22, 23, 24])
def test_two_points_on_one_of_seven_categories_are_found(tmp_path: Path, policy: str, seed: int) -> None:
    base, variant = partial(load_game, "skymines"), planted(tmp_path, "skymines", TWO_TAWAC)
    pairs, found = pairs_until(base, variant, policy, "score.tawac_shares", seed=seed)
    assert pairs <= 100
    assert answers(found)["score.tawac_shares"] in ("more", "changed")


# ---- Two percent of the mean

FULL = "count(card in nest) >= 6"
MORE_FISH = "change: fish, set: {{amount: sum(card.worth for card in nest) + (1 if {test} else 0)}}"
RICH = "change: cash, set: {amount: coin + (1 if coin >= 8 else 0)}"


def shift(found: Comparison) -> float:
    """How far the mean of the totals has moved, as a share of it."""
    total = next(each for each in found.findings if each.name == "total")
    return total.sums.mean / total.sums.base_mean


@seeds(31, 32, 33)
@pytest.mark.parametrize(("policy", "test"), [("random", FULL), ("greedy", f"{FULL} and me is seat(1)")])
def test_a_shift_of_the_mean_by_two_percent_is_found(tmp_path: Path, policy: str, test: str, seed: int) -> None:
    base, variant = partial(load_game, "tutorial"), planted(tmp_path, "tutorial", MORE_FISH.format(test=test))
    _, found = pairs_until(base, variant, policy, "total", seed=seed, p=ALPHA)
    assert 0.005 < shift(found) < 0.04


@pytest.mark.slow
@pytest.mark.parametrize("seed", [34, 35])
def test_so_is_one_in_a_great_game(tmp_path: Path, seed: int) -> None:
    base, variant = partial(load_game, "skymines"), planted(tmp_path, "skymines", RICH)
    _, found = pairs_until(base, variant, "random", "total", seed=seed, p=ALPHA)
    assert 0.005 < shift(found) < 0.04


# ---- An unfair seat

FIRST_RICHER = "change: cash, set: {amount: coin + (3 if me is seat(1) else 0)}"


@pytest.mark.slow
@pytest.mark.parametrize("seed", [41, 42])
def test_a_seat_that_is_given_more_is_found(tmp_path: Path, seed: int) -> None:
    base, variant = partial(load_game, "skymines"), planted(tmp_path, "skymines", FIRST_RICHER)
    plan = ComparePlan((ComparedTable(3, ("random",), seed),), 600)
    told = answers(played(CompareJob(plan, (base, variant))).merged.found())
    assert told["wins.seat 1"] == "more"
    assert told["wins.seat 2"] == told["wins.seat 3"] == "less"


# ---- Cards that nobody should buy, and that everybody should


def reported(load: partial[Game], games: int, seed: int) -> dict[str, ReportRow]:
    """What is said of greedy players among themselves, by the ids of the rows."""
    plan = ReportPlan(3, games, "greedy", None, seed=seed, weighed=0)
    game = load()
    report = report_of(played(ReportJob(plan, (load,))).merged, game.blueprint, titles(game, plan.seats))
    return {row.id: row for section in report.sections for row in section.rows}


@seeds(51, 52, 53)
def test_a_card_that_nobody_should_buy_is_hardly_ever_taken(tmp_path: Path, seed: int) -> None:
    found = reported(market(tmp_path / "market", DUD), 700, seed)
    assert {name: found[f"taken.thing.ware.{name}"].remark for name in ("cup", "bowl", "jug", "dud")} == {
        "cup": "", "bowl": "", "jug": "", "dud": "low",
    }  # fmt: skip


@seeds(61, 62, 63)
def test_a_card_that_dominates_is_always_taken_and_those_who_have_it_end_ahead(tmp_path: Path, seed: int) -> None:
    found = reported(market(tmp_path / "market", JEWEL), 200, seed)
    assert found["taken.thing.ware.jewel"].remark == "high"
    assert found["ahead.thing.ware.jewel"].remark == "high"


def test_a_card_that_is_made_to_dominate_is_bought_more(tmp_path: Path) -> None:
    base, variant = market(tmp_path / "one", JUNK), market(tmp_path / "two", JEWEL)
    plan = ComparePlan((ComparedTable(3, ("greedy",), 64),), 300)
    told = answers(played(CompareJob(plan, (base, variant))).merged.found())
    assert (told["thing.ware.jewel"], told["thing.ware.cup"]) == ("more", "less")
    assert told["score.wares"] == told["spread"] == "more"


# ---- Nothing at all


def relabelled_runs(
    tables: Sequence[ComparedTable], values: Sequence[Sequence[dict[str, float]]], runs: int, pairs: int
) -> int:
    """In how many runs anything is found, where games that differ by chance alone are called base and variant.

    `values` are for each table the numbers of its games; each run looks 20 times.
    """
    plan = ComparePlan(tuple(replace(table, seed=0) for table in tables), pairs)
    step, false = pairs // LOOKS, 0
    for run in range(runs):
        rng, looks = random.Random(f"relabelled {run}"), InterimAnalyses(plan)
        for _ in range(LOOKS):
            looks.take(tuple(relabelled(games, step, rng) for games in values))
            looks.pairs = next(iter(looks.sums[0].values())).pairs
            if any(each.verdict.answer in ("more", "less", "changed") for each in looks.found().findings):
                false += 1
                break
    return false


def relabelled(games: Sequence[dict[str, float]], pairs: int, rng: random.Random) -> dict[str, Sums]:
    drawn = [rng.sample(games, 2) for _ in range(pairs)]
    names = dict.fromkeys(name for each in games for name in each)
    return {name: sums_of([(one.get(name, 0.0), two.get(name, 0.0)) for one, two in drawn]) for name in names}


def numbers_of(load: partial[Game], table: ComparedTable, games: int) -> list[dict[str, float]]:
    side = load_side(load)
    return [dict(play_block(side, table, number, "base")) for number in range(games)]


def test_relabelled_games_show_nothing() -> None:
    tables = (ComparedTable(3),)
    values = numbers_of(partial(load_game, "tutorial"), tables[0], 120)
    assert set(primary_names(3)) <= set(values[0])
    assert relabelled_runs(tables, (values,), 40, 10 * LOOKS) <= 2


@pytest.mark.slow
def test_relabelled_games_of_a_great_game_show_nothing() -> None:
    tables = (ComparedTable(3, ("random",), 71), ComparedTable(3, ("greedy",), 72))
    values = [numbers_of(partial(load_game, "skymines"), table, 250) for table in tables]
    assert sum(len({name for each in games for name in each}) for games in values) >= 338
    assert relabelled_runs(tables, values, 100, INTERIM_PAIRS * LOOKS) <= 5
