"""Files written for an old release, carried over to the names of a new one: variants, scenarios, recorded games."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from rulewright.core.load.files import read_file
from rulewright.core.load.renamed import Names, old_names_in
from rulewright.core.model.document import Mapping, text_of
from rulewright.core.pipeline import Choice, RulesetError, find_variant, ruleset_root
from rulewright.core.run.atoms import LimitReached
from rulewright.core.run.build import asking_singly
from rulewright.core.run.steps import WrongSetup
from rulewright.core.writing import write_whole
from rulewright.native.loading import load_game
from rulewright.play.records.renamed_games import by_new_names
from rulewright.play.records.replay import ReplayRefused, read_replay, replay_of, write_replay

_GAMES = frozenset({"replay", "save"})


@dataclass(frozen=True, slots=True)
class Migrated:
    """The result for one file: the number of names changed, or why the file is left unchanged."""

    path: Path
    changes: int
    refusal: str = ""


def migrate(paths: tuple[Path, ...], names: Names, new: Choice) -> Iterator[Migrated]:
    """Change files, and those in folders, to new names. Each is written whole or not at all."""
    for path in paths:
        for each in sorted(path.rglob("*")) if path.is_dir() else (path,):
            if each.suffix in (".yaml", ".json") and each.is_file():
                found = _migrated(each, names, new)
                if found is not None:
                    yield found


def _migrated(path: Path, names: Names, new: Choice) -> Migrated | None:
    """Return the result for a file, or None if it uses no names."""
    file, faults = read_file(path)
    if not isinstance(file.node, Mapping):
        return _migrated_game(path, names, new) if path.suffix == ".json" else None
    kind = text_of(file.node.get("kind"))
    if kind in _GAMES or path.suffix == ".json":
        return _migrated_game(path, names, new)
    if kind not in ("variant", "scenarios", "match"):
        return None
    if faults:
        return Migrated(path, 0, faults[0].message)
    lines = path.read_text("utf-8").split("\n")
    found = sorted(old_names_in(file.node, names), key=lambda each: (each.span.line, each.span.column), reverse=True)
    for each in found:
        line, at = lines[each.span.line - 1], each.span.column - 1
        if line[at : at + len(each.old)] != each.old:
            return Migrated(path, 0, f"'{each.old}' in line {each.span.line} must be changed by hand")
        lines[each.span.line - 1] = line[:at] + each.new + line[at + len(each.old) :]
    if found:
        write_whole(path, "\n".join(lines))
    return Migrated(path, len(found))


def _migrated_game(path: Path, names: Names, new: Choice) -> Migrated | None:
    """Rewrite a recorded game with new keys and the digests of the new rules. Return None if it is not a game."""
    try:
        old = read_replay(path)
    except (ReplayRefused, OSError, ValueError):
        return None
    renamed = by_new_names(old, names)
    changes = sum(one != other for one, other in zip(renamed.choices, old.choices, strict=True))
    changes += sum(name not in old.settings for name in renamed.settings)
    root = ruleset_root(new.ruleset)
    variant = find_variant(old.variant, root, path.parent) if old.variant is not None else None
    try:
        game = load_game(new.ruleset, modules=old.modules if variant is None else None, variant=variant)
        game = asking_singly(game) if old.asks_singly else game
        found = replay_of(
            game, seats=old.seats, seed=old.seed, settings=renamed.settings, policies=old.policies,
            choices=renamed.choices, variant=old.variant,
        )  # fmt: skip
    except (ReplayRefused, WrongSetup, RulesetError, LimitReached) as refused:
        return Migrated(path, 0, f"the new rules play it differently: {refused}")
    final_digest = found.final_digest if old.final_digest is not None else None
    write_replay(path, replace(found, quits=old.quits, final_digest=final_digest))
    return Migrated(path, changes)
