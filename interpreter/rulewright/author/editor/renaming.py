"""Renames the id of an entry in all files of a ruleset, its variants, scenarios and matches.

Saves and recorded games keep the old name, which `renamed` in the manifest leads to the new one.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from rulewright.author.editor.names.index import Definition, NameIndex
from rulewright.author.editor.scaffolding.scaffold import ScaffoldError, checked_name
from rulewright.author.editor.study import Study
from rulewright.author.editor.tell import definitions_at
from rulewright.core.diagnostics import Span, has_errors
from rulewright.core.language.vocabulary import RESERVED
from rulewright.core.load.folder import MANIFEST, MODULE_MANIFEST
from rulewright.core.load.renamed import old_names_in
from rulewright.core.model.document import Mapping, Scalar, entries_of


@dataclass(frozen=True, slots=True)
class Refused:
    """The reason why something cannot be renamed, as a sentence."""

    reason: str


@dataclass(frozen=True, slots=True)
class Renamable:
    """An entry that can be renamed, and the place where its name was asked about."""

    definition: Definition
    span: Span


class _RefusedError(ValueError):
    """A reason found on the way."""


@dataclass(frozen=True, slots=True)
class NewText:
    """One edit of a file: the text in a span becomes another one. A span of length 0 is a place."""

    path: Path
    span: Span
    text: str


def renamable(text: str, file: str, line: int, column: int, index: NameIndex | None) -> Renamable | Refused:
    """Return the entry whose name is at a line and column (from 1), or why nothing can be renamed there."""
    if index is None:
        return Refused("the names of this ruleset are not known: its files have mistakes, or it has none")
    found = definitions_at(text, file, line, column, index)
    entries = {each.key: each for each in found if each.key == each.entry}
    if len(entries) != 1:
        what = f"'{found[0].name}' is a {found[0].sort}" if found else "no entry is named here"
        return Refused(f"{what}; rename ids of entries: counters, zones, procedures, components, ...")
    (entry,) = entries.values()
    if "{" in entry.key:
        return Refused("a family is renamed by hand: its id, and `renamed` in the manifest")
    here = text.split("\n")[line - 1]
    places = [each.start() + 1 for each in re.finditer(rf"(?<![\w-]){re.escape(entry.key)}", here)]
    at = next((each for each in places if each <= column <= each + len(entry.key)), None)
    return Renamable(entry, Span(file, line, at, len(entry.key))) if at is not None else Refused("no id is named here")


def renamed(study: Study, root: Path, entry: Definition, new: str) -> tuple[NewText, ...] | Refused:
    """Return the edits that rename an entry of a ruleset or package everywhere.

    Refused if the name cannot be used, or if the game would have mistakes afterwards.
    """
    try:
        _usable(study.indexes[root], entry.key, new)
        if has_errors(study.files.misshapen(study.source(root))):
            raise _RefusedError("the files of this ruleset have mistakes; mend them first")
        edits = (
            *_in_rules(study, root, entry, new),
            *_elsewhere(study, root, entry.key, new),
            *_in_manifest(study, root, entry.key, new),
        )
        _check_edits(study, root, dict.fromkeys(edits))
    except _RefusedError as refused:
        return Refused(str(refused))
    return tuple(dict.fromkeys(edits))


def _usable(index: NameIndex, old: str, new: str) -> None:
    try:
        checked_name(new)
    except ScaffoldError as reason:
        raise _RefusedError(str(reason)) from None
    if new in RESERVED or "-" in new:
        raise _RefusedError(f"'{new}' is a word of the language, or has a '-'; choose another name")
    if new == old or any(each.key == new for each in index.definitions):
        raise _RefusedError(f"'{new}' is the name of something already; choose another name")


def _in_rules(study: Study, root: Path, entry: Definition, new: str) -> Iterator[NewText]:
    """Yield the edits in the files of the ruleset: where the entry is defined, and where the checker found it used."""
    index = study.indexes[root]
    spans = [each.span for each in index.definitions if each.key == entry.key]
    spans += [each.span for each in index.uses_of(entry.key)]
    for span in dict.fromkeys(spans):
        path = study.path_of(root, span)
        if not path.is_relative_to(root):
            raise _RefusedError(f"'{entry.key}' is defined or used in {span.file}, outside this folder")
        line = study.buffers.text(path).split("\n")[span.line - 1]
        word = re.compile(rf"(?<![\w-]){re.escape(entry.key)}(?:_piece)?(?![\w-])").search(line, span.column - 1)
        if word is None or word.start() > span.column + span.length:
            raise _RefusedError(f"{span.file}:{span.line} writes '{entry.key}' in another way; rename it by hand")
        yield NewText(path, Span(span.file, span.line, word.start() + 1, len(entry.key)), new)


def _elsewhere(study: Study, root: Path, old: str, new: str) -> Iterator[NewText]:
    """Yield the edits in variants, scenarios and matches."""
    source = study.source(root)
    for path in (*source.variants, *source.scenarios, *source.matches):
        node = study.buffers.read(path, path.as_posix())[0].node
        if isinstance(node, Mapping):
            lines = study.buffers.text(path).split("\n")
            for each in old_names_in(node, {old: new}):
                at = each.span.column - 1
                if lines[each.span.line - 1][at : at + len(old)] != old:
                    where = f"{path.name}:{each.span.line}"
                    raise _RefusedError(f"{where} writes '{old}' in another way; rename it by hand")
                yield NewText(path, Span(each.span.file, each.span.line, each.span.column, len(old)), new)


def _in_manifest(study: Study, root: Path, old: str, new: str) -> Iterator[NewText]:
    """Yield the edits of `renamed`: a line for the old name, and the new name wherever it led to the old one."""
    path = root / (MANIFEST if (root / MANIFEST).is_file() else MODULE_MANIFEST)
    file, text = study.buffers.read(path, path.name)[0], study.buffers.text(path)
    known = file.node.get("renamed") if isinstance(file.node, Mapping) else None
    if not isinstance(known, Mapping):
        lines = text.rstrip("\n").split("\n")
        yield NewText(path, Span(path.name, len(lines), len(lines[-1]) + 1, 0), f"\nrenamed: {{{old}: {new}}}")
        return
    for _, value in entries_of(known):
        if isinstance(value, Scalar) and value.text == old:
            yield NewText(path, Span(path.name, value.span.line, value.span.column, len(old)), new)
    first, line = known.entries[0][0].span, text.split("\n")[known.entries[0][0].span.line - 1]
    between = ", " if "{" in line[: first.column - 1] else "\n" + " " * (first.column - 1)
    yield NewText(path, Span(path.name, first.line, first.column, 0), f"{old}: {new}{between}")


def _check_edits(study: Study, root: Path, edits: dict[NewText, None]) -> None:
    """Check the ruleset with the edits. Raises _RefusedError if that finds an error."""
    by_path: dict[Path, list[NewText]] = defaultdict(list)
    for each in edits:
        by_path[each.path].append(each)
    trial = Study()
    trial.buffers.unsaved |= study.buffers.unsaved
    for path, found in by_path.items():
        trial.buffers.hold(path, edited(study.buffers.text(path), found))
    for path in (root / MANIFEST, *(each for each in by_path if not study.is_part(each, root))):
        if not path.is_file():
            continue
        for faults in trial.diagnose(path).values():
            wrong = next((each for each in faults if each.severity == "error"), None)
            if wrong is not None:
                where = f"{wrong.span.file}:{wrong.span.line}"
                raise _RefusedError(f"with that name {where} would be wrong: {wrong.message}")


def edited(text: str, edits: list[NewText]) -> str:
    """Return a text with edits that do not overlap."""
    lines = text.split("\n")
    for each in sorted(edits, key=lambda one: (one.span.line, one.span.column), reverse=True):
        line, at = lines[each.span.line - 1], each.span.column - 1
        lines[each.span.line - 1] = line[:at] + each.text + line[at + each.span.length :]
    return "\n".join(lines)
