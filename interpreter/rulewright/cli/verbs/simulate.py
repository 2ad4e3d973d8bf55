"""`rulewright simulate`: many games without people, summed up."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from rulewright.cli.options import as_one
from rulewright.cli.options.backend import backend_option, executor_for, refuse_native
from rulewright.cli.options.policies import policies_for, policies_named, tell_unlearned
from rulewright.cli.options.running import Running, run_options
from rulewright.cli.options.settings import TableCommand, seed_option
from rulewright.cli.options.table import TableChoice, load_or_exit, ruled_at, seats_at_table, table_options
from rulewright.cli.options.wrong import Whole
from rulewright.cli.output import format_option
from rulewright.cli.results.coverage import coverage_options, is_wanted
from rulewright.cli.results.rendering import TellingOptions, ruleset_of
from rulewright.cli.results.series_summary import CoveredRendering, SeriesRendering, heading_of

if TYPE_CHECKING:
    from rulewright.core.model.game import Blueprint
    from rulewright.play.series.simulate import Series


@dataclass(frozen=True, slots=True)
class Simulating:
    """Games to play as they were typed. Making one raises UsageError where two options contradict each other."""

    table: TableChoice
    games: int
    seats: int | None
    policy: str
    backend: str
    seed: int
    details: bool
    everything: bool
    loops: int | None
    watch: bool
    running: Running
    coverage: bool
    coverage_to: tuple[Path, ...]
    coverage_below: float | None
    form: str

    def __post_init__(self) -> None:
        if self.covers and self.of_matches:
            raise click.UsageError("coverage needs single games: name a ruleset, and leave --loops out")
        if (self.covers or self.of_matches) and not self.running.is_plain:
            raise click.UsageError(
                "only single games can be saved in a file or sent to a cluster: name a ruleset, and "
                "leave --loops and coverage out"
            )
        if self.watch and (self.covers or self.of_matches or self.running.cluster is not None):
            raise click.UsageError(
                "--watch needs single games on this machine: name a ruleset, and leave --loops, "
                "coverage and --cluster out"
            )

    @property
    def covers(self) -> bool:
        """Whether it is counted which rules are reached."""
        return is_wanted(self.coverage, self.coverage_to, self.coverage_below)

    @property
    def of_matches(self) -> bool:
        """Whether whole matches, or games that are played again, are played."""
        return self.table.match is not None or self.loops is not None


@click.command("simulate", cls=TableCommand)
@table_options
@click.option("--games", type=Whole(1, 10_000_000), default=100, show_default=True, help="Number of games.")
@click.option(
    "--seats",
    type=int,
    help="Number of seats that policies play, in addition to seats that the rules play.  [default: the maximum]",
)
@click.option("--policy", default="random", show_default=True, metavar="P[,P...]", help="Policies, dealt to the seats.")
@backend_option
@seed_option
@click.option(
    "--details", is_flag=True, help="List how often each option was chosen, the time used, and which back end played."
)
@click.option("--all", "everything", is_flag=True, help="List all options and things, not only the extreme ones.")
@click.option(
    "--loops",
    type=Whole(1, 100),
    metavar="N",
    help="Repeat a game that must be played again, at most N times.  [default: once; of a match, 10 times]",
)
@click.option("--watch", is_flag=True, help="Check the invariants in every game; exit with 1 if one is broken.")
@run_options
@coverage_options
@format_option
@as_one(Simulating)
def verb(typed: Simulating) -> None:
    """Play many games of NAME, or many matches where NAME is one, without people and sum them up.

    First the results on one screen; with --details also how often each thing was chosen. The digest is that of all
    final states: the same for any number of --jobs.
    """
    from rulewright.observe.words.seats import name_seats
    from rulewright.play.series.simulate import Series, SeriesJob

    table, policies = replace(typed.table, watched=typed.watch), policies_named(typed.policy)
    if typed.covers or typed.of_matches:
        words = "coverage is counted" if typed.covers else "matches and games played again are played"
        refuse_native(typed.backend, words)
    if typed.of_matches:
        from rulewright.cli.results.matches import simulate_verb

        simulate_verb(table, typed.games, typed.seats, policies, typed.running, typed.seed, typed.loops, typed.form)
        return
    game, seats = load_or_exit(table), typed.seats
    if seats is None:
        seats = game.blueprint.max_seats - ruled_at(game.blueprint, table.settings)
    n_seats = seats_at_table(game.blueprint, table.settings, seats, table.ruleset)
    policies_for(typed.policy, seats)
    tell_unlearned(policies, game, n_seats)
    blueprint = name_seats(game.blueprint, range(seats, n_seats))
    series = Series(typed.games, n_seats, typed.seed, policies, table.settings, typed.watch)
    if typed.covers:
        _cover(replace(typed, table=table), blueprint, series)
        return
    job = SeriesJob(series, (table.loader(),))
    rulesets = (ruleset_of(table, game.blueprint),)
    running = typed.running
    running.refuse_backend(typed.backend)
    executor = None if running.cluster else executor_for(typed.backend, game, series, apart=running.path is not None)
    telling = _telling(typed)
    if running.cluster is None:
        telling = replace(telling, backend="python" if executor is None else "native")
    heading = heading_of(game, table, series)
    running.carry_out(SeriesRendering(job, telling, heading, rulesets, table, blueprint), executor)


def _telling(typed: Simulating) -> TellingOptions:
    return TellingOptions(typed.form, typed.everything, typed.details)


def _cover(typed: Simulating, blueprint: Blueprint, series: Series) -> None:
    """Play on a covered build, and report the games and what they reach."""
    from rulewright.core.pipeline import build_ruleset
    from rulewright.play.series.simulate_covered import CoveredJob

    built, wanted = build_ruleset(typed.table.choice), (typed.coverage_to, typed.coverage_below)
    job = CoveredJob(series, built.cover_plan())
    rendering = CoveredRendering(job, _telling(typed), None, (), typed.table, blueprint, built, *wanted)
    typed.running.carry_out(rendering)
