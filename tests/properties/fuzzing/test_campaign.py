"""Files spoilt by chance and every verb on what is accepted of them: no traceback, no hang, no silence.

A fault names the seed of its file: `python -m tests.properties.fuzzing SEED` tries that file alone.
"""

from __future__ import annotations

import itertools
from pathlib import Path

import pytest

import rulewright as rw
from rulewright.play.records import saves
from tests.properties.fuzzing import commands
from tests.properties.fuzzing.campaign import ACCEPTED, KINDS, TURNS, prove
from tests.properties.fuzzing.commands import Fault, command, within_time
from tests.properties.fuzzing.origins import folder_named
from tests.properties.fuzzing.verbs import formatted, play_soundly

SAMPLE = range(10, 20)
CHUNK = 100
MANY = 1_500


@pytest.mark.sampled(3)
@pytest.mark.parametrize("kind", KINDS)
def test_a_few_files_of_each_kind_do_no_harm(kind: str, tmp_path: Path) -> None:
    for seed in SAMPLE:
        if TURNS[seed % len(TURNS)] == kind:
            assert prove(seed, _folder(tmp_path, seed))[0] == kind


@pytest.mark.slow
@pytest.mark.parametrize("first", range(0, MANY, CHUNK))
def test_many_files_do_no_harm(first: int, tmp_path: Path) -> None:
    tried = [prove(seed, _folder(tmp_path, seed)) for seed in range(first, first + CHUNK)]
    accepted = sum(found == ACCEPTED for _, found in tried)
    assert CHUNK // 10 < accepted < CHUNK, "a campaign tries what is accepted and what is refused"


def _folder(home: Path, seed: int) -> Path:
    folder = home / str(seed)
    folder.mkdir()
    return folder


# ---- A campaign sees what it looks for -------------------------------------------------------------------------------


def test_what_a_command_raises_is_a_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(arguments: list[str]) -> int:
        raise KeyError(arguments[0])

    monkeypatch.setattr(commands, "run", broken)
    with pytest.raises(Fault, match="rulewright check here: KeyError: 'check'"):
        command("check", "here")


@pytest.mark.parametrize(("code", "told"), [(1, "ended with 1 and not a word"), (139, "ended with 139")])
def test_a_code_without_words_is_a_fault(monkeypatch: pytest.MonkeyPatch, code: int, told: str) -> None:
    monkeypatch.setattr(commands, "run", lambda arguments: code)
    with pytest.raises(Fault, match=told):
        command("check", "here")


def test_what_has_no_end_is_a_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(commands, "SECONDS", 0.05)
    with pytest.raises(Fault, match="no end after"), within_time("a loop"):
        sum(1 for _ in itertools.count())


def test_a_save_that_is_refused_is_a_fault(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = rw.load_game(folder_named("pebbles").written(tmp_path))
    play_soundly(game, 1)
    monkeypatch.setattr(saves, "_check_head", _refusing)
    with pytest.raises(Fault, match="its own save is refused: not this one"):
        any(_plays(game, seed) for seed in range(10))


def _plays(game: rw.Game, seed: int) -> bool:
    play_soundly(game, seed)
    return False


def _refusing(*given: object) -> None:
    raise saves.SaveRefused("not this one")


def test_a_layout_that_changes_the_rules_is_a_fault(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    root = folder_named("pebbles").written(tmp_path)
    formatted(root)
    digests = iter(("one", "another"))

    class Game:
        @property
        def blueprint(self) -> Game:
            return self

        @property
        def digest(self) -> str:
            return next(digests)

    monkeypatch.setattr(rw, "load_game", lambda *given, **more: Game())
    with pytest.raises(Fault, match="the digest of the rules is another one"):
        formatted(root)
