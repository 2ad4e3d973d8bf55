"""A copy of a game in a folder of its own: its rules, scenarios and pictures under another id, ready to be changed."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from rulewright.author.editor.new_texts import NewText, edited, name_within
from rulewright.author.editor.scaffolding.new_ruleset import new_ruleset
from rulewright.author.editor.scaffolding.scaffold import (
    Scaffold,
    ScaffoldError,
    checked_name,
    modeline,
    write_scaffold,
)
from rulewright.core.diagnostics import Span
from rulewright.core.load.bundled import LADDERS, PLAYERS
from rulewright.core.load.files import SourceFile, files_below, read_file
from rulewright.core.load.folder import MANIFEST
from rulewright.core.load.picture_files import pictures_in
from rulewright.core.model.document import Mapping, Scalar, text_of
from rulewright.core.pipeline import known_names
from rulewright.table.serve.studio.studio_tools import CannotStudy

_LEFT_OUT = ("replays", PLAYERS, LADDERS)
"""What was made by the rules as they were, and fits no others."""
FIRST_VERSION = "1.0.0"
_MODELINE = re.compile(r"# yaml-language-server: \$schema=.*\n")


def begin_copy(root: Path, name: str, folder: Path) -> Path:
    """Write a copy of a ruleset into the folder `name` of a folder, and return it. Raises CannotStudy."""
    try:
        if checked_name(name) in known_names():
            raise ScaffoldError(f"'{name}' is the name of a ruleset that comes with this program; choose another name")
        pictures = ((folder / name / place, data) for place, data in pictures_in(root))
        write_scaffold(Scaffold((*_copied(root, name, folder / name), *pictures), ()))
    except ScaffoldError as refused:
        raise CannotStudy(str(refused)) from None
    return folder / name


def begin_new(name: str, folder: Path) -> Path:
    """Write a new ruleset into the folder `name` of a folder, and return it. Raises CannotStudy."""
    try:
        write_scaffold(new_ruleset(name, folder))
    except ScaffoldError as refused:
        raise CannotStudy(str(refused)) from None
    return folder / name


def _copied(root: Path, name: str, target: Path) -> Iterator[tuple[Path, str]]:
    """Yield (path, text) of each file of a copy."""
    was = text_of(_document(read_file(root / MANIFEST)[0]).get("id")) or root.name
    for path in files_below(root, root.parent, []):
        place = path.relative_to(root)
        if path.suffix == ".yaml" and place.parts[0] not in _LEFT_OUT:
            file, _ = read_file(path)
            text = _MODELINE.sub("", _renamed(file, was, name, place.as_posix() == MANIFEST))
            kind = text_of(_document(file).get("kind")) or ""
            yield target / place, modeline(kind, target / place) + text


def _renamed(file: SourceFile, was: str, name: str, is_manifest: bool) -> str:
    """Return the text of a file with another id of its ruleset."""
    text = file.data.decode().removeprefix("\ufeff").replace("\r\n", "\n")
    written = (_document(file).get(key) for key in ("ruleset", "extends", *(["id"] if is_manifest else [])))
    places = [name_within(text, each.span, was) for each in written if isinstance(each, Scalar) and each.text == was]
    edits = [NewText(file.path, each, name) for each in places if each is not None]
    id_ = _document(file).get("id") if is_manifest and _document(file).get("version") is None else None
    if id_ is not None:  # without one it could not be shared
        end = Span(id_.span.file, id_.span.line, len(text.split("\n")[id_.span.line - 1]) + 1, 0)
        edits.append(NewText(file.path, end, f"\nversion: {FIRST_VERSION}"))
    return edited(text, edits)


def _document(file: SourceFile) -> Mapping:
    assert isinstance(file.node, Mapping)
    return file.node
