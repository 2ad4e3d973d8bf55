"""`rulewright fmt`: files of rulesets in canonical layout."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from rulewright.cli.options.wrong import why_unreadable
from rulewright.cli.output import complain, diagnostics_json, format_option, write_diagnostics, write_json
from rulewright.core.diagnostics import counted

if TYPE_CHECKING:
    from rulewright.author.editor.formatting.rewriting import LaidOut

STDIN = "-"


@click.command("fmt")
@click.argument("paths", metavar="[PATH]...", nargs=-1)
@click.option(
    "--check",
    "only_check",
    is_flag=True,
    help="Change nothing; list the files that would change, and exit with 1 if there are any.",
)
@click.option("--diff", "shows_diff", is_flag=True, help="Change nothing; show the differences.")
@format_option
def verb(paths: tuple[str, ...], only_check: bool, shows_diff: bool, form: str) -> None:
    """Put rulesets, variants, matches and scenario files into canonical layout.

    Each PATH is a file or a folder whose files are formatted; without any, it is the folder you are in. `-` reads
    standard input and writes the formatted text to standard output.

    Spaces, indentation, quotes and blank lines become alike, in YAML and in effect texts. A procedure or a quantity
    begins with its head, unless comments or blank lines stand between its keys. Other keys keep their order, comments
    and line breaks stay, and so does the meaning. A file with errors in it is reported and left as it is.
    """
    from rulewright.author.editor.formatting.rewriting import layouts_of
    from rulewright.core.writing import write_whole

    reads_input = STDIN in paths
    if reads_input and len(paths) > 1:
        raise click.UsageError("'-' means standard input and must be the only path")
    keeps = only_check or shows_diff
    passes_on = reads_input and not keeps and form == "text"
    refused: list[LaidOut] = []
    changed: list[LaidOut] = []
    n_fine = 0
    for layout in (_standard_input(),) if reads_input else layouts_of(_files(paths or (".",))):
        if layout.after is None:
            refused.append(layout)
            continue
        if layout.is_changed:
            changed.append(layout)
        else:
            n_fine += 1
        if passes_on:
            sys.stdout.buffer.write(layout.after)
        elif layout.is_changed and not keeps and not reads_input:
            write_whole(layout.path, layout.after)
    if form == "json":
        _write_json(changed, refused, n_fine)
    else:
        for layout in () if passes_on else changed:
            _tell(layout, shows_diff, "would format" if keeps else "formatted")
        for layout in refused:
            _complain(layout)
        if not reads_input:
            click.echo(_summary(len(changed), len(refused), n_fine, keeps=keeps), err=shows_diff)
    if refused or (only_check and changed):
        raise click.exceptions.Exit(1)


def _files(paths: tuple[str, ...]) -> Iterator[tuple[Path, bool]]:
    """The files that paths lead to, each once, and whether it was named itself."""
    from rulewright.author.editor.formatting.rewriting import SUFFIXES, files_at

    seen: set[Path] = set()
    for name in paths:
        path = Path(name)
        if not path.exists():
            raise click.UsageError(f"there is no file or folder '{name}'{_shipped_hint(name)}")
        if path.is_dir() and (unreadable := why_unreadable(path)):
            raise click.UsageError(f"'{name}' cannot be read: {unreadable}")
        if not path.is_dir() and path.suffix not in SUFFIXES:
            raise click.UsageError(f"'{name}' is not a .yaml file; only .yaml files are formatted")
        for file in files_at(path):
            if file.resolve() not in seen:
                seen.add(file.resolve())
                yield file, file == path


def _shipped_hint(name: str) -> str:
    from rulewright.core.pipeline import known_names

    return "; for a shipped ruleset, give its path" if name in known_names() else ""


def _standard_input() -> LaidOut:
    from rulewright.author.editor.formatting.effect_texts import KnownEntries
    from rulewright.author.editor.formatting.formatting import formatted
    from rulewright.author.editor.formatting.rewriting import layout_of

    data = sys.stdin.buffer.read()
    return layout_of(Path("<stdin>"), formatted("<stdin>", data, KnownEntries()), data)


def _tell(layout: LaidOut, shows_diff: bool, what: str) -> None:
    from rulewright.author.editor.formatting.rewriting import difference

    click.echo(difference(layout) if shows_diff else f"{what} {layout.path.as_posix()}", nl=not shows_diff)


def _complain(layout: LaidOut) -> None:
    lines = enumerate(layout.before.decode("utf-8", "replace").removeprefix("\ufeff").splitlines(), 1)
    write_diagnostics(layout.diagnostics, {(layout.path.as_posix(), n): line for n, line in lines}, to_stderr=True)
    complain(f"{layout.path.as_posix()} is unchanged: fix its errors first\n")


def _summary(n_changed: int, n_refused: int, n_fine: int, *, keeps: bool) -> str:
    parts = [
        f"{counted(n_changed, 'file')} {'would be ' * keeps}formatted" if n_changed else "",
        f"{counted(n_fine, 'file')} in canonical layout{' already' * bool(n_changed)}" if n_fine else "",
        f"{counted(n_refused, 'file')} with errors" if n_refused else "",
    ]
    return ", ".join(filter(None, parts)) or "nothing to format: no ruleset, variant, match or scenario file was found"


def _write_json(changed: list[LaidOut], refused: list[LaidOut], n_fine: int) -> None:
    found = [each for layout in refused for each in layout.diagnostics]
    names = {
        key: [each.path.as_posix() for each in which] for key, which in (("changed", changed), ("refused", refused))
    }
    write_json({**names, "unchanged": n_fine, "diagnostics": diagnostics_json(found)})
