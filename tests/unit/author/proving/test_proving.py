"""Each kind of verdict, planted faults and their scenarios, and small games whose worth is known."""

from __future__ import annotations

import json
from itertools import permutations
from math import factorial
from pathlib import Path
from struct import Struct

import pytest

from rulewright.author.proving.counterexample import ScenarioTable
from rulewright.author.proving.graph import begins_of
from rulewright.author.proving.keeping import NotKept, keep, take_up
from rulewright.author.proving.positions import are_alike, host_of, watched
from rulewright.author.proving.prove import InvariantProof, ProofPlan, prove
from rulewright.author.proving.solving import CannotSolve, solve
from rulewright.core.model.layout import FRAME, OPTIONS
from rulewright.core.pipeline import Choice
from rulewright.core.run.steps import clone, start, step
from rulewright.native.inside.explorer import Explorer, SearchBounds
from rulewright.play.scenarios.runner import ScenarioRunner
from tests.reference.games import write_small
from tests.unit.author.proving.planted import PLANTED, RACE, TRADERS, Planted
from tests.unit.author.proving.rows import row_game
from tests.unit.author.proving.rulesets import WALK, gulls, walk
from tests.unit.cli.commands import rulewright

SMALL_PIER = (
    ("copies: 8", "copies: 3"), ("kind: prey, copies: 6, worth: 2", "kind: prey, copies: 2, worth: 2"),
    ("copies: 4", "copies: 1"), ("id: cat, kind: prey, copies: 6", "id: cat, kind: prey, copies: 2"),
)  # fmt: skip


EDGES = Struct("<iiiid")
ANY = "  - {id: any, always: seats > 1}\n"


def proof(
    root: str, *, seats: int = 2, bounds: SearchBounds | None = None, games: int = 100, jobs: int = 1
) -> InvariantProof:
    plan = ProofPlan(Choice(root), seats, bounds=bounds or SearchBounds(seconds=60), games=games, jobs=jobs)
    return prove(plan, ScenarioTable(Path(root).name))


def written(root: Path, text: str, invariant: str) -> str:
    write_small(root, f"{text}invariants:\n  - {{id: wanted, {invariant}}}\n", 2, 2)
    return str(root)


@pytest.mark.sampled(3)
@pytest.mark.parametrize("planted", PLANTED, ids=[f"{number}" for number in range(len(PLANTED))])
def test_a_planted_fault_is_found_and_shown_by_a_short_scenario(tmp_path: Path, planted: Planted) -> None:
    assert planted.before in planted.base
    right = written(tmp_path / "right" / "small", planted.base, planted.invariant)
    wrong = written(
        tmp_path / "wrong" / "small", planted.base.replace(planted.before, planted.after), planted.invariant
    )
    (verdict,) = proof(right).verdicts
    assert verdict.kind in ("everywhere", "by_induction"), verdict.sentence()
    (verdict,) = proof(wrong).verdicts
    assert verdict.kind == "broken", verdict.sentence()
    if planted.choices < 0:
        assert verdict.counterexample is None
        return
    assert verdict.counterexample is not None, verdict.sentence()
    assert verdict.counterexample.choices <= planted.choices + 2
    for root, fails in ((wrong, True), (right, False)):
        path = Path(root) / "scenarios" / "found.yaml"
        path.parent.mkdir()
        path.write_text(verdict.counterexample.text, "utf-8")
        results, faults = ScenarioRunner(root).results(path)
        assert not faults, (faults, verdict.counterexample.text)
        if fails:
            assert [each.failure is not None for each in results] == [True], verdict.counterexample.text
        elif verdict.counterexample.lines or planted.invariant.startswith(("always", "never")):
            failure = results[0].failure
            assert failure is None or "wanted" not in failure.message, verdict.counterexample.text


def test_there_are_thirty_planted_faults() -> None:
    assert len(PLANTED) == 30
    assert {each.base for each in PLANTED} == {WALK, TRADERS, RACE}


def test_all_positions_are_those_that_python_finds(tmp_path: Path) -> None:
    built = watched(Choice(walk(tmp_path, "  - {id: any, always: coin >= 0}\n")))
    game = built.game()
    first = start(game, seats=2, seed=0)
    known, waiting = {tuple(first)}, [first]
    for state in waiting:
        for code in state[OPTIONS]:
            following = clone(state)
            step(game, following, code)
            if tuple(following) not in known:
                known.add(tuple(following))
                waiting += [following] if following[FRAME] is not None else []
    found = Explorer(host_of(built), seats=2).run(SearchBounds())
    assert found.complete
    assert found.states == len(known)


