"""`rulewright diff --impact`: which scenarios fail under the other rules, and where games part."""

from __future__ import annotations

from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from interpreter.cli.output import complain, summary, write_diagnostics
from interpreter.cli.progress import Progress

if TYPE_CHECKING:
    from interpreter.pipeline import Choice
    from interpreter.workbench.difference.impact import Proven
    from interpreter.workbench.difference.partings import Parting
    from interpreter.workbench.difference.sides import Side


@dataclass(frozen=True, slots=True)
class Impact:
    """What a difference does: to the scenarios of the first side, and to games played on both."""

    before: str
    proven: Proven
    partings: tuple[Parting, ...]


@dataclass(frozen=True, slots=True)
class Wanted:
    """How much is tried: so many random games from a seed, the recorded ones, and in how many processes."""

    games: int
    seed: int
    jobs: int
    replays: tuple[Path, ...]


def impact_of(before: Side, after: Side, wanted: Wanted) -> Impact:
    """Run the scenarios and play the games. Raises Exit where a side does not compile or a replay does not fit."""
    from interpreter.pipeline import RulesetError
    from interpreter.workbench.difference.impact import prove_again
    from interpreter.workbench.difference.partings import play_both

    files = before.source.scenarios
    try:
        partings = _recorded(before, after, wanted.replays)
        if not wanted.replays:
            progress = Progress(wanted.games)
            partings = play_both(before.choice, after.choice, wanted.games, wanted.seed, wanted.jobs, progress.advance)
            progress.finish()
    except RulesetError as fault:
        write_diagnostics(fault.diagnostics, fault.lines, to_stderr=True)
        complain(summary(fault.diagnostics, f"{before.label}, {after.label}"))
        raise click.exceptions.Exit(1) from None
    progress = Progress(len(files), "files of scenarios")
    proven = prove_again(before.choice, after.choice, files, wanted.jobs, progress.advance)
    progress.finish()
    return Impact(before.label, proven, partings)


def _recorded(before: Side, after: Side, paths: tuple[Path, ...]) -> tuple[Parting, ...]:
    """Recorded games on both sides, each with the modules it was played with where a side picks none.

    One that was recorded before the rules were edited is welcome as long as each of its choices is allowed.
    """
    from interpreter.play.replay import ReplayRefused, read_replay, run_replay
    from interpreter.workbench.difference.partings import follow_replay, load_sides

    found = []
    for path in paths:
        try:
            replay = read_replay(path)
            if replay.ruleset != before.source.id:
                raise ReplayRefused(f"it is a game of '{replay.ruleset}'")
            sides = load_sides(*(_with_modules(side, replay.modules) for side in (before, after)))
            run_replay(sides.before, replace(replay, ruleset_digest=sides.before.blueprint.digest))
        except ReplayRefused as refused:
            complain(f"{path} cannot be played on {before.label}: {refused}")
            raise click.exceptions.Exit(1) from None
        found.append(follow_replay(sides, str(path), replay))
    return tuple(found)


def _with_modules(side: Side, modules: tuple[str, ...]) -> Choice:
    picks = side.variant is not None and side.variant.get("modules") is not None
    return side.choice if picks or side.choice.modules else replace(side.choice, modules=modules)


def write_impact(impact: Impact) -> None:
    """The impact for people."""
    proven, partings = impact.proven, impact.partings
    failing = len(proven.failing)
    click.echo(click.style(f"\nScenarios of {impact.before}", bold=True))
    click.echo(f"  {failing if failing else 'none'} of {proven.run} fail{'s' * (failing <= 1)} now")
    for each in proven.failing:
        click.echo(f"  {click.style('FAILS', fg='red')}  {each.sentence}  ({each.place})")
        click.echo(f"    {each.at}: {each.message}")
    for count, said in (
        (proven.apart, "not run: a variant or match of their own is played"),
        (proven.unfit, "not run: the variant cannot be played with their modules"),
        (proven.failing_before, f"failing in {impact.before} as well"),
    ):
        if count:
            click.echo(f"  {count} {said}")
    parted = [each for each in partings if each.how]
    click.echo(click.style("\nGames played on both", bold=True))
    click.echo(f"  {len(parted) or 'none'} of {len(partings)} part{'s' * (len(parted) <= 1)}")
    for parting in partings:
        click.echo(f"  {parting.name} {parting_text(parting)}")


def parting_text(parting: Parting) -> str:
    """Where and how a game parts, in a sentence."""
    if not parting.how:
        return f"is the same for all its {parting.choices} choices"
    if not parting.after:
        return f"parts at decision {parting.choices + 1}: {parting.seat}, {parting.question}: {parting.how}"
    if not parting.choices:
        return f"parts before the first decision: {parting.how}"
    return f"parts after decision {parting.choices} ({parting.seat}, {parting.question}): {parting.how}"


def impact_json(impact: Impact) -> dict[str, Any]:
    """The impact as plain data."""
    return {"scenarios": asdict(impact.proven), "games": [asdict(each) for each in impact.partings]}
