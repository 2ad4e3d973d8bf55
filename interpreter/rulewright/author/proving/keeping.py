"""An exploration in a file, to go on with: what it is of, and all that is known so far."""

from __future__ import annotations

import json
import struct
from hashlib import sha256
from pathlib import Path

from rulewright.core.model.game import Blueprint
from rulewright.core.model.settings import Chosen
from rulewright.core.writing import write_whole
from rulewright.native.inside.explorer import Explorer
from rulewright.play.jobs.shards import engine

_MARK = b"rulewright exploration 1\n"


class NotKept(ValueError):  # noqa: N818 - said as a sentence
    """The reason why the exploration in a file cannot be resumed."""


def keep(path: Path, explorer: Explorer, blueprint: Blueprint, settings: Chosen) -> None:
    """Write an exploration to a file. Raises OSError."""
    data, parts = explorer.kept()
    head = {"of": _identity(explorer, blueprint, settings), "data": data, "parts": [len(each) for each in parts]}
    text = json.dumps(head).encode()
    body = struct.pack("<q", len(text)) + text + b"".join(parts)
    write_whole(path, _MARK + sha256(body).digest() + body)


def take_up(path: Path, explorer: Explorer, blueprint: Blueprint, settings: Chosen) -> None:
    """Go on with the exploration of a file. Raises NotKept, OSError."""
    data = path.read_bytes()
    body = data[len(_MARK) + 32 :]
    if not data.startswith(_MARK) or sha256(body).digest() != data[len(_MARK) : len(_MARK) + 32]:
        raise NotKept("it is not a saved exploration, or is damaged")
    (size,) = struct.unpack_from("<q", body)
    try:
        head = json.loads(body[8 : 8 + size])
        if head["of"] != _identity(explorer, blueprint, settings):
            raise NotKept("it belongs to other rules, another table or another release")
        at, parts = 8 + size, []
        for length in head["parts"]:
            parts.append(body[at : at + length])
            at += length
        explorer.take_up(head["data"], parts)
    except NotKept:
        raise
    except (ValueError, KeyError, TypeError, IndexError) as fault:
        raise NotKept(f"it cannot be read: {fault}") from None


def _identity(explorer: Explorer, blueprint: Blueprint, settings: Chosen) -> list[object]:
    invariants = [list(map(str, each)) for each in blueprint.invariants]
    return [engine(), blueprint.digest, explorer.seats, sorted(settings.items()), explorer.keeps_edges, invariants]
