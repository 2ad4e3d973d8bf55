"""Runs in shares: put together they tell what one run tells; what does not belong together is refused."""

from __future__ import annotations

import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from rulewright.cli import run
from rulewright.play.jobs.checkpoint import begin_checkpoint, read_checkpoint
from tests.reference.games import small_text, write_small
from tests.unit.cli.commands import PEBBLES, STOPPABLE, rulewright

COMPARE = ["compare", "sleepy_cat", "--games", "130", "--seats", "3", "--policy", "random", "--policy", "greedy"]
REPORT = ["report", "tutorial", "--games", "14", "--seats", "2", "--policy", "random,first"]
SIMULATE = ["simulate", str(PEBBLES), "--games", "130", "--seed", "3", "--policy", "random,greedy"]


def told(capsys: pytest.CaptureFixture[str], *arguments: str | Path, code: int = 0) -> str:
    """What a command says on standard output, or what it complains of where it is to fail."""
    capsys.readouterr()
    assert run([str(each) for each in arguments]) == code
    captured = capsys.readouterr()
    return captured.out if code == 0 else captured.err


def shares(folder: Path, words: list[str], of: int) -> list[Path]:
    files = [folder / f"{number}.part" for number in range(1, of + 1)]
    for number, file in enumerate(files, 1):
        assert run([*words, "--shard", f"{number}/{of}", "--out", str(file)]) == 0
    return files


def found_in(file: Path) -> dict[int, object]:
    return {number: each.found for number, each in read_checkpoint(file).chunks.items()}


