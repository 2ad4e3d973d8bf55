"""What a machine elsewhere is sent and sends back: what is compared, a stretch of pairs, their sums, all as JSON.

No code travels. A machine has rulewright installed, loads what is compared by itself, and refuses what is not the same
there: another version, another ruleset, a policy that is not rulewright's own. Nothing of the cluster is known here.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Lock
from typing import Any

from rulewright.lab.chunks import sums_json
from rulewright.lab.pairs import ComparedRuleset, ComparedTable, load_side, play_pairs
from rulewright.lab.parts import engine
from rulewright.model.game import Game
from rulewright.model.limits import LimitReached
from rulewright.pipeline import RulesetError, load_game
from rulewright.play.naming import policy_fault
from rulewright.run.steps import WrongSetup

_known: dict[str, tuple[ComparedRuleset, ComparedRuleset]] = {}
_lock = Lock()


class ErrandRefused(ValueError):  # noqa: N818 - said as a sentence
    """A machine cannot play what it is sent."""


def side_data(ruleset: str, modules: Sequence[str] | None, variant: Path | None, digest: str) -> dict[str, Any]:
    """A side of a comparison: a ruleset by name or by a path that machines have too, a house rule as its text."""
    return {
        "ruleset": str(Path(ruleset).resolve()) if Path(ruleset).is_dir() else ruleset,
        "modules": list(modules) if modules is not None else None,
        "variant": [variant.name, variant.read_text("utf-8")] if variant is not None else None,
        "digest": digest,
    }


def errand(sides: Sequence[dict[str, Any]], tables: Sequence[ComparedTable]) -> str:
    """What is compared, for `play_errand`."""
    rows = [[each.seats, list(each.policies), each.seed, dict(each.settings), each.ruled] for each in tables]
    return json.dumps({"engine": engine(), "sides": list(sides), "tables": rows})


def play_errand(sent: str, start: int, stop: int) -> str:
    """Play the pairs from `start` up to `stop`: `{"sums": ...}`, `{"refused": why}` or `{"limit": which}`."""
    try:
        data = json.loads(sent)
        tables = [ComparedTable(seats, tuple(names), seed, settings, ruled)
                  for seats, names, seed, settings, ruled in data["tables"]]  # fmt: skip
        with _lock:  # a game is played by one thread at a time
            sides = _sides(sent, data, tables)
            return json.dumps(
                {"sums": sums_json(tuple(play_pairs(sides, each, range(start, stop)) for each in tables))}
            )
    except ErrandRefused as refused:
        return json.dumps({"refused": str(refused)})
    except LimitReached as limit:
        return json.dumps({"limit": str(limit)})


def _sides(sent: str, data: Any, tables: Sequence[ComparedTable]) -> tuple[ComparedRuleset, ComparedRuleset]:
    """Both sides, loaded when they are first sent; the last ones are kept."""
    found = _known.get(sent)
    if found is None:
        if data["engine"] != engine():
            raise ErrandRefused(f"rulewright {engine()} is installed there, not {data['engine']}")
        for name in dict.fromkeys(name for table in tables for name in table.policies):
            if fault := policy_fault(name):
                raise ErrandRefused(f"'{name}' does not play there: {fault}")
        base, variant = data["sides"]
        found = _loaded(base), _loaded(variant)
        _known.clear()
        _known[sent] = found
    return found


def _loaded(side: Any) -> ComparedRuleset:
    ruleset, digest = side["ruleset"], side["digest"]
    modules = tuple(side["modules"]) if side["modules"] is not None else None
    try:
        found = load_side(partial(_game, ruleset, modules, side["variant"]), natively=True)
    except (RulesetError, WrongSetup, OSError) as fault:
        raise ErrandRefused(f"'{ruleset}' cannot be played there: {fault}") from None
    if found.game.blueprint.digest != digest:
        raise ErrandRefused(
            f"'{ruleset}' is another one there: its digest is {found.game.blueprint.digest}, not {digest}"
        )
    return found


def _game(ruleset: str, modules: tuple[str, ...] | None, variant: Any) -> Game:
    if variant is None:
        return load_game(ruleset, modules=modules)
    name, text = variant
    with TemporaryDirectory() as folder:
        file = Path(folder) / Path(name).name
        file.write_text(text, encoding="utf-8")
        return load_game(ruleset, modules=modules, variant=file)
