"""`rulewright prove`: invariants searched for counterexamples, and small games solved."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from rulewright.cli.options import as_one
from rulewright.cli.options.settings import TableCommand, seed_option_for
from rulewright.cli.options.table import (
    TableChoice,
    load_or_exit,
    ruled_at,
    seats_at_table,
    table_options,
    variant_named,
)
from rulewright.cli.options.wrong import NewFile, Whole, refuse_unknown
from rulewright.cli.output import complain, format_option, write_json
from rulewright.cli.results.rendering import game_label

if TYPE_CHECKING:
    from rulewright.author.proving.plans import ProofPlan
    from rulewright.author.proving.prove import InvariantProof
    from rulewright.author.proving.verdicts import InvariantVerdict
    from rulewright.core.model.game import Blueprint
    from rulewright.native.inside.explorer import SearchBounds


@dataclass(frozen=True, slots=True)
class Proving:
    """A proof as it was typed. Making one raises UsageError where two options contradict each other."""

    table: TableChoice
    other: str | None
    only: str | None
    seats: int | None
    games: int | None
    states: int
    seconds: int
    memory: int
    jobs: int
    seed: int
    solve: bool
    keep: Path | None
    out: Path | None
    form: str

    def __post_init__(self) -> None:
        if self.table.match is not None:
            raise click.UsageError("a match has several games; name the ruleset of one")
        if self.keep is not None and self.other is not None and not self.solve:
            raise click.UsageError("--keep saves the positions of one game; leave B out")
        if self.other is not None and self.table.variant is not None and not self.solve:
            raise click.UsageError("name the house rule only once: as B, or by --variant")


@click.command("prove", cls=TableCommand)
@table_options
@click.argument("other", required=False, metavar="[B]")
@click.option("--only", metavar="ID[,ID...]", help="Check only these invariants.")
@click.option("--seats", type=int, help="Number of seats.  [default: each possible number, the largest first]")
@click.option(
    "--games", type=Whole(0, 10_000_000), help="Play N random games at each table.  [default: until time runs out]"
)
@click.option(
    "--states", type=Whole(1, 100_000_000), default=20_000_000, show_default=True, help="Stop after N positions."
)
@click.option("--seconds", type=Whole(1, 1_000_000), default=120, show_default=True,
              help="Stop after N seconds, divided between the tables.")  # fmt: skip
@click.option(
    "--memory", type=Whole(100, 4_000), default=3_000, show_default=True, help="Use at most N MB for positions."
)
@click.option("--jobs", type=Whole(1, 64), default=1, show_default=True, help="Use N processes.")
@seed_option_for("Seed of these games.")
@click.option(
    "--solve",
    is_flag=True,
    help="Solve the game: show who wins with best play, by how much, and one line of best play.",
)
@click.option(
    "--keep",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Continue with the positions saved in FILE; save them in it if time, memory or Ctrl-C ends the search.",
)
@click.option("--out", type=NewFile(dir_okay=False), metavar="FOLDER|FILE",
              help="Write a scenario of the first broken invariant to FILE.")  # fmt: skip
@format_option
@as_one(Proving)
def verb(typed: Proving) -> None:
    """Prove the invariants of NAME, or break them: each holds in all positions, by induction, is unbroken, or broken.

    Each is looked at at every table there can be, the most seats first, or at a table of --seats.

    What is broken comes with the shortest scenario found. Code 1 if an invariant is broken. With B, one of its variants
    or a file, it is proved with this house rule as well, and what the rule breaks is told apart.
    """
    from rulewright.author.proving.plans import ProofPlan
    from rulewright.native.inside.explorer import SearchBounds

    table = typed.table
    blueprint = load_or_exit(table).blueprint
    ruled = ruled_at(blueprint, table.settings)
    fewest, most = max(1, blueprint.min_seats - ruled), max(1, blueprint.max_seats - ruled)
    whole = typed.seats is None and typed.keep is None and not typed.solve
    asked = range(most, fewest - 1, -1) if whole else (typed.seats if typed.seats is not None else fewest,)
    sizes = [seats_at_table(blueprint, table.settings, each, table.ruleset) for each in asked]
    bounds = SearchBounds(typed.states, float(typed.seconds), typed.memory << 20)
    if typed.solve:
        _solve(table, sizes[0], bounds, typed.form)
        return
    with_rule = None
    if typed.other is not None:
        with_rule = replace(table, variant=variant_named(table.ruleset, typed.other))
    wanted = tuple(each.strip() for each in typed.only.split(",")) if typed.only else ()
    plan = ProofPlan(
        table.choice, sizes[0], table.settings, wanted, bounds, typed.games, typed.seed, typed.jobs, keep=typed.keep
    )
    proofs = [_prove(each, plan, sizes) for each in (table, with_rule) if each is not None]
    if typed.form == "json":
        write_json(_data(blueprint, sizes, proofs))
    elif with_rule is None:
        _write(proofs[0])
    else:
        _write_both(*proofs)
    broken = next((each.counterexample for each in _newly(proofs) if each.counterexample is not None), None)
    if typed.out is not None and broken is not None:
        from rulewright.core.writing import write_whole

        write_whole(typed.out, broken.text)
        complain(f"written: {typed.out}")
    raise click.exceptions.Exit(1 if _newly(proofs) else 0)


def _newly(proofs: list[InvariantProof]) -> list[InvariantVerdict]:
    """Return the verdicts of invariants that only the last proof finds broken."""
    known = {each.info.id for each in proofs[0].broken} if len(proofs) > 1 else set()
    return [each for each in proofs[-1].broken if each.info.id not in known]


def _data(blueprint: Blueprint, sizes: Sequence[int], proofs: list[InvariantProof]) -> dict[str, Any]:
    last = proofs[-1]
    found = {
        "ruleset": blueprint.ruleset,
        "seats": sizes[0],
        "tables": list(sizes),
        "seconds": round(sum(each.seconds for each in proofs), 3),
        "verdicts": [each.as_data() for each in last.verdicts],
    }
    if len(proofs) > 1:
        found["before"] = [each.as_data() for each in proofs[0].verdicts]
        found["newly_broken"] = [each.info.id for each in _newly(proofs)]
    return found


def _prove(table: TableChoice, plan: ProofPlan, sizes: Sequence[int]) -> InvariantProof:
    from rulewright.author.proving.keeping import NotKept
    from rulewright.author.proving.tables import prove_tables

    table = replace(table, watched=True)
    blueprint = load_or_exit(table).blueprint
    refuse_unknown("--only", plan.only, [each.id for each in blueprint.invariants], "no invariant has this id")
    try:
        return prove_tables(replace(plan, choice=table.choice), sizes, _scenario_table(table, blueprint), _told())
    except NotKept as refused:
        raise click.UsageError(f"--keep {plan.keep}: {refused}") from None


def _scenario_table(table: TableChoice, blueprint: Blueprint) -> Any:
    from rulewright.author.proving.counterexample import ScenarioTable

    modules = blueprint.modules if table.modules is not None and table.variant is None else ()
    name = Path(table.ruleset).name if Path(table.ruleset).is_dir() else table.ruleset
    return ScenarioTable(name, modules, table.variant.stem if table.variant is not None else None)


def _told() -> Callable[[str], None] | None:
    import sys

    if not sys.stderr.isatty():
        return None
    return lambda text: click.echo(f"\r\x1b[K{text}", err=True, nl=False)


def _write(proof: InvariantProof) -> None:
    from rulewright.core.locales.wording import title_in

    blueprint = proof.blueprint
    if not proof.verdicts:
        name = blueprint.title.get("en", blueprint.ruleset)
        click.echo(f"{name}: no invariants; write some under `invariants:`")
        return
    click.echo(f"{game_label(blueprint)}\n")
    width = max(len(each.info.id) for each in proof.verdicts)
    for each in proof.verdicts:
        title = title_in(each.info.title, "en", "")
        click.echo(f"  {each.info.id:{width}}  {each.sentence()}" + (f"  ({title})" if title else ""))
    if proof.refusal:
        click.echo(f"\nNot natively: {proof.refusal}")
    _write_scenarios(proof.broken)


def _write_scenarios(broken: list[InvariantVerdict]) -> None:
    for each in broken:
        if each.counterexample is not None:
            click.echo(f"\n# ---- {each.info.id}\n{each.counterexample.text}", nl=False)


def _write_both(before: InvariantProof, after: InvariantProof) -> None:
    """Print what a house rule breaks, and the verdict of each invariant before and after."""
    blueprint = after.blueprint
    newly = _newly([before, after])
    names = {each.info.id for each in newly}
    click.echo(f"{blueprint.title.get('en', blueprint.ruleset)} and the house rule\n")
    known = {each.info.id: each for each in before.verdicts}
    for each in after.verdicts:
        old = known.get(each.info.id)
        mark = "BROKEN BY THE HOUSE RULE" if each.info.id in names else "broken before" if each.is_broken else "kept"
        click.echo(f"  {each.info.id}: {mark}")
        click.echo(f"    before: {old.sentence() if old is not None else 'no such invariant'}")
        click.echo(f"    after:  {each.sentence()}")
    for name in [each for each in known if each not in {verdict.info.id for verdict in after.verdicts}]:
        click.echo(f"  {name}: not one of its invariants")
    _write_scenarios(newly)


def _solve(table: TableChoice, seats: int, bounds: SearchBounds, form: str) -> None:
    from rulewright.author.proving.solving import CannotSolve, solve

    try:
        found = solve(table.choice, seats=seats, settings=table.settings, bounds=bounds)
    except CannotSolve as refused:
        complain(f"not solved: {refused}")
        raise click.exceptions.Exit(3) from None
    if form == "json":
        line = [{"seat": seat, "choose": key} for seat, key in found.line]
        write_json({"lead": found.lead, "tie_break": found.broken_by, "states": found.states, "line": line})
        return
    click.echo(f"{found.sentence()}; all {found.states:,} positions were visited\n")
    click.echo("A line of best play" + (", with the likeliest random results" if found.is_chance else "") + ":")
    for seat, key in found.line:
        click.echo(f"  seat {seat}: {key}")
