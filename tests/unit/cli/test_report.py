"""`rulewright report` as its callers see it: screen, data, page, example games, another report beside it."""

from __future__ import annotations

import json
import re
from html.parser import HTMLParser
from pathlib import Path

import pytest

from rulewright.cli import run
from tests.unit.cli.commands import PEBBLES
from tests.unit.cli.test_merge import told

WORDS = ["report", "tutorial", "--seats", "3", "--games", "20"]


def test_the_screen_tells_of_every_subject(capsys: pytest.CaptureFixture[str]) -> None:
    out = told(capsys, *WORDS)
    assert out.startswith(
        "Gulls (base), 3 seats\nFrom games: 20 of greedy players, 20 of random players, 20 of one greedy"
    )
    for title in (
        "Seat advantage", "Skill", "Luck of the deal", "Length and points", "Decisions that matter", "Drama",
        "Runaway leader", "Openings", "Options: how often taken",
    ):  # fmt: skip
        assert f"\n{title}\n" in out
    assert "--examples DIR writes them" in out


def test_its_data_are_the_same_for_any_number_of_jobs(capsys: pytest.CaptureFixture[str]) -> None:
    one = told(capsys, *WORDS, "--format", "json")
    assert told(capsys, *WORDS, "--format", "json", "--jobs", "2") == one
    data = json.loads(one)
    assert (data["format_version"], data["seats"], data["policies"]["strong"]) == (1, 3, "greedy")
    row = data["sections"][0]["rows"][0]
    assert row["id"] == "seats.greedy.1"
    assert row["interval"][0] <= row["value"] <= row["interval"][1]


def test_no_subject_is_nothing_but_0(capsys: pytest.CaptureFixture[str]) -> None:
    sections = json.loads(told(capsys, *WORDS, "--format", "json"))["sections"]
    assert [each["id"] for each in sections if not any(row["value"] for row in each["rows"])] == []


def test_the_page_is_well_formed_and_its_games_can_be_opened(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    page = tmp_path / "gulls.html"
    out = told(capsys, *WORDS, "--html", page, "--variant", "sleepy_cat")
    text = page.read_text("utf-8")
    assert text.count("<svg") == text.count("</svg>") >= 20
    assert not re.search(r"https?://|src=", text)
    links = set(re.findall(r'href="([^"#]+)"', text))
    assert links
    assert [link for link in links if not (tmp_path / link).is_file()] == []
    assert set(re.findall(r'href="#([^"]+)"', text)) == set(re.findall(r'<h2 id="([^"]+)"', text))
    words = out.rstrip().splitlines()[-1].split()
    assert words[:2] == ["rulewright", "replay"]
    assert "all of them legal; the game is over" in told(capsys, *words[1:], "--quiet")
    opened: list[str] = []

    class Reader(HTMLParser):
        def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
            if tag != "meta":
                opened.append(tag)

        def handle_endtag(self, tag: str) -> None:
            assert opened.pop() == tag

    Reader().feed(text)
    assert opened == []


def test_a_report_is_held_against_another(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    other = tmp_path / "other.json"
    other.write_text(told(capsys, *WORDS, "--seed", "5", "--format", "json"), "utf-8")
    out = told(capsys, *WORDS, "--against", other, "--html", tmp_path / "page.html")
    assert re.search(r"Against Gulls \(base\), 3 seats: \d+ of \d+ numbers differ", out)
    assert "Against Gulls (base), 3 seats" in (tmp_path / "page.html").read_text("utf-8")
    other.write_text(told(capsys, "report", PEBBLES, "--seats", "3", "--games", "20", "--format", "json"), "utf-8")
    data = json.loads(told(capsys, *WORDS, "--against", other, "--format", "json"))
    assert "length.random.decisions" in data["against"]["differ"]


@pytest.mark.slow
def test_a_game_for_one_and_one_policy_are_reported_on(capsys: pytest.CaptureFixture[str]) -> None:
    out = told(capsys, "report", "skymines", "--luna", "1", "--seats", "1", "--games", "10", "--policy", "random")
    assert "\nSkill\n" not in out
    assert "2 seats" in out


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (["--policy", "greedi"], "did you mean 'greedy'?"),
        (["--policy", "greedy,random,first"], "name a strong and a weak policy"),
        (["--seats", "40"], "--seats"),
        (["--games", "1"], "--games"),
        (["--html", "."], "this is a folder"),
        (["--html", "nowhere/x.html"], "there is no folder nowhere"),
        (["--examples", "nowhere/x"], "there is no folder nowhere"),
        (["--against", "list.txt"], "the file is not a report"),
        (["--against", "list.json"], "it is not a report"),
    ],
)
def test_wrong_usage_is_told(
    words: list[str], why: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "list.txt").write_text("milk\n")
    (tmp_path / "list.json").write_text('{"sections": [{"rows": [3]}]}')
    assert why in told(capsys, *WORDS, *words, code=2)


def test_a_match_has_no_report(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["report", "three_mornings"]) == 2
    assert "report on one of its games" in capsys.readouterr().err
