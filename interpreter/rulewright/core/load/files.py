"""One file of a ruleset, and the files below a folder, without ever leaving that folder.

What the files are for is folder.py's business.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from rulewright.core.diagnostics import Diagnostic, Span, error
from rulewright.core.load.reader import read_yaml
from rulewright.core.load.text import bytes_in
from rulewright.core.model.document import Node

MOST_FILES = 2_000
_DEEPEST_FOLDER = 6
_SMALL = 64_000
_read_again = lru_cache(maxsize=192)(read_yaml)
"""Documents of small files that were read last: each module set of a ruleset is made of much the same files."""


@dataclass(frozen=True, slots=True)
class SourceFile:
    """A file as it was read: the name spans call it, its path, its bytes, and its document if it could be read."""

    name: str
    path: Path
    data: bytes
    node: Node | None

    def line(self, number: int) -> str | None:
        """A line of the file, counted from 1."""
        lines = self.data.decode("utf-8", "replace").removeprefix("\ufeff").split("\n")
        return lines[number - 1] if 0 < number <= len(lines) else None


Reader = Callable[[Path, str], tuple[SourceFile, tuple[Diagnostic, ...]]]
"""How the YAML files of a folder are read: by path and the name that spans use."""


def read_file(path: Path, name: str | None = None) -> tuple[SourceFile, tuple[Diagnostic, ...]]:
    """Read one YAML file, named `name` in spans. A file that cannot be read is a diagnostic, never an exception."""
    shown = name if name is not None else path.as_posix()
    try:
        if not path.is_file():
            return _unreadable(path, shown, "there is no such file")
        data = bytes_in(path)
    except (OSError, ValueError) as fault:
        return _unreadable(path, shown, getattr(fault, "strerror", None) or "its name is not a file name")
    node, faults = (_read_again if len(data) <= _SMALL else read_yaml)(shown, data)
    return SourceFile(shown, path, data, node), faults


def display_name(path: Path, display_root: Path | None) -> str:
    """Return a path for messages, with forward slashes: relative if it is below the display root, else as given."""
    if display_root is not None and path.is_relative_to(display_root):
        return path.relative_to(display_root).as_posix()
    return path.as_posix()


def files_below(root: Path, shown_from: Path, faults: list[Diagnostic]) -> tuple[Path, ...]:
    """Return all files below a folder in the order of their names, without dot-files or links that lead outside."""
    found: list[Path] = []
    _walk(root, root, shown_from, found, faults)
    if len(found) > MOST_FILES:
        message = f"the folder holds more than {MOST_FILES} files"
        faults.append(error("too-large", Span(display_name(root, shown_from), 1, 1), message))
    return tuple(found[:MOST_FILES])


def _walk(folder: Path, root: Path, shown_from: Path, found: list[Path], faults: list[Diagnostic]) -> None:
    span = Span(display_name(folder, shown_from), 1, 1)
    if len(folder.relative_to(root).parts) > _DEEPEST_FOLDER:
        faults.append(error("too-deep", span, f"folders are nested deeper than {_DEEPEST_FOLDER}", ""))
        return
    try:
        entries = sorted(os.scandir(folder), key=lambda entry: entry.name)
    except OSError as fault:
        faults.append(error("unreadable-file", span, f"the folder cannot be read: {fault.strerror}", ""))
        return
    for entry in entries:
        if len(found) > MOST_FILES:
            return
        if entry.name.startswith(".") or entry.name == "__pycache__":
            continue
        path = folder / entry.name
        if entry.is_symlink() and not _stays_inside(path, root, shown_from, faults):
            continue
        if entry.is_dir(follow_symlinks=False):
            _walk(path, root, shown_from, found, faults)
        elif entry.is_file():
            found.append(path)
        else:
            span = Span(display_name(path, shown_from), 1, 1)
            faults.append(error("unexpected-file", span, f"'{entry.name}' is not an ordinary file", "remove it"))


def _stays_inside(path: Path, root: Path, shown_from: Path, faults: list[Diagnostic]) -> bool:
    """Return whether a link leads to a file of the same folder, and add a diagnostic if not.

    Links to folders are never followed.
    """
    span = Span(display_name(path, shown_from), 1, 1)
    try:
        target = path.resolve(strict=True)
    except (OSError, RuntimeError):
        faults.append(error("unreadable-file", span, f"the link '{path.name}' is broken", "remove it"))
        return False
    if not target.is_relative_to(root):
        message = f"the link '{path.name}' points outside the ruleset folder"
        faults.append(error("path-escape", span, message, "copy what it points to into the folder"))
        return False
    if target.is_dir():
        faults.append(error("unexpected-file", span, f"'{path.name}' is a link to a folder", "move the folder here"))
        return False
    return True


def _unreadable(path: Path, name: str, reason: str) -> tuple[SourceFile, tuple[Diagnostic, ...]]:
    fault = error("unreadable-file", Span(name, 1, 1), f"'{path.name}' cannot be read: {reason}", "")
    return SourceFile(name, path, b"", None), (fault,)
