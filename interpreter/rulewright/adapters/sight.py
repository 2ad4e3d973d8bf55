"""What a seat sees, asked often: the slots it cannot look into worked out once, the answers those of `observe/`."""

from __future__ import annotations

from dataclasses import dataclass

from rulewright.model.game import FamilyInfo, Game, State
from rulewright.model.layout import SEALED
from rulewright.observe.hiding import as_sealed
from rulewright.observe.sight import may_see, members, owner_of, sees_by_word

_NOTHING: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class Member:
    """A counter, marker or zone of a table: its family, indexes and slot, and the seat it belongs to."""

    family: FamilyInfo
    indexes: tuple[int, ...]
    slot: int
    owner: int | None


class TableSight:
    """Who sees what at a table of this many seats."""

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
        self.by_test = tuple(each for each in self.members if each.family.sight >= 0)
        """What a test is about: who sees it may be another one at each decision."""
        self._hidden = tuple(
            frozenset(at for each in zones if not sees_by_word(each.family, seat, each.owner) for at in _slots(each))
            for seat in range(seats)
        )
        self._of_others = tuple(
            frozenset(slot for each in zones if each.owner not in (None, seat) for slot in _slots(each))
            for seat in range(seats)
        )

    def seen_by_test(self, state: State, seat: int) -> frozenset[int]:
        """The slots of what a seat sees because of a test."""
        if not self.by_test:
            return _NOTHING
        known = as_sealed(self._game, state, seat)
        return frozenset(
            slot
            for each in self.by_test
            if may_see(self._game, known, each.family, each.indexes, seat)
            for slot in _slots(each)
        )

    def is_hidden(self, state: State, seat: int, piece: int) -> bool:
        """Whether a seat cannot see a piece; what others do under seal has not happened for it."""
        slot, before = state[self._at + piece], state[SEALED]
        if before is not None and slot in self._of_others[seat]:
            slot = before[self._at + piece]
            slot = slot if slot in self._of_others[seat] else self._box
        return slot in self._hidden[seat] and slot not in self.seen_by_test(state, seat)

    def hidden_slots(self, seat: int) -> frozenset[int]:
        """The slots of zones that a seat does not see into, whatever tests say."""
        return self._hidden[seat]

    def slots_of_others(self, seat: int) -> frozenset[int]:
        """The slots of zones that belong to other seats."""
        return self._of_others[seat]


def _slots(zone: Member) -> range:
    return range(zone.slot, zone.slot + max(1, zone.family.spaces))
