"""Saved matches end the same from wherever they are left, in any process, and are safe against who changes them."""

from __future__ import annotations

import copy
import json
import os
import random
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from rulewright.core.model.game import Game, State
from rulewright.core.model.layout import FRAME, OPTIONS
from rulewright.core.run.steps import start, step
from rulewright.play.records.match_files import (
    MatchRefused,
    SavedMatch,
    match_text,
    parse_match,
    read_match,
    resume_match,
    saved_match,
    write_match,
)
from rulewright.play.records.planned_matches import PlannedGames, load_match
from rulewright.play.records.replay import RecordedChoice, Replay, choice_of, offered, replay_of, run_replay
from rulewright.play.session.match import Coming, Match, begin_match, finish_game, next_game, plan_of_game, standing

ROOT = Path(__file__).resolve().parents[2]
DUEL = ROOT / "tests" / "unit" / "play" / "duel"
SEATS = 2
POLICIES = ("human", "random")


@cache
def games_named(name: str) -> PlannedGames:
    if name == "three":
        return PlannedGames(load_match(DUEL / "matches" / "three.yaml"))
    return PlannedGames(plan_of_game("duel", {"en": "Duel"}, str(DUEL), ("base", "ties")))


NAMES = ("three", "ties")


def chosen(state: State, seed: int, number: int) -> int:
    """What is chosen at a place, whatever process plays."""
    rng = random.Random(f"{seed}:{number}")
    return int(rng.choice(state[OPTIONS]))


def replay_so_far(game: Game, coming: Coming, choices: list[RecordedChoice]) -> Replay:
    return replay_of(game, seats=SEATS, seed=coming.seed, settings=coming.settings, policies=POLICIES, choices=choices)


def places(games: PlannedGames, seed: int, match: Match, under_way: Replay | None = None) -> Iterator[SavedMatch]:
    """The file of the match at each of its decisions and between its games, played on from where it stands."""
    while (coming := next_game(match)) is not None and coming.number < 20:
        game = games(coming.game)
        choices = list(under_way.choices) if under_way is not None else []
        state = (
            run_replay(game, under_way).state
            if under_way is not None
            else start(game, seats=SEATS, seed=coming.seed, settings=coming.settings)
        )
        under_way = None
        while state[FRAME] is not None:
            yield saved_match(match, POLICIES, replay_so_far(game, coming, choices))
            code = chosen(state, seed, len(choices))
            choices.append(choice_of(game, state, code))
            step(game, state, code)
        match = finish_game(match, game, state, replay_so_far(game, coming, choices))
        yield saved_match(match, POLICIES)


def new(games: PlannedGames, seed: int) -> Match:
    return begin_match(games.plan, seats=SEATS, seed=seed, settings={})


def end_of(name: str, seed: int, text: str) -> str:
    """The text of the file at the end, from a file on the way."""
    games = games_named(name)
    match, under_way = resume_match(games.plan, parse_match("match.json", text.encode()), games)
    last = text
    for saved in places(games, seed, match, under_way):
        last = match_text(saved)
    return last


# ---- Equal


@pytest.mark.sampled(5)
@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("name", NAMES)
def test_a_match_ends_the_same_from_every_place_it_can_be_left_at(name: str, seed: int) -> None:
    texts = [match_text(each) for each in places(games_named(name), seed, new(games_named(name), seed))]
    assert len(texts) > 4
    for text in texts:
        assert end_of(name, seed, text) == texts[-1]


@pytest.mark.parametrize("name", NAMES)
def test_what_is_written_is_read_back_equal(name: str, tmp_path: Path) -> None:
    for saved in places(games_named(name), 2, new(games_named(name), 2)):
        assert parse_match("match.json", match_text(saved).encode()) == saved
        write_match(tmp_path / "match.json", saved)
        assert read_match(tmp_path / "match.json") == saved


GOES_ON = """
import json, sys
from tests.properties.test_match_saves import end_of
name, seed, texts = json.load(sys.stdin)
json.dump([end_of(name, seed, text) for text in texts], sys.stdout)
"""


@pytest.mark.sampled(1)
@pytest.mark.parametrize("name", NAMES)
def test_a_match_ends_the_same_in_a_new_process(name: str) -> None:
    texts = [match_text(each) for each in places(games_named(name), 6, new(games_named(name), 6))]
    environment = {**os.environ, "PYTHONHASHSEED": "5"}
    done = subprocess.run(
        [sys.executable, "-c", GOES_ON], input=json.dumps([name, 6, texts]), capture_output=True, text=True, cwd=ROOT,
        env=environment, timeout=600,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr[-2000:]
    assert json.loads(done.stdout) == [texts[-1]] * len(texts)


# ---- Files that somebody changed


def whole(name: str = "three", seed: int = 3) -> dict[str, Any]:
    *_, last = places(games_named(name), seed, new(games_named(name), seed))
    data: dict[str, Any] = json.loads(match_text(last))
    return data


def resumed(data: Any, name: str = "three") -> Match:
    games = games_named(name)
    match, _ = resume_match(games.plan, parse_match("match.json", json.dumps(data).encode()), games)
    return match


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"match": "another"}, "it is a match 'another'"),
        ({"plan_digest": "0" * 16}, "had other games or other modules"),
        ({"seats": 1}, "but 2 player types"),
        ({"seats": 3}, "game 1: the replay has 3 deciding seats"),
        ({"policies": ["human", "clever"]}, "'clever' is not a player type"),
        ({"seed": 4}, "game 1: its seed"),
        ({"settings": {"mood": "wild"}}, "the match itself sets 'mood'"),
        ({"settings": {"weather": "wet"}}, "there is no setting 'weather'"),
        ({"settings": {"mod": "wild"}}, "there is no setting 'mod' in any of its games; did you mean 'mood'?"),
        ({"polices": ["first"]}, "'polices' has no meaning in a saved match; did you mean 'policies'?"),
        ({"format_version": 2}, "format_version 1 is expected"),
        ({"kind": "replay"}, "kind"),
        ({"extra": 1}, "'extra' has no meaning"),
        ({"games": {}}, "must be a list"),
        ({"seats": 10**9, "policies": ["first"]}, "must be at most"),
        ({"match": "a" * 10_000}, "characters"),
    ],
)
def test_a_file_with_another_head_is_refused(change: dict[str, Any], said: str) -> None:
    with pytest.raises(MatchRefused, match=said):
        resumed({**whole(), **change})


