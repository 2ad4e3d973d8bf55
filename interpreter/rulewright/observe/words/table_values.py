"""The state and knowledge needed to show a table, and the quantities computed for it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, partial
from typing import Any, NamedTuple

from rulewright.core.locales.line_text import Hole
from rulewright.core.model.game import Blueprint, FamilyInfo, Game, State
from rulewright.core.model.kinds import DomainName, kind_of
from rulewright.core.model.limits import LimitReached
from rulewright.core.model.points import points_text
from rulewright.observe.naming import thing_title
from rulewright.observe.sight.hiding import (
    ORDERS,
    hidden_pieces,
    slots_of_pieces,
    with_hidden_in_order,
    with_other_values,
    without_hidden,
)
from rulewright.observe.sight.sight import HIDDEN, may_see, owner_of, source_of

Row = dict[str, int]
"""What a line is about: for each domain of its `per`, the thing or number; of a domain named again, `seat, 2`."""


def row_of(domains: Sequence[str], values: Sequence[int]) -> Row:
    """Return the row of a line, given the value of each of its domains."""
    named = (_nth(domain, domains[: at + 1].count(domain)) for at, domain in enumerate(domains))
    return dict(zip(named, values, strict=True))


def in_turn(row: Row, names: Iterable[str]) -> Iterator[int | None]:
    """Yield the values of some names in a row, the second `seat` for a repeated `seat`, None if missing."""
    met: Counter[str] = Counter()
    for name in names:
        met[name] += 1
        yield row.get(_nth(name, met[name]))


def last_in(row: Row, name: str, times: int) -> Row:
    """Return the row as seen by the Nth mention of a name."""
    found = next((each for at in range(times, 1, -1) if (each := _nth(name, at)) in row), name)
    return row | {name: row[found]} if name in row else row


def is_range(domain: str) -> bool:
    """Return whether a domain is one of numbers, such as `1..5`."""
    return ".." in domain


def _nth(domain: str, times: int) -> str:
    return domain if times == 1 else f"{domain}, {times}"


class AmountKnown(NamedTuple):
    """An amount as a seat knows it, and whether it is all: if not, what is hidden may make it another."""

    amount: Any
    is_all: bool


@dataclass(frozen=True, slots=True)
class Sight:
    """The data needed to show a table: the game, the state without hidden things, the state, the viewer.

    `other` is the state without hidden things with other values for hidden counters and markers; None if none are
    hidden. In `ordered` the hidden pieces are in a neutral order; None if all is seen. `orders` returns this and other
    neutral orders by number. `hiding` has the slots that tell of hidden pieces.
    """

    game: Game
    known: State
    state: State
    seat: int | None
    language: str
    other: State | None
    ordered: State | None
    orders: Callable[[int], State | None]
    hiding: frozenset[int]
    is_open: bool = False

    @classmethod
    def of(cls, game: Game, state: State, seat: int | None, language: str, *, is_open: bool = False) -> Sight:
        """Return what a seat sees of a state, everything for None, or if the table is open because its game is over."""
        eyes = None if is_open else seat
        known = without_hidden(game, state, eyes)
        orders = cache(partial(with_hidden_in_order, game, state, eyes))
        other, ordered = with_other_values(game, state, known, eyes), orders(0)
        hiding = frozenset[int]()
        if ordered is not None:
            hiding = slots_of_pieces(game.blueprint, ordered, hidden_pieces(game, state, eyes))
        return cls(game, known, state, seat, language, other, ordered, orders, hiding, is_open)

    def source(self, family: FamilyInfo, indexes: tuple[int, ...]) -> Any:
        """Return the state to look at for a member: what others do while all answer at once is sealed."""
        return source_of(self.state, None if self.is_open else self.seat, owner_of(family, indexes))

    def sees(self, family: FamilyInfo, indexes: tuple[int, ...]) -> bool:
        """Return whether the viewer sees what a member holds."""
        return may_see(self.game, self.known, family, indexes, None if self.is_open else self.seat)

    def amount_of(self, quantity: int, seat: int, arguments: Sequence[int]) -> Any:
        """Return a quantity by its number, as far as it is known.

        The number of hidden pieces counts, but not which ones they are.
        """
        return self.amount_known(quantity, seat, arguments).amount

    def amount_known(self, quantity: int, seat: int, arguments: Sequence[int]) -> AmountKnown:
        """Return the amount, and whether it is complete or hidden things may change it."""
        work_out = self.game.plain.quantities[quantity]
        value = work_out(self.known[:], seat, *arguments)
        if self.ordered is None:
            return AmountKnown(value, True)
        noticing = _Noticing(list.__getitem__(self.ordered, slice(None)))
        try:
            counted = work_out(noticing, seat, *arguments)
            is_hidden = not noticing.read.isdisjoint(self.hiding)
            for each in noticing.read | (self.hiding if is_hidden else set()):
                self.ordered[each]  # whoever remembers what was read has to know
            if not is_hidden:
                return AmountKnown(value, True)
            orders = filter(None, map(self.orders, range(1, ORDERS)))
            same = all(work_out(each[:], seat, *arguments) == counted for each in orders)
        except LimitReached:
            return AmountKnown(value, False)
        return AmountKnown(counted, True) if same else AmountKnown(value, False)

    @property
    def blueprint(self) -> Blueprint:
        return self.game.blueprint


class _Noticing(list[Any]):
    """A state that notices which of its slots are read."""

    __slots__ = ("read",)

    def __init__(self, state: State) -> None:
        super().__init__(state)
        self.read: set[int] = set()

    def __getitem__(self, at: Any) -> Any:
        self.read.update(range(*at.indices(len(self))) if isinstance(at, slice) else (at,))
        return super().__getitem__(at)


def worked_out(sight: Sight, name: str, seat: int, arguments: Sequence[int]) -> str:
    """Return a quantity's value for a seat, a thing by its title, empty if the thing is none."""
    value, domain = value_of(sight, name, seat, arguments)
    if isinstance(value, int) and domain is not None:
        return thing_title(sight.blueprint, domain, value, sight.language) if value >= 0 else ""
    return str(value)


