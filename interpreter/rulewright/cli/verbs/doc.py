"""`rulewright doc`: a handbook of a ruleset as one HTML page that needs nothing else."""

from __future__ import annotations

import sys
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING

import click

from rulewright.cli.options.modules import modules_named
from rulewright.cli.options.names import known_ruleset, known_titles, language_tag, say_if_unspoken
from rulewright.cli.options.table import variants_named
from rulewright.cli.options.wrong import NewFile
from rulewright.cli.output import format_option, mistakes_told, write_json
from rulewright.core.locales.catalogue import known_language
from rulewright.core.writing import write_whole

if TYPE_CHECKING:
    from rulewright.author.handbook.handbook_page import Handbook
    from rulewright.core.pipeline import Choice


@click.command("doc")
@click.argument("name", metavar="NAME")
@click.option(
    "--lang", default="en", show_default=True, metavar="LANGUAGE", callback=language_tag,
    help="Language of the page.",
)  # fmt: skip
@click.option(
    "--modules", metavar="A,B", help="Describe a table with only these modules, their changes applied.  [default: all]"
)
@click.option(
    "--variant", multiple=True, metavar="NAME|FILE",
    help="Describe a table with this house rule, its changes marked. Repeat it for several together.",
)  # fmt: skip
@click.option("--players", "for_players", is_flag=True, help="Write only the part for players, a page to send.")
@click.option("--out", type=NewFile(dir_okay=False), metavar="FILE", help="Write the page to FILE.")
@format_option
def verb(
    name: str, lang: str, modules: str | None, variant: tuple[str, ...], for_players: bool, out: Path | None, form: str
) -> None:
    """Write the handbook of NAME: rules, components, maps, procedures, sources, all on one page that works offline.

    Without --out the page goes to standard output. It covers all modules together; with --modules or --variant, one
    table as it is played. --players leaves out everything but the rules in one page, what is set up, the symbols, the
    cards and the examples.
    """
    from rulewright.core.pipeline import Choice

    known_ruleset(name)
    if out is None and (form == "json" or sys.stdout.isatty()):
        raise click.UsageError(f"name the output file, as in --out {Path(name).name}.html")
    if known_language(lang) != lang:  # one in which we have words is written, whatever the game has
        known_titles(lang, [name])
        say_if_unspoken(lang)
    listed = modules_named(name, modules)
    begun = perf_counter()
    made = _handbook(Choice(name, listed, variants_named(name, variant)), lang, for_players)
    if out is None:
        click.echo(made.html, nl=False)
        return
    data = made.html.encode()
    write_whole(out, data)
    seconds = perf_counter() - begun
    if form == "json":
        write_json({"file": out.as_posix(), "bytes": len(data), "seconds": round(seconds, 2), "counts": made.counts})
        return
    counts = ", ".join(f"{count} {what}" for what, count in made.counts.items() if count)
    click.echo(f"{out}: {len(data) / 1e6:.2f} MB in {seconds:.1f} s{f' ({counts})' if counts else ''}")


def _handbook(choice: Choice, language: str, for_players: bool) -> Handbook:
    from rulewright.author.handbook.gathering import material_of
    from rulewright.author.handbook.handbook_page import handbook

    with mistakes_told(choice.ruleset):
        material = material_of(choice.ruleset, choice.modules, choice.variant)
        return handbook(material, language, for_players=for_players)
