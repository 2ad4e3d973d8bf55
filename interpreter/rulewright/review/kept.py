"""What the review of a ruleset's folder has found, kept in the user's cache for as long as nothing of it has changed.

The key is made of every file and folder there, of the schemas, of this engine and what it reads files with, and of how
the folder was named. What is kept is data: it gives the same report again, line for line, and what does not look like
it is not reported at all. A review that looked into another ruleset is not kept, as that one may change.
"""

from __future__ import annotations

import hashlib
import json
import os
import stat
from collections.abc import Iterator
from dataclasses import astuple
from importlib.metadata import version
from pathlib import Path
from typing import Any

from rulewright.compile.cache import content_key, read_sealed, write_sealed
from rulewright.diagnostics import Diagnostic, Span, Suggestion
from rulewright.load.files import MOST_FILES
from rulewright.load.text import bytes_in
from rulewright.pipeline import known_names
from rulewright.review.findings import Findings
from rulewright.validate.schemas import schema_folder

_READ = (".yaml", ".json")
"""The ends of the names of files whose text matters; of others only the name does."""
_WITH = ("lark", "pyyaml", "jsonschema")


class CannotBeKept(Exception):  # noqa: N818 - not an error
    """The folder is not one whose review can be kept."""


def key_of(root: Path, how: tuple[object, ...], names_alone: tuple[str, ...] = ()) -> str | None:
    """What changes whenever the report on a folder might; None if that is not known.

    `how` is what else the report depends on. Of files in the folders `names_alone` only the names count.
    """
    asked = (str(root), str(root.resolve()), os.getcwd(), known_names(), *how, *map(version, _WITH))
    parts = [("asked", repr(asked).encode())]
    try:
        for path in sorted(schema_folder().glob("*.json")):
            parts.append((f"schema {path.name}", path.read_bytes()))
        parts += _parts(root.resolve(), names_alone)
    except (OSError, CannotBeKept):
        return None
    return content_key(parts)


def _parts(root: Path, names_alone: tuple[str, ...]) -> list[tuple[str, bytes]]:
    """Everything in a folder: what it is, and the bytes of what is read. Raises CannotBeKept if that is too much."""
    found: list[tuple[str, bytes]] = []
    for name, path, mode in _below(root, ""):
        if len(found) > 2 * MOST_FILES:
            raise CannotBeKept
        data = os.fsencode(os.readlink(path)) if stat.S_ISLNK(mode) else b""
        if name.endswith(_READ) and path.is_file() and name.split("/")[0] not in names_alone:
            data += bytes_in(path)
        found.append((repr((name, stat.S_IFMT(mode))), data))
    return found


def _below(folder: Path, inside: str) -> Iterator[tuple[str, Path, int]]:
    """What is below a folder, in the order of its names; links are not followed."""
    for entry in sorted(os.scandir(folder), key=lambda each: each.name):
        name, mode = inside + entry.name, entry.stat(follow_symlinks=False).st_mode
        yield name, Path(entry.path), mode
        if stat.S_ISDIR(mode):
            yield from _below(Path(entry.path), name + "/")


def read_kept(key: str) -> Findings | None:
    """What was found, if it is kept."""
    data = read_sealed(f"{key}.review")
    if data is None:
        return None
    try:
        kept = json.loads(data)
        found = Findings()
        found.diagnostics = [_diagnostic(each) for each in kept["diagnostics"]]
        found.lines = {(str(name), int(number)): str(text) for name, number, text in kept["lines"]}
    except (ValueError, TypeError, KeyError, RecursionError):
        return None
    return found


def write_kept(key: str, found: Findings) -> None:
    """Keep what was found."""
    kept = {
        "diagnostics": [_plain(each) for each in found.diagnostics],
        "lines": [[*place, text] for place, text in sorted(found.lines.items())],
    }
    write_sealed(f"{key}.review", json.dumps(kept).encode())


def read_right(key: str) -> frozenset[str]:
    """The texts, by `text_key`, in which nothing was wrong under this key."""
    data = read_sealed(f"{key}.right")
    try:
        kept = json.loads(data) if data is not None else []
    except (ValueError, RecursionError):
        return frozenset()
    return frozenset(each for each in kept if isinstance(each, str)) if isinstance(kept, list) else frozenset()


def write_right(key: str, texts: frozenset[str]) -> None:
    """Keep in which texts nothing is wrong."""
    write_sealed(f"{key}.right", json.dumps(sorted(texts)).encode())


def text_key(name: str, data: bytes) -> str:
    """What is the same for the same text in a file of the same name."""
    return hashlib.sha256(repr((name, data)).encode()).hexdigest()


def _plain(each: Diagnostic) -> list[object]:
    suggestion = [each.suggestion.word, each.suggestion.names] if each.suggestion is not None else None
    return [each.code, each.severity, astuple(each.span), each.message, each.hint, suggestion]


def _diagnostic(written: Any) -> Diagnostic:
    """A diagnostic as it was kept. Raises ValueError or TypeError if it is none."""
    code, severity, (file, line, column, length), message, hint, suggestion = written
    texts, numbers = (code, file, message, hint), (line, column, length)
    if severity not in ("error", "warning") or not all(isinstance(each, str) for each in texts):
        raise ValueError(severity)
    if not all(type(each) is int and each >= 0 for each in numbers):
        raise ValueError(numbers)
    if suggestion is not None:
        word, names = suggestion
        hint = Suggestion(hint, str(word), tuple(map(str, names)))
    return Diagnostic(code, severity, Span(file, line, column, length), message, hint)