@pytest.mark.parametrize(
    ("number", "change", "said"),
    [
        (0, {"game": "second"}, "game 1: 'first' is to be played here, not 'second'"),
        (1, {"seed": 12}, "game 2: its seed does not follow"),
        (0, {"settings": {"mood": "wild", "turns": 1}}, "game 1: the setting 'mood' must be 'calm' here"),
        (0, {"settings": {"turns": 9}}, "game 1: the table cannot be set up"),
        (0, {"ruleset_digest": "0" * 16}, "game 1: the replay was played with other rules"),
        (0, {"choices": [{"seat": 1, "choose": "win"}]}, 'game 1: choice 1 .*"win" is not offered'),
        (0, {"choices": [{"seat": 2, "choose": "wait"}]}, "game 1: choice 1 .*it is seat 1 that decides"),
        (0, {"choices": []}, "game 1: after the last choice"),
        (0, {"final_digest": "0" * 64}, "game 1: after the last choice"),
    ],
)
def test_a_file_with_another_game_is_refused(number: int, change: dict[str, Any], said: str) -> None:
    data = whole()
    data["games"][number] |= change
    with pytest.raises(MatchRefused, match=said):
        resumed(data)


def test_games_too_many_and_games_after_one_that_is_not_over_are_refused() -> None:
    data = whole()
    data["games"].append(data["games"][-1])
    with pytest.raises(MatchRefused, match="the match was already over"):
        resumed(data)
    data = whole()
    data["games"][0]["choices"].pop()
    del data["games"][0]["final_digest"]
    with pytest.raises(MatchRefused, match="game 1: it is not over, but another game follows"):
        resumed(data)


def test_no_result_can_be_told_by_a_file() -> None:
    """Other choices of the first game are legal; then it is their result that counts."""
    games, data = games_named("three"), whole("three", 4)
    first = data["games"][0]
    del first["final_digest"]
    del data["games"][1:]
    found = set()
    for choices in (["wait", "wait"], ["wait", "shoot"], ["shoot", "wait"]):
        first["choices"] = [{"seat": seat, "choose": choose} for seat, choose in enumerate(choices, 1)]
        match = resumed(data)
        game, coming = games(0), match.played[0].coming
        state = start(game, seats=SEATS, seed=coming.seed, settings=coming.settings)
        for choose in choices:
            step(game, state, offered(game, state)[choose])
        assert finish_game(replace(match, played=()), game, state).played[0].scores == match.played[0].scores
        found.add(match.played[0].scores)
    assert len(found) > 1


_STRANGE: tuple[Any, ...] = (None, True, 0, -1, 10**15, 10**30, 1.5, "", "x", "wait", [], {}, [[]], {"a": 1})


def places_in(data: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    for key, value in data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ():
        yield (*path, key)
        yield from places_in(value, (*path, key))


@pytest.mark.sampled(1)
@pytest.mark.parametrize("name", NAMES)
def test_whatever_is_changed_a_file_is_refused_or_is_a_match_the_rules_allow(name: str) -> None:
    rng = random.Random(7)
    original = whole(name, 6)
    for each in original["games"]:
        del each["final_digest"]
    spots = list(places_in(original))
    refused = 0
    for _ in range(300):
        data = copy.deepcopy(original)
        *path, last = rng.choice(spots)
        at = data
        for key in path:
            at = at[key]
        if rng.random() < 0.2:
            del at[last]
        else:
            at[last] = rng.choice(_STRANGE)
        try:
            match = resumed(data, name)
        except MatchRefused:
            refused += 1
            continue
        assert standing(match).sums is not None
        assert len(match.played) <= len(original["games"])
    assert refused > 200


@pytest.mark.parametrize(
    "data", [b"", b"{", b"[]", b"\xff\xfe", b"kind: &a saved_match\n", b"{" * 10_000, b"a" * 3_000_000]
)
def test_what_is_no_document_is_refused(data: bytes) -> None:
    with pytest.raises(MatchRefused):
        parse_match("match.json", data)


def test_a_file_that_is_not_there_is_refused(tmp_path: Path) -> None:
    with pytest.raises(MatchRefused, match="cannot be read"):
        read_match(tmp_path / "missing.json")
    with pytest.raises(MatchRefused, match="cannot be read"):
        read_match(tmp_path)


def test_a_match_too_long_to_be_read_again_is_not_written(tmp_path: Path) -> None:
    saved = parse_match("match.json", json.dumps(whole()).encode())
    game = replace(saved.games[0], choices=saved.games[0].choices * 50_000)
    with pytest.raises(OSError, match="too large"):
        write_match(tmp_path / "match.json", replace(saved, games=(game,)))
    assert not list(tmp_path.iterdir())
