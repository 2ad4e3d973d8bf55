"""Files of matches and ladders as files: how large they may be, and what is not a file."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path

import pytest

from rulewright.core.load.text import LARGEST_FILE
from rulewright.play.records.ladder_files import read_ladder
from rulewright.play.records.match_files import (
    MatchRefused,
    SavedGame,
    SavedMatch,
    is_saved_match,
    match_text,
    read_match,
    write_match,
)
from rulewright.play.records.replay import RecordedChoice

GAME = SavedGame("first", "0" * 64, {}, 1, (RecordedChoice(1, "x" * 150),), None)
MATCH = SavedMatch("three", "0" * 64, {}, 2, 1, ("person", "random"), (GAME,))


def of_size(size: int) -> SavedMatch:
    """A match whose file has so many bytes."""
    each = len(match_text(replace(MATCH, games=(replace(GAME, choices=GAME.choices * 2),)))) - len(match_text(MATCH))
    choices = GAME.choices * (1 + (size - len(match_text(MATCH))) // each)
    made = replace(MATCH, games=(replace(GAME, choices=choices),))
    text = "x" * (150 + size - len(match_text(made)))
    return replace(made, games=(replace(GAME, choices=(*choices[:-1], RecordedChoice(1, text))),))


def test_a_match_as_large_as_files_may_be_is_written_and_read_again(tmp_path: Path) -> None:
    match = of_size(LARGEST_FILE)
    write_match(tmp_path / "match.json", match)
    assert (tmp_path / "match.json").stat().st_size == LARGEST_FILE
    assert read_match(tmp_path / "match.json") == match


def test_a_match_of_many_short_choices_is_read_again(tmp_path: Path) -> None:
    choices = tuple(RecordedChoice(1 + number % 2, "x") for number in range(25_000))
    match = replace(MATCH, games=(replace(GAME, choices=choices),))
    write_match(tmp_path / "match.json", match)
    assert read_match(tmp_path / "match.json") == match


@pytest.mark.parametrize("size", [LARGEST_FILE + 1, 2 << 20])
def test_a_match_that_could_not_be_read_again_is_not_written(tmp_path: Path, size: int) -> None:
    match = of_size(size)
    with pytest.raises(OSError, match="too large"):
        write_match(tmp_path / "match.json", match)
    assert not list(tmp_path.iterdir())
    (tmp_path / "match.json").write_text(match_text(match), "utf-8")
    with pytest.raises(MatchRefused, match="at most 2000000 are read"):
        read_match(tmp_path / "match.json")


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no pipes with names here")
def test_a_pipe_is_no_file_and_nobody_waits_at_it(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe.json"
    os.mkfifo(pipe)
    assert not is_saved_match(pipe)
    assert read_ladder(pipe) is None
    with pytest.raises(MatchRefused, match="cannot be read"):
        read_match(pipe)
