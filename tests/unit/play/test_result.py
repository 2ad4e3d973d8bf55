"""Who has won: by the total, by tie-breaks in their order, or several at once; the same wherever it is told."""

from __future__ import annotations

from pathlib import Path

import pytest

import rulewright as rw
from rulewright.core.compile.cache import read_cached, write_cached
from rulewright.core.model.game import Game, State
from rulewright.core.pipeline import Choice, build_ruleset
from rulewright.play.scenarios.runs import run_files
from rulewright.play.series.simulate import Series, play_one
from rulewright.play.session.match import (
    PlayedGame,
    begin_match,
    finish_game,
    next_game,
    outcomes,
    plan_of_game,
    standing,
)
from rulewright.play.session.result import Result, highest, result_among, result_of, shares_of_wins
from tests.unit.core.compile.small_games import begun, built, game_of

TIES = """\
tie_breaks:
  - {id: late_seat, title: {en: Late in the round}, amount: "min(2, me.number)"}
  - {id: is_last, title: {en: The last one}, amount: seat_at}
quantities:
  - {id: seat_at, amount: me.number}
"""


def tied(folder: Path, more: str = TIES, coins: str = "5, 5, 1") -> tuple[Game, State]:
    lines = "\n".join(f"set seat({seat}).coin to {each.strip()}" for seat, each in enumerate(coins.split(","), 1))
    game = game_of(folder, lines, more)
    return game, begun(game, seats=len(coins.split(",")))


def decided(result: Result) -> tuple[tuple[int, ...], ...]:
    return result.winners, result.tied, result.parted_by


# ---- The rule itself


def test_the_highest_total_wins_whatever_the_tie_breaks_say() -> None:
    assert decided(result_among([3, 9, 4], [[9, 0, 9]])) == ((1,), (1,), ())


def test_a_tie_without_tie_breaks_is_shared() -> None:
    assert decided(result_among([9, 3, 9])) == ((0, 2), (0, 2), ())


def test_tie_breaks_are_looked_at_in_their_order_and_only_by_those_still_equal() -> None:
    breaks = [[1, 1, 9, 1], [0, 0, 9, 0], [7, 8, 9, 2], [9, 0, 9, 0]]
    assert decided(result_among([5, 5, 4, 5], breaks)) == ((1,), (0, 1, 3), (2,))


def test_a_tie_break_may_leave_some_behind_and_the_next_one_more() -> None:
    assert decided(result_among([5, 5, 5], [[1, 2, 2], [3, 0, 1]])) == ((2,), (0, 1, 2), (0, 1))


def test_who_is_equal_after_all_of_them_shares_the_victory() -> None:
    assert decided(result_among([5, 5, 5], [[2, 1, 2], [0, 9, 0]])) == ((0, 2), (0, 1, 2), (0,))


def test_numbers_below_zero_are_compared_as_well() -> None:
    assert highest([-3, -1, -1]) == (1, 2)
    assert result_among([-3, -1, -1], [[0, -9, -8]]).winners == (2,)


def test_a_shared_victory_is_split() -> None:
    games = [Result(each, each) for each in ((0,), (0, 1), (1, 2))]
    assert shares_of_wins(games, 3) == pytest.approx((0.5, 1 / 3, 1 / 6))


# ---- Wherever it is told


def test_entries_of_a_ruleset_decide(tmp_path: Path) -> None:
    game, state = tied(tmp_path)
    assert decided(result_of(game, state)) == ((1,), (0, 1), (0,))
    assert rw.winners(game, state) == (1,)


def test_the_same_game_without_them_is_shared(tmp_path: Path) -> None:
    game, state = tied(tmp_path, "")
    assert rw.winners(game, state) == (0, 1)


def test_scores_tell_what_would_part_equal_totals(tmp_path: Path) -> None:
    game, state = tied(tmp_path)
    assert rw.scores(game, state)[1] == {"score_coins": 5, "total": 5, "late_seat": 2, "is_last": 2}


