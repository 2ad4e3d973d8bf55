"""`rulewright resume`: continues a saved game or match, whose file knows what is played."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

import click

from rulewright.cli.options.names import known_ruleset, titles_option, variant_id
from rulewright.cli.options.recorded import modules_recorded, variant_recorded
from rulewright.cli.options.table import TableChoice, variants_named
from rulewright.cli.output import complain, format_option_for, write_faults

if TYPE_CHECKING:
    from rulewright.play.records.replay import ReplayRefused


@click.command("resume")
@click.argument("file", metavar="FILE", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--ruleset", metavar="NAME", help="Name or folder of the ruleset, if it is not found automatically.")
@click.option("--match", metavar="FILE", help="File of the match, if it is not found automatically.")
@click.option("--variant", multiple=True, metavar="NAME|FILE",
              help="Variant that it was started with, if it is not found automatically.")  # fmt: skip
@titles_option
@format_option_for("Format of the final scores.")
def verb(file: Path, ruleset: str | None, match: str | None, variant: tuple[str, ...], lang: str, form: str) -> None:
    """Continue the game or match saved in FILE.

    What is played, its modules, settings and seats are in the file. A ruleset, match or variant that is not shipped
    is looked for next to the file and in this folder. The game is saved there again when you leave.
    """
    from rulewright.cli.screen.saved_file import SavedFile
    from rulewright.cli.verbs.play import play
    from rulewright.play.records.replay import ReplayRefused

    saved = SavedFile(file)
    try:
        name, modules, wanted = saved.named()
        modules = modules_recorded(modules, saved.packages(), file)
    except ReplayRefused as refused:
        _refuse(file, refused)
    if saved.is_match():
        table = _of_match(file, name, modules, ruleset, match)
    else:
        table = TableChoice(known_ruleset(ruleset or _ruleset_near(file, name)), modules, None, {})
    if wanted is not None or variant:
        name = wanted or ""
        given = variants_named(table.ruleset, variant)
        found = given or variant_recorded(name, saved.packages(), file) or _variant_near(file, table, name)
        table = replace(table, variant=found)
    play(table, None, None, saved, lang, form)


def _of_match(
    file: Path, name: str, modules: tuple[str, ...] | None, ruleset: str | None, match: str | None
) -> TableChoice:
    """The table of a saved match: that of a match, or of a ruleset whose games may be played again."""
    from rulewright.core.pipeline import find_ruleset
    from rulewright.play.records.planned_matches import match_path

    if match is not None:
        path = match_path(match)
        if path is None:
            raise click.UsageError(f"--match: there is no match '{match}'")
        return TableChoice(match, None, None, {}, path)
    if ruleset is None:
        for near in (name, *(str(folder / f"{name}.yaml") for folder in _near(file)), *_matches_near(file, name)):
            path = match_path(near)
            if path is not None:
                return TableChoice(near, None, None, {}, path)
        if not any(find_ruleset(name, folder / "here") for folder in _near(file)):
            raise click.UsageError(
                f"{file} is a game of the match '{name}', which was not found; name its file by --match"
            )
    return TableChoice(known_ruleset(ruleset or _ruleset_near(file, name)), modules, None, {})


def _matches_near(file: Path, name: str) -> list[str]:
    """Files next to the saved one that have this name inside, or that are in a ruleset there."""
    from rulewright.core.load.files import read_file
    from rulewright.core.model.document import Mapping, text_of

    found = []
    for folder in _near(file):
        for path in (*sorted(folder.glob("*.yaml")), *sorted(folder.glob("*/matches/*.yaml"))):
            node = read_file(path)[0].node
            if isinstance(node, Mapping) and text_of(node.get("match")) == name:
                found.append(str(path))
    return found


def _ruleset_near(file: Path, name: str) -> str:
    """A ruleset by its id: a shipped one, or one that contains the file or this folder, or that is next to them."""
    from rulewright.core.pipeline import find_ruleset, known_names

    if name in known_names():
        return name
    for folder in _near(file):
        root = find_ruleset(name, folder / "here")
        if root is not None:
            return str(root)
    raise click.UsageError(
        f"{file} is a game of the ruleset '{name}', which was not found; name its folder by --ruleset"
    )


def _variant_near(file: Path, table: TableChoice, name: str) -> Path:
    """The variant of a saved game, by its own name: one of the ruleset, or a file here or next to the game's."""
    from rulewright.core.pipeline import find_variant, ruleset_root

    root = ruleset_root(table.ruleset)
    homes = (*((root / "variants",) if root is not None else ()), *_near(file))
    paths = [path for home in homes for path in sorted(home.glob("*.yaml"))]
    found: Path | None = next((path for path in paths if variant_id(path) == name), None)
    if found is None and root is not None:
        found = find_variant(name, root, file.parent)
    if found is None:
        reason = f"{file} was started with the variant '{name}', which was not found"
        raise click.UsageError(f"{reason}; name its file by --variant")
    return found


def _near(file: Path) -> tuple[Path, ...]:
    """The folders in which what belongs to a saved game is looked for."""
    return (file.parent, *((Path(),) if file.resolve().parent != Path().resolve() else ()))


def _refuse(file: Path, refused: ReplayRefused) -> NoReturn:
    write_faults(file, refused.diagnostics)
    complain(f"{file} cannot be continued" if refused.diagnostics else f"{file} cannot be continued: {refused}")
    raise click.exceptions.Exit(1)