def test_chance_is_gone_through_and_its_odds_add_up(tmp_path: Path) -> None:
    root = gulls(tmp_path, "  - {id: any, always: size(pier) >= 0}\n", *SMALL_PIER)
    built = watched(Choice(root))
    assert are_alike(built)
    found = Explorer(host_of(built), seats=2, edges=True).run(SearchBounds())
    begins = begins_of(found)
    assert len(begins) == factorial(8) // (factorial(3) * 2 * 2)
    assert sum(chance for _, _, chance in begins) == pytest.approx(1)
    apart = Explorer(host_of(built), seats=2, alike=False).run(SearchBounds(depth=1))
    assert apart.states >= factorial(8)


def test_a_game_with_a_limit_has_a_dead_end(tmp_path: Path) -> None:
    root = walk(
        tmp_path,
        "  - {id: has_an_end, no_dead_end: true}\n",
        ("rest: nothing", "rest: repeat while round > 1: gain 1 coin"),
    )
    (verdict,) = proof(root).verdicts
    assert verdict.kind == "broken"
    assert verdict.counterexample is not None
    assert verdict.counterexample.choices == 3
    assert "limit" in verdict.sentence()


def test_a_game_that_can_go_on_for_ever_ends_within_no_number(tmp_path: Path) -> None:
    root = walk(
        tmp_path, "  - {id: soon, ends: true, within: 9}\n  - {id: has_an_end, no_dead_end: true}\n",
        ("repeat 3:", "repeat while bank > 0:"), ("round + 1", "0"),
    )  # fmt: skip
    ends, dead = proof(root).verdicts
    assert ends.kind == "broken"
    assert ends.counterexample is not None
    assert ends.counterexample.choices == 9
    assert dead.kind == "everywhere"


def test_a_game_that_comes_to_where_it_cannot_end_is_stuck(tmp_path: Path) -> None:
    root = walk(
        tmp_path, "  - {id: has_an_end, no_dead_end: true}\n",
        ("repeat 3:", "repeat while bank > 4 or walker[seat(1)] is peak:"), ("round + 1", "0"),
        ("walk for p in place where p is not walker: set walker to p",
         "walk for p in place where walker is not peak: set walker to p"),
        ("rest: nothing", "rest: nothing\n        doze: nothing"),
    )  # fmt: skip
    (verdict,) = proof(root).verdicts
    assert verdict.kind == "broken"
    assert "no end" in verdict.sentence()


@pytest.mark.slow
def test_what_cannot_be_gone_through_is_played(tmp_path: Path) -> None:
    invariants = (
        "  - {id: no_cat_home, never: any(card in nest where card.design is cat)}\n"
        "  - {id: all_home, for_each: {c: prey}, reachable: any(card in nest where card.design is c)}\n"
        "  - {id: few, never: size(nest) > 4}\n"
    )
    root = gulls(tmp_path, invariants)
    one, two = (proof(root, bounds=SearchBounds(states=2_000, seconds=30), games=300, jobs=jobs) for jobs in (1, 2))
    assert [each.sentence() for each in one.verdicts] == [each.sentence() for each in two.verdicts]
    first, second, third = one.verdicts
    assert first.kind == "unbroken"
    assert first.searched.games == 300 + 3 * 15  # at random, then a twentieth by each of three other players
    assert second.kind == "unreached"
    assert second.missing == ("cat",)
    assert third.kind == "broken"
    assert third.counterexample is not None
    assert third.counterexample.choices <= 12


@pytest.mark.parametrize(("shape", "worth"), [((3, 3, 3, False), 0.0), ((3, 2, 2, True), 1.0)])
def test_games_of_rows_are_solved(tmp_path: Path, shape: tuple[int, int, int, bool], worth: float) -> None:
    width, height, need, drops = shape
    write_small(tmp_path, row_game(width, height, need, drops=drops), 2, 2)
    found = solve(Choice(str(tmp_path)), seats=2, settings=None, bounds=SearchBounds())
    assert found.lead == worth
    assert found.line[0][0] == 1
    assert {each.kind for each in proof(str(tmp_path)).verdicts} == {"everywhere"}