def test_a_simulation_counts_the_win_of_the_one_that_is_ahead(tmp_path: Path) -> None:
    game, _ = tied(tmp_path)
    assert decided(play_one(game, Series(1, 3), 0, {}).result) == ((1,), (0, 1), (0,))


def test_a_game_of_a_match_is_won_by_them_and_a_match_of_one_game_too(tmp_path: Path) -> None:
    game, state = tied(tmp_path)
    match = begin_match(plan_of_game("harbour", {}, "harbour", None), seats=3, seed=1)
    match = finish_game(match, game, state)
    assert decided(outcomes(match)[0].decided) == ((1,), (0, 1), (0,))
    assert next_game(match) is None
    assert (standing(match).sums, standing(match).winners) == ((5, 5, 1), (1,))


def test_games_that_are_averaged_average_what_parts_them(tmp_path: Path) -> None:
    game = game_of(
        tmp_path, "gain 1 coin", TIES + "again:\n  - {id: more, title: {en: More}, when: coin > 9, average: up}\n"
    )
    match = begin_match(plan_of_game("harbour", {}, "harbour", None), seats=2, seed=1)
    first = finish_game(match, game, begun(game, seats=2))
    coming = first.played[0].coming
    entry = game.blueprint.again[0]
    rows = (((4, 5), ((1, 3),)), ((5, 4), ((1, 2),)))
    played = [PlayedGame(coming, scores, scores, "", breaks) for scores, breaks in rows]
    played[0] = PlayedGame(coming, rows[0][0], rows[0][0], "", rows[0][1], entry)
    found = outcomes(type(match)(match.plan, 2, 1, {}, tuple(played)))[0]
    assert (found.scores, found.breaks, found.winners) == ((5, 5), ((1, 3),), (1,))


def test_a_scenario_says_who_must_win_and_uses_the_entries_by_their_ids(tmp_path: Path) -> None:
    built(tmp_path, "gain 1 coin", TIES)
    scenarios = tmp_path / "harbour" / "scenarios"
    scenarios.mkdir()
    line = "  - {{scenario: {}, rules: [one], given: {{seats: 3, arrange: '{}'}}, winners: {}, then: [{}]}}\n"
    (scenarios / "ties.yaml").write_text(
        "kind: scenarios\nscenarios:\n"
        + line.format("the later one wins", "set seat(1).coin to 0", "[3]", "seat(2).late_seat = 2 and is_last = 1")
        + line.format("the richer one wins", "set seat(1).coin to 7", "[1]", "seat(3).is_last = 3")
        + line.format("nobody else wins", "set seat(1).coin to 7", "[1, 2]", "coin = 7"),
        encoding="utf-8",
    )
    results, faults, _ = run_files([scenarios])
    assert faults == ()
    assert [each.failure and each.failure.message for each in results] == [
        None,
        None,
        "expected winners 1, 2; found 1",
    ]


def test_a_cached_game_keeps_them(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    game, _ = tied(tmp_path)
    code = compile("", "<nothing>", "exec")
    write_cached("key", game.blueprint, code, code, "")
    cached = read_cached("key")
    assert cached is not None
    assert [name for name, _, _ in cached[0].tie_breaks] == ["late_seat", "is_last"]
    assert cached[0].tie_breaks == game.blueprint.tie_breaks


def test_a_module_may_add_one_and_a_house_rule_change_it(tmp_path: Path) -> None:
    built(tmp_path, "gain 1 coin", TIES)
    variant = tmp_path / "first_wins.yaml"
    variant.write_text(
        "kind: variant\nvariant: first_wins\ntitle: {en: First wins}\nextends: harbour\npatches:\n"
        "  - {change: late_seat, set: {amount: 0 - me.number}, because: whoever is first has it harder}\n",
        encoding="utf-8",
    )
    game = build_ruleset(Choice(str(tmp_path / "harbour"), None, variant)).game()
    assert rw.winners(game, begun(game, seats=2)) == (0,)
