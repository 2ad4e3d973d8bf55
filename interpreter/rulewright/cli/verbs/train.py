"""`rulewright train`: a player that learns a game from its rules alone, by games against itself."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from pathlib import Path
from shlex import quote
from typing import TYPE_CHECKING

import click

from rulewright.cli.options import as_one
from rulewright.cli.options.running import refused_told, who_plays_options
from rulewright.cli.options.settings import TableCommand, seed_option
from rulewright.cli.options.table import TableChoice, load_or_exit, ruled_at, seats_at_table, table_options
from rulewright.cli.options.wrong import Whole, refuse_unwritable, wrong_value
from rulewright.cli.output import complain, format_option, need_extra
from rulewright.cli.results.training_rows import StrengthCurve
from rulewright.core.model.ahead import MOST, MOST_EXPLORE
from rulewright.core.model.weighing import MOST_SHIFT

if TYPE_CHECKING:
    from rulewright.core.model.game import Blueprint, Game
    from rulewright.core.model.packages_used import PackageUsed
    from rulewright.lab.machines.cluster import Cluster
    from rulewright.lab.training.self_play import SelfPlayJob, SelfPlayPlan
    from rulewright.play.jobs.job import Executor
    from rulewright.play.policies.learned_files import LearnedValues

_LONGEST = 280


@dataclass(frozen=True, slots=True)
class Training:
    """A training as it was typed. Making one raises UsageError where two options contradict each other."""

    table: TableChoice
    minutes: float
    out: Path | None
    resume: Path | None
    begins_with: Path | None
    data: Path | None
    seats: str | None
    simulations: int
    measure: int
    playout: int | None
    explore: int | None
    epsilon: int | None
    shift: int
    think: int
    vary: bool
    apart: bool
    seed: int
    jobs: int
    cluster: Cluster | None
    form: str

    def __post_init__(self) -> None:
        if self.table.match is not None:
            raise click.UsageError(f"{self.table.ruleset} is a match of several games; train at one of its games")
        if self.out is not None and self.resume is not None:
            raise click.UsageError(
                "--resume saves the player in its own file; to save it in another, use --from and --out"
            )
        if self.out is None and self.resume is None:
            raise click.UsageError("name the file of the player: --out FILE, or --resume FILE to continue one")
        if self.resume is not None and self.begins_with is not None:
            raise click.UsageError(
                "--resume continues a player in its own file; --from starts a new one, which needs --out"
            )
        if self.vary and self.resume is None and self.begins_with is None:
            raise click.UsageError("--vary needs an existing player; name it with --from FILE or --resume FILE")
        if self.vary and (self.data is not None or self.cluster is not None or self.think):
            raise click.UsageError("--vary cannot be used with --data, --think or --cluster")


@click.command("train", cls=TableCommand)
@table_options
@click.option(
    "--minutes",
    type=click.FloatRange(0, 100_000),
    default=10,
    show_default=True,
    help="Play games for N minutes; fitting and measuring take extra time. With 0, only write the player.",
)
@click.option("--out", type=click.Path(path_type=Path), metavar="FILE",
              help="Write the player to FILE after each generation of games.")  # fmt: skip
@click.option(
    "--resume", type=click.Path(path_type=Path), metavar="FILE", help="Train the player in FILE for --minutes more."
)
@click.option("--from", "begins_with", type=click.Path(path_type=Path), metavar="FILE",
              help="Begin with the weights of another player, also one of other modules or house rules.")  # fmt: skip
@click.option("--data", type=click.Path(path_type=Path), metavar="DIR",
              help="Write the training data as numpy arrays to a folder, one file per generation.")  # fmt: skip
@click.option(
    "--seats",
    metavar="N[,N...]",
    help="Number of seats that policies play; several numbers take turns.  [default: two, or the minimum]",
)
@click.option("--simulations", type=Whole(16, 100_000), default=100, show_default=True,
              help="Simulations per decision of the searches that play the first games.")  # fmt: skip
@click.option("--measure", type=Whole(0, 10_000), default=20, show_default=True, metavar="N",
              help="Play N games against each policy of a fixed ladder after each generation; 0 for none.")  # fmt: skip
@click.option(
    "--playout",
    type=Whole(0, MOST),
    metavar="N",
    help="In searches, play N choices before the player estimates the value of a table.  [default: 10]",
)
@click.option(
    "--explore",
    type=Whole(0, MOST_EXPLORE),
    metavar="N",
    help="In searches, explore rarely taken options with weight N hundredths.  [default: 10, or 100]",
)
@click.option(
    "--epsilon",
    type=Whole(0, 100),
    metavar="N",
    help="In searches, make N percent of the player's choices at random.  [default: 0]",
)
@click.option("--shift", type=click.IntRange(-MOST_SHIFT, MOST_SHIFT), default=0, metavar="N",
              help="Add N hundredths to the player's estimate of every position.")  # fmt: skip
@click.option("--think", type=Whole(0, 100_000), default=0, show_default=True, metavar="N",
              help="Learn from games of search:N+FILE, not of the player alone: fewer games, better data.")  # fmt: skip
@click.option(
    "--vary", is_flag=True, help="Improve an existing player by small opposite changes to its weights, in paired games."
)
@click.option("--per-seat", "--apart", "apart", is_flag=True,
              help="Train each seat separately, for boards that do not look the same from every seat.")  # fmt: skip
@seed_option
@who_plays_options
@format_option
@as_one(Training)
def verb(typed: Training) -> None:
    """Let a player learn the game NAME by itself, and write what it has learned to a file that plays as learned:FILE.

    First searches play a few games, and what they find of each choice is fitted to what a seat sees of the table.
    Then the player plays against itself, thousands of games, and learns from how they end. After each generation of
    games it must beat the player before it, or that one learns on; a stronger one is measured against random, greedy
    and search:50. Needs the extra 'train'.
    """
    from rulewright.lab.training.self_play import SelfPlayPlan
    from rulewright.play.policies.learned_files import shifted, taken_over, write_values
    from rulewright.play.policies.naming import LEARNED
    from rulewright.play.series.simulate_native import unplayable

    need_extra("train", "numpy")
    table, path = typed.table, _path(typed)
    _refuse_data(typed.data, goes_on=typed.resume is not None)
    game = load_or_exit(table)
    if typed.vary and (why := unplayable(game, (LEARNED,))):
        raise click.UsageError(f"--vary needs the native back end, but {why}")
    blueprint, ruled = game.blueprint, ruled_at(game.blueprint, table.settings)
    fewest = max(blueprint.min_seats - ruled, min(2, blueprint.max_seats - ruled))
    sizes = (fewest,) if typed.seats is None else _sizes(typed.seats)
    n_seats = tuple(seats_at_table(blueprint, table.settings, each, table.ruleset) for each in sizes)
    plan = SelfPlayPlan(
        n_seats, typed.simulations, 0, 0, typed.seed, table.settings, None, typed.apart, typed.think,
        typed.playout, typed.explore, typed.epsilon,
    )  # fmt: skip
    if typed.resume is not None:
        plan = _known(game, "--resume", typed.resume, plan)
        n_seats = plan.seats if typed.seats is None else n_seats
    elif typed.begins_with is not None:
        plan = replace(_known(game, "--from", typed.begins_with, plan), first=0)
    plan = _at(game, plan, n_seats)
    command = _command(typed, blueprint, plan, ruled)
    if plan.learned is not None:
        known = shifted(plan.learned, typed.shift)
        plan = replace(plan, learned=known)
        if not typed.minutes:
            write_values(path, taken_over(known, blueprint, f"{command} --minutes 0"))
    curve = StrengthCurve(blueprint, path, n_seats, ruled, typed.form)
    try:
        with refused_told(typed.cluster):
            _go_on(game, typed, plan, curve, command)
    except KeyboardInterrupt:
        curve.told(quote(str(path)))
        if path.exists():
            complain(f"To continue, run the same command with --resume {quote(str(path))}")
        raise
    curve.told(quote(str(path)))


def _go_on(game: Game, typed: Training, plan: SelfPlayPlan, curve: StrengthCurve, command: str) -> None:
    """Train for the time that was typed. The measured games are played here."""
    from rulewright.lab.training.training import generations, measured
    from rulewright.lab.training.varying import varied_generations
    from rulewright.play.policies.learned_files import write_values

    table, jobs, seconds = typed.table, typed.jobs, 60 * typed.minutes
    if typed.vary:
        found = varied_generations(
            game, plan, table.loader(), seconds=seconds, jobs=jobs, command=command, progress=curve.progress
        )
    else:
        elsewhere = _elsewhere(typed.cluster, table, game.blueprint) if typed.cluster is not None else None
        found = generations(
            game, plan, table.loader(), seconds=seconds, jobs=jobs, elsewhere=elsewhere, command=command,
            progress=curve.progress, data=typed.data,
        )  # fmt: skip
    for each in found:
        write_values(curve.path, each.values)
        is_measured = typed.measure and each.is_stronger
        against = measured(plan, curve.ruled, table.loader(), curve.path, typed.measure, jobs) if is_measured else ()
        curve.add(each, tuple(against))


def _elsewhere(cluster: Cluster, table: TableChoice, blueprint: Blueprint) -> Callable[[SelfPlayJob], Executor]:
    """Return a function that has a cluster play a generation with the player learned so far."""
    from rulewright.core.pipeline import Choice, placed_modules
    from rulewright.lab.machines.cluster import executor_of
    from rulewright.lab.machines.remote import job_data, ruleset_data

    choice = Choice(table.ruleset, placed_modules(table.modules, blueprint.modules), table.variant)
    ruleset = ruleset_data(choice, blueprint.digest)
    return lambda job: executor_of(cluster, job_data(job, [ruleset]))


def _modules_told(modules: tuple[str, ...], packages: Iterable[PackageUsed]) -> str:
    """Return modules as a command line names them: a shared package by its name and version, wherever it is."""
    from rulewright.core.packages.package_manifest import read_manifest
    from rulewright.core.packages.package_names import LOCAL

    shared = {each.package: f"{each.package}@={each.version}" for each in packages}
    found = []
    for each in modules:
        manifest = read_manifest(Path(each)) if Path(each).is_absolute() else None
        is_shared = manifest is not None and not manifest.name.startswith(f"{LOCAL}/")
        found.append(shared.get(manifest.name, each) if manifest is not None and is_shared else each)
    return ",".join(found)


def _command(typed: Training, blueprint: Blueprint, plan: SelfPlayPlan, ruled: int) -> str:
    """Return the command that plays the same games again, but for its duration."""
    table = typed.table
    name = Path(table.ruleset or "").name
    words = ["rulewright", "train", name, "--seats", ",".join(str(each - ruled) for each in plan.seats)]
    words += ["--modules", _modules_told(table.modules, blueprint.packages)] if table.modules is not None else []
    words += table.variant_words()
    words += [word for key, value in plan.settings.items() for word in ("--set", f"{key}={value}")]
    words += ["--simulations", str(plan.simulations), "--seed", str(plan.seed)]
    numbers = {
        "--think": plan.think or None, "--playout": plan.playout, "--explore": plan.explore, "--epsilon": plan.epsilon,
    }  # fmt: skip
    for option, number in numbers.items():
        words += [option, str(number)] if number is not None else []
    words += ["--per-seat"] if plan.apart else []
    words += ["--from", typed.begins_with.name] if typed.begins_with is not None else []
    words += ["--shift", str(typed.shift)] if typed.shift else []
    return " ".join(words)[:_LONGEST] + (" --vary" if typed.vary else "")


def _known(game: Game, option: str, path: Path, plan: SelfPlayPlan) -> SelfPlayPlan:
    """Return the plan of a training continued from a file. Raises UsageError if that player learned another game."""
    from rulewright.play.policies.learned_files import LearnedRefused, read_values

    try:
        values = read_values(path)
    except LearnedRefused as refused:
        raise click.UsageError(f"{option}: {refused}") from None
    known, here = _rules(values, option), _rules(game.blueprint, option)
    if known != here:
        raise wrong_value(option, str(path), f"it has learned {known}, not {here}")
    if plan.apart and not values.apart:
        raise wrong_value(option, str(path), "its seats were trained together; --per-seat needs a new player")
    made = values.made.get("games", 0)
    games = made if isinstance(made, int) and made > 0 else 0
    playout = values.playout if plan.playout is None else plan.playout
    explore = values.explore if plan.explore is None else plan.explore
    epsilon = values.epsilon if plan.epsilon is None else plan.epsilon
    learned = replace(values, playout=playout, explore=explore, epsilon=epsilon)
    return replace(
        plan, seats=values.seats, first=games, learned=learned, apart=values.apart,
        playout=playout, explore=explore, epsilon=epsilon,
    )  # fmt: skip


def _at(game: Game, plan: SelfPlayPlan, seats: tuple[int, ...]) -> SelfPlayPlan:
    """Return the plan at tables of these sizes, known ones included. Raises UsageError if that is too few."""
    from rulewright.play.policies.learned import learned_from
    from rulewright.play.policies.learned_files import LearnedRefused

    if plan.learned is None:
        return plan
    learned = replace(plan.learned, seats=seats)
    try:
        learned_from(learned, game, seats[0])
    except LearnedRefused as refused:
        raise click.UsageError(f"--from: {refused}") from None
    return replace(plan, seats=seats, learned=learned)


def _rules(rules: LearnedValues | Blueprint, option: str) -> str:
    """Return the rules that must agree to continue.

    Another player may have learned with other modules.
    """
    return f"{rules.ruleset} ({', '.join(rules.modules)})" if option == "--resume" else rules.ruleset


def _sizes(text: str) -> tuple[int, ...]:
    """The sizes of tables in a comma list. Raises UsageError."""
    sizes = [each.strip() for each in text.split(",")]
    if not all(each.isascii() and each.isdigit() and len(each) <= 3 for each in sizes) or len(set(sizes)) < len(sizes):
        raise wrong_value("--seats", text, "name the numbers of seats, as in --seats 4 or --seats 2,3,4")
    return tuple(map(int, sizes))


def _path(typed: Training) -> Path:
    """Return the file of the player. Raises UsageError if it cannot be written there."""
    path, option = (typed.out, "--out") if typed.out is not None else (typed.resume, "--resume")
    assert path is not None
    refuse_unwritable(path, option)
    if option == "--out" and path.exists():
        raise wrong_value(option, str(path), f"{path.name} exists; continue it with --resume, or name another")
    return path


def _refuse_data(data: Path | None, *, goes_on: bool) -> None:
    """Wrong usage if arrays cannot be written to a folder, or would be mixed with those of another training."""
    if data is None:
        return
    refuse_unwritable(data / "games" if data.is_dir() else data, "--data")
    if data.exists() and not data.is_dir():
        raise wrong_value("--data", str(data), "this is a file; name a folder")
    if not goes_on and data.exists() and any(data.iterdir()):
        raise wrong_value("--data", str(data), "it contains files; name a new folder")
