"""The file of a replay: a game as its table, seed and choices, as strict YAML or JSON.

What the choices lead to, and whether the rules allow them, is `replay.py`.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from rulewright.core.diagnostics import Diagnostic, Span, error
from rulewright.core.load.reader import as_plain, read_yaml
from rulewright.core.load.sure_json import sure_json
from rulewright.core.load.text import LARGEST_FILE, bytes_in
from rulewright.core.model.document import Mapping
from rulewright.core.model.packages_used import PackageUsed
from rulewright.core.model.secret_seeds import read_seed, written_seed
from rulewright.core.validate.fitting import surely_fits
from rulewright.core.validate.shape import check_shape
from rulewright.core.writing import write_whole

FORMAT_VERSION = 1
_MOST_VALUES = 400_000
"""More than other files may have: each choice has three, and a game as many choices as its schema allows."""
_LARGEST = 10_000_000
"""So many bytes at most of a file of one's own."""


@dataclass(frozen=True, slots=True)
class RecordedChoice:
    """A choice of one seat (from 1), by the key of the option."""

    seat: int
    choose: str


class Quit(NamedTuple):
    """The end of the game for a seat (from 1) that gave up after so many choices, or for all (0) who agreed on it.

    It `ends` the game, or else a bot plays on for the seat.
    """

    after: int
    seat: int = 0
    ends: bool = False


@dataclass(frozen=True, slots=True)
class Mark:
    """The digest of the state and of the choices that led to it, after this many choices."""

    after: int
    digest: str


@dataclass(frozen=True, slots=True)
class Replay:
    """A game as it was played, with the packages among its modules.

    `policies` names the policy of each seat, or `human`; the last seats have none if the rules play them. If it
    `asks_singly`, a seat with one option was asked where others cannot know that it has only one.
    """

    ruleset: str
    ruleset_digest: str
    modules: tuple[str, ...]
    settings: dict[str, str | int]
    seats: int
    seed: int
    policies: tuple[str, ...] = ()
    choices: tuple[RecordedChoice, ...] = ()
    digests: tuple[Mark, ...] = ()
    final_digest: str | None = None
    variant: str | None = None
    asks_singly: bool = False
    packages: tuple[PackageUsed, ...] = ()
    quits: tuple[Quit, ...] = ()


class ReplayRefused(ValueError):  # noqa: N818 - the file's fault, stated as a sentence
    """A replay that cannot be read or does not fit the rules.

    `step` is the number of the first wrong choice, None if the fault is not in a choice; a file of the wrong shape has
    `diagnostics`.
    """

    def __init__(self, message: str, step: int | None = None, diagnostics: tuple[Diagnostic, ...] = ()) -> None:
        super().__init__(message)
        self.step = step
        self.diagnostics = diagnostics


def read_replay(path: str | Path) -> Replay:
    """Return the replay in a JSON or YAML file. Raises ReplayRefused if there is none."""
    path = Path(path)
    try:
        if not path.is_file():
            raise ReplayRefused(f"there is no file '{path}'")
        data = bytes_in(path, _LARGEST)
    except OSError as fault:
        raise ReplayRefused(f"'{path}' cannot be read: {fault.strerror}") from None
    return parse_replay(path.name, data, _LARGEST)


def parse_replay(name: str, data: bytes, largest: int = LARGEST_FILE) -> Replay:
    """Return the replay in the bytes of a JSON or YAML file called `name`, of at most `largest` bytes.

    Raises ReplayRefused with diagnostics if it is not a replay.
    """
    plain = plain_of(name, data, "replay", "a replay", ReplayRefused, largest)
    return Replay(
        plain["ruleset"],
        plain["ruleset_digest"],
        tuple(plain["modules"]),
        settings_in(plain),
        plain["seats"],
        read_seed(plain["seed"]),
        tuple(plain.get("policies", ())),
        choices_in(plain),
        tuple(Mark(each["after"], each["digest"]) for each in plain.get("digests", ())),
        plain.get("final_digest"),
        plain.get("variant"),
        plain.get("asks_singly", False),
        packages_in(plain),
        tuple(Quit(each["after"], each.get("seat", 0), each.get("ends", False)) for each in plain.get("quits", ())),
    )


def packages_in(plain: dict[str, Any]) -> tuple[PackageUsed, ...]:
    """Return the packages that a recorded game was played with."""
    return tuple(PackageUsed(each["package"], each["version"], each["tree"]) for each in plain.get("packages", ()))


def plain_of(
    name: str, data: bytes, kind: str, what: str, refused: type[ReplayRefused], largest: int = LARGEST_FILE
) -> dict[str, Any]:
    """Return the content of a recorded file, whose shape must fit its kind.

    Raises `refused` with diagnostics if it does not. Only a faulty file, or one written as YAML, is read by the slower
    reader that knows positions.
    """
    plain = sure_json(name, data, _MOST_VALUES, largest)
    if plain is None or not surely_fits(kind, plain):
        plain = _read_with_places(name, data, kind, what, refused, largest)
    if plain["format_version"] != FORMAT_VERSION:
        raise refused(f"{name}: format_version {FORMAT_VERSION} is expected, not {plain['format_version']}")
    return plain


