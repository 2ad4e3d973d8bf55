"""The command line as its callers see it: exit codes, what stands on which stream, no traceback whatever the input."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.unit.cli.commands import PEBBLES, data, rulewright


@pytest.fixture
def broken(tmp_path: Path) -> Path:
    """Pebbles with two mistakes in its effects."""
    copy = tmp_path / "pebbles"
    shutil.copytree(PEBBLES, copy)
    game = copy / "base" / "game.yaml"
    text = game.read_text("utf-8").replace("lose 1 heap\n          gain 1 taken", "lose 1 haep\n          gain 1 take")
    game.write_text(text, "utf-8")
    return copy


# ---- The whole


def test_help_imports_no_heavy_library() -> None:
    code = (
        "import sys\nfrom rulewright.cli import run\nrun(['--help'])\n"
        "heavy = {'rich', 'lark', 'yaml', 'jsonschema', 'rulewright.core.run', 'rulewright.core.load'}\n"
        "print(sorted(heavy & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=Path(__file__).parents[3])
    assert done.stdout.strip().endswith("[]")


@pytest.mark.parametrize("arguments", [["--help"], ["check", "--help"], ["play", "-h"], ["--version"]])
def test_help_and_version_are_fine(arguments: list[str]) -> None:
    assert rulewright(*arguments).returncode == 0


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["simulat", "x"], "did you mean 'simulate'?"),
        (["play", "no_such_game"], "there is no ruleset 'no_such_game'"),
        (["play", PEBBLES, "--seats", "human,rnadom"], "did you mean 'random'?"),
        (["play", PEBBLES, "--seats", "3"], "as in --seats human,random"),
        (["play", PEBBLES, "--seats", "random,random,random,random"], "has 2 to 3 seats, not 4"),
        (["play", PEBBLES, "--set", "heap_size"], "is not KEY=VALUE"),
        (["play", PEBBLES, "--set", "heap_size=huge"], "small, large"),
        (["play", PEBBLES, "--lang", "xx"], "has no titles in that language"),
        (
            ["play", PEBBLES, "--variant", "missing.yaml"],
            "--variant missing.yaml: neither a variant",
        ),
        (["simulate", PEBBLES, "--policy", "clever"], "--policy clever: no such policy"),
        (["simulate", PEBBLES, "--games", "0"], "--games"),
        (["check", "missing.yaml"], "neither a ruleset nor a file"),
        (["test", "missing"], "neither a file or folder nor a ruleset"),
        (["rules", PEBBLES, "--group", "trun"], "did you mean 'turn'?"),
        (["replay", "missing.json"], "does not exist"),
        (["check", "a" * 5000], "neither"),
    ],
)
def test_wrong_usage_is_told_and_exits_with_2(arguments: list[Any], said: str) -> None:
    done = rulewright(*arguments)
    assert done.returncode == 2
    assert said in done.stderr
    assert done.stdout == ""


def test_a_closed_pipe_is_no_fault() -> None:
    command = f"'{sys.executable}' -c 'from rulewright.cli import main; main()' rules '{PEBBLES}' | true"
    done = subprocess.run(["bash", "-c", command], capture_output=True, text=True, cwd=Path(__file__).parents[3])
    assert done.stderr == ""


# ---- check


def test_check_of_what_is_no_ordinary_file_ends_at_once() -> None:
    if Path("/dev/zero").exists():
        assert rulewright("check", "/dev/zero").returncode == 1


def test_check_accepts_a_ruleset() -> None:
    done = rulewright("check", PEBBLES)
    assert (done.returncode, done.stdout) == (0, f"{PEBBLES}: no problems\n")


def test_check_shows_each_fault_at_its_place(broken: Path) -> None:
    done = rulewright("check", broken)
    assert done.returncode == 1
    assert "lose 1 haep" in done.stdout
    assert "^^^^" in done.stdout
    assert "did you mean 'heap'?" in done.stdout
    assert done.stdout.splitlines()[-1] == f"{broken}: 2 errors in 1 file"


def test_check_as_json(broken: Path) -> None:
    done = rulewright("check", broken, "--format", "json")
    found = data(done)["diagnostics"]
    assert done.returncode == 1
    assert [sorted(each) for each in found] == [["code", "column", "file", "hint", "line", "message", "severity"]] * 2
    assert [each["line"] for each in found] == sorted(each["line"] for each in found)


def test_check_of_one_content_file_checks_its_ruleset(broken: Path) -> None:
    assert "2 errors" in rulewright("check", broken / "base" / "game.yaml").stdout


@pytest.mark.parametrize(
    "content",
    [b"", b"\x00\x01\xff\xfe", b"- 1\n- 2\n", b"kind: varient\n", b"kind: variant\n", b"no: kind\n", b"kind: replay\n"],
)
def test_check_of_junk_is_a_diagnostic(tmp_path: Path, content: bytes) -> None:
    file = tmp_path / "junk.yaml"
    file.write_bytes(content)
    done = rulewright("check", file)
    assert done.returncode == 1
    assert "error[" in done.stdout


def test_check_of_a_variant_names_what_it_extends(tmp_path: Path) -> None:
    file = tmp_path / "house.yaml"
    file.write_text("kind: variant\nvariant: house\ntitle: {en: House}\nextends: skymine\n", "utf-8")
    done = rulewright("check", file)
    assert done.returncode == 1
    assert "unknown-ruleset" in done.stdout


def test_check_and_play_a_variant_of_the_ruleset_it_lies_in(tmp_path: Path) -> None:
    copy = tmp_path / "pebbles"
    shutil.copytree(PEBBLES, copy)
    (copy / "variants").mkdir()
    file = copy / "variants" / "big.yaml"
    file.write_text(
        "kind: variant\nvariant: big\ntitle: {en: Big}\nextends: pebbles\n"
        "patches:\n  - {change: heap, relative: {start: +5}, because: nine are too few}\n",
        "utf-8",
    )
    assert rulewright("check", file).returncode == 0
    assert rulewright("check", copy).returncode == 0
    assert rulewright("play", copy, "--variant", "big", "--seed", "1").returncode == 0
    assert "did you mean 'big'?" in rulewright("play", copy, "--variant", "bug", "--seed", "1").stderr
    done = rulewright("play", copy, "--variant", file, "--seed", "1")
    assert "Heap: 14" in done.stdout


# ---- test, simulate, rules, sources


def test_scenarios_pass_and_fail(tmp_path: Path) -> None:
    assert rulewright("test", PEBBLES).stdout == "1 scenario: 1 passed, 0 failed\n"
    copy = tmp_path / "pebbles"
    shutil.copytree(PEBBLES, copy)
    file = copy / "scenarios" / "turns.yaml"
    file.write_text(file.read_text("utf-8").replace("heap = 6", "heap = 7"), "utf-8")
    done = rulewright("test", copy)
    assert done.returncode == 1
    assert "found 6 and 7" in done.stdout


def test_a_place_without_scenarios_is_no_success(tmp_path: Path) -> None:
    done = rulewright("test", tmp_path)
    assert done.returncode == 1
    assert f"no scenarios found in {tmp_path}" in done.stderr


def test_a_simulation_has_the_same_digest_for_any_number_of_jobs() -> None:
    one, two = (
        data(rulewright("simulate", PEBBLES, "--games", "60", "--seed", "3", "--jobs", jobs, "--format", "json"))
        for jobs in ("1", "2")
    )
    assert one["digest"] == two["digest"]
    assert one["decisions"] == two["decisions"]
    assert one["actions"] == two["actions"]
    assert {"games", "decisions", "seconds", "decisions_per_second", "digest"} <= one.keys()


def test_a_simulation_as_text_names_scores_and_usage() -> None:
    games = ("simulate", PEBBLES, "--games", "5", "--seats", "2", "--policy", "first,random")
    done, detailed = rulewright(*games), rulewright(*games, "--details")
    assert (done.returncode, detailed.returncode) == (0, 0)
    assert "take one" not in done.stdout
    assert "--details lists how often each option was chosen" in done.stdout
    assert len(done.stdout.splitlines()) <= 24
    assert "take one" in detailed.stdout
    assert done.stdout.splitlines()[-1] == detailed.stdout.splitlines()[-1]
    assert done.stdout.splitlines()[-1].startswith("digest ")


def test_rules_name_entries_and_scenarios() -> None:
    done = rulewright("rules", PEBBLES, "--format", "json")
    take, none = data(done)["rules"]
    assert take["entries"] == ["pebbles/base/game.yaml:13", "pebbles/base/game.yaml:28"]
    assert take["scenarios"] == ["pebbles/scenarios/turns.yaml:4"]
    assert (none["entries"], none["scenarios"]) == ([], [])
    assert rulewright("rules", PEBBLES, "--strict").returncode == 1
    assert rulewright("rules", PEBBLES).returncode == 0


def test_rules_that_a_patch_adds_are_carried_out_by_it(tmp_path: Path) -> None:
    copied = tmp_path / "pebbles"
    shutil.copytree(PEBBLES, copied)
    second = data(rulewright("rules", str(copied), "--format", "json"))["rules"][1]["id"]
    patch = f"kind: content\npatches:\n  - {{change: take, because: a test, add: {{rules: [{second}]}}}}\n"
    (copied / "lanterns" / "cited.yaml").write_text(patch, encoding="utf-8")
    found = data(rulewright("rules", str(copied), "--format", "json"))["rules"][1]
    assert found["entries"] == ["pebbles/lanterns/cited.yaml:3"]


def test_sources_count_known_and_reconstructed_values() -> None:
    found = data(rulewright("sources", PEBBLES, "--format", "json"))
    assert found["known"] == {"EN": 3}
    assert found["reconstructed"] == 1
    assert found["reasons"] == [{"id": "guessed", "text": "Nobody wrote it down.", "values": 1}]


def test_mistakes_in_a_file_outside_of_rulesets_are_told_by_its_own_path(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "alone.yaml").write_text("kind: [scenarios\n", "utf-8")
    monkeypatch.chdir(tmp_path)
    done = rulewright("test", "alone.yaml")
    assert done.returncode == 1
    assert done.stdout.startswith("alone.yaml:2:1: error[yaml-syntax]")
    assert "1 problem in the files" in done.stdout


def test_w_total_tells_the_sum_of_the_scoring() -> None:
    typed = "take_one\nw total\nw pebbles\nw Pebbles seat 2\nw pebles\nw totl\n"
    done = rulewright("play", PEBBLES, "--seed", "1", "--seats", "human,first", typed=typed)
    told = done.stdout.rpartition("seat 1 - ")[2]
    assert re.search(r"total: \d+ \(Pebbles 1, Stones \d+\)\n    Pebbles: 1 ", told)
    assert told.count("Pebbles: 1 ") == 3
    assert "Nothing is named 'pebles'; did you mean 'Pebbles' or 'pebbles'?" in told
    assert "Nothing is named 'totl'; did you mean 'total'?" in told


def test_w_tells_why_a_number_is_what_it_is() -> None:
    typed = "take_one\nw taken\nw nonsense\nw heap\nw\nw taken seat 7\n"
    done = rulewright("play", PEBBLES, "--seed", "1", "--seats", "human,first", typed=typed)
    assert "Taken: 0 -> 1 (+1)" in done.stdout.rpartition("seat 1 - ")[2]
    assert "Nothing is named 'nonsense'" in done.stdout
    assert "Heap: 9 -> 8 (-1)" in done.stdout.rpartition("nonsense")[2]
    assert "There is no seat 7" in done.stdout


# ---- scenarios wherever they lie


def test_check_looks_at_the_texts_of_scenarios(tmp_path: Path) -> None:
    copy = tmp_path / "pebbles"
    shutil.copytree(PEBBLES, copy)
    file = copy / "scenarios" / "turns.yaml"
    file.write_text(file.read_text("utf-8").replace("heap = 6", "heep = 6"), "utf-8")
    for place in (copy, file, tmp_path):
        done = rulewright("check", place)
        assert done.returncode == 1, place
        assert "nothing here is named 'heep'" in done.stdout
        assert "did you mean 'heap'?" in done.stdout
    assert rulewright("lint", copy).returncode == 0


def test_any_folder_with_scenarios_is_tested(tmp_path: Path) -> None:
    shutil.copytree(PEBBLES, tmp_path / "pebbles")
    (tmp_path / "pebbles" / "scenarios" / "turns.yaml").rename(tmp_path / "mine.yaml")
    text = (
        (tmp_path / "mine.yaml").read_text("utf-8").replace("kind: scenarios\n", "kind: scenarios\nruleset: pebbles\n")
    )
    (tmp_path / "mine.yaml").write_text(text, "utf-8")
    (tmp_path / "notes.yaml").write_text("kind: note\nabout: my scenarios\n", "utf-8")
    done = rulewright("test", tmp_path)
    assert (done.returncode, done.stdout) == (0, "1 scenario: 1 passed, 0 failed\n")
