"""The results of a comparison, as text for people and as data for programs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from shlex import quote
from typing import TYPE_CHECKING, Any

import click

from rulewright.cli.options.policies import unlearned_by
from rulewright.cli.options.table import TableChoice
from rulewright.cli.output import complain, write_json
from rulewright.cli.results.rendering import (
    MOST_SEATS,
    Rendering,
    TellingOptions,
    learned_heading,
    never,
    read,
    strength_of,
)
from rulewright.core.diagnostics import counted
from rulewright.core.writing import write_whole
from rulewright.play.records.replay_files import packages_to_json

if TYPE_CHECKING:
    from rich.console import Console

    from rulewright.core.model.game import Game
    from rulewright.lab.comparing.compare import ComparePlan, Comparison, Finding, InterimAnalyses
    from rulewright.play.jobs.running import JobRun
    from rulewright.play.jobs.shards import RunHeading

_SHOWN = 16
_WIDE = 100
"""From this many columns on a row has room for everything."""


@dataclass(frozen=True)
class CompareRendering(Rendering):
    """A comparison, as its heading describes it."""

    writes = ("--html",)

    def tell(self, run: JobRun[Any, InterimAnalyses]) -> None:
        if run.merged.pairs:
            assert self.heading is not None
            write_found(run.merged.found(), self.heading, self.telling)
        else:
            size = counted(self.job.size, "pair")
            complain(f"No results yet: the first evaluation is after {size}.")


def rendering_of(heading: RunHeading, telling: TellingOptions) -> CompareRendering:
    """Return a comparison read from a file, which can be reported but not played.

    Raises ShardRefused if the file is not of a comparison.
    """
    from rulewright.lab.comparing.compare import CompareJob, ComparePlan
    from rulewright.lab.comparing.pairs import ComparedTable
    from rulewright.play.jobs.shards import cannot_be_read

    run, told = heading.run, heading.told
    seats, ruled, seed = (read(int, run, name) for name in ("seats", "ruled", "seed"))
    dealt = read(tuple[tuple[str, ...], ...], run, "policies")
    together = read(tuple[int, ...], run, "together") if "together" in run else ()
    tables = tuple(ComparedTable(seats, policies, seed, ruled=ruled, sides=together) for policies in dealt)
    within, numbers = read(float, run, "within"), read(int, run, "numbers")
    plan = ComparePlan(tables, heading.count, read(bool, run, "until_sure"), within, numbers)
    read(list[str], told, "sides")
    read(dict[str, str], told, "titles")
    labels = read(list[str], told, "labels")
    for part in ("unlearned", "strength", "ladder"):
        if part in told:
            read(list[str], told, part)
    fits = heading.size == plan.in_a_chunk and 0 <= ruled < seats <= MOST_SEATS and len(together) in (0, seats)
    if not fits or not dealt or len(labels) != 2 or numbers < 0:
        raise cannot_be_read()
    return CompareRendering(CompareJob(plan, (never, never)), telling, heading, ())


def heading_of(
    plan: ComparePlan, sides: tuple[TableChoice, TableChoice], games: tuple[Game, Game], names: Sequence[str]
) -> RunHeading:
    """Return the heading of a comparison, for the file that keeps it and for its report.

    `names` are the names of the two sides.
    """
    from rulewright.core.run.steps import settings_chosen
    from rulewright.lab.comparing.measures import titles
    from rulewright.play.jobs.shards import RunHeading, engine

    table, policies = plan.tables[0], [name for each in plan.tables for name in each.policies]
    run = {
        "engine": engine(),
        "base": _side_json(sides[0], games[0]),
        "variant": _side_json(sides[1], games[1]),
        "settings": [settings_chosen(game.blueprint, table.settings) for game in games],
        "seats": table.seats,
        "ruled": table.ruled,
        **({"together": list(table.sides)} if table.sides else {}),
        "policies": [list(each.policies) for each in plan.tables],
        "seed": table.seed,
        "until_sure": plan.until_sure,
        "within": plan.within,
        "numbers": plan.numbers,
        **learned_heading(policies, games[0]),
        **_learned_otherwise(policies, games),
    }
    strength, ladder = strength_of(policies, sides[0].ruleset, games[0], table.seats)
    labels = [_label(*each) for each in zip(sides, games, strict=True)]
    labels_of_run = {
        "counted": "pairs",
        "labels": labels,
        "titles": titles(games[1], table.seats) | titles(games[0], table.seats),
        "sides": list(names),
        "strength": strength,
        "ladder": ladder,
        "unlearned": [
            sentence
            for game, label in zip(games, labels, strict=True)
            for sentence in unlearned_by(policies, game, table.seats, label)
        ],
    }
    return RunHeading("compare", plan.pairs, plan.in_a_chunk, run, told=labels_of_run)


def _learned_otherwise(policies: Sequence[str], games: tuple[Game, Game]) -> dict[str, Any]:
    """Return the learned players of the second side, empty if both sides have the same."""
    one, other = (learned_heading(policies, game).get("learned", {}) for game in games)
    return {"learned_by_variant": other} if other != one else {}


def write_found(found: Comparison, heading: RunHeading, telling: TellingOptions) -> None:
    """Write the report of a comparison on the screen, and as a page if requested."""
    one, two = heading.told["labels"]
    titles, ladder = heading.told["titles"], heading.told.get("ladder", [])
    on_players = [*heading.told.get("strength", []), *heading.told.get("unlearned", [])]
    if telling.page is not None:
        from rulewright.lab.comparing.compare_page import comparison_page

        write_whole(telling.page, comparison_page(found, (one, two), titles, on_players, ladder))
    if telling.form == "json":
        write_json(comparison_json(found, heading))
        return
    write_text(found, (one, two), titles, telling.everything, ladder)
    _write_on_players(on_players)
    words = " ".join(map(quote, heading.told["sides"]))
    click.echo(f"\nNext: rulewright diff {words} --impact shows where games diverge")


def comparison_json(found: Comparison, heading: RunHeading) -> dict[str, Any]:
    """Return a comparison as plain data.

    Numbers are rounded to six decimal places.
    """
    from rulewright.lab.comparing.by_players import across_players, meetings
    from rulewright.lab.comparing.compare import policy_name

    tables = found.plan.tables
    return {
        "base": heading.run["base"],
        "variant": heading.run["variant"],
        "pairs": found.pairs,
        "sure": found.is_sure,
        "seats": tables[0].seats,
        "seed": tables[0].seed,
        "within": found.plan.within,
        "policies": [policy_name(each) for each in tables],
        "ladder": heading.told.get("ladder", []),
        "strength": heading.told.get("strength", []),
        "unlearned": heading.told.get("unlearned", []),
        "metrics": [
            {
                "id": each.name,
                "family": "primary" if each.is_primary else "other",
                "policy": each.policy,
                "base": round(each.sums.base_mean, 6),
                "variant": round(each.sums.variant_mean, 6),
                "difference": round(each.sums.mean, 6),
                "interval": [round(end, 6) for end in each.verdict.interval],
                "e_value": float(f"{each.verdict.e_value:.6g}"),
                "verdict": each.verdict.answer,
                "pairs_needed": each.verdict.pairs_needed,
            }
            for each in found.findings
        ],
        "across_policies": [
            {
                "id": each.name,
                "agreement": each.agreement,
                **({"most": each.most.policy, "least": each.least.policy} if each.agreement == "differs" else {}),
            }
            for each in across_players(found)
        ],
        "meetings": [
            [{"policy": name, "base": round(one, 6), "variant": round(two, 6)} for name, one, two in each.shares]
            for each in meetings(found)
        ],
    }


def _side_json(side: TableChoice, game: Game) -> dict[str, Any]:
    return {
        "ruleset": game.blueprint.ruleset,
        "variant": side.variant.stem if side.variant is not None else None,
        "modules": list(game.blueprint.modules),
        **packages_to_json(game.blueprint.packages),
        "ruleset_digest": game.blueprint.digest,
    }


def _label(side: TableChoice, game: Game) -> str:
    name = side.variant.stem if side.variant is not None else game.blueprint.title.get("en", game.blueprint.ruleset)
    return f"{name} ({', '.join(game.blueprint.modules)})"


def write_text(
    found: Comparison, labels: tuple[str, str], titles: dict[str, str], everything: bool, ladder: Sequence[str] = ()
) -> None:
    """Write the primary findings and the significant other ones, for each way of playing."""
    from rulewright.cli.screen.console import make_console
    from rulewright.lab.comparing.compare import policy_name
    from rulewright.lab.comparing.wording import headline, needed_text

    console = make_console()
    for line in headline(found, labels):
        console.print(line)
    for table in found.plan.tables:
        policy = policy_name(table)
        own = [each for each in found.findings if each.policy == policy]
        console.print()
        primary = [each for each in own if each.is_primary]
        console.print(_rows(f"played by {policy}", primary, titles, console.width))
        if console.width < _WIDE and (needed := needed_text(primary)):
            console.print(f"  {needed}")
        others = [each for each in own if not each.is_primary]
        shown = [each for each in others if each.verdict.answer != "not shown"]
        if not shown:
            click.echo(f"  none of the {len(others)} other numbers differs significantly")
            continue
        listed = shown if everything else shown[:_SHOWN]
        rest = "" if len(listed) == len(shown) else f"; the strongest {len(listed)}, all with --all"
        heading = f"{len(shown)} of {len(others)} other numbers differ{'s' * (len(shown) == 1)} significantly{rest}"
        console.print(_rows(heading, listed, titles, console.width))
    _write_players(console, found, titles, ladder)


def _write_players(console: Console, found: Comparison, titles: dict[str, str], ladder: Sequence[str]) -> None:
    """Write the strength of the players, and whether the results depend on them."""
    from rulewright.cli.screen.console import plain_table
    from rulewright.lab.comparing.by_players import across_players, meetings
    from rulewright.lab.comparing.wording import ACROSS, across_text, meeting_text, strength_hint

    across = across_players(found)
    rows = plain_table(ACROSS, heads=False)
    for each in across:
        if each.agreement != "not shown":
            style = "bold" if each.agreement == "differs" else ""
            rows.add_row("", titles.get(each.name, each.name), across_text(each, ladder), style=style)
    open_ones = len(across) - rows.row_count
    if open_ones:
        rows.add_row("", f"the {'other ' * bool(rows.row_count)}{open_ones} primary questions", "not shown")
    if across:
        console.print()
        console.print(rows)
    for meeting in meetings(found):
        console.print(f"\n{meeting_text(meeting)}")
    if not ladder and (hint := strength_hint(found)):
        console.print(f"\n{hint}")


def _write_on_players(sentences: Sequence[str]) -> None:
    from rulewright.cli.screen.console import filled

    if sentences:
        click.echo()
    for each in sentences:
        click.echo(filled(each))


def _rows(heading: str, findings: list[Finding], titles: dict[str, str], columns: int) -> Any:
    """Return a table of findings.

    A narrow screen leaves out the number of further pairs needed.
    """
    from rulewright.cli.screen.console import plain_table
    from rulewright.lab.comparing.wording import answer_text, difference_text, value_text

    rows = plain_table(heading)
    for column, side in (("", "left"), ("", "left"), ("base", "right"), ("variant", "right"), ("difference", "left")):
        rows.add_column(column, justify=side, no_wrap=column != "")  # type: ignore[arg-type]
    rows.add_column("", no_wrap=True)
    for each in findings:
        rows.add_row(
            "",
            titles.get(each.name, each.name),
            value_text(each, each.sums.base_mean),
            value_text(each, each.sums.variant_mean),
            difference_text(each),
            answer_text(each) if columns >= _WIDE else each.verdict.answer,
            style="bold" if each.verdict.answer in ("more", "less") else "",
        )
    return rows
