"""The cache of compiled rulesets: one file a ruleset and choice of modules, keyed by content, safe to delete.

It belongs to the user alone (`own_files.py`); a file that does not carry its own checksum is not read. Nothing in it is
ever needed.
"""

from __future__ import annotations

import hashlib
import marshal
import os
import sys
from dataclasses import fields
from functools import cache
from pathlib import Path
from types import CodeType
from typing import Any

from rulewright.compile.own_files import read_own, write_own
from rulewright.locales.catalogue import FOLDER as LOCALES
from rulewright.model.endings import EndingNumbers
from rulewright.model.game import (
    AgainInfo,
    Blueprint,
    DomainInfo,
    FamilyInfo,
    LocalInfo,
    PieceInfo,
    PointInfo,
    PositionsInfo,
    ProcedureInfo,
    QuantityInfo,
    QueueInfo,
    ScoreInfo,
    SiteInfo,
)
from rulewright.model.invariants import InvariantInfo
from rulewright.model.kinds import PieceOf
from rulewright.model.lessons import Lesson
from rulewright.model.look import Area, Face, FieldInfo, Icon, Look, Manner, MapInfo, RowInfo, Shape, Tint
from rulewright.model.phrases import Phrase
from rulewright.model.program import SeveralLocals
from rulewright.model.reasons import ReasonInfo, ValueLabel
from rulewright.model.settings import SettingInfo

ENGINE_VERSION = "1"
_MARK = "\0record"
_RECORDS: tuple[type, ...] = (
    AgainInfo,
    Blueprint,
    DomainInfo,
    FamilyInfo,
    PieceInfo,
    PointInfo,
    QueueInfo,
    SettingInfo,
    SiteInfo,
    Look,
    Area,
    Face,
    FieldInfo,
    Icon,
    Manner,
    MapInfo,
    RowInfo,
    Shape,
    Tint,
    PieceOf,
    LocalInfo,
    ProcedureInfo,
    QuantityInfo,
    ScoreInfo,
    ReasonInfo,
    ValueLabel,
    InvariantInfo,
    SeveralLocals,
    EndingNumbers,
    Phrase,
    Lesson,
    PositionsInfo,
)
"""Every class of record that a blueprint may hold: dataclasses and named tuples."""
_NUMBERS = {each: number for number, each in enumerate(_RECORDS)}


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
    root = Path(__file__).parent.parent
    told_by = sorted([*root.rglob("*.py"), *LOCALES.glob("*.toml")])  # titles and forms of words are checked by these
    newest = [f"{path.name}:{path.stat().st_mtime_ns}:{path.stat().st_size}" for path in told_by]
    newest += [f"{path.stat().st_mtime_ns}" for path in root.rglob("*.lark")]
    return hashlib.sha256("|".join(newest).encode()).hexdigest()


def read_cached(key: str) -> tuple[Blueprint, CodeType, CodeType, str] | None:
    """What was stored under a key, or None."""
    data = read_sealed(f"{key}.game")
    if data is None:
        return None
    try:
        blueprint, plain, traced, why = marshal.loads(data)  # noqa: S302 - the user's own file, checked above
        return _revive(blueprint), plain, traced, why
    except (ValueError, EOFError, TypeError, KeyError):
        return None


def write_cached(key: str, blueprint: Blueprint, plain: CodeType, traced: CodeType, why: str) -> None:
    """Store under a key; a cache that cannot be written is not an error."""
    write_sealed(f"{key}.game", marshal.dumps((_plain(blueprint), plain, traced, why)))


def followed(key: str) -> str:
    """The key under which the game of a key is stored, if that was written under another."""
    data = read_sealed(f"{key}.same")
    return data.decode() if data is not None else key


def write_same(key: str, stored: str) -> None:
    """Let the game stored under a key be found under another as well."""
    write_sealed(f"{key}.same", stored.encode())


def read_sealed(name: str) -> bytes | None:
    """What a file of the cache holds, None if it is not the user's own or does not match its checksum."""
    data = read_own(cache_folder(), name)
    return data[32:] if data is not None and hashlib.sha256(data[32:]).digest() == data[:32] else None


def write_sealed(name: str, data: bytes) -> None:
    """Put a file with its checksum into the cache."""
    write_own(cache_folder(), name, hashlib.sha256(data).digest() + data)


def cache_folder() -> Path:
    """Where the cache is."""
    root = os.environ.get("XDG_CACHE_HOME") or os.path.join(os.path.expanduser("~"), ".cache")
    return Path(root) / "rulewright"


def _plain(value: Any) -> Any:
    """Records as (mark, record number, values...); everything else as it is."""
    number = _NUMBERS.get(type(value))
    if number is not None:
        held = value if isinstance(value, tuple) else (getattr(value, each.name) for each in fields(value))
        return (_MARK, number, *map(_plain, held))
    if isinstance(value, tuple):
        return tuple(_plain(item) for item in value)
    if isinstance(value, dict):
        return {key: _plain(item) for key, item in value.items()}
    return value


def _revive(value: Any) -> Any:
    if isinstance(value, tuple):
        if value and value[0] == _MARK:
            return _RECORDS[value[1]](*(_revive(item) for item in value[2:]))
        return value if all(type(item) is int for item in value) else tuple(_revive(item) for item in value)
    if isinstance(value, dict):
        return {key: _revive(item) for key, item in value.items()}
    return value
