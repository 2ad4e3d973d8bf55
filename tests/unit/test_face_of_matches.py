"""A match as a program plays it, with the names that `rulewright` exports."""

from __future__ import annotations

from pathlib import Path

import pytest

import rulewright as rw

THREE = Path(__file__).parent / "play" / "duel" / "matches" / "three.yaml"
POLICIES = ("human", "human")


def played(games: rw.PlannedGames, match: rw.Match, options: int, most: int = 20) -> rw.Match:
    """The match played on for some games: each seat in turn takes its first option or its last."""
    while len(match.played) < most and (coming := rw.next_game(match)) is not None:
        game = games(coming.game)
        state = rw.start(game, seats=match.seats, seed=coming.seed, settings=rw.settings_known(game, coming))
        choices: list[tuple[int, str]] = []
        while (decision := rw.decision(game, state)) is not None:
            at = -(len(choices) % 2) if options else 0
            choices.append((decision.seat, decision.keys[at]))
            rw.step(game, state, decision.options[at])
        match = rw.finish_game(match, game, state, rw.match_record(match, game, choices))
    return match


def test_every_exported_name_is_there() -> None:
    assert len(rw.__all__) == len(set(rw.__all__))
    for name in rw.__all__:
        assert getattr(rw, name) is not None
    with pytest.raises(AttributeError):
        rw.no_such_name  # noqa: B018


def test_a_match_is_played_saved_loaded_and_summed_up() -> None:
    plan = rw.load_match(THREE)
    games = rw.PlannedGames(plan)
    begun = rw.begin_match(plan, seats=2, seed=4)
    half = played(games, begun, 1, most=1)
    text = rw.save_match(half, POLICIES)
    loaded, under_way = rw.load_saved_match(plan, text, games)
    assert under_way is None
    assert [each.digest for each in loaded.played] == [each.digest for each in half.played]
    whole, again = played(games, half, 1), played(games, loaded, 1)
    assert rw.standing(whole) == rw.standing(again)
    assert len(rw.outcomes(whole)) == 3
    assert isinstance(rw.standing(whole), rw.Standing)


def test_a_game_under_way_is_saved_by_its_choices() -> None:
    plan = rw.load_match(THREE)
    games = rw.PlannedGames(plan)
    match = rw.begin_match(plan, seats=2, seed=4)
    record = rw.match_record(match, games(0), [(0, "wait")])
    loaded, under_way = rw.load_saved_match(plan, rw.save_match(match, POLICIES, record), games)
    assert loaded.played == ()
    assert under_way is not None
    assert [(each.seat, each.choose) for each in under_way.choices] == [(1, "wait")]


def test_choices_that_the_rules_do_not_allow_are_refused() -> None:
    plan = rw.load_match(THREE)
    games = rw.PlannedGames(plan)
    match = rw.begin_match(plan, seats=2, seed=4)
    with pytest.raises(ValueError, match="not offered"):
        rw.match_record(match, games(0), [(0, "win")])
    with pytest.raises(rw.MatchRefused):
        rw.load_saved_match(plan, "{}", games)
    with pytest.raises(rw.WrongSetup, match="there is no match"):
        rw.load_match("no_such_match")


def test_what_has_no_winner_is_told() -> None:
    game = rw.load_game(THREE.parents[1], modules=("base", "ties"))
    state = rw.start(game, seats=2, seed=1)
    while (decision := rw.decision(game, state)) is not None:
        rw.step(game, state, decision.code("wait"))
    again = rw.again_after(game, state)
    assert again is not None
    assert (again.id, again.settings) == ("drawn", {"mood": "wild"})