@pytest.mark.sampled(2)
@pytest.mark.parametrize(
    "words", [COMPARE, SIMULATE, REPORT, [*COMPARE, "--until-sure"]], ids=["compare", "simulate", "report", "sure"]
)
def test_shares_tell_what_one_run_tells(words: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    files = shares(tmp_path, words, 3)
    assert told(capsys, "merge", files[2], files[0], files[1]) == told(capsys, *words)


def test_data_and_page_of_shares_are_those_of_one_run(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    files, pages = shares(tmp_path, COMPARE, 2), [tmp_path / "one.html", tmp_path / "merged.html"]
    one = told(capsys, *COMPARE, "--format", "json", "--html", pages[0])
    assert told(capsys, "merge", *files, "--format", "json", "--html", pages[1]) == one
    assert pages[0].read_bytes() == pages[1].read_bytes()


def test_a_report_of_shares_has_its_page_and_its_example_games(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    files, one, other = shares(tmp_path, REPORT, 2), tmp_path / "one.html", tmp_path / "merged.html"
    folder = ["--examples", str(tmp_path / "games")]
    told(capsys, *REPORT, "--html", one, *folder)
    whole = {path.name: path.read_bytes() for path in (tmp_path / "games").iterdir()}
    told(capsys, "merge", *files, "--html", other, *folder)
    assert one.read_bytes() == other.read_bytes()
    assert {path.name: path.read_bytes() for path in (tmp_path / "games").iterdir()} == whole != {}


def test_all_of_a_simulation_is_told_of_shares_too(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    files = shares(tmp_path, SIMULATE, 4)
    one, merged = (told(capsys, *words, "--details", "--all").splitlines() for words in (SIMULATE, ["merge", *files]))
    assert [line for line in merged if "a second" not in line] == [line for line in one if "a second" not in line]


def test_what_does_not_belong_together_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    one, two, three = shares(tmp_path, COMPARE, 3)
    refused = told(capsys, "merge", one, three, code=1)
    assert "pairs 26 to 50 and 101 to 125 are missing, of shard 2/3" in refused
    assert "pairs 1 to 25" in told(capsys, "merge", one, two, three, one, code=1)
    for words, why in (
        ([*COMPARE, "--seed", "9"], "'seed' is 9 and 0"),
        ([*COMPARE, "--within", "3"], "'within' is 0.03 and 0.02"),
        (["compare", "sleepy_cat", "--games", "75"], "'seats'"),
        (["compare", "tutorial", str(PEBBLES), "--games", "25", "--seats", "3"], "'variant.ruleset' is"),
        (SIMULATE, "is of rulewright simulate"),
    ):
        other = tmp_path / "other.part"
        other.unlink(missing_ok=True)
        assert run([*words, "--shard", "3/3", "--out", str(other)]) == 0
        assert why in told(capsys, "merge", one, two, other, code=1)


def test_so_far_counts_what_comes_before_the_first_gap(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    one, two, three = shares(tmp_path, COMPARE, 3)
    assert "\n50 pairs of games" in told(capsys, "merge", one, two, "--so-far")
    assert "none of the files has the first games" in told(capsys, "merge", two, three, "--so-far", code=1)


def test_other_rules_of_the_same_name_are_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    rules = tmp_path / "pebbles"
    shutil.copytree(PEBBLES, rules)
    words = ["simulate", str(rules), "--games", "50"]
    files = shares(tmp_path, words, 2)
    game = rules / "base" / "game.yaml"
    game.write_text(game.read_text("utf-8").replace("gain 1 taken", "gain 2 taken"), "utf-8")
    assert "differ here from those that were played" in told(capsys, "merge", *files, code=1)
    assert "'ruleset_digest' is" in told(capsys, *words, "--shard", "1/2", "--resume", files[0], code=2)
    shutil.rmtree(rules)
    assert "is missing here" in told(capsys, "merge", *files, code=1)


@pytest.mark.sampled(1)
@pytest.mark.parametrize("words", [COMPARE, SIMULATE, REPORT], ids=["compare", "simulate", "report"])
def test_a_run_goes_on_where_it_was_stopped(
    words: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    whole, file = told(capsys, *words), tmp_path / "run.part"
    assert run([*words, "--out", str(file)]) == 0
    lines, chunks = file.read_bytes().splitlines(keepends=True), found_in(file)
    file.write_bytes(b"".join([lines[0], lines[2], lines[4], lines[5][:40]]))  # torn in the midst of its last line
    assert told(capsys, *words, "--resume", file) == whole
    assert found_in(file) == chunks
    assert told(capsys, "merge", file) == whole


def test_a_longer_run_goes_on_from_a_shorter_one(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "run.part"
    shorter = [each.replace("130", "60") for each in COMPARE]
    assert run([*shorter, "--out", str(file)]) == 0
    assert told(capsys, *COMPARE, "--resume", file) == told(capsys, *COMPARE)


def test_a_run_whose_free_actions_were_taken_goes_on(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "run.part"
    write_small(tmp_path / "small", small_text("free"))
    words = ["simulate", str(tmp_path / "small"), "--policy", "random", "--games"]
    assert run([*words, "60", "--out", str(file)]) == 0
    assert told(capsys, *words, "130", "--resume", file) == told(capsys, *words, "130")


def test_a_file_that_is_refused_stays_as_it_is(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "run.part"
    assert run([*SIMULATE, "--out", str(file)]) == 0
    with begin_checkpoint(file, read_checkpoint(file).heading) as checkpoint:
        checkpoint.keep(0, "no games", 1.0)
    before = file.read_bytes()
    longer = [each.replace("130", "200") for each in SIMULATE]
    assert "no run wrote this content" in told(capsys, *longer, "--resume", file, code=2)
    assert file.read_bytes() == before


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (["--shard", "1/2"], "add --out FILE"),
        (["--shard", "3/2", "--out", "x"], "this is not K/N"),
        (["--shard", "one", "--out", "x"], "this is not K/N"),
        (["--out", "x", "--resume", "x"], "use only one of them"),
        (["--out", "there"], "this file exists"),
        (["--resume", "there"], "is not a shard of a run"),
        (["--out", "nowhere/x"], "there is no folder nowhere"),
    ],
)
@pytest.mark.parametrize("verb", [COMPARE, SIMULATE], ids=["compare", "simulate"])
def test_wrong_usage_is_told(
    verb: list[str], words: list[str], why: str, tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    monkeypatch.chdir(tmp_path)
    (tmp_path / "there").write_text("a shopping list\n")
    assert why in told(capsys, *verb, *words, code=2)


def test_only_single_games_are_kept(capsys: pytest.CaptureFixture[str]) -> None:
    assert "only single games" in told(capsys, *SIMULATE, "--loops", "2", "--out", "x", code=2)


@pytest.mark.sampled(1)
@pytest.mark.parametrize(
    ("verb", "jobs"),
    [
        pytest.param(COMPARE, "1", marks=pytest.mark.slow, id="compare-1"),
        pytest.param(COMPARE, "2", id="compare-2"),
        pytest.param(SIMULATE, "1", id="simulate-1"),
        pytest.param(SIMULATE, "2", marks=pytest.mark.slow, id="simulate-2"),
    ],
)
def test_who_stops_it_is_told_what_is_known(verb: list[str], jobs: str, tmp_path: Path) -> None:
    file = tmp_path / "run.part"
    at = verb.index("130")
    words = [*verb[:at], "100000", *verb[at + 1 :], "--jobs", jobs, "--out", str(file)]
    command = [sys.executable, "-c", STOPPABLE, *words]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as one:
        deadline = time.monotonic() + 60
        while not (file.exists() and b'"chunk":0,' in file.read_bytes()) and time.monotonic() < deadline:
            time.sleep(0.05)
        time.sleep(0.5)
        one.send_signal(signal.SIGINT)
        out, err = one.communicate(timeout=60)
    assert one.returncode == 130, err
    assert "pairs of games with" in out or "digest" in out
    assert "To continue, run the same command with --resume" in err
    assert "Traceback" not in err
    assert rulewright("merge", "--so-far", file).returncode == 0
