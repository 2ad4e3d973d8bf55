"""`rulewright ladder` as its callers see it: screen, data, page, shares, runs that go on, wrong usage."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from rulewright.cli import run
from tests.unit.cli.test_merge import shares, told

WORDS = ["ladder", "tutorial", "--policy", "random,greedy", "--policy", "first", "--games", "40", "--seed", "7"]


def test_the_screen_tells_ratings_and_who_ends_before_whom(capsys: pytest.CaptureFixture[str]) -> None:
    out = told(capsys, *WORDS)
    assert out.startswith("Gulls (base), 2 seats\nFrom 42 games of 3 policies: 7 deals, by all combinations of")
    assert "seed 7" in out
    rows = re.findall(r"^(\w+) +(\d+\.\d) \[(-?\d+\.\d), (\d+\.\d)\] ", out, re.MULTILINE)
    assert {name for name, *_ in rows} == {"random", "greedy", "first"}
    assert rows[-1][0] == "first"


def test_data_are_the_same_for_any_number_of_jobs_and_in_shares(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    one = told(capsys, *WORDS, "--format", "json")
    assert told(capsys, *WORDS, "--format", "json", "--jobs", "2") == one
    files = shares(tmp_path, WORDS, 2)
    assert told(capsys, "merge", *files, "--format", "json") == one
    data = json.loads(one)
    assert (data["format_version"], data["games"], data["seats"], data["seed"]) == (1, 42, 2, 7)
    best = data["ladder"][0]
    assert best["rating"]["interval"][0] <= best["rating"]["value"] <= best["rating"]["interval"][1]
    shared = {(each["first"], each["second"]): each["before"]["value"] for each in data["meetings"]}
    assert [pair for pair, value in shared.items() if value + shared[pair[::-1]] != pytest.approx(1)] == []


def test_a_run_goes_on_and_a_page_is_whole(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    part, page = tmp_path / "some.part", tmp_path / "ladder.html"
    shorter = [each if each != "40" else "20" for each in WORDS]
    told(capsys, *shorter, "--out", part)
    assert told(capsys, *WORDS, "--resume", part, "--html", page) == told(capsys, *WORDS)
    text = page.read_text("utf-8")
    assert text.count("<svg") == text.count("</svg>") == 3
    assert not re.search(r"https?://|src=", text)
    assert told(capsys, "merge", part).startswith("Gulls (base), 2 seats\nFrom 42 games")


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (["--policy", "random"], "two policies or more"),
        (["--policy", "random,greddy"], "did you mean 'greedy'?"),
        (["--policy", "search,random"], "give a thinking time per decision"),
        (["--seats", "9"], "seats"),
    ],
)
def test_wrong_usage_is_told(words: list[str], why: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["ladder", "tutorial", *words]) == 2
    assert why in capsys.readouterr().err
