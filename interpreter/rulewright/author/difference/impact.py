"""Effect of a difference on scenarios: which of those that pass on one side fail on the other."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from rulewright.core.load.files import display_name, read_file
from rulewright.core.load.scenarios import given_of, scenarios_in
from rulewright.core.model.document import Mapping, text_of
from rulewright.core.pipeline import Choice, ruleset_root
from rulewright.core.validate.shape import check_shape
from rulewright.play.jobs.worker_pool import chunks_of, worker_pool
from rulewright.play.scenarios.runner import ScenarioRunner

CHUNK = 2
"""This many scenario files are run before progress is reported."""


@dataclass(frozen=True, slots=True)
class FailingScenario:
    """A scenario that fails now: its sentence and place, the line that fails, and what is wrong with it.

    `unfit` if a patch of the variant finds nothing to change in the modules that the scenario plays.
    """

    sentence: str
    place: str
    at: str
    message: str
    unfit: bool = False


@dataclass(frozen=True, slots=True)
class ScenarioOutcomes:
    """The scenarios' results: how many were run, and those that fail now.

    `failing_before` fail on both sides and say nothing about the difference; those `apart` play a variant or match of
    their own, those `unfit` modules that the variant cannot be played with.
    """

    run: int = 0
    failing: tuple[FailingScenario, ...] = ()
    failing_before: int = 0
    apart: int = 0
    unfit: int = 0

    def __add__(self, other: ScenarioOutcomes) -> ScenarioOutcomes:
        return ScenarioOutcomes(
            self.run + other.run,
            self.failing + other.failing,
            self.failing_before + other.failing_before,
            self.apart + other.apart,
            self.unfit + other.unfit,
        )


@dataclass(frozen=True, slots=True)
class _Bench:
    """Both sides' runners, with the scenario files that are run."""

    files: tuple[Path, ...]
    home: Path
    before: ScenarioRunner
    after: ScenarioRunner
    apart: bool


def rerun_scenarios(
    before: Choice,
    after: Choice,
    files: Iterable[Path],
    jobs: int = 1,
    progress: Callable[[int], None] = lambda _: None,
) -> ScenarioOutcomes:
    """Run the scenarios of one side on the other. Those that fail there are run on their own side as well.

    `progress` receives how many more files are done.
    """
    files = tuple(files)
    load = partial(_bench, before, after, files)
    found: list[tuple[int, ScenarioOutcomes]] = []
    with worker_pool(load, _rerun, jobs) as rerun:
        for chunk, outcomes in rerun(chunks_of(len(files), CHUNK)):
            progress(len(chunk))
            found.append((chunk.start, outcomes))
    return sum((outcomes for _, outcomes in sorted(found, key=lambda each: each[0])), ScenarioOutcomes())


def _bench(before: Choice, after: Choice, files: tuple[Path, ...]) -> _Bench:
    """Return both sides' runners, which play a side's own modules and variant if a scenario names none.

    If the other side has a variant, scenarios with a variant or match of their own are left out.
    """
    runners = [ScenarioRunner(each.ruleset, each.modules, each.variant) for each in (before, after)]
    root = ruleset_root(before.ruleset)
    assert root is not None
    return _Bench(files, root.resolve().parent, runners[0], runners[1], after.variant is not None)


def _rerun(bench: _Bench, numbers: range) -> tuple[range, ScenarioOutcomes]:
    return numbers, sum((_rerun_file(bench, bench.files[number]) for number in numbers), ScenarioOutcomes())


def _rerun_file(bench: _Bench, path: Path) -> ScenarioOutcomes:
    file, _ = read_file(path, display_name(path.resolve(), bench.home))
    if not isinstance(file.node, Mapping) or any(
        each.severity == "error" for each in check_shape("scenarios", file.node)
    ):
        return ScenarioOutcomes()
    outcomes = ScenarioOutcomes()
    for node in scenarios_in(file.node):
        outcomes += _rerun_one(bench, node)
    return outcomes


def _rerun_one(bench: _Bench, node: Mapping) -> ScenarioOutcomes:
    given = given_of(node)
    if bench.apart and (given.get("variant") is not None or given.get("match") is not None):
        return ScenarioOutcomes(apart=1)
    failing = _failing(bench.after, node)
    if failing is None:
        return ScenarioOutcomes(run=1)
    if failing.unfit:
        return ScenarioOutcomes(unfit=1)
    if _failing(bench.before, node) is not None:
        return ScenarioOutcomes(run=1, failing_before=1)
    return ScenarioOutcomes(run=1, failing=(failing,))


def _failing(runner: ScenarioRunner, node: Mapping) -> FailingScenario | None:
    """Return the failure of a scenario, or None if it passes."""
    sentence, place = text_of(node.get("scenario")) or "", node.span.place
    result, faults = runner.result(node)
    if result is None:
        wrong = next(each for each in faults if each.severity == "error")
        own = runner.variant is not None and all(each.code == "patch-without-target" for each in faults)
        return FailingScenario(sentence, place, wrong.span.place, f"it cannot be played: {wrong.message}", unfit=own)
    if result.failure is None:
        return None
    return FailingScenario(sentence, place, result.failure.span.place, result.failure.message)
