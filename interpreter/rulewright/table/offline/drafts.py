"""Drafts of a studio in a page: the folders open there, as texts that the browser keeps, pictures among them."""

from __future__ import annotations

import json
import secrets
from base64 import b64decode, b64encode
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from rulewright.core.load.picture_files import pictures_in
from rulewright.table.serve.studio.edited_files import write_new
from rulewright.table.serve.studio.open_folders import FolderGame, OpenFolder, Studio
from rulewright.table.serve.studio.studio_tools import CannotStudy


@dataclass(slots=True)
class Drafts:
    """The drafts of a studio, each by a key of its own, so that two pages of one browser never take the same."""

    studio: Studio
    _keys: dict[int, str] = field(default_factory=dict)
    _seen: dict[int, object] = field(default_factory=dict)

    def restore(self, kept: Mapping[str, str]) -> None:
        """Write and open drafts as they were kept. One that cannot be read stays in the browser's store."""
        found = [(key, known) for key, text in kept.items() if (known := _read(text)) is not None]
        for key, known in sorted(found, key=lambda each: each[1]["number"]):
            folder = self.studio.home / _free(self.studio, known["name"])
            try:
                write_new(folder, known["files"] | known["pictures"])
            except (CannotStudy, OSError):
                continue
            opened = self.studio.open(folder, known["number"])
            if folder.name == known["name"]:  # the table knows its rules by their folder
                opened.table, opened.alone = known["table"], known["alone"]
                opened.game = FolderGame(known["ruleset"], known["variant"] or None)
            self._keys[opened.number] = key
            self._seen[opened.number] = _state(opened)

    def changed(self) -> Iterator[tuple[str, str | None]]:
        """Yield (key, text) of each draft that has changed since the last call, and (key, None) of each deleted one."""
        here = {each.number: each for each in self.studio.folders}
        for number in [each for each in self._keys if each not in here]:
            self._seen.pop(number)
            yield self._keys.pop(number), None
        for number, opened in here.items():
            now = _state(opened)
            if self._seen.get(number) != now:
                self._seen[number] = now
                yield self._keys.setdefault(number, secrets.token_hex(8)), _written(opened)


def _state(opened: OpenFolder) -> object:
    """Return a value that changes whenever a draft does."""
    root = opened.folder
    files = [(name, *_stamp(opened, name)) for name in opened.files.names()]
    return root, opened.table, opened.game, opened.alone, files


def _stamp(opened: OpenFolder, name: str) -> tuple[int, int]:
    about = opened.files.path(name).stat()
    return about.st_mtime_ns, about.st_size


def _written(opened: OpenFolder) -> str:
    game = opened.game
    return json.dumps({
        "number": opened.number, "name": opened.folder.name, "table": opened.table, "alone": opened.alone,
        "ruleset": game.ruleset, "variant": game.variant or "",
        "files": {name: opened.files.read(name).text for name in opened.files.names()},
        "pictures": {name: b64encode(data).decode() for name, data in pictures_in(opened.folder)},
    })  # fmt: skip


_SORTS = {"number": int, "name": str, "table": int, "alone": bool, "ruleset": str, "variant": str, "files": dict}


def _read(text: str) -> dict[str, Any] | None:
    """Return what was kept of a draft, or None if it is not what we write."""
    try:
        known = json.loads(text)
    except (ValueError, RecursionError):
        return None
    if not isinstance(known, dict) or {key: type(known.get(key)) for key in _SORTS} != _SORTS:
        return None
    pictures = known.get("pictures", {})
    if not isinstance(pictures, dict):
        return None
    if {type(each) for each in (*known["files"].values(), *pictures.values())} - {str}:
        return None
    try:
        return known | {"pictures": {name: b64decode(each, validate=True) for name, each in pictures.items()}}
    except ValueError:
        return None


def _free(studio: Studio, name: str) -> str:
    """Return a name that no folder of the studio has: the name itself, or with a number."""
    taken, number, free = {each.folder.name for each in studio.folders}, 2, name
    while free in taken:
        free, number = f"{name}_{number}", number + 1
    return free
