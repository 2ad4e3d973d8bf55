"""`rulewright tune` by several: the same answers, also where a process is killed; stopped, and used wrongly."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from multiprocessing import active_children
from pathlib import Path

import pytest

from rulewright.cli import run
from rulewright.cli.progress import Progress
from rulewright.lab.tuning.tuning import Tuned, TuningPlan, tune
from tests.reference.games import write_small
from tests.unit.cli.commands import STOPPABLE, rulewright
from tests.unit.lab.test_tuning import CALMER, PLANTED, TUNED, document

SHORT = ("--games", "120", "--fresh", "100")


@pytest.fixture
def planted(tmp_path: Path) -> Path:
    write_small(tmp_path / "small", PLANTED, 2, 2)
    path = tmp_path / "fitting.yaml"
    path.write_text(TUNED, "utf-8")
    return path


def told(path: Path, *words: str) -> str:
    done = rulewright("tune", path, *words)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.parametrize("policy", ["random", "greedy,random", "random,search:2"])
def test_any_number_of_jobs_finds_the_same(planted: Path, policy: str) -> None:
    words = (*SHORT, "--policy", policy, "--seed", "3")
    one = told(planted, *words)
    assert told(planted, *words, "--jobs", "2") == one
    assert "evaluations on a grid of 1,024 points." in one


@pytest.mark.slow
@pytest.mark.parametrize("policy", ["random", "random,search:2"])
def test_so_it_does_where_points_are_games_of_their_own(tmp_path: Path, policy: str) -> None:
    path = tmp_path / "calmer.yaml"
    path.write_text(CALMER + "  - {measure: skill, least: 20}\n  - {measure: dominant_option, most: 50}\n", "utf-8")
    words = (*SHORT, "--seats", "3", "--policy", policy, "--format", "json")
    one = told(path, *words)
    assert [told(path, *words, "--jobs", jobs) for jobs in ("2", "3")] == [one, one]


@pytest.mark.slow
def test_processes_stay_from_look_to_look_and_one_that_is_killed_loses_no_game(planted: Path) -> None:
    left, seen = [40, 80], set[int]()

    def watch(done: int, _: int) -> None:
        others = active_children()
        seen.update(each.pid or 0 for each in others)
        if left and done > left[0] and others:
            del left[0]
            os.kill(others[0].pid or 0, signal.SIGKILL)

    root = str(planted.parent / "small")
    plan = TuningPlan(root, planted, document(planted), 2, {}, 120, ("search:2", "random"), 3, fresh=100)
    killed, here = tune(plan, jobs=2, progress=watch), tune(plan)
    assert (killed, left) == (here, [])
    assert len(seen) == 4, "two, and one for each that was killed"
    assert not active_children()


def test_a_policy_that_ends_its_processes_is_told_with_the_game(planted: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (planted.parent / "deadly.py").write_text("import os\n\ndef choose(game, state, rng):\n    os._exit(3)\n", "utf-8")
    monkeypatch.syspath_prepend(planted.parent)
    done = rulewright("tune", planted, *SHORT, "--policy", "deadly:choose", "--jobs", "2")
    assert done.returncode == 3
    assert "each process that worked on game " in done.stderr
    assert "was ended, at last with code 3. Memory may have run out: try a smaller --jobs" in done.stderr
    assert "No fresh games have been played yet." in done.stdout
    assert not active_children()


def test_who_stops_it_is_told_what_is_known(
    planted: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def stop(self: Progress, done: int, of: int) -> None:
        if of > 120 and done > of - 50:
            raise KeyboardInterrupt

    monkeypatch.setattr(Progress, "reach", stop)
    assert run(["tune", str(planted), *SHORT, "--jobs", "2", "--out", str(planted.parent / "kept.yaml")]) == 130
    shown = capsys.readouterr()
    assert "Best settings" in shown.out
    assert shown.err.endswith("stopped\n")
    assert not (planted.parent / "kept.yaml").exists()


@pytest.mark.slow
@pytest.mark.parametrize("policy", ["random", "random,search:20"])
def test_the_keyboard_stops_it(planted: Path, policy: str) -> None:
    words = ["tune", str(planted), "--games", "1000000", "--jobs", "2", "--policy", policy]
    with subprocess.Popen(
        [sys.executable, "-c", STOPPABLE, *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as one:
        time.sleep(6)
        one.send_signal(signal.SIGINT)
        out, err = one.communicate(timeout=60)
    assert one.returncode == 130, err
    assert "No fresh games have been played yet." in out
    assert "Traceback" not in err


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (("--policy", "json:loads"), "--policy json:loads: policies that you wrote can play only on this machine"),
        (("--jobs", "2"), "--jobs 2: --cluster plays on other machines, --jobs on this one; leave one out"),
    ],
)
def test_a_cluster_that_cannot_play_is_told(planted: Path, words: tuple[str, ...], why: str) -> None:
    there = ("--cluster", "tcp://127.0.0.1:1", "--plain")
    done = rulewright("tune", planted, *SHORT, *there, *words)
    assert (done.returncode, done.stdout) == (2, "")
    assert why in done.stderr


def test_the_progress_ends_with_all_games(planted: Path) -> None:
    told_of: list[tuple[int, int]] = []
    root = str(planted.parent / "small")
    plan = TuningPlan(root, planted, document(planted), 2, {}, 120, seed=3, fresh=100)
    found: Tuned = tune(plan, jobs=2, progress=lambda done, of: told_of.append((done, of)))
    assert told_of[0][1] == 120
    assert told_of[-1][0] == told_of[-1][1] > found.games


def test_a_variant_may_use_old_names_of_its_ruleset(planted: Path) -> None:
    by_new = told(planted, *SHORT)
    manifest = planted.parent / "small" / "ruleset.yaml"
    manifest.write_text(manifest.read_text("utf-8") + "renamed: {quiet: calm, marks: points}\n", "utf-8")
    words = planted.read_text("utf-8").replace("  calm: ", "  quiet: ")
    planted.write_text(words.replace("measure: total", "measure: score.marks"), "utf-8")
    by_old = told(planted, *SHORT)
    assert by_old.split() == by_new.replace("total", "score.points").split()
