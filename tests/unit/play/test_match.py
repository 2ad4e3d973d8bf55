"""Matches as plain values: which game comes, what it counts, what all of them come to."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

from rulewright.core.model.match import Plan
from rulewright.core.run.atoms import LimitReached
from rulewright.core.run.steps import WrongSetup, start
from rulewright.play.policies.playout import play_out
from rulewright.play.records.planned_matches import PlannedGames, load_match
from rulewright.play.session.match import (
    MOST_GAMES,
    Match,
    again_after,
    averages,
    begin_match,
    counted,
    end_repetition,
    finish_game,
    game_seed,
    next_game,
    outcomes,
    plan_digest,
    plan_of_game,
    rating_of,
    standing,
    standing_of,
)
from rulewright.play.session.result import highest

DUEL = Path(__file__).with_name("duel")


@cache
def three() -> PlannedGames:
    return PlannedGames(load_match(DUEL / "matches" / "three.yaml"))


@cache
def with_ties() -> PlannedGames:
    return PlannedGames(plan_of_game("duel", {"en": "Duel"}, str(DUEL), ("base", "ties")))


def played(games: PlannedGames, *policies: str, seed: int = 1, most: int = MOST_GAMES) -> Match:
    """A match of two seats, played by policies to its end or for so many games."""
    match = begin_match(games.plan, seats=2, seed=seed)
    while len(match.played) < most and (coming := next_game(match)) is not None:
        game = games(coming.game)
        end = play_out(game, seats=2, seed=coming.seed, policies=policies, settings=coming.settings)
        match = finish_game(match, game, end.state)
    return match


# ---- Which game comes


def test_the_plan_of_a_file_merges_the_settings_of_match_and_game() -> None:
    assert [(each.id, each.modules, dict(each.settings)) for each in three().plan.games] == [
        ("first", None, {"mood": "calm", "turns": 1}),
        ("second", ("base", "ties"), {"mood": "calm", "turns": 2}),
        ("third", None, {"mood": "wild"}),
    ]
    assert (three().plan.counts, [each.least for each in three().plan.ratings]) == ("points", [0, 4])


def test_the_first_game_has_the_seed_of_the_match_and_the_others_seeds_made_from_it() -> None:
    assert game_seed(7, 0) == 7
    assert len({game_seed(seed, number) for seed in range(20) for number in range(20)}) == 400
    assert [number for number in range(100) if not 0 <= game_seed(10**15 - 1, number) < 10**15] == []


def test_games_come_in_the_order_of_the_plan_until_it_is_over() -> None:
    match = played(three(), "random", seed=3)
    assert [each.coming.game for each in match.played if each.coming.time == 1] == [0, 1, 2]
    assert [each.coming.number for each in match.played] == list(range(len(match.played)))
    assert next_game(match) is None


def test_the_tables_own_settings_reach_every_game_and_may_not_be_those_of_the_match() -> None:
    match = begin_match(with_ties().plan, seats=2, seed=1, settings={"turns": 3})
    coming = next_game(match)
    assert coming is not None
    assert coming.settings == {"turns": 3}
    with pytest.raises(WrongSetup, match="the match itself sets 'mood'"):
        begin_match(three().plan, seats=2, seed=1, settings={"mood": "wild"})


def test_a_game_not_over_or_of_other_seats_is_not_finished() -> None:
    game = with_ties()(0)
    match = begin_match(with_ties().plan, seats=2, seed=1)
    with pytest.raises(WrongSetup, match="not over"):
        finish_game(match, game, start(game, seats=2, seed=1))
    with pytest.raises(WrongSetup, match="by others"):
        finish_game(match, game, play_out(game, seats=3, seed=1).state)
    over = played(three(), "random", seed=3)
    with pytest.raises(WrongSetup, match="the match is over"):
        finish_game(over, game, play_out(game, seats=2, seed=1).state)


# ---- Played again


def test_a_draw_is_played_again_with_other_settings_and_another_seed() -> None:
    match = played(with_ties(), "first", seed=1, most=3)
    assert [each.again.id if each.again else None for each in match.played] == ["drawn"] * 3
    assert [each.coming.time for each in match.played] == [1, 2, 3]
    assert [each.coming.settings for each in match.played] == [{}, {"mood": "wild"}, {"mood": "wild"}]
    assert len({each.coming.seed for each in match.played}) == 3
    assert outcomes(match) == ()


def test_the_tables_settings_stay_where_a_game_is_played_again() -> None:
    match = begin_match(with_ties().plan, seats=2, seed=1, settings={"turns": 1})
    game = with_ties()(0)
    match = finish_game(match, game, play_out(game, seats=2, seed=1, policies=("first",), settings={"turns": 1}).state)
    coming = next_game(match)
    assert coming is not None
    assert coming.settings == {"turns": 1, "mood": "wild"}


def test_a_match_that_never_ends_runs_into_its_limit() -> None:
    match = played(with_ties(), "first", seed=1, most=MOST_GAMES)
    assert len(match.played) == MOST_GAMES
    with pytest.raises(LimitReached, match="more than 100 games in one match"):
        next_game(match)


def test_a_repetition_may_be_ended_and_what_came_of_it_counts() -> None:
    match = end_repetition(played(with_ties(), "first", seed=1, most=4))
    assert next_game(match) is None
    (outcome,) = outcomes(match)
    assert (outcome.times, outcome.scores, outcome.winners) == (4, (2, 2), (0, 1))


def test_no_condition_holds_where_there_is_a_winner() -> None:
    game = with_ties()(0)
    ends = [play_out(game, seats=2, seed=seed).state for seed in range(30)]
    family = next(each for each in game.blueprint.families if each.id == "coin")
    for end in ends:
        assert (again_after(game, end) is not None) == (end[family.base] == end[family.base + 1])
    assert {again_after(game, end) is None for end in ends} == {True, False}


# ---- What it comes to


@pytest.mark.parametrize(
    ("way", "expected"),
    [("up", (43, 31, -1, 2)), ("nearest", (43, 31, -1, 2)), ("down", (43, 31, -2, 1))],
)
def test_averages_are_rounded_as_said(way: str, expected: tuple[int, ...]) -> None:
    rows = [(41, 30, -1, 1), (44, 31, -1, 2), (44, 32, -2, 2)]
    assert averages(rows, way) == expected


@pytest.mark.parametrize(("way", "expected"), [("up", (2, 0)), ("nearest", (2, 0)), ("down", (1, -1))])
def test_a_half_is_nearest_to_the_number_above(way: str, expected: tuple[int, ...]) -> None:
    assert averages([(1, -1), (2, 0)], way) == expected


def test_the_highest_share() -> None:
    assert highest((3, 5, 5)) == (1, 2)


def test_sums_leaders_and_ratings() -> None:
    found = standing_of(three().plan, 2, [(2, 0), (0, 2), (2, 1)])
    assert (found.sums, found.winners) == ((4, 3), (0,))
    assert [each.least if each else None for each in found.ratings] == [4, 0]
    assert rating_of(three().plan, -1) is None


def test_a_match_counts_its_quantity_and_ranks_games_by_their_scores() -> None:
    match = played(three(), "random", seed=5)
    for each in match.played:
        best = max(each.scores)
        assert each.counts == tuple(2 if score == best else 0 for score in each.scores)
    assert standing(match).sums == tuple(map(sum, zip(*(each.counts for each in outcomes(match)), strict=True)))


def test_without_counts_the_total_of_the_scoring_counts() -> None:
    match = played(with_ties(), "random", seed=2)
    assert [each for each in match.played if each.counts != each.scores] == []


@pytest.mark.parametrize("name", ["pionts", "worth_of", "is_rich"])
def test_what_counts_is_a_number_of_a_seat(name: str) -> None:
    game = three()(0)
    with pytest.raises(WrongSetup, match=name):
        counted(game, play_out(game, seats=2, seed=1).state, name)


def test_a_plans_digest_tells_of_what_is_played_not_of_what_it_is_called() -> None:
    plan: Plan = three().plan
    renamed = replace(plan, title={"en": "Another"}, about="", found="elsewhere")
    assert plan_digest(renamed) == plan_digest(plan)
    assert plan_digest(replace(plan, counts="coin")) != plan_digest(plan)
    assert plan_digest(replace(plan, games=plan.games[:2])) != plan_digest(plan)
