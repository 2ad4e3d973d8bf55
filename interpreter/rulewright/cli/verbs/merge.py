"""`rulewright merge`: the shards of a run, played on several machines or at several times, reported as one run."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

import click

from rulewright.cli.options.wrong import NewFile
from rulewright.cli.output import complain, format_option
from rulewright.cli.results.rendering import Rendering, TellingOptions

if TYPE_CHECKING:
    from rulewright.play.jobs.shards import RunHeading

_RESULTS = {
    "compare": "comparison",
    "ladder": "ladder_rows",
    "report": "game_report",
    "simulate": "series_summary",
}
"""The module of `results/` that reports the runs of a verb."""


@click.command("merge")
@click.argument(
    "files", metavar="FILE...", nargs=-1, required=True, type=click.Path(path_type=Path, exists=True, dir_okay=False)
)
@click.option("--so-far", is_flag=True, help="Allow missing shards: count the games before the first gap.")
@click.option(
    "--details", is_flag=True, help="For a simulation: list how often each option was chosen, and the time used."
)
@click.option("--all", "everything", is_flag=True, help="List everything, not only the strongest or most used.")
@click.option("--html", "page", type=NewFile(), metavar="FILE",
              help="For a comparison, ladder or report: also write a page with plots.")  # fmt: skip
@click.option("--examples", "folder", type=click.Path(path_type=Path, file_okay=False), metavar="DIR",
              help="For a report: write the example games to this folder.  [default: with --html, next to the "
                   "page]")  # fmt: skip
@format_option
def verb(
    files: tuple[Path, ...], so_far: bool, details: bool, everything: bool, page: Path | None, folder: Path | None,
    form: str,
) -> None:  # fmt: skip
    """Put together what 'compare', 'ladder', 'report' or 'simulate' kept in FILEs by --shard or --out, as one run.

    The report is the same, to the letter, as if one machine had played all of it. Files of other rules, of another
    run, that hold the same games twice or that leave some out are refused.
    """
    from rulewright.play.jobs.checkpoint import read_checkpoint
    from rulewright.play.jobs.running import JobRun
    from rulewright.play.jobs.shards import ShardRefused, cannot_be_read, merged

    try:
        heading, chunks = merged([read_checkpoint(file) for file in files], so_far=so_far)
        if not chunks:
            raise ShardRefused("none of the files has the first games; there is nothing to report yet")
        rendering = _rendering(heading, TellingOptions(form, everything, details, page, folder), files[0])
        run = JobRun(rendering.job)
        for number, each in enumerate(chunks):
            if run.add(number, rendering.job.read(each.found, heading.chunk(number)), each.seconds):
                break
        if not rendering.fits(run):
            raise cannot_be_read()
    except ShardRefused as refused:
        complain(f"refused: {refused}")
        raise click.exceptions.Exit(1) from None
    rendering.tell(run)
    raise click.exceptions.Exit(rendering.judge(run))


def _rendering(heading: RunHeading, telling: TellingOptions, file: Path) -> Rendering:
    """Return the rendering of a verb's report. Raises ShardRefused if its heading is incomplete."""
    from rulewright.play.jobs.shards import ShardRefused

    module = _RESULTS.get(heading.of)
    if module is None:
        raise ShardRefused(f"{file} is a run of '{heading.of}', which this version of rulewright does not know")
    rendering: Rendering = import_module(f"rulewright.cli.results.{module}").rendering_of(heading, telling)
    for option, wanted in (("--html", telling.page), ("--examples", telling.examples)):
        if wanted is not None and option not in rendering.writes:
            raise click.UsageError(
                f"{option} cannot be used with these files: they are runs of rulewright {heading.of}"
            )
    return rendering
