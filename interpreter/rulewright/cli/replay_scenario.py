"""`rulewright replay FILE --to-scenario`, and `s` in play: some choices of a game written as a scenario."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import click

from rulewright.cli.output import complain, write_json
from rulewright.cli.table import TableChoice
from rulewright.cli.wrong import refuse_unwritable, wrong_value
from rulewright.writing import write_whole

if TYPE_CHECKING:
    from rulewright.play.replay import Replay
    from rulewright.testing.extraction.retell import Retold


@dataclass(frozen=True, slots=True)
class ScenarioWanted:
    """Where the scenario is written, `-` for standard output, and of which choices (from 1)."""

    out: str
    at: int | None
    first: int | None
    last: int | None


def write_scenario(table: TableChoice, replay: Replay, wanted: ScenarioWanted, form: str) -> None:
    """Write the scenario. Raises UsageError, and Exit where none can be written."""
    from rulewright.testing.extraction.retell import CannotRetell

    if wanted.at is not None and (wanted.first is not None or wanted.last is not None):
        raise click.UsageError("name a choice by --at, or some by --from and --to")
    _refuse_missing(wanted, len(replay.choices))
    if wanted.out != "-":
        _refuse_unwritable(Path(wanted.out))
    first = wanted.at if wanted.at is not None else wanted.first
    try:
        folder = Path(wanted.out).parent if wanted.out != "-" else None
        retold = retold_of(table, replay, first, wanted.last, folder)
    except CannotRetell as fault:
        complain(f"no scenario can be written: {fault}")
        raise click.exceptions.Exit(1) from None
    if form == "json":
        write_json({"first": retold.first, "last": retold.last, "whole_game": retold.whole, "scenario": retold.text})
    elif wanted.out == "-":
        click.echo(retold.text, nl=False)
    if wanted.out != "-":
        write_whole(Path(wanted.out), retold.text)
        for remark in retold.remarks:
            complain(remark)
        complain(f"{told_of(retold)} is written to {wanted.out}; see it pass: rulewright test {wanted.out}")


def _refuse_missing(wanted: ScenarioWanted, last: int) -> None:
    """Wrong usage where the game has no such choice."""
    for option, number in (("--at", wanted.at), ("--from", wanted.first), ("--to", wanted.last)):
        if number is not None and number > last:
            has = f"the game has the choices 1 to {last}" if last else "nothing is chosen in this game"
            raise wrong_value(option, str(number), has)
    if wanted.first is not None and wanted.last is not None and wanted.last < wanted.first:
        raise wrong_value("--to", str(wanted.last), f"this is before --from {wanted.first}")


def _refuse_unwritable(out: Path) -> None:
    """Wrong usage where the scenario cannot be written, before the long search; what is there stays as it is."""
    if out.is_file():
        raise click.UsageError(f"{out} is there already, and would be lost; name another file")
    refuse_unwritable(out, "--to-scenario")


def retold_of(
    table: TableChoice, replay: Replay, first: int | None, last: int | None, folder: Path | None = None
) -> Retold:
    """The scenario of some choices, to stand in a folder, or here. Raises CannotRetell."""
    from rulewright.pipeline import Choice
    from rulewright.testing.extraction.retell import retell

    complain("looking for the smallest scenario that shows the same ...")
    return retell(Choice(table.ruleset, table.modules, table.variant), replay, first, last, folder=folder)


def told_of(retold: Retold) -> str:
    """Which scenario it is, in a few words."""
    choices = f"choice {retold.first}" if retold.first == retold.last else f"choices {retold.first} to {retold.last}"
    begins = ", from the beginning of the game," if retold.whole else ""
    return f"a scenario of {choices}{begins}"
