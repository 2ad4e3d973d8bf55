"""`rulewright print`: the components of a game as sheets of paper, with cut marks."""

from __future__ import annotations

from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING

import click

from rulewright.cli.options.modules import modules_named
from rulewright.cli.options.names import known_ruleset, known_titles, language_tag, say_if_unspoken
from rulewright.cli.options.table import variants_named
from rulewright.cli.options.wrong import NewFile, Whole, refuse_unknown, wrong_value
from rulewright.cli.output import format_option, mistakes_told, write_json
from rulewright.core.locales.catalogue import known_language
from rulewright.core.writing import write_whole

if TYPE_CHECKING:
    from rulewright.author.printing.paper import Size
    from rulewright.author.printing.pictured import Pictured
    from rulewright.author.printing.sheets import Layout, Print
    from rulewright.core.model.game import Game

_MOST_COPIES = 100
_MOST_BLEED = 10


@click.command("print")
@click.argument("name", metavar="NAME")
@click.option("--out", type=NewFile(dir_okay=False), metavar="FILE", required=True, help="An .html, .pdf or .zip file.")
@click.option(
    "--modules", metavar="A,B", help="Print the components of these modules.  [default: those of the ruleset]"
)
@click.option(
    "--variant", multiple=True, metavar="NAME|FILE",
    help="Print a table with this house rule. Repeat it for several together.",
)  # fmt: skip
@click.option("--kind", "kinds", multiple=True, metavar="KIND", help="Print only components of this kind. Repeatable.")
@click.option(
    "--size",
    metavar="SIZE",
    help="The size of cards: poker, bridge, euro, tarot, mini, square or a measure such as 63x88 (mm); with --kind, "
    "of the printed components.  [default: poker]",
)
@click.option("--paper", type=click.Choice(["a4", "letter"]), default="a4", show_default=True, help="The paper.")
@click.option("--copies", type=Whole(1, _MOST_COPIES), help="Copies of each component.  [default: as in the game]")
@click.option(
    "--backs", is_flag=True, help="Add a sheet of backs after each sheet, for two-sided printing (long edge)."
)
@click.option(
    "--bleed", type=click.FloatRange(0, _MOST_BLEED), default=0.0, show_default=True, metavar="MM",
    help="Print N mm more around each component, for inexact cuts.",
)  # fmt: skip
@click.option(
    "--since",
    metavar="NAME|FOLDER",
    help="Print only components that look different from an earlier version of the ruleset, with lists of the new "
    "and the removed ones.",
)
@click.option(
    "--lang", default="en", show_default=True, metavar="LANGUAGE", callback=language_tag,
    help="Language of the components.",
)  # fmt: skip
@format_option
def verb(
    name: str, out: Path, modules: str | None, variant: tuple[str, ...], kinds: tuple[str, ...], size: str | None,
    paper: str, copies: int | None, backs: bool, bleed: float, since: str | None, lang: str, form: str,
) -> None:  # fmt: skip
    """Write NAME as sheets to print and cut: components, playing pieces, maps, tracks, a score sheet and the rules.

    An .html file needs nothing else and is printed by any browser, without margins and in its original size. A .pdf
    file is made by a Chromium, Chrome or Edge of this machine, and so is a .zip: it holds pictures of components
    with their backs, of boards, and a table of contents, for programs in which people play on a virtual table.
    """
    from rulewright.author.printing import box_contents
    from rulewright.author.printing.boards import Unprinted, unprinted
    from rulewright.author.printing.by_browser import BrowserError, pdf_of
    from rulewright.author.printing.discs import discs, size_of_men
    from rulewright.author.printing.pictured import pictured
    from rulewright.author.printing.sheets import printed_page
    from rulewright.table.primer.gathered import in_the_box, primer_of

    if out.suffix not in (".html", ".pdf", ".zip"):
        raise wrong_value("--out", str(out), "name an .html, a .pdf or a .zip file")
    if out.suffix == ".zip" and bleed:
        raise wrong_value("--bleed", f"{bleed:g}", "pictures are not cut; leave it out")
    known_ruleset(name)
    if known_language(lang) != lang:
        known_titles(lang, [name])
        say_if_unspoken(lang)
    begun = perf_counter()
    game = _game(name, modules, variant)
    primer = primer_of(game, lang)
    scene = in_the_box(primer)
    layout_of = _layout(size, paper, bleed, backs, size_of_men(scene), of_all=bool(kinds))
    refuse_unknown("--kind", kinds, box_contents.printable_kinds(scene), "this kind has no components to print")
    printed = box_contents.printed_components(scene, kinds)
    changes, missing = None, tuple[Unprinted, ...]()
    if since is not None:
        known_ruleset(since)
        earlier = in_the_box(primer_of(_game(since, modules, ()), lang))
        changes = box_contents.since(box_contents.printed_components(earlier, kinds), printed)
        printed = changes.printed
    elif not kinds:
        printed = (*printed, *discs(game, scene))
        missing = tuple(unprinted(scene))
    if copies is not None:
        printed = tuple(each._replace(copies=copies) for each in printed)
    made: Print | Pictured
    whole = not kinds and since is None
    try:
        if out.suffix == ".zip":
            sizes = {form: grid.size for form, grid in layout_of.grids.items()}
            made = pictured(primer, scene, printed, sizes, whole=whole)
            data = made.data
        else:
            made = printed_page(primer, scene, printed, layout_of, whole=whole, changes=changes)
            data = pdf_of(made.html) if out.suffix == ".pdf" else made.html.encode()
    except BrowserError as reason:
        raise wrong_value("--out", str(out), str(reason)) from None
    write_whole(out, data)
    seconds = perf_counter() - begun
    if form == "json":
        told = {"file": out.as_posix(), "bytes": len(data), "seconds": round(seconds, 2)}
        told |= {"sheets": made.sheets, "components": made.components}
        told["not_printed"] = [each._asdict() for each in missing]
        write_json(told | {"since": changes._asdict() | {"printed": len(printed)} if changes is not None else None})
        return
    click.echo(
        f"{out}: {made.components} components on {made.sheets} sheets, {len(data) / 1e6:.2f} MB in {seconds:.1f} s"
    )
    for each in missing:
        click.echo(f"not printed: {each.title}; {each.instead}")


def _layout(size: str | None, paper: str, bleed: float, backs: bool, men: Size, *, of_all: bool) -> Layout:
    """Return the layout that the options ask for. Raises UsageError if a size is unknown or does not fit."""
    from rulewright.author.printing.paper import DEFAULT_SIZES, PAPERS, SIZES, grid_on, size_named
    from rulewright.author.printing.sheets import Layout

    sizes: dict[str, Size] = DEFAULT_SIZES | {"man": men}
    if size is not None:
        named = size_named(size)
        if named is None:
            known = ", ".join(SIZES)
            raise wrong_value("--size", size, f"name a size ({known}), or millimetres, as in 63x88")
        sizes = {form: named if of_all or form == "card" else each for form, each in sizes.items()}
    grids = {form: grid_on(PAPERS[paper], each, bleed) for form, each in sizes.items()}
    fitting = {form: grid for form, grid in grids.items() if grid is not None}
    if len(fitting) < len(grids):
        raise wrong_value("--size", size or "poker", f"a component of this size does not fit on {paper}")
    return Layout(PAPERS[paper], fitting, backs)


def _game(name: str, modules: str | None, variant: tuple[str, ...]) -> Game:
    from rulewright.native.loading import load_game

    with mistakes_told(name):
        listed, house_rules = modules_named(name, modules), variants_named(name, variant)
        return load_game(name, modules=listed, variant=house_rules, backend="python")