@pytest.mark.parametrize(("heap", "winner"), [(4, 1), (5, 2), (6, 1)])
@pytest.mark.parametrize("scored", [False, True])
def test_a_game_whose_rules_say_who_has_lost_is_solved(tmp_path: Path, heap: int, winner: int, scored: bool) -> None:
    points = 'scoring: [{id: taken, title: {en: Taken}, amount: "3 - me.number"}]\n' * scored
    text = f"""\
kind: content
counters: [{{id: heap, min: 0, max: 9, start: {heap}}}]
{points}procedures:
  - id: play
    does: |
      repeat while true: ask in turn: take
  - id: take
    does: |
      pick n from 1..3 where n <= heap
      lose n heap
      if heap = 0: end game lost by me
"""
    write_small(tmp_path, text, 2, 2)
    found = solve(Choice(str(tmp_path)), seats=2, settings=None, bounds=SearchBounds())
    assert found.sentence() == f"seat {winner} wins with best play"


@pytest.mark.slow
def test_four_in_a_row_on_five_by_four_is_a_draw(tmp_path: Path) -> None:
    write_small(tmp_path, row_game(5, 4, 4, drops=True), 2, 2)
    found = solve(Choice(str(tmp_path)), seats=2, settings=None, bounds=SearchBounds())
    assert found.sentence() == "a draw with best play"


def test_a_small_pier_is_solved_by_its_odds(tmp_path: Path) -> None:
    root = gulls(
        tmp_path, ANY, ("copies: 8", "copies: 1"),
        ("kind: prey, copies: 6, worth: 2", "kind: prey, copies: 1, worth: 2"),
        ("copies: 4", "copies: 1"), ("id: cat, kind: prey, copies: 6", "id: cat, kind: prey, copies: 1"),
    )  # fmt: skip
    found = solve(Choice(root), seats=2, settings=None, bounds=SearchBounds())
    assert found.is_chance
    orders = list(permutations((1, 2, 4, 0)))
    assert found.lead == pytest.approx(sum(_worth_of_pier(each, (), ()) for each in orders) / len(orders))


def _worth_of_pier(pier: tuple[int, ...], own: tuple[int, ...], other: tuple[int, ...]) -> float:
    """How many more the gull whose turn it is brings home from here on, the order of the pier known; 0 is the cat."""
    if not pier:
        return 0.0
    beak = (*own, pier[0]) if pier[0] else ()
    snatch = -_worth_of_pier(pier[1:], other, beak)
    return max(snatch, sum(own) - _worth_of_pier(pier, other, ())) if own else snatch


def test_what_is_not_solved_says_why(tmp_path: Path) -> None:
    root = walk(tmp_path, ANY, seats=(2, 3))
    with pytest.raises(CannotSolve, match="one or two seats"):
        solve(Choice(root), seats=3, settings=None, bounds=SearchBounds())
    with pytest.raises(CannotSolve, match="too many positions"):
        solve(Choice(root), seats=2, settings=None, bounds=SearchBounds(states=10))


def test_the_command_says_what_it_found_and_writes_the_scenario(tmp_path: Path) -> None:
    root = walk(tmp_path / "small", "  - {id: poor, title: {en: No riches}, always: coin <= 3}\n")
    out = tmp_path / "small" / "scenarios" / "found.yaml"
    out.parent.mkdir()
    told = rulewright("prove", root, "--out", out)
    assert told.returncode == 1
    assert "poor  broken at a table of 2: after 3 choices for seat 1  (No riches)" in told.stdout
    assert rulewright("test", root).returncode == 1
    data = json.loads(rulewright("prove", root, "--format", "json").stdout)
    assert data["verdicts"][0]["verdict"] == "broken"
    assert data["verdicts"][0]["scenario"] == out.read_text("utf-8")
    wrong = rulewright("prove", root, "--only", "por")
    assert wrong.returncode == 2
    assert "did you mean 'poor'?" in wrong.stderr
    solved = rulewright("prove", root, "--solve")
    assert "a draw with best play; all 443 positions were visited" in solved.stdout


CLIMB = """\
kind: content
counters:
  - {id: height, min: 0, max: 40}
  - {id: steps, min: 0, max: 60}
procedures:
  - id: play
    does: |
      repeat 60:
        for each s in seat: ask s: turn
  - id: turn
    does: |
      gain 1 steps
      choose:
        climb: gain 1 height
        slip: lose 2 height
        look for n in 1..20: lose 1 height
scoring:
  - {id: points, title: {en: Points}, amount: height}
"""


def test_what_random_games_do_not_find_a_guided_search_finds(tmp_path: Path) -> None:
    root = written(tmp_path / "small", CLIMB, "never: height >= 12")
    (verdict,) = proof(root, bounds=SearchBounds(states=500, seconds=20), games=200).verdicts
    assert verdict.kind == "broken", verdict.sentence()
    assert verdict.counterexample is not None
    assert verdict.counterexample.choices <= 14


