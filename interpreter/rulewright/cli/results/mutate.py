"""`rulewright test --mutate`: which small changes of the rules no scenario notices."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from rulewright.cli.options import with_options
from rulewright.cli.options.wrong import Percent, Whole, wrong_value
from rulewright.cli.output import complain, diagnostics_json, write_diagnostics, write_json
from rulewright.cli.progress import Progress
from rulewright.core.diagnostics import did_you_mean, indefinite

if TYPE_CHECKING:
    from rulewright.author.testing.mutation.measure import Stages
    from rulewright.author.testing.mutation.mutants import Mutant
    from rulewright.author.testing.mutation.score import Score
    from rulewright.author.testing.mutation.stage import Stage
    from rulewright.author.testing.mutation.trial import MutantVerdict

Verb = TypeVar("Verb", bound=Callable[..., Any])
TriedMutants = list[tuple["Mutant", "MutantVerdict"]]
_NAMED = 3
_FATES = {
    "survived": "scenarios run it, but none fails",
    "unreached": "no scenario runs it",
    "same": "skipped: the game is the same",
    "refused": "skipped: the checker refuses it",
    "unbuilt": "skipped: it could not be built",
}


@dataclass(frozen=True, slots=True)
class MutationWanted:
    """The values of the options of `--mutate`."""

    modules: tuple[str, ...]
    entries: tuple[str, ...]
    operators: tuple[str, ...]
    sample: int | None
    seed: int
    jobs: int
    lowest: float | None


def mutate_options(verb: Verb) -> Verb:
    """Add the options of `--mutate` to a verb.

    The verb gets `mutate` and, by their names, the arguments of `wanted`.
    """
    decorated: Verb = with_options(
        verb,
        click.option(
            "--mutate",
            is_flag=True,
            help="Change the rules, one thing at a time; list the changes that no scenario notices.",
        ),
        click.option("--in", "modules", metavar="MODULE", multiple=True, help="Change only texts of this module."),
        click.option("--entry", "entries", metavar="ID", multiple=True, help="Change only texts of this entry."),
        click.option("--operator", "operators", metavar="NAME", multiple=True, help="Make only changes of this kind."),
        click.option("--sample", metavar="N", type=Whole(1), help="Try only N changes, chosen at random."),
        click.option("--seed", metavar="S", type=int, help="The seed of the changes and their order.  [default: 1]"),
        click.option(
            "--jobs",
            metavar="N",
            type=Whole(1),
            help="Use N processes.  [default: one per core; with --mutate 1]",
        ),
        click.option(
            "--at-least",
            "lowest",
            metavar="PERCENT",
            type=Percent(),
            help="Exit with 1 if less than N percent of the changes are noticed.",
        ),
    )
    return decorated


def wanted(mutate: bool, **given: Any) -> MutationWanted | None:
    """Return the values of the options, None without `--mutate`.

    Raises UsageError if an option needs `--mutate` and it is not given.
    """
    if not mutate:
        names = {"modules": "--in", "entries": "--entry", "operators": "--operator", "lowest": "--at-least"}
        for key, value in given.items():
            if value not in (None, ()):
                raise click.UsageError(f"{names.get(key, f'--{key}')} goes with --mutate")
        return None
    given["seed"] = 1 if given["seed"] is None else given["seed"]
    given["jobs"] = given["jobs"] or 1
    return MutationWanted(**given)


def mutate(paths: list[Path], asked: MutationWanted, form: str) -> None:
    """Try the changes asked for, and report what became of them."""
    from rulewright.author.testing.mutation.measure import stages_of, verdicts_of
    from rulewright.author.testing.mutation.mutants import mutants_of, sample_of
    from rulewright.author.testing.mutation.score import score_of
    from rulewright.play.jobs.processes_here import can_fork

    with Progress(0, "scenarios prepared") as preparing:
        stages = stages_of(paths, preparing.reach)
    _refuse_faults(stages)
    mutants = mutants_of(stages.stages)
    _refuse_unknown(mutants, asked)
    mutants = tuple(each for each in mutants if _is_asked(each, asked, stages.own))
    mutants = sample_of(mutants, asked.sample, asked.seed) if asked.sample else mutants
    jobs = asked.jobs
    if jobs > 1 and not can_fork():
        complain("This system cannot start several processes; one process does all the work.")
        jobs = 1
    tried: TriedMutants = []
    stopped = False
    with Progress(len(mutants), "changes tried") as progress:
        try:
            for verdict in verdicts_of(stages.stages, mutants, asked.seed, jobs):
                tried.append((mutants[verdict.mutant], verdict))
                progress.advance(1)
        except KeyboardInterrupt:
            stopped = True
    tried.sort(key=lambda each: (each[0].span, each[0].operator, each[0].after))
    if form == "json":
        write_json(_json(stages.stages, tried, len(mutants)))
    else:
        _write(stages.stages, tried)
    if stopped:
        complain(f"Stopped: {len(tried)} of {len(mutants)} changes were tried; the figures cover only those.")
        raise click.exceptions.Exit(130)
    if asked.lowest is not None and score_of(tried).share < asked.lowest:
        complain(f"That is less than the {asked.lowest:g} % that is required.")
        raise click.exceptions.Exit(1)


def _refuse_faults(stages: Stages) -> None:
    """Raise Exit if files are wrong or scenarios fail, because changes prove nothing then."""
    failing = [each for stage in stages.stages for each in stage.failing]
    for scenario, failure in failing:
        complain(f"FAILED  {scenario.sentence}\n  {failure.span.file}:{failure.span.line}: {failure.message}")
    write_diagnostics(stages.diagnostics, stages.lines, to_stderr=True)
    if failing or stages.diagnostics:
        complain("No rule was changed: all scenarios must first pass with the unchanged rules.")
        raise click.exceptions.Exit(1)
    if not any(stage.acts for stage in stages.stages):
        complain("No scenario was found, so no change can be noticed.")
        raise click.exceptions.Exit(1)


def _refuse_unknown(mutants: tuple[Mutant, ...], asked: MutationWanted) -> None:
    from rulewright.author.testing.mutation.operators import OPERATORS

    modules = {each.text.module for each in mutants}
    entries = {each.text.entry for each in mutants}
    for option, what, names, known in (
        ("--in", "module with texts that these scenarios' games use", asked.modules, modules),
        ("--entry", "entry with a text that these scenarios' games use", asked.entries, entries),
        ("--operator", "kind of change", asked.operators, {each.name for each in OPERATORS}),
    ):
        for name in names:
            if name not in known:
                listed = f"choose {', '.join(sorted(known))}" if len(known) < 40 else ""
                hint = did_you_mean(name, known) or listed
                raise wrong_value(option, name, f"this is not {indefinite(what)}{f'; {hint}' if hint else ''}")


def _is_asked(mutant: Mutant, asked: MutationWanted, own: tuple[str, ...]) -> bool:
    """Whether a change is one of those asked for: with scenarios of packages and variants, in their `own` files."""
    is_elsewhere = bool(own) and not mutant.text.file.startswith(own)
    return (
        (mutant.text.module in asked.modules if asked.modules else not is_elsewhere)
        and (not asked.entries or mutant.text.entry in asked.entries)
        and (not asked.operators or mutant.operator in asked.operators)
    )


def _groups(tried: TriedMutants) -> dict[str, dict[str, Score]]:
    from rulewright.author.testing.mutation.score import scores_by

    return {
        "modules": scores_by(tried, lambda mutant: "/".join(mutant.text.file.split("/")[:-1])),
        "files": scores_by(tried, lambda mutant: mutant.text.file),
        "operators": scores_by(tried, lambda mutant: mutant.operator),
    }


def _write(stages: tuple[Stage, ...], tried: TriedMutants) -> None:
    from rulewright.author.testing.mutation.score import score_of

    for mutant, verdict in tried:
        if verdict.fate in ("survived", "unreached"):
            span = mutant.span
            click.echo(
                f"{span.file}:{span.line}:{span.column}: {verdict.fate} ({mutant.operator}): {mutant.text.entry}"
            )
            click.echo(f"  - {mutant.before}\n  + {mutant.after}")
            for line in _reached(stages, verdict):
                click.echo(f"    {line}")
    for name, scores in _groups(tried).items():
        click.echo(f"\n{name:44} {'changes':>8} {'noticed':>8} {'not run':>8}")
        for each, score in scores.items():
            click.echo(f"  {each:42} {score.of:8} {score.killed:8} {score.unreached:8} {score.share:6.1f} %")
    total = score_of(tried)
    click.echo(f"\n{total.killed} of {total.of} changes are noticed: {total.share:.1f} %")
    for fate, about in _FATES.items():
        count = sum(verdict.fate == fate for _, verdict in tried)
        if count:
            click.echo(f"  {count:6} {fate}: {about}")


def _reached(stages: tuple[Stage, ...], verdict: MutantVerdict) -> Iterator[str]:
    """Yield the first few scenarios that ran the changed text."""
    for at, number in islice(verdict.reached, _NAMED):
        scenario = stages[at].acts[number].scenario
        yield f"run by {scenario.span.file}:{scenario.span.line} {scenario.sentence}"
    if len(verdict.reached) > _NAMED:
        yield f"and by {len(verdict.reached) - _NAMED} more"


def _json(stages: tuple[Stage, ...], tried: TriedMutants, of: int) -> dict[str, Any]:
    from rulewright.author.testing.mutation.score import score_of

    def named(places: Iterable[tuple[int, int]]) -> list[str]:
        spans = [stages[at].acts[number].scenario.span for at, number in places]
        return [f"{span.file}:{span.line}" for span in spans]

    return {
        "score": _score_json(score_of(tried)),
        "tried": len(tried),
        "changes": of,
        **{name: {each: _score_json(score) for each, score in found.items()} for name, found in _groups(tried).items()},
        "mutants": [
            {
                "place": mutant.place,
                "module": mutant.text.module,
                "file": mutant.span.file,
                "line": mutant.span.line,
                "column": mutant.span.column,
                "operator": mutant.operator,
                "before": mutant.before,
                "after": mutant.after,
                "fate": verdict.fate,
                "noticed_by": named([verdict.by]) if verdict.by is not None else [],
                "reached": named(verdict.reached),
                "about": verdict.about,
            }
            for mutant, verdict in tried
        ],
        "diagnostics": diagnostics_json(()),
    }


def _score_json(score: Score) -> dict[str, Any]:
    return {"noticed": score.killed, "of": score.of, "not_run": score.unreached, "percent": round(score.share, 2)}
