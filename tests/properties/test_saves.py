"""Saves and replays of whole games: equal at every decision and in a new process, safe against who changes them."""

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
from rulewright.core.model.layout import FRAME, OPTIONS, PARKED
from rulewright.core.model.settings import setting_text
from rulewright.core.pipeline import shipped_names
from rulewright.core.run.atoms import LimitReached
from rulewright.core.run.steps import IllegalChoice, clone, start, step, turn_to
from rulewright.native.loading import load_game
from rulewright.play.records import saves
from rulewright.play.records.replay import (
    RecordedChoice,
    Replay,
    ReplayRefused,
    parse_replay,
    record,
    replay_text,
    run_replay,
)
from rulewright.play.records.saves import SaveRefused, state_digest, state_from_json, state_to_json
from tests.reference.agreement import random_table
from tests.reference.games import SMALL, small
from tests.reference.integrity import faults

ROOT = Path(__file__).resolve().parents[2]
WHOLE = "skymines, whole"
SHIPPED = (*(name for name in shipped_names() if name != "tutorial"), WHOLE)
GAMES = (*SMALL, *SHIPPED)


@cache
def game_of(name: str) -> Game:
    if name == WHOLE:
        return load_game("skymines", modules=("belt", "missions", "threats", "luna"))
    return load_game(name) if name in SHIPPED else small(name).game


def begun(game: Game, seed: int) -> tuple[State, random.Random]:
    """A game of random seats and settings at its start."""
    rng = random.Random(seed)
    seats, settings = random_table(game, rng)
    return start(game, seats=seats, seed=seed, settings=settings), rng


def decisions(game: Game, seed: int, most: int = 400) -> Iterator[State]:
    """Every state of a random game, its end as well; seats asked at the same time come in any order."""
    state, rng = begun(game, seed)
    for _ in range(most):
        yield state
        if state[FRAME] is None:
            return
        if state[PARKED] and rng.random() < 0.5:
            before = clone(state)
            try:
                turn_to(game, state, rng.choice(state[PARKED])[0])
                continue
            except IllegalChoice:
                state = before
        step(game, state, rng.choice(state[OPTIONS]))


def end_of(game: Game, state: State, seed: int) -> str:
    """Go on by chance from a state, on a copy: the digest of the end."""
    state, rng = clone(state), random.Random(seed)
    try:
        for _ in range(2000):
            if state[FRAME] is None:
                break
            step(game, state, state[OPTIONS][int(rng.random() * len(state[OPTIONS]))])
    except LimitReached as limit:
        return str(limit)
    return state_digest(game, state)


# ---- Equal


@pytest.mark.sampled(5)
@pytest.mark.parametrize(("name", "seed"), [*((name, 0) for name in GAMES), *((name, 1) for name in SMALL)])
def test_a_state_comes_back_equal_at_every_decision(name: str, seed: int) -> None:
    game = game_of(name)
    for state in decisions(game, seed, most=80):
        again = state_from_json(game, json.loads(json.dumps(state_to_json(game, state))))
        assert again == state


GOES_ON = """
import json, sys
from rulewright.play.records.saves import state_from_json
from tests.properties.test_saves import end_of, game_of
name, seed, states = json.load(sys.stdin)
game = game_of(name)
json.dump([end_of(game, state_from_json(game, state), seed + n) for n, state in enumerate(states)], sys.stdout)
"""


def ends_elsewhere(name: str, seed: int, states: list[State]) -> list[str]:
    """The ends that a new process comes to from saved states."""
    game = game_of(name)
    data = json.dumps([name, seed, [state_to_json(game, state) for state in states]])
    environment = {**os.environ, "PYTHONHASHSEED": str(seed + 1)}
    command = [sys.executable, "-c", GOES_ON]
    done = subprocess.run(command, input=data, capture_output=True, text=True, cwd=ROOT, env=environment, timeout=600)
    assert done.returncode == 0, done.stderr[-2000:]
    found: list[str] = json.loads(done.stdout)
    return found


def assert_goes_on(name: str, seed: int, every: int = 1) -> None:
    game = game_of(name)
    states = [clone(state) for state in decisions(game, seed)][::every]
    assert ends_elsewhere(name, seed, states) == [end_of(game, state, seed + n) for n, state in enumerate(states)]


@pytest.mark.sampled(1)
@pytest.mark.parametrize(("name", "seed"), [("statements", 1), ("skymines", 4)])
def test_a_game_goes_on_in_a_new_process_to_the_same_end(name: str, seed: int) -> None:
    assert_goes_on(name, seed, every=7)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("name", SHIPPED)
