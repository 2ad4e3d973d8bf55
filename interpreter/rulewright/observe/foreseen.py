"""What an option leads to, as its seat may foresee it: which numbers become others, and what it is asked next."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from rulewright.model.game import Game, State
from rulewright.model.layout import N_SEATS
from rulewright.observe.offers import Offer
from rulewright.observe.sight import may_see, members


class NumberMoved(NamedTuple):
    """A counter of a seat, or of none in particular: where it is kept, and its value before and after."""

    family: str
    slot: int
    before: int
    after: int


@dataclass(frozen=True, slots=True)
class OptionForeseen:
    """What an option leads to: its offer, the numbers that move, and what the same seat is asked next.

    `site` is where that is asked, -1 if the seat is not asked next; `options` are what it may choose there.
    """

    offer: Offer
    moved: tuple[NumberMoved, ...]
    site: int = -1
    options: tuple[Offer, ...] = ()

    @property
    def code(self) -> int:
        return self.offer.codes[0]

    @property
    def is_plain(self) -> bool:
        """Whether the option is about nothing, as the entry of a menu."""
        return self.offer.candidate < 0


def numbers_of(game: Game, state: State, seat: int) -> tuple[tuple[str, int], ...]:
    """The counters with a title that are a seat's or nobody's and that it sees: their names and slots."""
    return tuple(_numbers(game, state, seat))


def moved_between(known: tuple[tuple[str, int], ...], before: State, after: State) -> tuple[NumberMoved, ...]:
    """Which of these counters have another value."""
    return tuple(
        NumberMoved(name, slot, before[slot], after[slot]) for name, slot in known if before[slot] != after[slot]
    )


def _numbers(game: Game, state: State, seat: int) -> Iterator[tuple[str, int]]:
    for family in game.blueprint.families:
        if family.sort != "counter" or not family.title:
            continue
        at = family.per.index("seat") if "seat" in family.per else -1
        for indexes, slot in members(game.blueprint, family, state[N_SEATS]):
            if (at < 0 or indexes[at] == seat) and may_see(game, state, family, indexes, seat):
                yield family.id, slot
