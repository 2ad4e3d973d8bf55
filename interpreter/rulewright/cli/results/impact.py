"""`rulewright diff --impact`: which scenarios fail under the other rules, and where games part."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from rulewright.cli.output import complain, mistakes_told
from rulewright.cli.progress import Progress

if TYPE_CHECKING:
    from rulewright.author.difference.impact import ScenarioOutcomes
    from rulewright.author.difference.partings import Parting
    from rulewright.author.difference.recorded import Recorded
    from rulewright.author.difference.sides import Side


@dataclass(frozen=True, slots=True)
class Impact:
    """The effects of a difference: on the first side's scenarios, recorded games, and random games."""

    before: str
    outcomes: ScenarioOutcomes
    recorded: Recorded
    played: tuple[Parting, ...]


@dataclass(frozen=True, slots=True)
class ImpactWanted:
    """The extent of a trial: random games, their seed, recorded games, processes.

    If `replays` are named, only these are played; otherwise those of the ruleset's folder, and random games.
    """

    games: int
    seed: int
    jobs: int
    replays: tuple[Path, ...]


def impact_of(before: Side, after: Side, wanted: ImpactWanted) -> Impact:
    """Run the scenarios and play the games.

    Raises Exit if a side does not compile or a replay does not fit.
    """
    from rulewright.author.difference.impact import rerun_scenarios
    from rulewright.author.difference.partings import play_both
    from rulewright.author.difference.recorded import Unplayable, follow_named, follow_own

    files = before.source.scenarios
    played: tuple[Parting, ...] = ()
    try:
        with mistakes_told(f"{before.label}, {after.label}"):
            if wanted.replays:
                recorded = follow_named(before, after, wanted.replays)
            else:
                recorded = follow_own(before, after)
                ways = before.choice, after.choice
                with Progress(wanted.games) as progress:
                    played = play_both(*ways, wanted.games, wanted.seed, wanted.jobs, progress.advance)
    except Unplayable as fault:
        complain(str(fault))
        raise click.exceptions.Exit(1) from None
    with Progress(len(files), "files of scenarios") as progress:
        outcomes = rerun_scenarios(before.choice, after.choice, files, wanted.jobs, progress.advance)
    return Impact(before.label, outcomes, recorded, played)


def write_impact(impact: Impact) -> None:
    """Write the impact for people."""
    outcomes, recorded = impact.outcomes, impact.recorded
    failing = len(outcomes.failing)
    _heading(f"Scenarios of {impact.before}")
    click.echo(f"  {failing if failing else 'none'} of {outcomes.run} fail{'s' * (failing <= 1)} now")
    for each in outcomes.failing:
        click.echo(f"  {click.style('FAILS', fg='red')}  {each.sentence}  ({each.place})")
        click.echo(f"    {each.at}: {each.message}")
    _left_out(
        (outcomes.apart, "not run: they use their own variant or match"),
        (outcomes.unfit, "not run: the variant cannot be played with their modules"),
        (outcomes.failing_before, f"also failing in {impact.before}"),
    )
    if recorded.partings or recorded.apart or recorded.unfit:
        _heading("Recorded games")
        _games(recorded.partings)
        _left_out(
            (recorded.apart, "not played: they use other modules, or a variant"),
            (recorded.unfit, "not played: the variant cannot be played with their modules"),
        )
    if impact.played:
        _heading("Random games on both sides")
        _games(impact.played)


def _heading(text: str) -> None:
    click.echo(click.style(f"\n{text}", bold=True))


def _left_out(*lines: tuple[int, str]) -> None:
    for count, said in lines:
        if count:
            click.echo(f"  {count} {said}")


def _games(partings: tuple[Parting, ...]) -> None:
    parted = sum(each.parts for each in partings)
    if partings:
        click.echo(f"  {parted or 'none'} of {len(partings)} diverge{'s' * (parted <= 1)}")
    for parting in partings:
        click.echo(f"  {parting.name} {parting_text(parting)}")


def parting_text(parting: Parting) -> str:
    """Return a sentence on the decision where a game diverges, and how."""
    if not parting.parts:
        return f"is the same in all {parting.choices} choices"
    offer = parting.offer
    at = f"at decision {offer.choices + 1} ({offer.seat}, {offer.question})" if offer is not None else ""
    if not parting.how:
        return f"diverges {at}: {offer.how if offer is not None else ''}"
    last = f"after decision {parting.choices} ({parting.seat}, {parting.question})"
    parts = f"diverges {last if parting.choices else 'before the first decision'}: {parting.how}"
    more = parting.played - parting.choices
    if offer is not None:
        return f"{parts}; something else is offered {at}: {offer.how}"
    return f"{parts}; its {more} other choices are still offered" if more else parts


def impact_json(impact: Impact) -> dict[str, Any]:
    """Return the impact as plain data."""
    recorded = asdict(impact.recorded)
    return {
        "scenarios": asdict(impact.outcomes),
        "replays": {"games": recorded.pop("partings"), **recorded},
        "games": [asdict(each) for each in impact.played],
    }
