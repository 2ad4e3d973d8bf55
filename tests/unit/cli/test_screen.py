"""The screen of `play`: what it shows first, and what may be typed in answer."""

from __future__ import annotations

import io
from collections.abc import Callable
from pathlib import Path

import pytest

from rulewright.cli import run
from rulewright.cli.screen import prompt
from rulewright.cli.screen.answers import answers_on

Shown = Callable[..., list[str]]
SKYMINES = ("skymines", "--seats", "human,first", "--seed", "7")


@pytest.fixture
def shown(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> Shown:
    """The rows that a game shows while some lines are typed, on a screen of so many rows."""
    monkeypatch.chdir(tmp_path)

    def play(*table: str, typed: str, rows: int = 10**6) -> list[str]:
        monkeypatch.setattr(prompt, "height", lambda: rows)
        monkeypatch.setattr("sys.stdin", io.StringIO(typed))
        run(["play", *table])
        return capsys.readouterr().out.splitlines()

    return play


def choices(lines: list[str]) -> list[str]:
    """What the first seat was asked, in its order."""
    return [line.removeprefix("seat 1 - ") for line in lines if line.startswith("seat 1 - ")]


def test_a_small_screen_shows_news_and_decision_and_the_table_on_request(shown: Shown) -> None:
    small, large = (shown(*SKYMINES, typed="2>3\nq\n", rows=rows) for rows in (24, 200))
    assert "Seats" in large
    assert "Seats" not in small
    last = max(at for at, line in enumerate(small) if line.startswith("seat 1 - "))
    decision = small[last:]
    assert len(decision) <= 23
    assert "Track (Tawac Industries)" in "\n".join(small[last - 14 : last])
    assert "Seats" in shown(*SKYMINES, typed="t\nq\n", rows=24)
    assert [line for line in small if "t shows the table" in line], small


def test_long_news_are_shown_by_n(shown: Shown) -> None:
    lines = shown(*SKYMINES, typed="2>3\nn\nq\n", rows=16)
    left_out = next(line for line in lines if "lines before these: n shows all)" in line)
    assert int(left_out.strip(" (").split()[0]) > 3
    asked = max(at for at, line in enumerate(lines) if line.startswith("> "))
    assert sum("Resting decks 2" in line for line in lines) >= 2
    assert asked


def test_a_part_of_the_table_is_shown_by_a_word(shown: Shown) -> None:
    lines = shown(*SKYMINES, typed="t research plans\nt nowhere\nq\n", rows=24)
    assert [line for line in lines if line.startswith("Research plans")], lines
    assert "Seats" not in lines
    assert "> Nothing on the table contains 'nowhere'." in lines


def test_several_answers_on_a_line_are_taken_one_after_another(shown: Shown) -> None:
    by_line = shown(*SKYMINES, typed="2>3\n1>2 4>3\nq\n", rows=24)
    one_by_one = shown(*SKYMINES, typed="2\n3\n1\n2\n3\n3\nq\n", rows=24)
    assert choices(by_line)[-1] == choices(one_by_one)[-1] == "Plan cards"
    assert by_line[-8:] == one_by_one[-8:]


def test_an_answer_that_is_none_ends_the_line_and_those_before_it_stand(shown: Shown) -> None:
    lines = shown(*SKYMINES, typed="2>3\n1>2 77>3\nq\n")
    assert "'77' is not an option of the next question. Your earlier answers count." in " ".join(lines)
    assert choices(lines)[-1] == "Plan cards"
    refused = shown(*SKYMINES, typed="2>3\n77>2\nq\n")
    assert "> There is no option 77; options are numbered 1 to 8." in refused


@pytest.mark.parametrize("typed", ["?", "??"])
def test_where_every_option_is_open_that_is_said(shown: Shown, typed: str) -> None:
    lines = shown("tutorial", "--seats", "human,random", "--seed", "7", typed=f"{typed}\nq\n")
    assert "Every option is available. '? KEY' explains a single candidate." in " ".join(lines)


def test_titles_are_understood(shown: Shown) -> None:
    by_number = shown(*SKYMINES, typed="2>3\n1\n2\nq\n")
    for typed in ("Carbon 1", "carbon 1", "plan Carbon 1", "plan: carbon_1", "plan carbon_1"):
        assert shown(*SKYMINES, typed=f"2>3\n{typed}\n2\nq\n")[-12:] == by_number[-12:], typed
    slip = shown(*SKYMINES, typed="2>3\ncarbn 1\nq\n")
    assert [line for line in slip if "'carbn 1' is not an option here; did you mean" in line], slip


def test_what_an_option_is_about_is_told_by_its_number(shown: Shown) -> None:
    lines = shown(*SKYMINES, typed="2>3\ni 1\ni\ni nothing\nq\n")
    assert [line for line in lines if line.removeprefix(">").strip() == "Carbon 1"], lines
    assert "> Type a name, as in: i NAME, or i 3 for the third option" in lines


def test_a_region_tells_what_it_borders_on(shown: Shown) -> None:
    belt = ("skymines", "--modules", "belt", "--seats", "human,first", "--seed", "7")
    lines = shown(*belt, typed="i asteroid 1\nq\n")
    (told,) = (line for line in lines if line.startswith("    next to Tawac Station (+0 energy for the way), "))
    assert told.endswith("Skymine Station (+1 energy for the way), Shuttle space 5 (+0 energy for the way)")


@pytest.mark.parametrize(
    ("line", "answers"),
    [
        ("1>2 4>3", ["1", "2", "4", "3"]),
        ("1 > 2, 4 > 3", ["1", "2", "4", "3"]),
        ("carbon 1 > 2; done", ["carbon 1", "2", "done"]),
        ("take one", ["take one"]),
        ("3 4", ["3", "4"]),
        (">", []),
    ],
)
def test_a_line_is_parted_into_answers(line: str, answers: list[str]) -> None:
    assert answers_on(line) == answers


def test_no_line_of_the_help_is_longer_than_the_screen(shown: Shown, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(prompt, "width", lambda: 80)
    lines = shown("tutorial", "--seats", "human,first", typed="h\nq\n")
    told = lines[next(at for at, line in enumerate(lines) if "a number or key" in line) :]
    assert max(map(len, told)) <= 80
    assert sum(line.startswith(" " * 20) for line in told) > 2


def test_a_game_of_the_gallery_is_played_by_name_on_a_board_that_is_shown_to_its_end(shown: Shown) -> None:
    lines = shown("three_in_a_row", "--seats", "human,first", "--seed", "1", typed="c1\nb2\n9\na3\n")
    assert "  a1  b1  c1  a2  b2  c2  a3  b3  c3" in lines, "places are chosen by their names, without neighbours"
    assert [line for line in lines if "9" in line and line.endswith("a2, c2, a3, b3, c3.")], lines
    last = len(lines) - 1 - lines[::-1].index("Board")
    assert lines[last + 1 : last + 6] == [
        "    a  b  c",
        "3   ●  ·  ·  3",
        "2   ·  ●  ·  2",
        "1   ○  ○  ●  1",
        "    a  b  c",
    ]


def test_places_in_a_row_are_chosen_by_the_numbers_on_the_board(shown: Shown) -> None:
    lines = shown("mancala", "--seats", "human,first", "--seed", "3", typed="3\nq\n")
    assert "  1  2  3  4  5  6" in lines
    assert "  1  2  4  5  6" in lines
