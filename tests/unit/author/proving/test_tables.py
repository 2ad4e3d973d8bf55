"""Proofs at every table, faults that few games show, long games made short, and play in a circle."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from rulewright.author.proving.counterexample import ScenarioTable
from rulewright.author.proving.plans import ProofPlan
from rulewright.author.proving.prove import InvariantProof
from rulewright.author.proving.tables import prove_tables
from rulewright.author.proving.watched_games import GameSearch
from rulewright.core.pipeline import Choice
from rulewright.native.inside.explorer import SearchBounds
from rulewright.native.loading import load_game
from tests.unit.author.proving.rulesets import gulls, walk
from tests.unit.cli.commands import rulewright

FEW = SearchBounds(states=500, seconds=20)


def proof(
    root: str, sizes: tuple[int, ...], *, bounds: SearchBounds | None = None, games: int | None = 200
) -> InvariantProof:
    plan = ProofPlan(Choice(root), sizes[0], bounds=bounds or SearchBounds(seconds=30), games=games)
    return prove_tables(plan, sizes, ScenarioTable("small"))


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_fault_at_one_table_is_found_and_its_table_told(tmp_path: Path, seats: int) -> None:
    root = walk(tmp_path / "small", f"  - {{id: kept, never: seats = {seats} and coin > 3}}\n", seats=(2, 4))
    (verdict,) = proof(root, (4, 3, 2)).verdicts
    assert verdict.is_broken
    assert verdict.searched.seats == seats
    assert f"broken at a table of {seats}: " in verdict.sentence()
    assert verdict.counterexample is not None
    assert f"seats: {seats}" in verdict.counterexample.text


def test_what_holds_holds_at_each_table(tmp_path: Path) -> None:
    invariants = (
        "  - {id: kept, always: sum(s.coin for s in seat) + bank = 6 + 2 * seats}\n"
        "  - {id: three, reachable: seats = 3}\n  - {id: five, reachable: seats = 5}\n"
    )
    root = walk(tmp_path / "small", invariants, seats=(2, 3))
    kept, three, five = proof(root, (3, 2)).verdicts
    assert kept.kind == "everywhere"
    assert [each.searched.seats for each in kept.at_tables] == [3, 2]
    assert (three.kind, three.searched.seats) == ("everywhere", 3)
    assert (five.kind, five.missing) == ("broken", ("five",))


def test_the_command_looks_at_every_table_unless_told(tmp_path: Path) -> None:
    root = walk(tmp_path / "small", "  - {id: kept, never: seats = 2 and coin > 3}\n", seats=(2, 3))
    whole = json.loads(rulewright("prove", root, "--format", "json").stdout)
    assert whole["tables"] == [3, 2]
    assert (whole["verdicts"][0]["verdict"], whole["verdicts"][0]["seats"]) == ("broken", 2)
    assert rulewright("prove", root, "--seats", "3").returncode == 0


@pytest.mark.slow
def test_a_fault_in_one_random_game_of_ten_thousand_is_found(tmp_path: Path) -> None:
    """Six cards in one beak: not in all positions of a full pier, and in few random games."""
    root = gulls(
        tmp_path,
        "  - {id: sea_has_cat, never: exists(sea) and none(c in sea where c.design is cat)}\n",
        ("move beak to nest", "if size(beak) >= 7: move top(beak) to sea\n          move beak to nest"),
    )
    (verdict,) = proof(root, (2,), bounds=SearchBounds(states=5_000, seconds=60), games=None).verdicts
    assert verdict.kind == "broken", verdict.sentence()


def test_games_are_made_shorter_where_no_choice_can_be_left_out(tmp_path: Path) -> None:
    """What each choice leads to depends on those before, so that leaving one out ends elsewhere."""
    root = walk(
        tmp_path / "small", "  - {id: kept, never: coin = 7 and walker is peak}\n",
        ("repeat 3:", "repeat 60:"), ("round + 1", "0"), ("max: 20, start: 6", "max: 20, start: 20"),
    )  # fmt: skip
    (verdict,) = proof(root, (2,), bounds=FEW, games=300).verdicts
    assert verdict.counterexample is not None, verdict.sentence()
    assert verdict.counterexample.choices <= 20


def test_play_in_a_circle_is_found_where_not_all_positions_are_gone_through(tmp_path: Path) -> None:
    root = walk(
        tmp_path / "small", "  - {id: soon, ends: true, within: 500}\n  - {id: less, falls: bank, within: 300}\n",
        ("repeat 3:", "repeat while bank > 0:"), ("round + 1", "0"),
        ("walk for p in place where p is not walker: set walker to p", "walk for p in place: set walker to p"),
    )  # fmt: skip
    ends, falls = proof(root, (2,), bounds=FEW, games=20).verdicts
    for verdict in (ends, falls):
        assert verdict.kind == "broken", verdict.sentence()
        assert verdict.counterexample is not None
        assert verdict.counterexample.choices >= 300


def test_a_fault_that_only_good_players_show_is_found(tmp_path: Path) -> None:
    """Somebody has all that there is: never at random, always where each choice is for the most points."""
    root = walk(
        tmp_path / "small", "  - {id: kept, never: coin >= 30}\n",
        ("repeat 3:", "repeat 30:"), ("round + 1", "0"), ("max: 20, start: 6", "max: 99, start: 99"),
        ("max: 9, start: 2", "max: 99, start: 0"),
    )  # fmt: skip
    plan = ProofPlan(Choice(root), 2, games=200)
    reports = [*GameSearch(load_game(root, watched=True), plan, True, lambda _: None).reports(30.0)]
    assert [len(each.seen.broken) for each in reports] == [0, 1, 1]
    (verdict,) = proof(root, (2,), bounds=FEW).verdicts
    assert verdict.kind == "broken", verdict.sentence()