def value_of(sight: Sight, name: str, seat: int, arguments: Sequence[int]) -> tuple[int | str, DomainName | None]:
    """Return (value, domain) of a quantity for a seat, the domain None unless it is a thing.

    The value is `?` if the quantity runs into a limit or depends on a hidden number, and `2 + ?` if it is of pieces
    some of which are hidden.
    """
    number, _, kind, domain = sight.blueprint.quantities[name]
    work_out = sight.game.plain.quantities[number]
    try:
        value, is_all = sight.amount_known(number, seat, arguments)
        if sight.other is not None and work_out(sight.other[:], seat, *arguments) != work_out(
            sight.known[:], seat, *arguments
        ):
            return HIDDEN, None
    except LimitReached:
        return HIDDEN, None
    if kind == "thing":
        return (int(value), domain) if is_all else (HIDDEN, None)
    shown = points_text(sight.blueprint, value) if name in sight.blueprint.halves else str(value)
    return (shown if is_all else f"{shown} + {HIDDEN}" if value else HIDDEN), None


def arguments_meant(blueprint: Blueprint, hole: Hole, row: Row) -> list[int]:
    """Return the arguments that a placeholder gives the quantity it names."""
    takes, written = blueprint.quantity_takes[hole.name], hole.arguments or ()
    return [
        thing_meant(blueprint, name, taken, last_in(row, name, written[: at + 1].count(name)))
        for at, (name, taken) in enumerate(zip(written, takes, strict=True))
    ]


def thing_meant(blueprint: Blueprint, written: str, domain: DomainName, row: Row) -> int:
    """Return the thing of a domain that an index or argument of a line means.

    It is the row's, a number, or one by its name.
    """
    if written in row:
        return row[written]
    if written.isdigit():
        return int(written)
    return blueprint.domains[kind_of(domain)].names.index(written)
