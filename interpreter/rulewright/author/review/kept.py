"""Cache of a folder's review, in the user's cache for as long as nothing of the folder has changed.

The key is made of every file and folder there, of the schemas, of this engine and what it reads files with, and of how
the folder was named. The cached review is data: it gives the same report again, line for line, and data of any other
form are not reported at all. A review that looked into another ruleset is not cached, as that one may change.
"""

from __future__ import annotations

import hashlib
import json
import os
import stat
from collections.abc import Iterator
from dataclasses import replace
from importlib.metadata import version
from pathlib import Path
from typing import Any

from rulewright.author.review.findings import Findings
from rulewright.core.compile.cache import content_key, read_sealed, write_sealed
from rulewright.core.diagnostics import Diagnostic, Suggestion
from rulewright.core.load.files import MOST_FILES
from rulewright.core.load.text import bytes_in
from rulewright.core.pipeline import known_names
from rulewright.core.validate.schemas import schema_folder
from rulewright.play.jobs.codec import from_plain, to_plain

_READ = (".yaml", ".json")
"""The ends of the names of files whose text matters; of others only the name does."""
_WITH = ("lark", "pyyaml", "jsonschema")


class CannotBeKept(Exception):  # noqa: N818 - not an error
    """The folder is not one whose review can be kept."""


def key_of(root: Path, how: tuple[object, ...], names_alone: tuple[str, ...] = ()) -> str | None:
    """Return a key that changes whenever the report on a folder might, or None if it cannot be determined.

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
    """Yield (path inside, path, mode) of everything below a folder, in the order of names, without following links."""
    for entry in sorted(os.scandir(folder), key=lambda each: each.name):
        name, mode = inside + entry.name, entry.stat(follow_symlinks=False).st_mode
        yield name, Path(entry.path), mode
        if stat.S_ISDIR(mode):
            yield from _below(Path(entry.path), name + "/")


def tell_again(name: str, root: Path, found: Findings) -> bool:
    """Tell what was found in a ruleset's folder the last time, and return whether nothing there has changed since.

    Whoever has nothing else to do need not load what reviews are made with.
    """
    key = key_of(root, (found.lint, found.scenarios))
    here = read_kept(key) if key is not None else None
    if here is None:
        return False
    found.checked.append(name)
    found.add(here.diagnostics, here.lines)
    return True


def read_kept(key: str) -> Findings | None:
    """Return the cached findings, or None if there are none."""
    kept: _Kept | None = read_value(f"{key}.review", _Kept)
    if kept is None:
        return None
    diagnostics, lines = kept
    return Findings(
        diagnostics=[_with_suggestion(*each) for each in diagnostics],
        lines={(name, number): text for name, number, text in lines},
    )


def write_kept(key: str, found: Findings) -> None:
    """Keep what was found."""
    diagnostics = [
        (each, (each.suggestion.word, each.suggestion.names) if each.suggestion is not None else None)
        for each in found.diagnostics
    ]
    lines = [(*place, text) for place, text in sorted(found.lines.items())]
    write_value(f"{key}.review", (diagnostics, lines))


def read_right(key: str) -> frozenset[str]:
    """Return the keys (of `text_key`) of texts that had no faults under this key."""
    return frozenset(read_value(f"{key}.right", tuple[str, ...]) or ())


def write_right(key: str, texts: frozenset[str]) -> None:
    """Keep in which texts nothing is wrong."""
    write_value(f"{key}.right", sorted(texts))


_Suggested = tuple[str, tuple[str, ...]] | None
"""The word and the names of a hint that says what may be meant, of which its text alone is part of a diagnostic."""
_Kept = tuple[tuple[tuple[Diagnostic, _Suggested], ...], tuple[tuple[str, int, str], ...]]


def read_value(name: str, kind: Any) -> Any:
    """Return the cached value of a name if it is of this kind, or None."""
    data = read_sealed(name)
    try:
        return from_plain(kind, json.loads(data)) if data is not None else None
    except (ValueError, RecursionError):
        return None


def write_value(name: str, kept: Any) -> None:
    """Cache a value under a name."""
    write_sealed(name, json.dumps(to_plain(kept)).encode())


def _with_suggestion(each: Diagnostic, suggested: _Suggested) -> Diagnostic:
    return replace(each, hint=Suggestion(each.hint, *suggested)) if suggested is not None else each


def text_key(name: str, data: bytes) -> str:
    """Return a key that is the same for the same text in a file of the same name."""
    return hashlib.sha256(repr((name, data)).encode()).hexdigest()
