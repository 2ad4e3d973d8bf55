"""One wrong edit of a shipped ruleset is refused on its line, with what was meant where a word was misspelt."""

from __future__ import annotations

import shutil
from collections.abc import Iterable
from pathlib import Path

import pytest

from rulewright.cli import run
from rulewright.core.pipeline import shipped_root
from tests.errors.corruptions.edits import MAKERS
from tests.errors.corruptions.trial import Trial, trials

HUNDRED = {"skymines": range(20), "ceres": range(20), "tutorial": range(60)}
FEW = {"skymines": range(5), "ceres": range(10), "tutorial": range(35)}
ENOUGH = 0.98


@pytest.fixture(scope="module", params=["few", pytest.param("hundred", marks=pytest.mark.slow)])
def tried(request: pytest.FixtureRequest) -> list[Trial]:
    wanted = FEW if request.param == "few" else HUNDRED
    return [trial for ruleset, seeds in wanted.items() for trial in trials(ruleset, seeds)]


def share_that(fine: Iterable[bool]) -> float:
    results = list(fine)
    return sum(results) / len(results)


def test_there_are_some_of_every_kind(tried: list[Trial]) -> None:
    assert len(tried) in (50, 100)
    assert len({trial.edit.kind for trial in tried}) == len(MAKERS)


def test_nearly_all_are_refused(tried: list[Trial]) -> None:
    accepted = [str(trial) for trial in tried if not trial.is_refused]
    assert share_that(trial.is_refused for trial in tried) >= ENOUGH, accepted


def test_the_diagnostic_points_at_the_edit(tried: list[Trial]) -> None:
    refused = [trial for trial in tried if trial.is_refused]
    elsewhere = [str(trial) for trial in refused if not trial.is_on_the_line]
    assert share_that(trial.is_on_the_line for trial in refused) >= ENOUGH, elsewhere


def test_a_misspelling_is_told_what_was_meant(tried: list[Trial]) -> None:
    misspelt = [trial for trial in tried if trial.edit.kind.startswith("misspelt") and trial.is_refused]
    unhelpful = [str(trial) for trial in misspelt if not trial.is_hinted]
    assert share_that(trial.is_hinted for trial in misspelt) >= ENOUGH, unhelpful


@pytest.mark.slow
@pytest.mark.parametrize("ruleset", HUNDRED)
def test_two_hundred_more(ruleset: str) -> None:
    tried = list(trials(ruleset, range(1_000, 1_200)))
    wrong = [str(trial) for trial in tried if not (trial.is_refused and trial.is_on_the_line)]
    assert share_that(trial.is_refused and trial.is_on_the_line for trial in tried) >= ENOUGH, wrong


def test_the_command_line_says_the_same(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    copy = tmp_path / "tutorial"
    shutil.copytree(shipped_root() / "tutorial", copy)
    for trial in trials("tutorial", range(60, 75)):
        path = tmp_path / trial.file
        written = path.read_text(encoding="utf-8")
        path.write_text(trial.edit.text, encoding="utf-8")
        code = run(["check", str(copy)])
        told = capsys.readouterr().out
        path.write_text(written, encoding="utf-8")
        assert code == (1 if trial.is_refused else 0), str(trial)
        for each in trial.found:
            assert f"{each.span.file}:{each.span.line}:{each.span.column}: error[{each.code}]" in told, str(trial)
