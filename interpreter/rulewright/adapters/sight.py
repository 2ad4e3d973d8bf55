"""A cached test of what a seat sees, for frequent use, with the answers of `observe/`.

The slots that a seat cannot see are computed once.
"""

from __future__ import annotations

from dataclasses import dataclass

from rulewright.core.model.game import FamilyInfo, Game, State
from rulewright.core.model.layout import SEALED
from rulewright.observe.sight.hiding import as_sealed
from rulewright.observe.sight.sight import members, owner_of, seen_by_test, sees_by_word

_NOTHING: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class Member:
    """A counter, marker or zone of a table: its family, indexes and slot, and the seat it belongs to."""

    family: FamilyInfo
    indexes: tuple[int, ...]
    slot: int
    owner: int | None

    @property
    def slots(self) -> range:
        return self.family.slots_from(self.slot)


class TableSight:
    """The visibility of zones at a table of N seats."""

    def __init__(self, game: Game, seats: int) -> None:
        blueprint = game.blueprint
        self._at, self._box = blueprint.piece_zone, blueprint.box
        self.members = tuple(
            Member(family, indexes, slot, owner_of(family, indexes))
            for family in blueprint.families
            for indexes, slot in members(blueprint, family, seats)
        )
        zones = [each for each in self.members if each.family.sort == "zone"]
        self._game = game
        self.by_test = any(each.family.sight >= 0 for each in zones)
        """Whether a test says of any zone who sees into it: that may be another one at each decision."""
        self.hidden = tuple(
            frozenset(at for each in zones if not sees_by_word(each.family, seat, each.owner) for at in each.slots)
            for seat in range(seats)
        )
        """For each seat the slots of zones that it does not see into, whatever tests say."""
        self.of_others = tuple(
            frozenset(slot for each in zones if each.owner not in (None, seat) for slot in each.slots)
            for seat in range(seats)
        )
        """For each seat the slots of zones that belong to other seats."""

    def seen_by_test(self, state: State, seat: int) -> frozenset[int]:
        """Return the slots of zones that a seat sees because of a test."""
        return seen_by_test(self._game, as_sealed(self._game, state, seat), seat) if self.by_test else _NOTHING

    def is_hidden(self, state: State, seat: int, piece: int) -> bool:
        """Return whether a seat cannot see a piece.

        The simultaneous answers of other seats have not happened for it.
        """
        slot, before = state[self._at + piece], state[SEALED]
        if before is not None and slot in self.of_others[seat]:
            slot = before[self._at + piece]
            slot = slot if slot in self.of_others[seat] else self._box
        return slot in self.hidden[seat] and slot not in self.seen_by_test(state, seat)
