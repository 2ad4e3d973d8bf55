"""`rulewright translate`: a file with all texts of a game in one more language, brought up to date."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from rulewright.cli.options.names import language_tag
from rulewright.cli.options.wrong import NewFile
from rulewright.cli.output import complain, format_option, need_extra, write_diagnostics, write_json
from rulewright.core.diagnostics import counted, has_errors
from rulewright.core.writing import write_whole

if TYPE_CHECKING:
    from rulewright.author.translating.updated_file import WrittenRecord
    from rulewright.core.translations.comparing import Compared
    from rulewright.core.translations.translation_files import Translation

_SHOWN = 5


@click.command("translate")
@click.argument("name", metavar="NAME|FOLDER")
@click.option("--lang", required=True, metavar="LANGUAGE", callback=language_tag, help="Language of the texts.")
@click.option("--out", metavar="FOLDER", type=click.Path(path_type=Path), help="The package.  [default: NAME_LANGUAGE]")
@click.option("--po", metavar="FILE", type=NewFile(dir_okay=False), help="Write a PO file for a translator's program.")
@click.option(
    "--from",
    "given",
    metavar="FILE",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="Import the translations of a PO file.",
)
@click.option("--drop-unused", is_flag=True, help="Remove the records of texts that the game no longer has.")
@format_option
def verb(
    name: str, lang: str, out: Path | None, po: Path | None, given: Path | None, drop_unused: bool, form: str
) -> None:
    """Write a translation file of NAME, or bring it up to date: new texts at its end, stale ones marked.

    A text is stale if its English has changed since; `before` then holds the English that it was made from. A game or
    module given by its FOLDER has the file in its own `translations`. For the game of somebody else, given by its NAME,
    it is a package in a folder of its own, which can be packed and shared.
    """
    from rulewright.author.translating.targets import target_of
    from rulewright.author.translating.updated_file import updated
    from rulewright.core.load.reader import read_yaml
    from rulewright.core.translations.comparing import compared

    words: dict[tuple[str, str], WrittenRecord] = {}
    if po is not None or given is not None:
        need_extra("translate", "polib")
    if given is not None:
        from rulewright.author.translating.po_files import read_po

        words = read_po(given)
    target = target_of(name, lang, out)
    before = target.read()
    _refuse_wrong(before, lang)
    records = tuple(before.records()) if before is not None else ()
    text = before.file.data.decode("utf-8-sig").replace("\r\n", "\n") if before is not None else target.begins
    found = compared(target.texts, records, lang)
    written = updated(text, found, records, lang, words, drop_unused)
    assert not read_yaml("", written.encode())[1], "the file was not written, because it could not be read again"
    if before is None or written != text:
        target.file.parent.mkdir(parents=True, exist_ok=True)
        write_whole(target.file, written)
    after = target.read()
    assert after is not None
    _refuse_wrong(after, lang)
    left = compared(target.texts, after.records(), lang)
    if po is not None:
        from rulewright.author.translating.po_files import write_po

        write_po(po, left, target.game, target.version, lang)
    if form == "json":
        write_json({"file": target.file.as_posix(), "language": lang, **_counts(left),
                    "stale_texts": [pair.text.key for pair in left.stale],
                    "unused_texts": [each.written for each in left.unused]})  # fmt: skip
        return
    counts = ", ".join(f"{count} {what}" for what, count in _counts(left).items())
    click.echo(f"{target.file.as_posix()}: {counts}")
    for pair in left.stale[:_SHOWN]:
        click.echo(f"  stale: {pair.text.key}, now: {' '.join(pair.text.english.split())}")
    for record in left.unused[:_SHOWN]:
        click.echo(f"  unused: {record.written}")
    unknown = [key for key, english in words if not any((key, english) == (t.key, t.english) for t in target.texts)]
    if unknown:
        complain(f"{counted(len(unknown), 'entry', 'entries')} of {given} not used, such as '{unknown[0]}'")
    if po is not None:
        click.echo(f"{po}: {counted(len(left.done) + len(left.new) + len(left.stale), 'text')}")


def _counts(found: Compared) -> dict[str, int]:
    return {
        "done": len(found.done), "new": len(found.new), "stale": len(found.stale), "unused": len(found.unused),
    }  # fmt: skip


def _refuse_wrong(translation: Translation | None, language: str) -> None:
    """Exit with what is wrong with a file that cannot be brought up to date."""
    if translation is None:
        return
    from rulewright.author.review.translations import faults_of_file
    from rulewright.core.pipeline import lines_of

    faults = faults_of_file(translation)
    if has_errors(faults):
        write_diagnostics(faults, lines_of(translation.file.path, translation.file.name), to_stderr=True)
        raise click.exceptions.Exit(1)
    if translation.language != language:
        path = translation.file.path
        raise click.UsageError(f"the texts of {path} are in '{translation.language}', not in '{language}'")
