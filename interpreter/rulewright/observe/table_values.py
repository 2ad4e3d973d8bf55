"""What is needed to show a table, and the quantities that are worked out for it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rulewright.model.game import Blueprint, Game, State
from rulewright.model.kinds import DomainName, kind_of
from rulewright.model.limits import LimitReached
from rulewright.observe.naming import thing_title
from rulewright.observe.table_text import Hole

Row = dict[str, int]
"""What a line is about: for each domain of its `per`, the thing or number."""


@dataclass(frozen=True, slots=True)
class Sight:
    """What is needed to show a table: the game, the state without what is hidden, the state, and who looks."""

    game: Game
    known: State
    state: State
    seat: int | None
    language: str

    @property
    def blueprint(self) -> Blueprint:
        return self.game.blueprint


def worked_out(sight: Sight, name: str, seat: int, arguments: Sequence[int]) -> str:
    """A quantity's value for a seat; nothing where it is no thing."""
    number, _, kind, domain = sight.blueprint.quantities[name]
    try:
        value = sight.game.plain.quantities[number](sight.known[:], seat, *arguments)
    except LimitReached:
        return "?"
    if kind == "thing":
        return thing_title(sight.blueprint, domain, value, sight.language) if value >= 0 else ""
    return str(value)


def arguments_meant(blueprint: Blueprint, hole: Hole, row: Row) -> list[int]:
    """What a hole gives the quantity it names."""
    takes = blueprint.quantity_takes[hole.name]
    return [argument_meant(blueprint, *each, row) for each in zip(hole.arguments or (), takes, strict=True)]


def argument_meant(blueprint: Blueprint, written: str, taken: DomainName, row: Row) -> int:
    if written in row:
        return row[written]
    if written.isdigit():
        return int(written)
    return blueprint.domains[kind_of(taken)].names.index(written)
