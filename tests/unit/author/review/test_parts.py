"""A review by several processes tells what that of one does, also where one of them is killed."""

from __future__ import annotations

import os
import shutil
import signal
from collections.abc import Callable
from pathlib import Path

import pytest

from rulewright.author.review import parts
from rulewright.cli import run
from rulewright.play.jobs.processes_here import can_fork

pytestmark = pytest.mark.skipif(not can_fork(), reason="the system cannot fork")

PEBBLES = Path(__file__).parents[2] / "cli" / "pebbles"
Said = tuple[int, str]

MODULE = """kind: module
id: {id}
title: {{en: {id}}}
needs: [{needs}]
"""
NIGHT = """kind: content
counters:
  - {id: dark, title: {en: Dark}, min: 0, max: 9, accept: {never-reached: kept for later}}
procedures:
  - {id: never_at_night, title: {en: Never}, does: gain 1 dark}
  - {id: twice_dark, title: {en: Twice}, does: gain 1 dark, accept: {never-reached: kept for later, never-true: none}}
"""
DAY = """kind: content
procedures:
  - {id: never_by_day, title: {en: Never}, does: gain 1 heap}
"""
DUSK = """kind: content
procedures:
  - {id: never_at_dusk, title: {en: Never}, does: set dark to 9}
"""
VARIANT = """kind: variant
variant: odd
extends: pebbles
title: {en: Odd}
patches:
  - {change: take_turn, because: why not, set: {title: {en: Odd turn}}}
"""
SCENARIO = """  - scenario: the heap is whole at first, told {number} times
    rules: [turn.take]
    given: {{modules: [{module}], seats: 2}}
    then: [{test}]
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A ruleset with two modules, a variant and scenarios about all, with warnings in some."""
    root = tmp_path / "pebbles"
    shutil.copytree(PEBBLES, root)
    for name, needs, content in (("night", "", NIGHT), ("day", "", DAY), ("dusk", "night", DUSK)):
        (root / name).mkdir()
        (root / name / "module.yaml").write_text(MODULE.format(id=name, needs=needs), "utf-8")
        (root / name / "game.yaml").write_text(content, "utf-8")
    (root / "variants").mkdir()
    (root / "variants" / "odd.yaml").write_text(VARIANT, "utf-8")
    scenarios(root, "heap = 9")
    monkeypatch.setattr(parts, "_WORTH_A_PROCESS", 1)
    return root


def scenarios(root: Path, at_night: str) -> None:
    told = ["kind: scenarios\nscenarios:\n"]
    for number in range(6):
        module, test = (("base", "heap = 9"), ("night", at_night), ("day", "heap = 9"))[number % 3]
        told.append(SCENARIO.format(number=number, module=module, test=test))
    (root / "scenarios" / "more.yaml").write_text("".join(told), "utf-8")


@pytest.fixture
def said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Callable[..., Said]:
    """What a verb says of a ruleset of which nothing is kept."""
    number = iter(range(100))

    def say(*words: str) -> Said:
        monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / f"cache {next(number)}"))
        code = run(list(words))
        return code, capsys.readouterr().out

    return say


def edit(path: Path, old: str, new: str) -> None:
    text = path.read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), "utf-8")


WRONG: dict[str, tuple[tuple[tuple[str, str, str], ...], tuple[str, ...]]] = {
    "nothing": ((), ("never_at_night", "never_by_day", "unknown-lint", "'never-reached' is not found")),
    "two modules": (
        (("night/game.yaml", "gain 1 dark}", "gain 1 drak}"), ("day/game.yaml", "1 heap", "1 heep")),
        ("'drak' (with the modules base, dusk, night)", "'heep' (with the modules base, day)"),
    ),
    "a variant and a module": (
        (("variants/odd.yaml", "title: {en: Odd turn}", "does: gain 1 heep"), ("day/game.yaml", "1 heap", "1 hoop")),
        ("odd.yaml", "'heep'", "'hoop'"),
    ),
    "scenarios": (
        (("scenarios/more.yaml", "heap = 9", "heep = 9"), ("scenarios/more.yaml", "[night]", "[nigth]")),
        ("'heep'", "'nigth'"),
    ),
    "the default game": ((("base/game.yaml", "gain 3 taken", "gain 3 takken"),), ("'takken'",)),
}


@pytest.mark.sampled(2)
@pytest.mark.parametrize("what", WRONG)
def test_several_processes_tell_what_one_does(folder: Path, said: Callable[..., Said], what: str) -> None:
    edits, told = WRONG[what]
    for edited in edits:
        edit(folder / edited[0], *edited[1:])
    alone = said("check", str(folder), "--jobs", "1")
    assert said("check", str(folder), "--jobs", "3") == alone
    assert [each for each in told if each not in alone[1]] == []


def test_of_what_has_changed_several_processes_tell_the_same(
    folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    told = []
    for jobs in ("1", "3"):
        monkeypatch.setenv("XDG_CACHE_HOME", str(folder.parent / f"cache of {jobs}"))
        scenarios(folder, "heap = 9")
        run(["check", str(folder), "--jobs", jobs])
        scenarios(folder, "heep = 9")
        run(["check", str(folder), "--jobs", jobs])
        told.append(capsys.readouterr().out)
    assert told[0] == told[1]
    assert told[0].count("'heep'") == 2


def test_a_process_that_is_killed_hides_nothing(
    folder: Path, said: Callable[..., Said], monkeypatch: pytest.MonkeyPatch
) -> None:
    edit(folder / "night" / "game.yaml", "gain 1 dark}", "gain 1 drak}")
    alone = said("check", str(folder), "--jobs", "1")
    assert "drak" in alone[1]
    look, here, killed = parts.PartReview.look, os.getpid(), folder.parent / "killed"

    def fail_once(bench: parts.PartReview, part: parts.ReviewPart) -> parts.PartsFound:
        found = look(bench, part)
        wrong = any(each.faults for each in found.subjects.values())
        if wrong and os.getpid() != here and not killed.exists():
            killed.touch()
            os.kill(os.getpid(), signal.SIGKILL)
        return found

    monkeypatch.setattr(parts.PartReview, "look", fail_once)
    assert said("check", str(folder), "--jobs", "2") == alone
    assert killed.exists()


def test_little_is_looked_at_by_one_process(
    folder: Path, said: Callable[..., Said], monkeypatch: pytest.MonkeyPatch
) -> None:
    used = []
    pool = parts.worker_pool  # type: ignore[attr-defined]

    def noted(load: object, look: object, jobs: int, *, fork: bool) -> object:
        used.append(jobs)
        return pool(load, look, jobs, fork=fork)  # type: ignore[arg-type]

    monkeypatch.setattr(parts, "worker_pool", noted)
    said("check", str(folder), "--jobs", "2")
    monkeypatch.setattr(parts, "_WORTH_A_PROCESS", 75)
    said("check", str(folder), "--jobs", "2")
    monkeypatch.setattr(parts, "_WORTH_A_PROCESS", 1)
    monkeypatch.setattr(parts, "can_fork", lambda: False)
    said("check", str(folder), "--jobs", "2")
    assert used == [2, 1, 1]
