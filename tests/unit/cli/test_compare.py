"""`rulewright compare` as its callers see it: the screen, the data, the page, and what is refused."""

from __future__ import annotations

import re
import shutil
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

from rulewright.cli import run
from rulewright.core.model.game import Game, State
from rulewright.core.pipeline import shipped_root
from rulewright.lab.comparing import measures, pairs
from rulewright.lab.comparing.coupling import Keys
from rulewright.play.policies.learned_files import read_values, values_text
from tests.unit.cli.commands import PEBBLES, data, rulewright

ARGUMENTS = ("sleepy_cat", "--policy", "random", "--games", "50", "--seats", "3")


def test_a_variant_alone_is_compared_with_what_it_extends() -> None:
    done = rulewright("compare", *ARGUMENTS)
    assert done.returncode == 0
    assert done.stdout.startswith("sleepy_cat (base) against Gulls (base)\n50 pairs of games")
    assert "table mean of the totals" in done.stdout
    assert "rulewright diff sleepy_cat --impact" in done.stdout
    assert done.stderr == ""


def test_the_house_rule_may_be_named_as_elsewhere() -> None:
    done = rulewright("compare", "tutorial", "--variant", "sleepy_cat", *ARGUMENTS[1:])
    alone = rulewright("compare", *ARGUMENTS)
    assert done.stdout.splitlines()[:-1] == alone.stdout.splitlines()[:-1]
    assert done.stdout.endswith("rulewright diff tutorial sleepy_cat --impact shows where games diverge\n")


def test_its_data_have_a_row_for_each_number() -> None:
    found = data(rulewright("compare", *ARGUMENTS, "--format", "json"))
    assert (found["pairs"], found["policies"], found["variant"]["variant"]) == (50, ["random"], "sleepy_cat")
    row = found["metrics"][0]
    assert (row["id"], row["family"], row["policy"]) == ("total", "primary", "random")
    assert row["difference"] == pytest.approx(row["variant"] - row["base"], abs=1e-5)
    assert row["interval"][0] <= row["difference"] <= row["interval"][1]
    assert [each["id"] for each in found["metrics"] if each["base"] == each["variant"] == 0] == []
    assert {each["family"] for each in found["metrics"]} == {"primary", "other"}
    assert {each["verdict"] for each in found["metrics"]} <= {"more", "less", "equal", "changed", "not shown"}


def test_a_metric_more_is_its_value_and_its_title(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """As two lines of `lab/comparing/measures.py` add it: the report, and the file of a run, need nothing else."""
    values, titles = measures.measures, measures.titles

    def with_one_more(game: Game, keys: Keys, state: State, *others: Any) -> dict[str, float]:
        found = values(game, keys, state, *others)
        return found | {"planted": 2 * found["total"]}

    monkeypatch.setattr(pairs, "measures", with_one_more)
    monkeypatch.setattr(measures, "titles", lambda *words: titles(*words) | {"planted": "a planted number"})
    file = tmp_path / "run"
    found = data(rulewright("compare", *ARGUMENTS, "--backend", "python", "--out", file, "--format", "json"))
    total, planted = (next(row for row in found["metrics"] if row["id"] == each) for each in ("total", "planted"))
    assert planted["difference"] == pytest.approx(2 * total["difference"], abs=1e-5)
    assert "a planted number" in file.read_text("utf-8")
    assert data(rulewright("merge", file, "--format", "json"))["metrics"] == found["metrics"]


def test_jobs_and_repetition_change_nothing() -> None:
    once = rulewright("compare", *ARGUMENTS, "--format", "json").stdout
    assert rulewright("compare", *ARGUMENTS, "--format", "json", "--jobs", "2").stdout == once


def test_several_ways_of_playing_are_told_apart() -> None:
    done = rulewright("compare", "sleepy_cat", "--policy", "random", "--policy", "greedy", "--games", "25")
    assert "played by random" in done.stdout
    assert "played by greedy" in done.stdout
    assert "Does it depend on who plays?" in done.stdout
    assert "How strong they are, on the ladder of Gulls (base), 2 seats" in done.stdout
    assert "greedy: place " in done.stdout


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
        (("tutorial",), "rulewright compare tutorial OTHER; its variants are: sleepy_cat"),
        (("sleepy_cat", "--policy", "greedi"), "did you mean 'greedy'?"),
        (("sleepy_cat", "--policy", "random,random,random,random,random,random,random"), "leave some out"),
        (("sleepy_cat", "--seats", "40"), "seats"),
        (("sleepy_cat", "--within", "200"), "--within"),
        (("sleepy_cat", "--set", "x"), "not KEY=VALUE"),
        (("sleepy_cat", "--set", "x=1"), "has no settings"),
        (("sleepy_cat", "--html", "."), "this is a folder"),
        (("tutorial", "--variant", "sleepy_kat"), "--variant sleepy_kat: neither a variant nor a file"),
        (("tutorial", "pebbles", "--variant", "sleepy_cat"), "'pebbles' is already the other side; leave one out"),
        (("sleepy_cat", "--variant", "sleepy_cat"), "'sleepy_cat' is itself a variant; to compare the two: rulew"),
        (("tutorail", "--variant", "sleepy_cat"), "did you mean 'tutorial'?"),
        (("tutorial:moon", "--variant", "sleepy_cat"), "tutorial:moon: the modules moon: tutorial has no such module"),
        (("tutorial", "--variant", "sleepy_cat", "--variant", "x"), "--variant x: neither a variant"),
        (("sleepy_cat", "--games", "0"), "--games"),
        (("sleepy_cat", "--jobs", "two"), "--jobs"),
        (("sleepy_cat", "tutorial", "third"), "unexpected extra argument"),
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


def test_on_a_narrow_screen_no_row_is_broken(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("rulewright.cli.screen.console.width", lambda: 80)
    assert run(["compare", *ARGUMENTS]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert max(len(line.rstrip()) for line in lines) <= 80
    rows = [line for line in lines if line.startswith("  wins of seat")]
    assert len(rows) == 3
    assert [row for row in rows if not row.rstrip().endswith(("not shown", "equal", "more", "less", "changed"))] == []
    assert [line for line in lines if line.startswith("  the open questions need about ")], lines


def test_who_stops_it_before_anything_is_known_is_told_so(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def stop(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("rulewright.play.jobs.running.JobRun.go_on", stop)
    assert run(["compare", *ARGUMENTS]) == 130
    told = capsys.readouterr()
    assert told.out == ""
    assert "No results yet: the first evaluation is after 25 pairs." in told.err


@pytest.mark.slow
def test_a_run_is_bound_to_the_learned_players_of_both_sides(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    shutil.copytree(shipped_root() / "tutorial", "other")
    words = ("compare", "tutorial", "other", "--policy", "learned", "--games", "25", "--seats", "2", "--out", "run")
    assert rulewright(*words).returncode == 0
    player = Path("other/players/gulls.json")
    values = read_values(player)
    player.write_bytes(values_text(replace(values, weights={**values.weights, "always": 7})))
    changed = rulewright(*words[:-2], "--resume", "run")
    assert changed.returncode == 2
    assert "learned_by_variant" in changed.stderr
    player.unlink()
    lacking = rulewright(*words[:-2])
    assert lacking.returncode == 2
    assert "'other' has no bundled learned player, only 'tutorial' has one; name its file" in lacking.stderr
