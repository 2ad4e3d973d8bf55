"""The consequences of an option, as far as its seat may foresee them: numbers changed, next question."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from rulewright.core.model.game import FamilyInfo, Game, State
from rulewright.core.model.layout import N_SEATS
from rulewright.observe.naming import is_amount
from rulewright.observe.sight.offers import Offer
from rulewright.observe.sight.sight import may_see, members


class NumberMoved(NamedTuple):
    """A counter of a seat, or of none in particular: where it is kept, and its value before and after."""

    family: str
    slot: int
    before: int
    after: int


@dataclass(frozen=True, slots=True)
class OptionForeseen:
    """The consequences of an option: its offer, numbers that change, the same seat's next question.

    `site` is that of the next question, -1 if the seat is not asked next, and `options` are its options. `placed` has
    (kind, index) of regions of maps where a marker or piece newly appears. `changed` maps the slots there that
    changed to (before, after).
    """

    offer: Offer
    moved: tuple[NumberMoved, ...]
    site: int
    options: tuple[Offer, ...]
    placed: tuple[tuple[str, int], ...]
    changed: Mapping[int, tuple[int, int]]

    @property
    def code(self) -> int:
        return self.offer.codes[0]

    @property
    def is_plain(self) -> bool:
        """Whether the option is about nothing, as the entry of a menu."""
        return self.offer.candidate < 0


def numbers_of(game: Game, state: State, seat: int) -> tuple[tuple[str, int], ...]:
    """Return (id, slot) of the titled counters of a seat or of nobody that the seat sees."""
    found = []
    for family in game.blueprint.families:
        if not is_amount(family) or not family.title:
            continue
        at = family.per.index("seat") if "seat" in family.per else -1
        for indexes, slot in members(game.blueprint, family, state[N_SEATS]):
            if (at < 0 or indexes[at] == seat) and may_see(game, state, family, indexes, seat):
                found.append((family.id, slot))
    return tuple(found)


def moved_between(known: tuple[tuple[str, int], ...], before: State, after: State) -> tuple[NumberMoved, ...]:
    """Return the counters among `known` whose value differs."""
    return tuple(
        NumberMoved(name, slot, before[slot], after[slot]) for name, slot in known if before[slot] != after[slot]
    )


def marks_of(game: Game, state: State, seat: int) -> tuple[tuple[FamilyInfo, int, int], ...]:
    """Return (family, index of the region, slot) of the markers and pieces on regions of maps that a seat sees.

    Counters that only say yes or no about a region are included.
    """
    kinds = {each.kind for each in game.blueprint.look.maps}
    sorts = (each for each in game.blueprint.families if each.sort == "marker" or each.is_yes_or_no or each.spaces == 1)
    lying = [each for each in sorts if len(each.per) == 1 and each.per[0] in kinds]
    return tuple(
        (each, indexes[0], slot)
        for each in lying
        for indexes, slot in members(game.blueprint, each, state[N_SEATS])
        if may_see(game, state, each, indexes, seat)
    )


def placed_between(
    known: tuple[tuple[FamilyInfo, int, int], ...], before: State, after: State
) -> tuple[tuple[str, int], ...]:
    """Return the regions on which a marker has changed and is still present, or which another piece is on."""
    found = (
        (str(family.per[0]), place)
        for family, place, slot in known
        if family.sort != "counter" and before[slot] != after[slot] and after[slot] >= 0
    )
    return tuple(dict.fromkeys(found))


def changed_between(
    game: Game, known: tuple[tuple[FamilyInfo, int, int], ...], before: State, after: State
) -> dict[int, tuple[int, int]]:
    """Map each slot whose number changed to (before, after), with the faces of the pieces that came or went."""
    blueprint = game.blueprint
    changed = [(family, slot) for family, _, slot in known if before[slot] != after[slot]]
    pieces = {state[slot] for family, slot in changed if family.sort == "zone" for state in (before, after)} - {-1}
    turned = (blueprint.faces + each for each in pieces if blueprint.pieces[each].kind in blueprint.face_names)
    return {slot: (before[slot], after[slot]) for slot in (*(slot for _, slot in changed), *turned)}


def goals_of(foreseen: Sequence[OptionForeseen]) -> Mapping[tuple[str, int], int]:
    """Map (kind, option code) to the region where a marker newly appears, if there is just one."""
    found: dict[tuple[str, int], list[int]] = {}
    for each in foreseen:
        for kind, place in each.placed:
            found.setdefault((kind, each.code), []).append(place)
    return {thing: places[0] for thing, places in found.items() if len(places) == 1}
