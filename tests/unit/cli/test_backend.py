"""`--backend`: the same report whoever plays, and what is said where the native back end cannot."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest

import rulewright as rw
from rulewright.cli import run
from rulewright.core.run.steps import WrongSetup
from tests.reference.games import write_small
from tests.unit.cli.commands import STOPPABLE


class Done(NamedTuple):
    exit_code: int
    output: str
    complaint: str


@pytest.fixture
def rulewright(capsys: pytest.CaptureFixture[str]) -> Callable[..., Done]:
    def call(*arguments: str) -> Done:
        return Done(run([*arguments]), *capsys.readouterr())

    return call


DEEP = 20


@pytest.fixture
def large(tmp_path: Path) -> str:
    """A ruleset whose effects under way could take more memory than a native state may."""
    levels = [
        f"  - id: level_{each}\n    does: |\n      for each n in 1..10000:\n"
        f"        level_{each + 1}\n        if n > 1: stop\n"
        for each in range(1, DEEP)
    ]
    last = f"  - id: level_{DEEP}\n    does: |\n      choose:\n        one: end game\n        two: end game\n"
    head = "kind: content\nprocedures:\n  - {id: play, does: level_1}\n"
    write_small(tmp_path / "large", head + "".join(levels) + last)
    return str(tmp_path / "large")


@pytest.mark.parametrize("form", ["text", "json"])
def test_the_report_is_the_same_whoever_plays(rulewright: Callable[..., Done], form: str) -> None:
    told = ["simulate", "ceres", "--games", "12", "--seats", "3", "--details", "--format", form]
    python, native = (rulewright(*told, "--backend", each) for each in ("python", "native"))
    assert native.exit_code == python.exit_code == 0
    told_alone = r'in [\d.]+ s(, natively|, in Python): \d+ a second|"(seconds|decisions_per_second|backend)": [\w."]+'
    without_time = re.compile(told_alone)
    assert without_time.sub("", native.output) == without_time.sub("", python.output)


def test_a_comparison_is_the_same_whoever_plays(rulewright: Callable[..., Done], tmp_path: Path) -> None:
    rule = tmp_path / "dear.yaml"
    rule.write_text(
        "kind: variant\nvariant: dear\ntitle: {en: Dear}\nextends: tutorial\n"
        "patches:\n  - {change: salmon, set: {worth: 12}, because: planted}\n",
        encoding="utf-8",
    )
    told = ["compare", "tutorial", "--variant", str(rule), "--games", "30", "--format", "json"]
    python, native, auto = (rulewright(*told, "--backend", each) for each in ("python", "native", "auto"))
    assert python.exit_code == 0
    assert native == auto == python


def test_threads_and_files_of_shares_are_played_natively_too(rulewright: Callable[..., Done], tmp_path: Path) -> None:
    whole = rulewright("simulate", "tutorial", "--games", "400", "--jobs", "3")
    for share in ("1/2", "2/2"):
        path = str(tmp_path / share.replace("/", "of"))
        done = rulewright(
            "simulate", "tutorial", "--games", "400", "--shard", share, "--out", path, "--backend", "native"
        )
        assert done.exit_code == 0
    merged = rulewright("merge", *map(str, sorted(tmp_path.glob("*of*"))))
    assert merged.output == whole.output


def test_a_ruleset_that_cannot_is_played_in_python_with_one_sentence(
    rulewright: Callable[..., Done], large: str
) -> None:
    done = rulewright("simulate", large, "--games", "200", "--seats", "1")
    assert done.exit_code == 0
    (sentence,) = done.complaint.splitlines()
    assert sentence.startswith("Python plays these games, which takes longer: a state would take ")
    few = rulewright("simulate", large, "--games", "20", "--seats", "1")
    assert (few.exit_code, few.complaint) == (0, "")


def test_who_asks_for_it_where_it_cannot_is_told_why(rulewright: Callable[..., Done], large: str) -> None:
    for more, reason in (
        (["simulate", large, "--games", "20"], "a state would take"),
        (["simulate", "tutorial", "--coverage"], "coverage is counted in Python only"),
        (["compare", "tutorial", large, "--seats", "2", "--games", "1"], "a state would take"),
        (["compare", "tutorial", "tutorial", "--policy", "search:5"], "the policy 'search:5' decides in Python only"),
        (["compare", "tutorial", "tutorial", "--cluster", "tcp://127.0.0.1:1", "--plain"], "the back end itself"),
        (["simulate", "skymines-campaign"], "in Python only"),
    ):
        done = rulewright(*more, "--backend", "native")
        assert done.exit_code == 2
        assert "--backend native: " in done.complaint
        assert reason in done.complaint


def test_from_python_a_game_that_cannot_is_refused_only_where_that_is_asked_for(large: str) -> None:
    with pytest.raises(WrongSetup, match="cannot be played natively: a state would take"):
        rw.load_game(large, backend="native")
    assert rw.load_game(large).native.refusal().startswith("a state would take")
    assert rw.load_game(large, backend="python").native is None


def test_without_the_engine_all_works_and_one_sentence_says_so(tmp_path: Path) -> None:
    (tmp_path / "wasmtime.py").write_text("raise ImportError('not here')\n")
    path = os.pathsep.join([str(tmp_path), os.environ["PYTHONPATH"]])
    command = [
        sys.executable,
        "-c",
        "from rulewright.cli import main; main()",
        "simulate",
        "tutorial",
        "--games",
        "200",
    ]
    done = subprocess.run(command, capture_output=True, text=True, env={**os.environ, "PYTHONPATH": path})
    assert done.returncode == 0
    reason = "wasmtime cannot be used here (not here)"
    assert done.stderr == f"Python plays these games, which takes longer: {reason}.\n"
    assert "200 games with 4 seats" in done.stdout


@pytest.mark.skipif(os.name == "nt", reason="another way to stop a process")
def test_a_long_run_is_stopped_by_ctrl_c(tmp_path: Path) -> None:
    played = tmp_path / "played.part"
    words = ["simulate", "tutorial", "--games", "10000000", "--jobs", "2", "--out", str(played)]
    command = [sys.executable, "-c", STOPPABLE, *words]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    try:
        while process.poll() is None and not (played.exists() and played.stat().st_size > 1_000):
            time.sleep(0.1)
        process.send_signal(signal.SIGINT)
        _, said = process.communicate(timeout=300)
    finally:
        process.kill()
    assert process.returncode == 130
    assert b"stopped" in said
    assert b"Traceback" not in said