def test_what_bounds_allow_holds_by_induction_and_nothing_else_does(tmp_path: Path) -> None:
    shown = {
        "in_bounds": "always: coin <= 9 and bank >= 0",
        "never_more": "never: coin > 9 or any(s in seat where s.coin < 0)",
        "each_of_them": "always: every(s in seat where s.coin + bank <= 29)",
    }
    open_ = {
        "less": "always: coin <= 8", "equal": "never: coin = 4", "some": "always: any(s in seat where s.coin <= 9)",
    }  # fmt: skip
    lines = [f"  - {{id: {name}, {text}}}\n" for name, text in (shown | open_).items()]
    verdicts = {each.info.id: each.kind for each in proof(walk(tmp_path, "".join(lines))).verdicts}
    assert {name for name, kind in verdicts.items() if kind == "by_induction"} == set(shown)
    assert verdicts["some"] == "everywhere"


def test_positions_are_gone_on_with_from_a_file(tmp_path: Path) -> None:
    root, kept = gulls(tmp_path, ANY, *SMALL_PIER), tmp_path / "kept"
    built = watched(Choice(root))
    whole = Explorer(host_of(built), seats=2, edges=True).run(SearchBounds())
    blueprint = built.game().blueprint
    for states in (300, 20_000, 10**9):
        explorer = Explorer(host_of(built), seats=2, edges=True)
        if kept.exists():
            take_up(kept, explorer, blueprint, {})
        found = explorer.run(SearchBounds(states=states))
        keep(kept, explorer, blueprint, {})
    assert (found.states, found.depth, found.complete) == (whole.states, whole.depth, True)
    assert sorted(EDGES.iter_unpack(found.edges)) == sorted(EDGES.iter_unpack(whole.edges))
    with pytest.raises(NotKept, match="another table"):
        take_up(kept, Explorer(host_of(built), seats=3, edges=True), blueprint, {})
    kept.write_bytes(kept.read_bytes()[:-1] + b"x")
    with pytest.raises(NotKept, match="damaged"):
        take_up(kept, Explorer(host_of(built), seats=2, edges=True), blueprint, {})


def test_the_command_goes_on_with_what_it_kept(tmp_path: Path) -> None:
    no_cat = "  - {id: no_cat_home, never: any(card in nest where card.design is cat)}\n"
    root, kept = gulls(tmp_path, no_cat, *SMALL_PIER), tmp_path / "kept"
    first = rulewright("prove", root, "--states", "5000", "--games", "10", "--keep", kept)
    assert "no counterexample" in first.stdout
    assert kept.stat().st_size > 100_000
    assert "holds in all of 45,480 states" in rulewright("prove", root, "--keep", kept).stdout


def test_what_a_house_rule_breaks_is_told_apart(tmp_path: Path) -> None:
    root = walk(
        tmp_path / "small",
        "  - {id: poor, always: coin <= 5}\n  - {id: short, ends: true, within: 5}\n"
        "  - {id: kept, always: bank >= 0}\n",
    )
    rule = tmp_path / "rich.yaml"
    rule.write_text(
        "kind: variant\nvariant: rich\ntitle: {en: Rich}\nextends: small\n"
        "patches:\n  - {change: coin, set: {start: 4}, because: more to spend}\n",
        "utf-8",
    )
    told = rulewright("prove", root, rule)
    assert told.returncode == 1, told.stderr
    lines = told.stdout.splitlines()
    assert lines[2:4] == ["  poor: BROKEN BY THE HOUSE RULE", "    before: holds in all of 443 states at a table of 2"]
    assert "  short: broken before" in lines
    assert "  kept: kept" in lines
    assert told.stdout.count("kind: scenarios") == 1
    data = json.loads(rulewright("prove", root, rule, "--format", "json").stdout)
    assert data["newly_broken"] == ["poor"]


def test_a_test_that_asks_something_of_nothing_is_said_to_be_so(tmp_path: Path) -> None:
    wrong = "  - {id: top_card, never: top(pier).worth = 3}\n"
    root = gulls(tmp_path, wrong + "  - {id: size_kept, never: size(sea) > 8}\n", *SMALL_PIER)
    first, second = proof(root).verdicts
    assert first.kind == "not_watched"
    assert "the invariant 'top_card' cannot be tested" in first.reason
    assert second.kind in ("everywhere", "by_induction")
    told = rulewright("simulate", root, "--games", "3", "--watch")
    assert told.returncode == 3
    assert "'top_card' cannot be tested" in told.stderr
