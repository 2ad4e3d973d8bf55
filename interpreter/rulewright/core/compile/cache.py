"""The cache of compiled rulesets: one file a ruleset and choice of modules, keyed by content, safe to delete.

It belongs to the user alone (`own_files.py`); a file that does not carry its own checksum is not read. Nothing in it is
ever needed.
"""

from __future__ import annotations

import hashlib
import marshal
import os
import sys
from dataclasses import fields, is_dataclass
from functools import cache
from importlib import import_module
from pathlib import Path
from types import CodeType
from typing import Any

from rulewright.core.compile.own_files import read_own, write_own
from rulewright.core.locales.catalogue import FOLDER as LOCALES
from rulewright.core.model.game import Blueprint

ENGINE_VERSION = "1"
_ON_LINUX = sys.platform.startswith("linux")
_MARK = "\0record"
_MODEL = "rulewright.core.model."
"""The room of all records that a blueprint holds."""


def content_key(parts: list[tuple[str, bytes]]) -> str:
    """The key of named file contents under this engine and Python."""
    digest = hashlib.sha256(f"{ENGINE_VERSION} {sys.implementation.cache_tag} {_engine_stamp()}".encode())
    for name, data in parts:
        digest.update(f"\n{name} {len(data)}\n".encode())
        digest.update(data)
    return digest.hexdigest()


@cache
def _engine_stamp() -> str:
    """Changes whenever a file of the interpreter does, so that a new engine never runs old code.

    A process runs the engine that it has imported: whatever becomes of the files later, its stamp stays.
    """
    root = Path(__file__).parents[2]
    told_by = sorted([*root.rglob("*.py"), *LOCALES.glob("*.toml")])  # titles and forms of words are checked by these
    newest = [f"{path.name}:{path.stat().st_mtime_ns}:{path.stat().st_size}" for path in told_by]
    newest += [f"{path.stat().st_mtime_ns}" for path in root.rglob("*.lark")]
    return hashlib.sha256("|".join(newest).encode()).hexdigest()


def read_cached(key: str) -> tuple[Blueprint, CodeType, CodeType, str] | None:
    """Return the (blueprint, plain code, traced code, reasons) cached under a key, or None."""
    data = read_sealed(f"{key}.game")
    if data is None:
        return None
    try:
        blueprint, plain, traced, why = marshal.loads(data)  # noqa: S302 - the user's own file, checked above
        return _revive(blueprint), plain, traced, why
    except (ValueError, EOFError, TypeError, KeyError, ImportError, AttributeError):
        return None


def write_cached(key: str, blueprint: Blueprint, plain: CodeType, traced: CodeType, why: str) -> None:
    """Cache a game's blueprint and code under a key. A cache that cannot be written is not an error."""
    write_sealed(f"{key}.game", marshal.dumps((_plain(blueprint), plain, traced, why)))


def followed(key: str) -> str:
    """The key under which the game of a key is stored, if that was written under another."""
    data = read_sealed(f"{key}.same")
    return data.decode() if data is not None else key


def write_same(key: str, stored: str) -> None:
    """Let the game stored under a key be found under another as well."""
    write_sealed(f"{key}.same", stored.encode())


def read_sealed(name: str) -> bytes | None:
    """Return the content of a cached file, or None if it is not the user's own or fails its checksum."""
    data = read_own(cache_folder(), name)
    return data[32:] if data is not None and hashlib.sha256(data[32:]).digest() == data[:32] else None


def write_sealed(name: str, data: bytes) -> None:
    """Put a file with its checksum into the cache."""
    write_own(cache_folder(), name, hashlib.sha256(data).digest() + data)


def cache_folder() -> Path:
    """Return the folder of the cache."""
    given = os.environ.get("XDG_CACHE_HOME")
    if given or _ON_LINUX:  # without an import that every command would wait for
        return Path(given or os.path.join(os.path.expanduser("~"), ".cache")) / "rulewright"
    from platformdirs import user_cache_path

    return user_cache_path("rulewright", appauthor=False)


def _plain(value: Any) -> Any:
    """Return records, dataclasses and named tuples as (mark, class, values...), all other values unchanged."""
    name = _name_of(type(value))  # type: ignore[arg-type]  # mypy doubts that a class can be hashed
    if name is not None:
        held = value if isinstance(value, tuple) else (getattr(value, each.name) for each in fields(value))
        return (_MARK, name, *map(_plain, held))
    if isinstance(value, tuple):
        return tuple(_plain(item) for item in value)
    if isinstance(value, dict):
        return {key: _plain(item) for key, item in value.items()}
    return value


def _revive(value: Any) -> Any:
    if isinstance(value, tuple):
        if value and value[0] == _MARK:
            return _record(value[1])(*map(_revive, value[2:]))
        return value if all(type(item) is int for item in value) else tuple(_revive(item) for item in value)
    if isinstance(value, dict):
        return {key: _revive(item) for key, item in value.items()}
    return value


@cache
def _name_of(kind: type) -> str | None:
    """Return the name of a class of records within the package of all of them, or None for other classes."""
    is_record = is_dataclass(kind) or hasattr(kind, "_fields")
    return f"{kind.__module__.removeprefix(_MODEL)}.{kind.__name__}" if is_record else None


@cache
def _record(name: str) -> Any:
    """The class that has such a name."""
    module, _, kind = name.partition(".")
    return getattr(import_module(_MODEL + module), kind)
