"""`rulewright explain`: what a word of the language, a code, a key of a file or a name of a ruleset means."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

import click

from rulewright.cli.options.modules import modules_named
from rulewright.cli.options.names import known_ruleset, known_titles, titles_option
from rulewright.cli.options.table import variants_named
from rulewright.cli.options.wrong import wrong_value
from rulewright.cli.output import complain, format_option_for, refuse_mistakes, write_json
from rulewright.cli.results.meaning import key_rows, lines_of_meanings, lines_of_mentions
from rulewright.core.diagnostics import has_errors

if TYPE_CHECKING:
    from rulewright.author.editor.explain.search import Where
    from rulewright.core.model.document import Mapping


@click.command("explain")
@click.argument("names", metavar="NAME...", nargs=-1)
@click.option(
    "--ruleset",
    metavar="NAME|PATH",
    help="Look only in this ruleset.  [default: the one in this folder, or all shipped ones]",
)
@click.option("--modules", metavar="X,Y", help="Use only these modules.  [default: all]")
@click.option(
    "--variant", multiple=True, metavar="NAME|FILE",
    help="Apply a variant; a NAME needs --ruleset. Repeat it for several together.",
)  # fmt: skip
@click.option("--verbs", is_flag=True, help="Show the whole language: every verb, function and keyword.")
@click.option("--codes", is_flag=True, help="List all codes of messages.")
@click.option("--keys", is_flag=True, help="List all keys, file by file.")
@click.option("--schemas", is_flag=True, help="Print the paths of the schemas, for an editor.")
@click.option("--lowered", is_flag=True, help="Show the compiled form of an entry's texts.")
@titles_option
@click.option("--all", "everything", is_flag=True, help="List all uses of a name.")
@format_option_for("Text for people or JSON for programs; a Markdown page with --verbs.", "markdown")
def verb(
    names: tuple[str, ...],
    ruleset: str | None,
    modules: str | None,
    variant: tuple[str, ...],
    verbs: bool,
    codes: bool,
    keys: bool,
    schemas: bool,
    lowered: bool,
    lang: str,
    everything: bool,
    form: str,
) -> None:
    """Explain each NAME of the language, of the files, or of a ruleset.

    A NAME is a word of the language (pay, first, ask each), a code of a message (unknown-zone), a key of a file (zones,
    zones.visible), a kind of file (scenarios), or something that a ruleset defines: an entry, a field (card.cost), a
    value, a module, the id of a rule.

    Shows its text with file and line, what reads, changes or runs it, and the scenarios that test it. Looks in the
    ruleset that the folder is in, in rulesets that are folders in it, and in those that are shipped.
    """
    if form == "markdown" and not verbs:
        raise click.UsageError("only --verbs can be a Markdown page; write --format text or json")
    if verbs + codes + keys + schemas + bool(names) != 1:
        raise click.UsageError("name something to explain: a NAME, or one of --verbs, --codes, --keys, --schemas")
    if lowered and (not names or variant or form != "text"):
        raise click.UsageError("--lowered shows entries as text: name them; it goes with --ruleset and --modules only")
    if lowered:
        _write_lowered(names, _places(ruleset, modules, ()))
    elif verbs:
        _write_verbs(form)
    elif codes:
        _write_codes(form)
    elif keys:
        _write_keys(form)
    elif schemas:
        _write_schemas(form)
    else:
        places = _places(ruleset, modules, variant)
        known_titles(lang, [str(each.root) for each in places])
        _write_names(names, places, lang, everything, form)


def _write_names(names: tuple[str, ...], places: tuple[Where, ...], lang: str, everything: bool, form: str) -> None:
    from rulewright.author.editor.explain.search import hint_for, meanings, mentions
    from rulewright.core.language.vocabulary import words_named

    if len(names) > 1 and words_named(" ".join(names)):
        names = (" ".join(names),)
    answers = {name: meanings(name, places, lang) for name in names}
    found = {name: answer for name, (answer, _) in answers.items()}
    unknown = [name for name, listed in found.items() if not listed]
    rulesets = {place.root.name for place in places}
    whole = " ".join(names)
    mentioned = {whole: mentions(whole, places)} if unknown and whole not in rulesets else {}
    if unknown and not mentioned.get(whole) and whole not in rulesets:
        mentioned = {name: mentions(name, places) for name in unknown}
    if form == "json":
        explained = [asdict(each) for listed in found.values() for each in listed]
        said = [asdict(each) for listed in mentioned.values() for each in listed]
        write_json({"meanings": explained, "mentions": said, "looked_in": [place.root.name for place in places]})
    else:
        shown = tuple(each for listed in found.values() for each in listed)
        lines = [*lines_of_meanings(shown, everything), *lines_of_mentions(mentioned, everything)]
        click.echo("".join(f"{line}\n" for line in lines), nl=False)
    for root in dict.fromkeys(root for _, roots in answers.values() for root in roots):
        complain(f"'{root.name}' has errors, so it cannot be explained; see: rulewright check {root.name}")
    unknown = [name for name in unknown if not mentioned.get(name) and not mentioned.get(whole)]
    for name in unknown:
        if name in rulesets:
            complain(f"'{name}' is a ruleset; name something in it, or read it whole: rulewright doc {name}")
            continue
        hint = hint_for(name, places)
        where = ", ".join(place.root.name for place in places)
        ending = f"; {hint}" if hint else ""
        complain(f"nothing is named '{name}' in the language, among the codes and keys, or in {where}{ending}")
    if unknown or any(each.ruleset for listed in found.values() for each in listed):
        _tell_where(places)
    if unknown:
        raise click.exceptions.Exit(2)


def _write_lowered(names: tuple[str, ...], places: tuple[Where, ...]) -> None:
    from rulewright.author.editor.explain.lowered import first_lowered
    from rulewright.author.editor.explain.search import hint_for

    for number, name in enumerate(names):
        lines, wrong = first_lowered(name, places)
        for root in wrong:
            complain(f"'{root.name}' has errors, so it cannot be explained; see: rulewright check {root.name}")
        if not lines:
            hint = hint_for(name, places)
            where = ", ".join(place.root.name for place in places)
            complain(f"no text of an entry '{name}' is compiled in {where}{f'; {hint}' if hint else ''}")
            raise click.exceptions.Exit(2)
        click.echo("\n" * bool(number) + "\n".join(lines))


def _tell_where(places: tuple[Where, ...]) -> None:
    """Says so if only shipped rulesets were looked in, because the folder has none and none was named."""
    from rulewright.core.pipeline import ruleset_root, shipped_names

    shipped = {ruleset_root(name) for name in shipped_names()}
    if len(places) > 1 and all(place.root in shipped and not place.packages for place in places):
        names = ", ".join(place.root.name for place in places)
        searched = "this folder has no ruleset, so only shipped ones were searched"
        complain(f"{searched}: {names}; to search another one: --ruleset PATH")


def _places(ruleset: str | None, modules: str | None, variant: tuple[str, ...]) -> tuple[Where, ...]:
    """The rulesets to look in."""
    from rulewright.author.editor.explain.search import Where
    from rulewright.core.packages.extending import extending, package_around
    from rulewright.core.pipeline import Choice, packages_of, ruleset_root, shipped_names

    path = None
    if variant:
        lacking = [each for each in variant if ruleset is None and not Path(each).is_file()]
        if lacking:
            raise wrong_value("--variant", lacking[0], "no file of that name; a ruleset's own variant needs --ruleset")
        ruleset = ruleset or _extended(Path(variant[0]))
        path = variants_named(ruleset, variant)
    if modules is not None and ruleset is None:
        raise click.UsageError("--modules needs --ruleset NAME")
    if ruleset is not None:
        root = ruleset_root(known_ruleset(ruleset))
        assert root is not None
        listed = modules_named(ruleset, modules)
        packages = packages_of(Choice(ruleset, listed, path))
        document = _variant(path, root, packages) if path is not None else None
        return (Where(root, listed or (), document, packages),)
    here = Path.cwd()
    around = package_around(here)
    if around is not None:
        package = extending(around)
        return (Where(Path(package.ruleset), (), None, package.packages),)
    roots = [root for name in shipped_names() if (root := ruleset_root(name)) is not None]
    roots += [path for path in (here, *here.parents) if (path / "ruleset.yaml").is_file()][:1]
    roots += sorted(path.parent for path in here.glob("*/ruleset.yaml"))
    found = tuple(Where(root) for root in {root.resolve(): root for root in reversed(roots)}.values())[::-1]
    return (*found, *_packages_in(here))


def _packages_in(folder: Path) -> Iterator[Where]:
    """Yield each package that is a folder in another, without those whose ruleset is missing."""
    from rulewright.author.editor.explain.search import Where
    from rulewright.core.model.packages_used import PackageRefused
    from rulewright.core.packages.extending import extending, leads_to_package

    for path in sorted(folder.glob("*/module.yaml")):
        if leads_to_package(path.parent):
            with suppress(PackageRefused):
                package = extending(path.parent)
                yield Where(Path(package.ruleset), (), None, package.packages)


def _extended(variant: Path) -> str:
    """The ruleset that a variant extends."""
    from rulewright.core.load.together import ruleset_extended
    from rulewright.core.model.document import text_of
    from rulewright.core.pipeline import find_ruleset, lines_of
    from rulewright.core.validate.variants import checked_variant

    document, faults = checked_variant(variant)
    name = text_of(ruleset_extended(document))
    if name is None:
        refuse_mistakes(faults, lines_of(variant), str(variant))
    root = find_ruleset(name, variant)
    return str(root) if root is not None else name


def _variant(path: Path, root: Path, packages: tuple[Path, ...]) -> Mapping:
    """A variant's document, by the names that its ruleset has now."""
    from rulewright.core.load.folder import read_ruleset
    from rulewright.core.pipeline import lines_of
    from rulewright.core.validate.variants import checked_variant

    document, faults = checked_variant(path, read_ruleset(root, packages=packages))
    if document is None or has_errors(faults):
        refuse_mistakes(faults, lines_of(path), str(path))
    return document


