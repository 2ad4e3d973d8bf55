"""Several picked at once at the screen of `play`: they are marked, then taken together as one choice."""

from __future__ import annotations

import io
from collections.abc import Callable
from pathlib import Path

import pytest

from rulewright.cli import run
from tests.reference.games import write_small

_CONTENT = """\
kind: content
kinds: [{id: card, title: {en: Card}}]
components:
  - {id: red, kind: card, copies: 2, title: {en: Red}, source: {doc: DOC, place: a}}
  - {id: green, kind: card, title: {en: Green}, source: {doc: DOC, place: a}}
  - {id: blue, kind: card, title: {en: Blue}, source: {doc: DOC, place: a}}
zones:
  - {id: shelf, holds: card, visible: all, start: "true", title: {en: Shelf}}
  - {id: taken, holds: card, visible: all, title: {en: Taken}}
procedures:
  - id: play
    does: |
      pick 1..2 cards from shelf
      move cards to taken
      choose:
        again:
          pick 2 more_cards from shelf + taken
          move more_cards to shelf
        finish: end game
"""
Shown = Callable[[str], list[str]]


@pytest.fixture
def shown(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> Shown:
    """The rows that a game of several picked at once shows while some lines are typed."""
    monkeypatch.chdir(tmp_path)
    write_small(tmp_path / "small", _CONTENT, 1, 2)

    def play(typed: str) -> list[str]:
        monkeypatch.setattr("sys.stdin", io.StringIO(typed))
        run(["play", "small", "--seats", "human"])
        return capsys.readouterr().out.splitlines()

    return play


def asked(lines: list[str]) -> list[str]:
    return [line.strip() for line in lines if "marked, 1 to 2 required" in line]


def test_candidates_are_marked_and_taken_together(shown: Shown) -> None:
    lines = shown("3\n4\n\nq\n")
    assert [line.partition(": ")[2] for line in asked(lines)] == [f"{n} marked, 1 to 2 required" for n in (0, 1, 2)]
    assert [line for line in lines if "3 [x] Green" in line and "4 [ ]" not in line], lines
    assert "Taken: Green, Blue" in lines


@pytest.mark.parametrize(
    "typed", ["3 4\n\n", "3 4 done\n", "3, green, 3, blue, done\n", "blue\nGreen\n1\n\n", "1\nu\n3 4\n\n"]
)
def test_there_are_many_ways_to_mark(shown: Shown, typed: str) -> None:
    assert "Taken: Green, Blue" in shown(f"{typed}q\n")


def test_too_few_and_too_many_are_said_so_and_nothing_is_taken(shown: Shown) -> None:
    lines = shown("\n1 2 3\nq\n")
    assert "> Too few options are marked: 0; mark at least 1." in lines
    assert "> No more than 2 options can be marked; to unmark one, type its number again." in lines
    assert [line for line in lines if line.startswith("Taken:")] == []


def test_a_selection_is_taken_back_as_one(shown: Shown) -> None:
    lines = shown("3 4\n\nu\nq\n")
    assert "Taken: Green, Blue" in lines
    assert asked(lines)[-1].endswith("0 marked, 1 to 2 required")
    assert sum("0 marked" in line for line in lines) == 2


def test_pieces_of_several_places_can_be_marked(shown: Shown) -> None:
    lines = shown("3 4\n\nagain\n1 4\n\nq\n")
    assert "  more cards: 2 of 2 marked" in lines
    assert [line for line in lines if line.endswith("Blue: Taken -> Shelf")], lines
