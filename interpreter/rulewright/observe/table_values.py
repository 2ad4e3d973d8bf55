"""What is needed to show a table, and the quantities that are worked out for it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from rulewright.model.game import Blueprint, Game, State
from rulewright.model.kinds import DomainName, kind_of
from rulewright.model.limits import LimitReached
from rulewright.model.points import points_text
from rulewright.observe.hiding import ORDERS, with_hidden_in_order, with_other_values, without_hidden
from rulewright.observe.naming import thing_title
from rulewright.observe.sight import HIDDEN
from rulewright.observe.table_text import Hole

Row = dict[str, int]
"""What a line is about: for each domain of its `per`, the thing or number; of a domain named again, `seat, 2`."""


def row_of(domains: Sequence[str], values: Sequence[int]) -> Row:
    """What a line is about, from what stands for each of its domains."""
    named = (_nth(domain, domains[: at + 1].count(domain)) for at, domain in enumerate(domains))
    return dict(zip(named, values, strict=True))


def in_turn(row: Row, names: Iterable[str]) -> Iterator[int | None]:
    """What each of some names stands for in a row: the second `seat` the second seat; None if it has no second."""
    met: Counter[str] = Counter()
    for name in names:
        met[name] += 1
        yield row.get(_nth(name, met[name]))


def last_in(row: Row, name: str, times: int) -> Row:
    """A row in which a name stands for what it stands for when it is named that often."""
    found = next((each for at in range(times, 1, -1) if (each := _nth(name, at)) in row), name)
    return row | {name: row[found]} if name in row else row


def is_range(domain: str) -> bool:
    """Whether a domain is one of numbers, such as `1..5`."""
    return ".." in domain


def _nth(domain: str, times: int) -> str:
    return domain if times == 1 else f"{domain}, {times}"


@dataclass(frozen=True, slots=True)
class Sight:
    """What is needed to show a table: the game, the state without what is hidden, the state, and who looks.

    `other` is the state without what is hidden with other values for hidden counters and markers; None if none are.
    In `ordered` the hidden pieces lie in an order that says nothing of theirs; None if all is seen.
    """

    game: Game
    known: State
    state: State
    seat: int | None
    language: str
    other: State | None = None
    ordered: State | None = None

    @classmethod
    def of(cls, game: Game, state: State, seat: int | None, language: str) -> Sight:
        """What a seat sees of a state; None sees all."""
        known = without_hidden(game, state, seat)
        other, ordered = with_other_values(game, state, known, seat), with_hidden_in_order(game, state, seat)
        return cls(game, known, state, seat, language, other, ordered)

    def amount_of(self, quantity: int, seat: int, arguments: Sequence[int]) -> Any:
        """A quantity by its number, as it is known: how many pieces are hidden counts, but not which ones they are."""
        work_out = self.game.plain.quantities[quantity]
        value = work_out(self.known[:], seat, *arguments)
        if self.ordered is None:
            return value
        try:
            counted = work_out(self.ordered[:], seat, *arguments)
            if counted == value:
                return value
            orders = (with_hidden_in_order(self.game, self.state, self.seat, each) for each in range(1, ORDERS))
            same = all(each is not None and work_out(each, seat, *arguments) == counted for each in orders)
        except LimitReached:
            return value
        return counted if same else value

    @property
    def blueprint(self) -> Blueprint:
        return self.game.blueprint


def worked_out(sight: Sight, name: str, seat: int, arguments: Sequence[int]) -> str:
    """A quantity's value for a seat, a thing by its title; nothing if it is not a thing."""
    value, domain = value_of(sight, name, seat, arguments)
    if isinstance(value, int) and domain is not None:
        return thing_title(sight.blueprint, domain, value, sight.language) if value >= 0 else ""
    return str(value)


def value_of(sight: Sight, name: str, seat: int, arguments: Sequence[int]) -> tuple[int | str, DomainName | None]:
    """A quantity's value for a seat, `?` if it runs into a limit or depends on a number that the viewer does not see;
    and the domain if it is a thing.
    """
    number, _, kind, domain = sight.blueprint.quantities[name]
    work_out = sight.game.plain.quantities[number]
    try:
        value = sight.amount_of(number, seat, arguments)
        if sight.other is not None and work_out(sight.other[:], seat, *arguments) != work_out(
            sight.known[:], seat, *arguments
        ):
            return HIDDEN, None
    except LimitReached:
        return HIDDEN, None
    if name in sight.blueprint.halves:
        return points_text(sight.blueprint, value), None
    return (int(value), domain) if kind == "thing" else (str(value), None)


def arguments_meant(blueprint: Blueprint, hole: Hole, row: Row) -> list[int]:
    """What a hole gives the quantity it names."""
    takes, written = blueprint.quantity_takes[hole.name], hole.arguments or ()
    return [
        argument_meant(blueprint, name, taken, last_in(row, name, written[: at + 1].count(name)))
        for at, (name, taken) in enumerate(zip(written, takes, strict=True))
    ]


def argument_meant(blueprint: Blueprint, written: str, taken: DomainName, row: Row) -> int:
    if written in row:
        return row[written]
    if written.isdigit():
        return int(written)
    return blueprint.domains[kind_of(taken)].names.index(written)