# ---- The lists


def _write_verbs(form: str) -> None:
    from rulewright.author.editor.explain.reference import reference_data, reference_markdown, reference_text

    if form == "json":
        write_json({"words": reference_data()})
    else:
        click.echo(reference_markdown() if form == "markdown" else reference_text())


def _write_codes(form: str) -> None:
    from rulewright.author.editor.explain.codes import CODES

    if form == "json":
        write_json({"codes": [asdict(code) for code in CODES]})
        return
    width = max(len(code.code) for code in CODES)
    for code in sorted(CODES, key=lambda each: each.code):
        click.echo(f"{code.code:{width}}  {code.title}")


def _write_keys(form: str) -> None:
    from rulewright.author.editor.explain.keys_told import all_files

    files = all_files()
    if form == "json":
        write_json({"files": [asdict(each) for each in files]})
        return
    for number, each in enumerate(files):
        click.echo("\n" * bool(number) + f"{click.style(each.name, bold=True)}: {each.what}")
        click.echo("\n".join(key_rows(each.keys, "  ")))


def _write_schemas(form: str) -> None:
    from rulewright.core.validate.schemas import KINDS, schema_folder

    folder = schema_folder()
    files = {kind: str(folder / f"{kind}.schema.json") for kind in KINDS}
    if form == "json":
        write_json({"schemas": files})
        return
    click.echo("YAML editors complete and check a file that begins with one of these lines:\n")
    for path in files.values():
        click.echo(f"# yaml-language-server: $schema={path}")
