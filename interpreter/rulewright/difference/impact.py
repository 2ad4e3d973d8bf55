"""What a difference does to the scenarios of a ruleset: which of those that pass on one side fail on the other."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

from rulewright.jobs.worker_pool import worker_pool
from rulewright.load.files import display_name, read_file
from rulewright.load.scenarios import scenarios_in
from rulewright.model.document import Mapping, text_of
from rulewright.pipeline import Choice, ruleset_root
from rulewright.scenarios.runner import Prover
from rulewright.validate.shape import check_shape

CHUNK = 2
"""So many scenario files are run before progress is told."""


@dataclass(frozen=True, slots=True)
class FailingScenario:
    """A scenario that fails now: its sentence and place, the line that fails, and what is wrong with it.

    `unfit` where a patch of the variant finds nothing to change in the modules that the scenario plays.
    """

    sentence: str
    place: str
    at: str
    message: str
    unfit: bool = False


@dataclass(frozen=True, slots=True)
class Proven:
    """How the scenarios fare: how many were run, and those that fail now.

    `failing_before` fail on both sides and say nothing of the difference; those `apart` play a variant or match of
    their own, those `unfit` modules that the variant cannot be played with.
    """

    run: int = 0
    failing: tuple[FailingScenario, ...] = ()
    failing_before: int = 0
    apart: int = 0
    unfit: int = 0

    def __add__(self, other: Proven) -> Proven:
        return Proven(
            self.run + other.run,
            self.failing + other.failing,
            self.failing_before + other.failing_before,
            self.apart + other.apart,
            self.unfit + other.unfit,
        )


@dataclass(slots=True)
class _Bench:
    """Both sides' provers, with the scenario files that are run."""

    files: tuple[Path, ...]
    home: Path
    before: Prover
    after: Prover
    apart: bool
    done: dict[Path, Proven] = field(default_factory=dict)


def prove_again(
    before: Choice,
    after: Choice,
    files: Iterable[Path],
    jobs: int = 1,
    progress: Callable[[int], None] = lambda _: None,
) -> Proven:
    """Run the scenarios of one side on the other; what fails there is run where it comes from as well.

    `progress` is told how many more files are done.
    """
    files = tuple(files)
    load = partial(_bench, before, after, files)
    found: list[tuple[int, Proven]] = []
    chunks = [range(at, min(at + CHUNK, len(files))) for at in range(0, len(files), CHUNK)]
    with worker_pool(load, _prove, jobs) as prove:
        for chunk, proven in prove(chunks):
            progress(len(chunk))
            found.append((chunk.start, proven))
    return sum((proven for _, proven in sorted(found, key=lambda each: each[0])), Proven())


def _bench(before: Choice, after: Choice, files: tuple[Path, ...]) -> _Bench:
    """A side's own modules and variant count where a scenario names none; a variant keeps out those with their own."""
    provers = [Prover(each.ruleset, each.modules, each.variant) for each in (before, after)]
    root = ruleset_root(before.ruleset)
    assert root is not None
    return _Bench(files, root.resolve().parent, provers[0], provers[1], after.variant is not None)


def _prove(bench: _Bench, numbers: range) -> tuple[range, Proven]:
    return numbers, sum((_prove_file(bench, bench.files[number]) for number in numbers), Proven())


def _prove_file(bench: _Bench, path: Path) -> Proven:
    file, _ = read_file(path, display_name(path.resolve(), bench.home))
    if not isinstance(file.node, Mapping) or any(
        each.severity == "error" for each in check_shape("scenarios", file.node)
    ):
        return Proven()
    proven = Proven()
    for node in scenarios_in(file.node):
        proven += _prove_one(bench, node)
    return proven


def _prove_one(bench: _Bench, node: Mapping) -> Proven:
    given = node.get("given")
    own = isinstance(given, Mapping) and (given.get("variant") is not None or given.get("match") is not None)
    if bench.apart and own:
        return Proven(apart=1)
    failing = _failing(bench.after, node)
    if failing is None:
        return Proven(run=1)
    if failing.unfit:
        return Proven(unfit=1)
    if _failing(bench.before, node) is not None:
        return Proven(run=1, failing_before=1)
    return Proven(run=1, failing=(failing,))


def _failing(prover: Prover, node: Mapping) -> FailingScenario | None:
    """Why a scenario does not pass, None where it does."""
    sentence, place = text_of(node.get("scenario")) or "", f"{node.span.file}:{node.span.line}"
    result, faults = prover.result(node)
    if result is None:
        wrong = next(each for each in faults if each.severity == "error")
        line, message = f"{wrong.span.file}:{wrong.span.line}", f"it cannot be played: {wrong.message}"
        own = prover.variant is not None and all(each.code == "patch-without-target" for each in faults)
        return FailingScenario(sentence, place, line, message, unfit=own)
    if result.failure is None:
        return None
    at = result.failure.span
    return FailingScenario(sentence, place, f"{at.file}:{at.line}", result.failure.message)
