"""Comparisons of the tutorial with house rules: what is planted is found, what is not is not, on any number of jobs."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest

from rulewright.lab.comparing.by_players import across_players, meetings
from rulewright.lab.comparing.compare import CompareJob, ComparePlan, Comparison, analyse
from rulewright.lab.comparing.pairs import ComparedTable, load_side, merged, play_pairs
from rulewright.lab.comparing.players import PLAYERS
from rulewright.lab.comparing.wording import across_text
from rulewright.lab.statistics.evidence import sums_of
from rulewright.native.loading import load_game
from rulewright.play.jobs.running import played

HEAD = "kind: variant\nvariant: {name}\ntitle: {{en: A house rule}}\nextends: tutorial\n"
SAME = ""
RICH = "patches:\n  - {change: fish, set: {amount: sum(card.worth for card in nest) + 2}, because: planted}\n"
UNFAIR = (
    "patches:\n  - {change: fish, because: planted,"
    " set: {amount: sum(card.worth for card in nest) + (20 if me is seat(1) else 0)}}\n"
)
DEAR_SALMON = "patches:\n  - {change: salmon, set: {worth: 12}, because: planted}\n"
NO_CATS = "patches:\n  - {change: cat, set: {copies: 1}, because: planted}\n"


def variant(folder: Path, text: str, name: str = "house_rule") -> Path:
    file = folder / f"{name}.yaml"
    file.write_text(HEAD.format(name=name) + text, encoding="utf-8")
    return file


def compared(
    folder: Path, text: str, pairs: int, policies: tuple[str, ...] = ("random",), *, jobs: int = 1, sure: bool = False
) -> Comparison:
    plan = ComparePlan((ComparedTable(3, policies, seed=4),), pairs, until_sure=sure)
    base, house_rule = partial(load_game, "tutorial"), partial(load_game, "tutorial", variant=variant(folder, text))
    return played(CompareJob(plan, (base, house_rule)), jobs=jobs).merged.found()


def answers(found: Comparison) -> dict[str, str]:
    return {each.name: each.verdict.answer for each in found.findings}


def test_a_new_title_makes_no_difference_at_all(tmp_path: Path) -> None:
    found = compared(tmp_path, SAME, 200)
    assert [each for each in found.findings if each.sums.squares != 0] == []
    assert {each.verdict.answer for each in found.findings} <= {"equal", "not shown"}


@pytest.mark.parametrize("policy", sorted(PLAYERS))
def test_points_that_are_planted_are_found(tmp_path: Path, policy: str) -> None:
    found = compared(tmp_path, RICH, 75, (policy,))
    assert answers(found)["total"] == "more"
    assert answers(found)["score.fish"] == "more"
    total = next(each for each in found.findings if each.name == "total")
    assert total.sums.mean == pytest.approx(2)
    assert total.verdict.interval[0] <= 2 <= total.verdict.interval[1]


def test_an_unfair_seat_is_found(tmp_path: Path) -> None:
    told = answers(compared(tmp_path, UNFAIR, 150))
    assert told["wins.seat 1"] == "more"
    assert told["wins.seat 2"] == told["wins.seat 3"] == "less"


def test_a_dominant_card_shows_in_the_spread(tmp_path: Path) -> None:
    told = answers(compared(tmp_path, DEAR_SALMON, 150))
    assert told["total"] == told["spread"] == "more"


def test_games_of_another_deck_are_compared(tmp_path: Path) -> None:
    told = answers(compared(tmp_path, NO_CATS, 600))
    assert told["total"] == "more"


def test_it_ends_once_it_is_sure(tmp_path: Path) -> None:
    found = compared(tmp_path, DEAR_SALMON, 1000, sure=True)
    assert found.is_sure == (found.pairs < 1000)
    assert found.pairs % 25 == 0


@pytest.mark.slow  # by default those of the command line say so
def test_jobs_change_nothing(tmp_path: Path) -> None:
    assert compared(tmp_path, DEAR_SALMON, 60, jobs=2).findings == compared(tmp_path, DEAR_SALMON, 60).findings


def test_policies_of_different_strength_change_seats(tmp_path: Path) -> None:
    found = compared(tmp_path, SAME, 25, ("greedy", "random"))
    shares = {each.name: each.sums.base_mean for each in found.findings if each.name.startswith("wins.")}
    assert shares["wins.greedy"] + shares["wins.random"] == pytest.approx(1)
    assert list(ComparedTable(3, ("greedy", "random")).turns()) == [
        ("greedy", "random", "greedy"), ("random", "greedy", "greedy"), ("greedy", "greedy", "random"),
    ]  # fmt: skip


def test_a_seat_that_the_rules_play_keeps_its_place_when_policies_change_seats() -> None:
    assert list(ComparedTable(3, ("greedy", "random"), ruled=1).turns()) == [
        ("greedy", "random", "the rules"),
        ("random", "greedy", "the rules"),
    ]


def test_chunks_add_up_to_the_whole(tmp_path: Path) -> None:
    table = ComparedTable(2, seed=9)
    load = (partial(load_game, "tutorial"), partial(load_game, "tutorial", variant=variant(tmp_path, NO_CATS)))
    sides = (load_side(load[0]), load_side(load[1]))
    whole = play_pairs(sides, table, range(12))
    parts = merged([play_pairs(sides, table, range(5)), play_pairs(sides, table, range(5, 12))])
    assert whole.keys() == parts.keys()
    for name, sums in whole.items():
        assert sums.pairs == parts[name].pairs == 12
        assert sums.mean == pytest.approx(parts[name].mean)
        assert sums.variance == pytest.approx(parts[name].variance)


def test_what_depends_on_who_plays_is_told_from_what_does_not() -> None:
    tables = tuple(ComparedTable(2, (policy,)) for policy in ("random", "greedy"))
    columns: dict[str, tuple[list[float], list[float]]] = {
        "total": ([4.0, 5.0], [5.0, 4.0]),
        "length": ([9.0, 8.0], [0.0, 1.0]),
        "spread": ([9.0, -9.0], [-9.0, 9.0]),
    }
    sums = [
        {name: sums_of([(1.0, 1.0 + more) for more in each[at] * 500]) for name, each in columns.items()}
        for at in range(len(tables))
    ]
    found = {each.name: each for each in across_players(analyse(ComparePlan(tables, 1000), sums, 1000))}
    assert {name: each.agreement for name, each in found.items() if name in columns} == {
        "total": "the same", "length": "differs", "spread": "not shown",
    }  # fmt: skip
    assert (found["length"].most.policy, found["length"].least.policy) == ("random", "greedy")
    assert across_text(found["length"]) == "yes: greater by random than by greedy"
    assert across_text(found["total"]) == "no: more, with every policy"


def test_where_policies_meet_the_stronger_seat_is_named_first() -> None:
    plan = ComparePlan((ComparedTable(3, ("random", "greedy")),), 10)
    shares = {"wins.random": sums_of([(0.5, 0.6)] * 10), "wins.greedy": sums_of([(0.5, 0.4)] * 10)}
    found = analyse(plan, [shares], 10)
    (meeting,) = meetings(found)
    assert [name for name, _, _ in meeting.shares] == ["greedy", "random"]
    assert meeting.shares[1] == ("random", pytest.approx(0.25), pytest.approx(0.3))
    assert across_players(found) == ()
