"""Renames an id, a field, a value or a rule in all files of a ruleset, its variants, scenarios and matches.

Saves and recorded games keep the old name, which `renamed` in the manifest leads to the new one.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from rulewright.author.editor.names.index import Definition, NameIndex
from rulewright.author.editor.new_texts import NewText, edited_files, name_within
from rulewright.author.editor.scaffolding.scaffold import ScaffoldError, checked_name
from rulewright.author.editor.study import Study
from rulewright.author.editor.tell import definitions_at
from rulewright.core.bind.notes import Note
from rulewright.core.diagnostics import Span, has_errors
from rulewright.core.language.vocabulary import RESERVED
from rulewright.core.load.folder import MANIFEST, MODULE_MANIFEST
from rulewright.core.load.renamed import Names, members_renamed, old_names_in
from rulewright.core.model.document import Mapping, Node, Scalar, entries_of, items_of, part_of, scalars_in


@dataclass(frozen=True, slots=True)
class Refused:
    """The reason why something cannot be renamed, as a sentence."""

    reason: str


@dataclass(frozen=True, slots=True)
class Renamable:
    """A thing that can be renamed, and the place where its name was asked about."""

    definition: Definition
    span: Span


_CITED: Final = ("rule", "document")
"""Sorts of things that only citations name: no text of a game does, and no saved game."""
_BY_HAND: Final = {
    "module": "saved games, matches and learned players go by its name; give it another title instead",
    "variant": "saved games go by its name, which is that of its file; give it another title instead",
    "match": "it goes by the name in its file, which saved series have; give it another title instead",
}
_WHAT: Final = "ids of entries and families, fields, values, faces, rules and documents can be renamed"
_HOLE: Final = re.compile(r"\{[a-z][a-z0-9_]*\}")


class _RefusedError(ValueError):
    """A reason found on the way."""


def renamable(text: str, file: str, line: int, column: int, index: NameIndex | None) -> Renamable | Refused:
    """Return the thing whose name is at a line and column (from 1), or why nothing can be renamed there."""
    if index is None:
        return Refused("the names of this ruleset are not known: its files have mistakes, or it has none")
    here = text.split("\n")[line - 1]
    family = _family_at(here, file, line, column, index)
    if family is not None:
        return family
    found = {each.key: each for each in definitions_at(text, file, line, column, index)}
    entries = {key: each for key, each in found.items() if key == each.entry}
    named = entries if len(entries) == 1 else found
    if len(named) != 1:
        several, note = ", ".join(named), index.at(file, line, column)
        if isinstance(note, Note):
            return Refused(f"'{note.name}' is a name of this text alone; change it here, wherever the text has it")
        return Refused(f"several things are named here: {several}" if named else f"nothing is named here; {_WHAT}")
    (meant,) = named.values()
    if meant.sort in _BY_HAND:
        return Refused(f"'{meant.name}' is a {meant.sort}: {_BY_HAND[meant.sort]}")
    places = [each.start() + 1 for each in re.finditer(rf"(?<![\w-]){re.escape(meant.name)}", here)]
    at = next((each for each in places if each <= column <= each + len(meant.name)), None)
    return Renamable(meant, Span(file, line, at, len(meant.name))) if at is not None else Refused(
        f"nothing is named here; {_WHAT}"
    )  # fmt: skip


def _family_at(here: str, file: str, line: int, column: int, index: NameIndex) -> Renamable | None:
    """Return the family whose id is at a position of a line, or None."""
    for each in index.definitions:
        span = each.span
        if each.sort == "component" and (span.file, span.line) == (file, line) and span.column <= column:
            written = re.compile(r"\"?([a-z0-9_{}]+)").match(here, span.column - 1)
            if written is not None and "{" in written[1] and column <= written.end() + 1:
                family = replace(each, key=written[1], name=written[1], entry=written[1])
                return Renamable(family, Span(file, line, written.start(1) + 1, len(written[1])))
    return None


def renamed(study: Study, root: Path, meant: Definition, new: str) -> tuple[NewText, ...] | Refused:
    """Return the edits that rename a thing of a ruleset or package everywhere.

    Refused if the name cannot be used, or if the game would have mistakes afterwards.
    """
    try:
        _check_name(study.indexes[root], meant, new)
        if has_errors(study.files.misshapen(study.source(root))):
            raise _RefusedError("the files of this ruleset have mistakes; mend them first")
        names = _names(study, root, meant, new)
        found = (
            *_in_rules(study, root, meant, names),
            *_elsewhere(study, root, meant, names),
            *(() if meant.sort in _CITED else _in_manifest(study, root, meant.name, new)),
        )
        edits = tuple({(each.path, each.span.line, each.span.column): each for each in found}.values())
        _check_edits(study, root, edits, names)
    except _RefusedError as refused:
        return Refused(str(refused))
    return edits


def _check_name(index: NameIndex, meant: Definition, new: str) -> None:
    """Check that a name can be led to another one. Raises _RefusedError."""
    holes = sorted(_HOLE.findall(meant.name))
    if sorted(_HOLE.findall(new)) != holes:
        wanted = f"the new id needs {' and '.join(holes)} as well, once each" if holes else "only families have braces"
        raise _RefusedError(f"'{meant.name}' cannot become '{new}': {wanted}")
    try:
        checked_name(re.sub(r"[.-]", "_", new.lower()) if meant.sort in _CITED else _HOLE.sub("x", new))
    except ScaffoldError as reason:
        raise _RefusedError(str(reason)) from None
    cited = meant.sort in _CITED
    if not cited and (new in RESERVED or "-" in new):
        raise _RefusedError(f"'{new}' is a word of the language, or has a '-'; choose another name")
    alike = [each for each in index.definitions if (each.sort in _CITED) == cited and each.sort not in _BY_HAND]
    if new == meant.name or any(new in (each.key, each.name) for each in alike):
        raise _RefusedError(f"'{new}' is the name of something already; choose another name")
    others = {each.key for each in alike if each.name == meant.name and each.sort != meant.sort} if cited else {
        each.key for each in alike if each.name == meant.name and each.key != meant.key
    }  # fmt: skip
    if others and not cited and meant.key != meant.entry:
        named = ", ".join(sorted(others))
        raise _RefusedError(
            f"'{meant.name}' is the name of other things as well ({named}), and saved games could not tell which one "
            "an old name means; rename it by hand"
        )


def _names(study: Study, root: Path, meant: Definition, new: str) -> Names:
    """Return the new name of a thing by its old one, and of a family those of its members as well.

    Raises _RefusedError if something else has the new name of a member.
    """
    if "{" not in new:
        return {meant.name: new}
    members = {old: made for made, old in members_renamed(study.source(root), new, meant.name).items()}
    known = {each.key for each in study.indexes[root].definitions} - members.keys()
    taken = next((each for each in members.values() if each in known), None)
    if taken is not None:
        raise _RefusedError(f"'{taken}' is the name of something already; choose another name")
    return {meant.name: new} | members


def _in_rules(study: Study, root: Path, meant: Definition, names: Names) -> Iterator[NewText]:
    """Yield the edits in the files of the ruleset: where a thing is defined, and where the checker found it used."""
    index = study.indexes[root]
    for old, new in names.items():
        key, is_member = (meant.key, False) if old == meant.name else (old, True)
        spans = [] if is_member else [meant.span, *(each.span for each in index.definitions if each.key == key)]
        for span in dict.fromkeys((*spans, *(each.span for each in index.uses_of(key)))):
            path = study.path_of(root, span)
            if not path.is_relative_to(root):
                raise _RefusedError(f"'{old}' is defined or used in {span.file}, outside this folder")
            place = name_within(study.buffers.text(path), span, old, "_piece" if meant.sort == "kind" else "")
            if place is None:
                line = study.buffers.text(path).split("\n")[span.line - 1]
                how = f"writes '{old}' in another way; rename it by hand"
                if "{" in line:
                    how = "makes it as one of a family; rename that by its id, or this by hand"
                raise _RefusedError(f"{span.file}:{span.line} {how}")
            yield NewText(path, place, new)


def _elsewhere(study: Study, root: Path, meant: Definition, names: Names) -> Iterator[NewText]:
    """Yield the edits in variants, scenarios, matches and translations."""
    source = study.source(root)
    for path in (*source.variants, *source.scenarios, *source.matches):
        node = study.buffers.read(path, path.as_posix())[0].node
        if isinstance(node, Mapping):
            text = study.buffers.text(path)
            for old, span in _places_in(node, meant, names):
                at, line = span.column - 1, text.split("\n")[span.line - 1]
                if line[at : at + len(old)] != old:
                    where = f"{path.name}:{span.line}"
                    raise _RefusedError(f"{where} writes '{old}' in another way; rename it by hand")
                yield NewText(path, Span(span.file, span.line, span.column, len(old)), names[old])
    for path in source.translations if meant.sort not in _CITED else ():
        node = study.buffers.read(path, path.as_posix())[0].node
        for old, new in names.items():
            yield from (NewText(path, span, new) for span in _places_translated(part_of(node, "texts"), old))


def _places_translated(texts: Node | None, old: str) -> Iterator[Span]:
    """Yield where a translation names a thing: in the name of a text, and between the braces or colons of one."""
    word, part = _word(old), re.compile(rf"(?:^|(?<=\.)){re.escape(old)}(?=\.)")
    shown = re.compile(rf"\{{[^{{}}]*\}}|:{re.escape(old)}:")
    for key, record in entries_of(texts):
        yield from (key.span_at(1, each.start() + 1, len(old)) for each in part.finditer(key.text))
        for _, each in scalars_in(record):
            for number, line in enumerate(each.text.split("\n"), 1):
                for hole in shown.finditer(line):
                    for found in word.finditer(hole[0].partition("|")[0]):
                        yield each.span_at(number, hole.start() + found.start() + 1, len(old))


def _word(name: str) -> re.Pattern[str]:
    return re.compile(rf"(?<![\w-]){re.escape(name)}(?![\w-])")


def _places_in(node: Mapping, meant: Definition, names: Names) -> Iterator[tuple[str, Span]]:
    """Yield (name, place) where a variant, a scenario file or a match names a thing."""
    name, named = meant.name, [(way, each.span) for way, each in scalars_in(node) if each.text == meant.name]
    if meant.sort == "rule":
        yield from ((name, span) for way, span in named if "rules" in way)
    elif meant.sort == "document":
        yield from ((name, span) for way, span in named if way[-1:] == ("doc",))
    else:
        yield from ((each.old, each.span) for each in old_names_in(node, names))
        if meant.sort == "field":
            yield from ((name, key.span) for key in _keys_of_components(node) if key.text == name)


def _keys_of_components(node: Mapping) -> Iterator[Scalar]:
    """Yield the keys of the components that a variant adds."""
    for each in items_of(node.get("components")):
        yield from (key for key, _ in entries_of(each))


def _in_manifest(study: Study, root: Path, old: str, new: str) -> Iterator[NewText]:
    """Yield the edit of `renamed`: the old name leads to the new one. Raises _RefusedError if that is an old name."""
    if "{" in old:
        old, new = f'"{old}"', f'"{new}"'
    path = root / (MANIFEST if (root / MANIFEST).is_file() else MODULE_MANIFEST)
    file, text = study.buffers.read(path, path.name)[0], study.buffers.text(path)
    known = file.node.get("renamed") if isinstance(file.node, Mapping) else None
    if not isinstance(known, Mapping):
        lines = text.rstrip("\n").split("\n")
        yield NewText(path, Span(path.name, len(lines), len(lines[-1]) + 1, 0), f"\nrenamed: {{{old}: {new}}}")
        return
    if known.get(new.strip('"')) is not None:
        raise _RefusedError(
            f"'{new}' is an old name in `renamed`, which saved games may have; choose another, or take it out there"
        )
    first, line = known.entries[0][0].span, text.split("\n")[known.entries[0][0].span.line - 1]
    between = ", " if "{" in line[: first.column - 1] else "\n" + " " * (first.column - 1)
    yield NewText(path, Span(path.name, first.line, first.column, 0), f"{old}: {new}{between}")


def _check_edits(study: Study, root: Path, edits: Iterable[NewText], names: Names) -> None:
    """Check the ruleset, and each file beside it that has an old name, with the edits.

    Raises _RefusedError if that finds an error.
    """
    trial, source = Study(), study.source(root)
    trial.buffers.unsaved |= study.buffers.unsaved
    by_path = edited_files(study.buffers.text, edits)
    for path, text in by_path.items():
        trial.buffers.hold(path, text)
    words = [_word(old) for old in names]
    others = (*source.variants, *source.scenarios, *source.translations)
    beside = [each for each in others if any(word.search(study.buffers.text(each)) for word in words)]
    for path in dict.fromkeys((root / MANIFEST, *beside, *(each for each in by_path if not study.is_part(each, root)))):
        if not path.is_file():
            continue
        for faults in trial.diagnose(path, "beside").values():
            wrong = next((each for each in faults if each.severity == "error"), None)
            if wrong is not None:
                where = f"{wrong.span.file}:{wrong.span.line}"
                raise _RefusedError(f"with that name {where} would be wrong: {wrong.message}")