def _read_with_places(
    name: str, data: bytes, kind: str, what: str, refused: type[ReplayRefused], largest: int
) -> dict[str, Any]:
    node, faults = read_yaml(name, data, _MOST_VALUES, largest)
    faults = faults or _json_faults(name, data.decode("utf-8-sig"))
    if not faults and not isinstance(node, Mapping):
        raise refused(f"{name}: {what} must be a mapping of names to values")
    if not faults and isinstance(node, Mapping):
        faults = check_shape(kind, node)
    if faults or node is None:
        first = faults[0]
        hint = f"; {first.hint}" if first.hint else ""
        raise refused(f"{name}:{first.span.line}:{first.span.column}: {first.message}{hint}", None, faults)
    plain: dict[str, Any] = as_plain(node)
    return plain


def _json_faults(name: str, text: str) -> tuple[Diagnostic, ...]:
    """Return the JSON syntax error of a file that passes as YAML, if it looks like JSON and is not named as YAML.

    YAML takes more than JSON does, comments above all: a key whose quote became a `#` would silently be left out.
    """
    if not text.lstrip().startswith("{") or name.endswith((".yaml", ".yml")):
        return ()
    try:
        json.loads(text)
    except json.JSONDecodeError as fault:
        place = Span(name, fault.lineno, fault.colno)
        hint = "fix it, or rename the file to .yaml if it is YAML"
        return (error("json-syntax", place, f"this is not JSON: {fault.msg[:1].lower()}{fault.msg[1:]}", hint),)
    return ()


def settings_in(plain: dict[str, Any]) -> dict[str, str | int]:
    """Return the settings of a recorded game, with booleans as the words that were written."""
    return {key: str(value).lower() if isinstance(value, bool) else value for key, value in plain["settings"].items()}


def choices_in(plain: dict[str, Any]) -> tuple[RecordedChoice, ...]:
    """Return the choices of a recorded game."""
    return tuple(RecordedChoice(each["seat"], each["choose"]) for each in plain["choices"])


def replay_to_json(replay: Replay) -> dict[str, Any]:
    """Return a replay as plain JSON data, in the order of its schema."""
    data: dict[str, Any] = {
        "kind": "replay",
        "format_version": FORMAT_VERSION,
        "ruleset": replay.ruleset,
        "ruleset_digest": replay.ruleset_digest,
    }
    if replay.variant is not None:
        data["variant"] = replay.variant
    data |= {
        "modules": list(replay.modules),
        **packages_to_json(replay.packages),
        "settings": dict(replay.settings),
        "seats": replay.seats,
        "seed": written_seed(replay.seed),
    }
    if replay.policies:
        data["policies"] = list(replay.policies)
    if replay.asks_singly:
        data["asks_singly"] = True
    data["choices"] = [{"seat": each.seat, "choose": each.choose} for each in replay.choices]
    if replay.quits:
        data["quits"] = [_quit_to_json(each) for each in replay.quits]
    if replay.digests:
        data["digests"] = [{"after": each.after, "digest": each.digest} for each in replay.digests]
    if replay.final_digest is not None:
        data["final_digest"] = replay.final_digest
    return data


def _quit_to_json(one: Quit) -> dict[str, Any]:
    return {"after": one.after, **({"seat": one.seat} if one.seat else {}), **({"ends": True} if one.ends else {})}


def packages_to_json(used: tuple[PackageUsed, ...]) -> dict[str, Any]:
    """Return {"packages": ...} for the packages that a game was played with, or {} if there were none."""
    return {"packages": [each._asdict() for each in used]} if used else {}


def write_replay(path: str | Path, replay: Replay) -> None:
    """Write a replay, as YAML if the name ends in .yaml, else as JSON with one choice per line.

    Raises OSError if the file cannot be written.
    """
    path = Path(path)
    write_whole(path, replay_text(replay, path.suffix))


def replay_text(replay: Replay, suffix: str = ".json") -> str:
    """Return the text of a replay file: YAML for the suffix .yaml, else JSON."""
    rows = {key: _rows(value) for key, value in replay_to_json(replay).items()}
    if suffix == ".yaml":
        return "".join(f"{key}:{_nested(value, '  - ', '')}\n" for key, value in rows.items())
    return "{\n" + ",\n".join(f'  "{key}":{_nested(value, "    ", ",")}' for key, value in rows.items()) + "\n}\n"


def _nested(rows: str | list[str], before: str, between: str) -> str:
    """One value behind its key, or a row for each."""
    if isinstance(rows, str):
        return f" {rows}"
    lines = f"{between}\n".join(f"{before}{row}" for row in rows)
    return f" [\n{lines}\n  ]" if between else f"\n{lines}"


def _rows(value: Any) -> str | list[str]:
    """Return a value as JSON on one line, or a list of mappings as one line each."""
    if type(value) is list and value and type(value[0]) is dict:
        return [json.dumps(each, ensure_ascii=False) for each in value]
    return json.dumps(value, ensure_ascii=False)
