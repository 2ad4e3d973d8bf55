"""Recorded games followed on both sides: those of the ruleset's own folder, or those that are named."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path

from rulewright.author.difference.partings import Parting, Sides, follow_replay, load_sides
from rulewright.author.difference.sides import Side
from rulewright.core.load.files import display_name
from rulewright.core.model.settings import Chosen
from rulewright.core.pipeline import Choice, RulesetError
from rulewright.play.records.replay import Replay, ReplayRefused, read_replay


class Unplayable(ValueError):  # noqa: N818 - the file's fault, stated as a sentence
    """A recorded game that cannot be played on the first side."""


@dataclass(frozen=True, slots=True)
class Recorded:
    """The results of recorded games: where each one that fits both sides parts, and how many were left out.

    Those `apart` have other modules than a side picks, or a variant; those `unfit` have modules that the
    other side's variant cannot be played with.
    """

    partings: tuple[Parting, ...] = ()
    apart: int = 0
    unfit: int = 0


def follow_named(before: Side, after: Side, paths: Iterable[Path]) -> Recorded:
    """Follow the games in some files.

    Raises Unplayable if the first side refuses one, RulesetError if a side has errors.
    """
    table = _Table(before, after)
    return Recorded(tuple(table.follow(path, str(path), _read(path, before)) for path in paths))


def follow_own(before: Side, after: Side) -> Recorded:
    """Follow the games in the first side's folder `replays/` that both sides can play with their modules.

    Raises Unplayable for one that the first side refuses.
    """
    table, found, apart, unfit = _Table(before, after), [], 0, 0
    for path in before.source.replays:
        replay = _read(path, before)
        if replay.variant is not None or any(set(picked) != set(replay.modules) for picked in table.picked()):
            apart += 1
            continue
        try:
            name = display_name(path, before.source.root.parent)
            found.append(table.follow(path, name, replay))
        except RulesetError as fault:
            if {each.code for each in fault.diagnostics} != {"patch-without-target"}:
                raise
            unfit += 1
    return Recorded(tuple(found), apart, unfit)


@dataclass(frozen=True, slots=True)
class _Table:
    """Both sides of a comparison. Each is played with a replay's own modules if it picks none."""

    before: Side
    after: Side

    def picked(self) -> tuple[tuple[str, ...], ...]:
        """Return the modules of each side that picks them."""
        return tuple(side.assembly.modules for side in (self.before, self.after) if _picks(side))

    def follow(self, path: Path, name: str, replay: Replay) -> Parting:
        sides = self._sides(replay.modules)
        try:
            return follow_replay(sides, name, replay, self._settings(replay))
        except ReplayRefused as refused:
            raise Unplayable(f"{path} cannot be played on {self.before.label}: {refused}") from None

    def _sides(self, modules: tuple[str, ...]) -> Sides:
        return load_sides(*(_with_modules(side, modules) for side in (self.before, self.after)))

    def _settings(self, replay: Replay) -> Chosen:
        """Return the settings of the second side: the recorded ones, except those that its variant picks."""
        picked = {key.text for key, _ in self.after.assembly.settings}
        return {key: each for key, each in replay.settings.items() if key not in picked}


def _read(path: Path, before: Side) -> Replay:
    try:
        replay = read_replay(path)
    except ReplayRefused as refused:
        raise Unplayable(f"{path} cannot be played on {before.label}: {refused}") from None
    if replay.ruleset != before.source.id:
        raise Unplayable(f"{path} cannot be played on {before.label}: it is a game of '{replay.ruleset}'")
    return replay


def _picks(side: Side) -> bool:
    return bool(side.choice.modules) or (side.variant is not None and side.variant.get("modules") is not None)


def _with_modules(side: Side, modules: tuple[str, ...]) -> Choice:
    return side.choice if _picks(side) else replace(side.choice, modules=modules)
