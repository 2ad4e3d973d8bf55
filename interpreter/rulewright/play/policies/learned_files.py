"""Files of learned players written by `rulewright train`: integer weights by feature name, and the rules learned by.

A file is data, read with suspicion: it may come from anybody. Nothing of it runs, and it is refused with a sentence if
it is too large, of another shape or corrupt. Its checksum finds accidents, not forgeries.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from typing import Any

from rulewright.core.load.text import bytes_in
from rulewright.core.model.ahead import MOST, MOST_EXPLORE
from rulewright.core.model.game import Blueprint
from rulewright.core.model.packages_used import PackageUsed
from rulewright.core.model.weighing import ALWAYS, UNIT
from rulewright.core.writing import write_whole
from rulewright.play.policies.standing import Scale

MOST_BYTES = 1_000_000
LARGEST_WEIGHT = 1 << 28
"""No sum of weights is too large for 64 bits."""
LONGEST_NAME = 300
_KIND, FORMAT_VERSION = "learned player", 2
_MOST_SEATS, _LARGEST_SCALE = 100, 10**9
_KEYS = {
    "kind": str, "format_version": int, "ruleset": str, "ruleset_digest": str, "modules": list, "seats": list,
    "scale": list, "made": dict, "weights": dict, "choices": dict,
}  # fmt: skip
_SOMETIMES = {"trends": dict, "packages": list}
_FREE: dict[str, Any] = {
    "playout": range(MOST + 1), "explore": range(MOST_EXPLORE + 1), "epsilon": range(101), "apart": (True,),
}  # fmt: skip
"""What a file may say besides, and the values that it may have."""
_WEIGHED, _WHERE = ("weights", "trends"), " in "
_PLAIN = re.compile(r"[^\x00-\x1f\x7f-\x9f]*")


class LearnedRefused(ValueError):  # noqa: N818 - the file's fault, stated as a sentence
    """A file that holds no learned player, or one that does not know the game."""


@dataclass(frozen=True, slots=True)
class LearnedValues:
    """The values of table features and choices to a seat, in 1/`weighing.UNIT`, and the rules they were learned by.

    `packages` are those it was learned with, `seats` the sizes of the tables it has learned at. `made` says how it was
    learned, for people: it decides nothing. In a search the player is asked what a table is worth `playout` choices
    after the tree, and `explore`, in hundredths, is how much attention an option gets that was seldom taken; None for
    as much as usual. Of a hundred choices after the tree `epsilon` are made at random, the others by the player. Seats
    `apart` each weigh by themselves what they see. Where the game counts rounds, `trends` says how much more each
    feature weighs in the last round than halfway, and how much less in the first; None in a player that weighs alike
    in all rounds.
    """

    ruleset: str
    ruleset_digest: str
    modules: tuple[str, ...]
    seats: tuple[int, ...]
    scale: Scale
    weights: Mapping[str, int]
    choices: Mapping[str, int]
    made: Mapping[str, int | str]
    playout: int | None = None
    explore: int | None = None
    epsilon: int | None = None
    apart: bool = False
    trends: Mapping[str, int] | None = None
    packages: tuple[PackageUsed, ...] = ()


def share_of_trend(part: int, parts: int) -> tuple[int, int]:
    """Return as a fraction how much of its trend a feature weighs more in a part of the game than halfway.

    The share goes from -1 in the first part to 1 in the last. The product is rounded down.
    """
    return 2 * part - parts + 1, max(1, parts - 1)


def shifted(values: LearnedValues, shift: int) -> LearnedValues:
    """Return a player that rates all tables `shift` hundredths better, or worse if negative."""
    always = values.weights.get(ALWAYS, 0) + shift * UNIT // 100
    return replace(values, weights={**values.weights, ALWAYS: max(-LARGEST_WEIGHT, min(LARGEST_WEIGHT, always))})


def taken_over(values: LearnedValues, blueprint: Blueprint, command: str) -> LearnedValues:
    """Return a player changed by `command` as one that learned by some rules. Its `made` names the command."""
    made = {**values.made, "then": command}
    return replace(
        values, ruleset_digest=blueprint.digest, modules=blueprint.modules, packages=blueprint.packages, made=made
    )


def write_values(path: Path, values: LearnedValues) -> None:
    """Write a learned player, whole or not at all. Raises OSError if that fails, ValueError if it is too large."""
    text = values_text(values)
    if len(text) > MOST_BYTES:
        raise ValueError(f"a learned player has at most {MOST_BYTES} bytes, not {len(text)}")
    write_whole(path, text)


def values_text(values: LearnedValues) -> bytes:
    """Return the bytes of a file: one weight per line, in the order of names, with equal beginnings grouped."""
    data = _data(values)
    return _lines(data | {part: _short(data[part]) for part in _WEIGHED if part in data})


def _data(values: LearnedValues) -> dict[str, Any]:
    data: dict[str, Any] = {
        "kind": _KIND, "format_version": FORMAT_VERSION, "ruleset": values.ruleset,
        "ruleset_digest": values.ruleset_digest, "modules": list(values.modules), "seats": list(values.seats),
        "scale": list(values.scale), "made": dict(values.made),
        "weights": dict(sorted(values.weights.items())), "choices": dict(sorted(values.choices.items())),
    }  # fmt: skip
    free = {
        "playout": values.playout, "explore": values.explore, "epsilon": values.epsilon, "apart": values.apart or None,
        "trends": dict(sorted(values.trends.items())) if values.trends is not None else None,
        "packages": [each._asdict() for each in values.packages] or None,
    }  # fmt: skip
    return data | {key: each for key, each in free.items() if each is not None}


def _lines(data: dict[str, Any]) -> bytes:
    return (json.dumps(data | {"checksum": _sum(data)}, ensure_ascii=False, indent=0) + "\n").encode()


def _short(weights: Mapping[str, int]) -> dict[str, Any]:
    """Group weights by the part of their names before the place they are about, then by place.

    Weights whose names have no place stay as they are.
    """
    found: dict[str, Any] = {}
    for name, weight in weights.items():
        thing, says_where, place = name.partition(_WHERE)
        if says_where and type(found.setdefault(thing, {})) is dict:
            found[thing][place] = weight
        else:
            found[name] = weight
    return found


def _in_full(weights: Mapping[str, Any]) -> dict[str, Any]:
    """Return weights that `_short` grouped, by their whole names."""
    found: dict[str, Any] = {}
    for name, weight in weights.items():
        if type(weight) is dict:
            found |= {f"{name}{_WHERE}{place}": each for place, each in weight.items()}
        else:
            found[name] = weight
    return found


def read_values(path: Path) -> LearnedValues:
    """Return the learned player in a file, cached while the file does not change. Raises LearnedRefused."""
    try:
        if not path.is_file():
            raise LearnedRefused(f"there is no file '{path}'; to train one: rulewright train NAME --out {path}")
        stat = path.stat()
    except OSError as fault:
        raise LearnedRefused(f"'{path}' cannot be read: {fault.strerror}") from None
    return _read(path, stat.st_mtime_ns, stat.st_size)


def digest_of(file: str) -> str:
    """Return a digest of a player that plays without a search, or "" if the file holds none."""
    try:
        return _digest(replace(read_values(Path(file)), playout=None, explore=None, epsilon=None))
    except LearnedRefused:
        return ""


def digest_in_search(file: str) -> str:
    """Return a digest of a player as used in a search, or "" if the file holds none."""
    try:
        return _digest(read_values(Path(file)))
    except LearnedRefused:
        return ""


def _digest(values: LearnedValues) -> str:
    return hashlib.sha256(_lines(_data(values))).hexdigest()[:16]


@lru_cache(maxsize=8)
def _read(path: Path, changed: int, size: int) -> LearnedValues:
    try:
        data = bytes_in(path, MOST_BYTES)
    except OSError as fault:
        raise LearnedRefused(f"'{path}' cannot be read: {fault.strerror}") from None
    return parse_values(str(path), data)


def parse_values(name: str, data: bytes) -> LearnedValues:
    """Return the learned player in the bytes of a file called `name`. Raises LearnedRefused."""
    if len(data) > MOST_BYTES:
        raise LearnedRefused(f"'{name}' is larger than {MOST_BYTES} bytes, so it is not a learned player")
    try:
        read = json.loads(data.decode())
    except (ValueError, RecursionError):
        raise LearnedRefused(f"'{name}' is not a learned player: it is not JSON") from None
    if not isinstance(read, dict) or read.get("kind") != _KIND:
        raise LearnedRefused(f"'{name}' is not a learned player; to train one: rulewright train NAME --out FILE")
    if read.get("format_version") != FORMAT_VERSION:
        raise LearnedRefused(f"'{name}' was written by another version of rulewright; train again")
    known = read.pop("checksum", None)
    kinds = _KEYS | {key: kind for key, kind in _SOMETIMES.items() if key in read}
    if set(read) - set(_FREE) != set(kinds) or any(type(read[key]) is not kind for key, kind in kinds.items()):
        raise LearnedRefused(f"'{name}' is not a learned player: required fields are missing")
    if known != _sum(read):
        raise LearnedRefused(f"'{name}' is corrupt (checksum); train again")
    scale = read["scale"]
    read |= {part: _in_full(read[part]) for part in _WEIGHED if part in read}
    fits = (
        1 <= len(read["seats"]) <= _MOST_SEATS
        and all(type(each) is int and 1 <= each <= _MOST_SEATS for each in read["seats"])
        and all(type(each) is str and _is_plain(each) for each in (*read["modules"], read["ruleset"]))
        and _is_plain(read["ruleset_digest"])
        and all(map(_is_package, read.get("packages", ())))
        and len(scale) == 2
        and all(type(each) is int and abs(each) <= _LARGEST_SCALE for each in scale)
        and scale[0] >= 1
        and all(type(read[key]) is type(fit[0]) and read[key] in fit for key, fit in _FREE.items() if key in read)
        and all(_is_plain(key) and _is_made(value) for key, value in read["made"].items())
        and all(
            _is_plain(key) and type(weight) is int and abs(weight) <= LARGEST_WEIGHT
            for part in ("choices", *_WEIGHED)
            for key, weight in read.get(part, {}).items()
        )
    )
    if not fits:
        raise LearnedRefused(f"'{name}' is not a learned player: its content is invalid")
    return LearnedValues(
        read["ruleset"], read["ruleset_digest"], tuple(read["modules"]), tuple(read["seats"]), Scale(*scale),
        read["weights"], read["choices"], read["made"], read.get("playout"), read.get("explore"),
        read.get("epsilon"), "apart" in read, read.get("trends"),
        tuple(PackageUsed(**each) for each in read.get("packages", ())),
    )  # fmt: skip


def _is_plain(text: str) -> bool:
    return len(text) <= LONGEST_NAME and _PLAIN.fullmatch(text) is not None


def _is_package(value: object) -> bool:
    if not isinstance(value, dict) or tuple(sorted(value)) != tuple(sorted(PackageUsed._fields)):
        return False
    return all(isinstance(each, str) and _is_plain(each) for each in value.values())


def _is_made(value: object) -> bool:
    return type(value) is int or (isinstance(value, str) and _is_plain(value))


def _sum(data: Mapping[str, Any]) -> str:
    told = json.dumps(data, ensure_ascii=True, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(told.encode()).hexdigest()[:32]
