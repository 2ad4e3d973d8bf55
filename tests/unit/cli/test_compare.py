"""`rulewright compare` as its callers see it: the screen, the data, the page, and what is refused."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from pathlib import Path

import pytest

from tests.unit.cli.commands import PEBBLES, data, rulewright

ARGUMENTS = ("sleepy_cat", "--policy", "random", "--games", "50", "--seats", "3")


def test_a_variant_alone_is_compared_with_what_it_extends() -> None:
    done = rulewright("compare", *ARGUMENTS)
    assert done.returncode == 0
    assert done.stdout.startswith("sleepy_cat (base) against Gulls (base)\n50 pairs of games")
    assert "table mean of the totals" in done.stdout
    assert "rulewright diff sleepy_cat --impact" in done.stdout
    assert done.stderr == ""


def test_its_data_have_a_row_for_each_number() -> None:
    found = data(rulewright("compare", *ARGUMENTS, "--format", "json"))
    assert (found["pairs"], found["policies"], found["variant"]["variant"]) == (50, ["random"], "sleepy_cat")
    row = found["metrics"][0]
    assert (row["id"], row["family"], row["policy"]) == ("total", "primary", "random")
    assert row["difference"] == pytest.approx(row["variant"] - row["base"], abs=1e-5)
    assert row["interval"][0] <= row["difference"] <= row["interval"][1]
    assert {each["family"] for each in found["metrics"]} == {"primary", "other"}
    assert {each["verdict"] for each in found["metrics"]} <= {"more", "less", "equal", "changed", "not shown"}


def test_jobs_and_repetition_change_nothing() -> None:
    once = rulewright("compare", *ARGUMENTS, "--format", "json").stdout
    assert rulewright("compare", *ARGUMENTS, "--format", "json", "--jobs", "2").stdout == once


def test_several_ways_of_playing_are_told_apart() -> None:
    done = rulewright("compare", "sleepy_cat", "--policy", "random", "--policy", "greedy", "--games", "25")
    assert "played by random" in done.stdout
    assert "played by greedy" in done.stdout


def test_the_page_is_well_formed_and_needs_nothing_else(tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    assert rulewright("compare", *ARGUMENTS, "--html", page).returncode == 0
    text = page.read_text("utf-8")
    assert text.count("<svg") == text.count("</svg>") >= 6
    assert not re.search(r"""(?:src|href)=|https?://""", text)
    opened: list[str] = []

    class Reader(HTMLParser):
        def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
            if tag != "meta":
                opened.append(tag)

        def handle_endtag(self, tag: str) -> None:
            assert opened.pop() == tag

    Reader().feed(text)
    assert opened == []


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("tutorial",), "say what 'tutorial' is compared with: rulewright compare tutorial OTHER"),
        (("sleepy_cat", "--policy", "greedi"), "did you mean 'greedy'?"),
        (("sleepy_cat", "--policy", "random,random,random,random,random,random,random"), "leave some out"),
        (("sleepy_cat", "--seats", "40"), "seats"),
        (("sleepy_cat", "--within", "200"), "--within"),
        (("sleepy_cat", "--set", "x"), "not KEY=VALUE"),
        (("sleepy_cat", "--set", "x=1"), "no setting 'x'"),
        (("sleepy_cat", "--html", "."), "this is a folder"),
        (("tutorial", "--variant", "sleepy_cat"), "one of the two sides: rulewright compare tutorial sleepy_cat"),
        (("sleepy_kat",), "did you mean 'sleepy_cat'?"),
    ],
)
def test_wrong_usage_is_told(arguments: tuple[str, ...], told: str) -> None:
    done = rulewright("compare", *arguments)
    assert (done.returncode, done.stdout) == (2, "")
    assert told in done.stderr


def test_two_games_may_be_compared() -> None:
    done = rulewright("compare", "tutorial", PEBBLES, "--policy", "first", "--games", "25", "--seats", "2")
    assert done.returncode == 0, done.stderr