def test_two_games_go_on_in_a_new_process_to_the_same_end_from_every_decision(name: str, seed: int) -> None:
    assert_goes_on(name, seed)


# ---- Saved states that somebody changed

_STRANGE: tuple[Any, ...] = (None, True, False, 0, -1, 1, "", "x", [], {}, [[]], 1.5, 10**30, {"a": 1})


def places_in(data: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The paths of all values inside data."""
    for key, value in data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ():
        yield (*path, key)
        yield from places_in(value, (*path, key))


def value_at(data: Any, path: tuple[Any, ...]) -> Any:
    for key in path:
        data = data[key]
    return data


def tampered(data: dict[str, Any], places: list[tuple[Any, ...]], rng: random.Random) -> dict[str, Any]:
    """The data with a value changed by someone who knows the format, digest and all."""
    changed = copy.deepcopy(data)
    path = rng.choice(places)
    value = value_at(changed, path)
    new: Any = rng.choice(_STRANGE)
    if rng.random() < 0.75:
        if type(value) is int:
            new = value + rng.choice((1, -1, 2, 5, -3, 100, 10**6, -value))
        elif type(value) is str:
            new = value_at(changed, rng.choice(places))
        elif type(value) is list and value:
            index = rng.randrange(len(value))
            new = rng.choice((value[::-1], [*value, value[index]], value[:index] + value[index + 1 :]))
        elif type(value) is dict and value:
            gone = rng.choice(list(value))
            new = {key: each for key, each in value.items() if key != gone}
    value_at(changed, path[:-1])[path[-1]] = copy.deepcopy(new)
    if isinstance(changed.get("digest"), str):
        changed["digest"] = saves._digest({key: value for key, value in changed.items() if key != "digest"})
    return changed


def loaded(game: Game, data: Any) -> State | SaveRefused:
    try:
        return state_from_json(game, data)
    except SaveRefused as refusal:
        return refusal


def assert_written_back(game: Game, state: State, data: dict[str, Any]) -> None:
    """A state is written as it was read; what an older format says of a frame beyond what is needed is left out."""
    written = state_to_json(game, state)
    if data["format_version"] == saves.FORMAT_VERSION:
        assert written == data
        return
    assert state_from_json(game, written) == state
    apart = ("format_version", "agenda", "digest")
    assert {**written, **{key: data[key] for key in apart}} == data


@pytest.mark.parametrize("name", ["statements", "ceres"])
def test_a_state_of_the_format_before_is_read_and_written_in_the_one_of_today(name: str) -> None:
    game = game_of(name)
    for state in map(clone, decisions(game, 3, most=20)):
        data = {**state_to_json(game, state), "format_version": 1}
        data["digest"] = saves._digest({key: value for key, value in data.items() if key != "digest"})
        assert state_from_json(game, data) == state
        assert_written_back(game, state, data)


def assert_tampering_is_harmless(name: str, seed: int, tries: int) -> tuple[int, int]:
    """Each change is refused with a sentence, or gives a sound state that goes on as the rules say."""
    game = game_of(name)
    rng = random.Random(seed)
    states = [clone(state) for state in decisions(game, seed)]
    refused = taken = 0
    for _ in range(tries):
        data = state_to_json(game, rng.choice(states))
        places = list(places_in(data))
        places += 8 * [path for path in places if path[0] == "agenda"]
        changed = tampered(data, places, rng)
        state = loaded(game, json.loads(json.dumps(changed)))
        if isinstance(state, SaveRefused):
            assert 5 < len(str(state)) < 500
            refused += 1
            continue
        taken += 1
        assert faults(game, state) == []
        assert_written_back(game, state, changed)
        end_of(game, state, seed)
    return refused, taken


@pytest.mark.sampled(4)
@pytest.mark.parametrize("name", GAMES)
def test_a_changed_state_is_refused_or_sound(name: str) -> None:
    refused, taken = assert_tampering_is_harmless(name, 3, 60)
    assert refused > 30
    assert refused + taken == 60


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("name", GAMES)
def test_many_changed_states_are_refused_or_sound(name: str, seed: int) -> None:
    assert_tampering_is_harmless(name, seed, 300)


@pytest.mark.sampled(5)
@pytest.mark.parametrize("name", GAMES)
def test_a_flipped_bit_of_a_saved_state_is_refused(name: str) -> None:
    game = game_of(name)
    rng = random.Random(name)
    *_, state = decisions(game, 5, most=60)
    data = json.dumps(state_to_json(game, state)).encode()
    for _ in range(100):
        at = rng.randrange(len(data))
        flipped = data[:at] + bytes([data[at] ^ (1 << rng.randrange(8))]) + data[at + 1 :]
        try:
            changed = json.loads(flipped)
        except ValueError:
            continue
        if changed != json.loads(data):
            with pytest.raises(SaveRefused):
                state_from_json(game, changed)


# ---- Replays that somebody changed


@cache
def recorded(name: str, seed: int = 6) -> Replay:
    game = game_of(name)
    state, rng = begun(game, seed)
    settings = {key: setting_text(each, state[each.slot]) for key, each in game.blueprint.settings.items()}
    return record(game, seats=game.blueprint.max_seats, seed=rng.randrange(10**6), settings=settings)


def replayed(game: Game, replay: Replay) -> State | ReplayRefused:
    """The sound state a replay comes to, else the refusal; nothing else may happen."""
    try:
        state = run_replay(game, replay).state
    except ReplayRefused as refusal:
        return refusal
    assert faults(game, state) == []
    return state


def outcome(name: str, data: bytes) -> Replay | ReplayRefused:
    """The replay in a file if it is read and played to its end, else the refusal."""
    try:
        replay = parse_replay("game.json", data)
    except ReplayRefused as refusal:
        return refusal
    state = replayed(game_of(name), replay)
    return state if isinstance(state, ReplayRefused) else replay


def assert_flips_are_harmless(name: str, seed: int, tries: int) -> None:
    rng = random.Random(seed)
    replay = recorded(name)
    data = replay_text(replay).encode()
    for _ in range(tries):
        flipped = bytearray(data)
        for _ in range(rng.choice((1, 1, 1, 2, 8))):
            flipped[rng.randrange(len(data))] ^= 1 << rng.randrange(8)
        found = outcome(name, bytes(flipped))
        if isinstance(found, ReplayRefused):
            assert 5 < len(str(found)) < 1000
        else:
            assert found == replay, "another game was taken for the one recorded"


@pytest.mark.sampled(3)
@pytest.mark.parametrize("name", GAMES)
def test_flipped_bits_of_a_replay_are_refused(name: str) -> None:
    assert_flips_are_harmless(name, 1, 25)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(2, 4))
@pytest.mark.parametrize("name", GAMES)
def test_many_flipped_bits_of_a_replay_are_refused(name: str, seed: int) -> None:
    assert_flips_are_harmless(name, seed, 150)


@pytest.mark.sampled(3)
@pytest.mark.parametrize("name", GAMES)
def test_a_replay_cut_off_anywhere_is_refused(name: str) -> None:
    data = replay_text(recorded(name)).encode()
    for part in range(1, 12):
        assert isinstance(outcome(name, data[: len(data) * part // 12]), ReplayRefused)


def rearranged(
    choices: tuple[RecordedChoice, ...], foreign: tuple[RecordedChoice, ...], at: int, how: str
) -> tuple[RecordedChoice, ...]:
    before, here, after = choices[:at], choices[at], choices[at + 1 :]
    match how:
        case "missing":
            return (*before, *after)
        case "doubled":
            return (*before, here, here, *after)
        case "swapped":
            return (*before, *after[:1], here, *after[1:])
        case "foreign":
            return (*before, foreign[at % len(foreign)], *after)
        case "other seat":
            return (*before, RecordedChoice(here.seat % 4 + 1, here.choose), *after)
        case _:
            return (*before, RecordedChoice(here.seat, here.choose + " and win"), *after)


@pytest.mark.sampled(7)
@pytest.mark.parametrize("how", ["missing", "doubled", "swapped", "foreign", "other seat", "unknown"])
@pytest.mark.parametrize("name", GAMES)
def test_rearranged_choices_are_refused_no_earlier_than_they_are_wrong(name: str, how: str) -> None:
    game, replay = game_of(name), recorded(name)
    foreign = recorded(name, 7).choices
    rng = random.Random(f"{name} {how}")
    end = run_replay(game, replay).state
    for at in rng.sample(range(len(replay.choices)), min(4 if name in SHIPPED else 10, len(replay.choices))):
        changed = replace(replay, choices=rearranged(replay.choices, foreign, at, how))
        changed = replace(changed, digests=tuple(m for m in changed.digests if m.after <= len(changed.choices)))
        found = replayed(game, changed)
        if isinstance(found, ReplayRefused):
            assert found.step is not None
            assert min(at + 1, len(changed.choices)) <= found.step
            assert f"choice {found.step}" in str(found) or f"last choice ({found.step})" in str(found)
        else:
            assert found == end, "only what comes to the same may pass"
        replayed(game, replace(changed, digests=(), final_digest=None))
