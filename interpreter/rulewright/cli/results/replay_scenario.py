"""Some choices of a game written as a scenario, for `replay FILE --to-scenario` and `s` in play."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import click

from rulewright.cli.options.table import TableChoice
from rulewright.cli.options.wrong import refuse_unwritable, wrong_value
from rulewright.cli.output import complain, write_json
from rulewright.core.writing import write_whole

if TYPE_CHECKING:
    from rulewright.author.testing.extraction.extract import ExtractedScenario
    from rulewright.play.records.replay import Replay


@dataclass(frozen=True, slots=True)
class ScenarioWanted:
    """The file of a scenario (`-` for standard output), and the choices (from 1) it is made of."""

    out: str
    at: int | None
    first: int | None
    last: int | None


def write_scenario(table: TableChoice, replay: Replay, wanted: ScenarioWanted, form: str) -> None:
    """Write the scenario.

    Raises UsageError if a choice or the file is wrong, Exit if no scenario can be written.
    """
    from rulewright.author.testing.extraction.extract import CannotExtract

    if wanted.at is not None and (wanted.first is not None or wanted.last is not None):
        raise click.UsageError("name one choice by --at, or a range by --from and --to")
    _refuse_missing(wanted, len(replay.choices))
    if wanted.out != "-":
        _refuse_unwritable(Path(wanted.out))
    first = wanted.at if wanted.at is not None else wanted.first
    try:
        folder = Path(wanted.out).parent if wanted.out != "-" else None
        extracted = extracted_from(table, replay, first, wanted.last, folder)
    except CannotExtract as fault:
        complain(f"no scenario can be written: {fault}")
        raise click.exceptions.Exit(1) from None
    if form == "json":
        choices = {"first": extracted.first, "last": extracted.last, "whole_game": extracted.whole}
        write_json({**choices, "scenario": extracted.text})
    elif wanted.out == "-":
        click.echo(extracted.text, nl=False)
    if wanted.out != "-":
        write_whole(Path(wanted.out), extracted.text)
        for remark in extracted.remarks:
            complain(remark)
        complain(f"{told_of(extracted)} is written to {wanted.out}; run it: rulewright test {wanted.out}")


def _refuse_missing(wanted: ScenarioWanted, last: int) -> None:
    """Raise UsageError if the game has no such choice."""
    for option, number in (("--at", wanted.at), ("--from", wanted.first), ("--to", wanted.last)):
        if number is not None and number > last:
            has = f"the game has the choices 1 to {last}" if last else "this game has no choices"
            raise wrong_value(option, str(number), has)
    if wanted.first is not None and wanted.last is not None and wanted.last < wanted.first:
        raise wrong_value("--to", str(wanted.last), f"this is before --from {wanted.first}")


def _refuse_unwritable(out: Path) -> None:
    """Raise UsageError if the scenario cannot be written, before the long search.

    An existing file is never replaced.
    """
    if out.is_file():
        raise click.UsageError(f"{out} already exists and would be overwritten; name another file")
    refuse_unwritable(out, "--to-scenario")


def extracted_from(
    table: TableChoice, replay: Replay, first: int | None, last: int | None, folder: Path | None = None
) -> ExtractedScenario:
    """Return the scenario made from some choices, for a folder, or the current one.

    Raises CannotExtract if none can be made.
    """
    from rulewright.author.testing.extraction.extract import extract_scenario

    complain("looking for the smallest scenario with the same result ...")
    return extract_scenario(table.choice, replay, first, last, folder=folder)


def told_of(extracted: ExtractedScenario) -> str:
    """Return a short description of the scenario."""
    first, last = extracted.first, extracted.last
    choices = f"choice {first}" if first == last else f"choices {first} to {last}"
    begins = ", from the beginning of the game," if extracted.whole else ""
    return f"a scenario of {choices}{begins}"
