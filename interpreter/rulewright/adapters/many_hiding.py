"""The pieces that the seats of many states cannot see. Needs numpy."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from rulewright.adapters.memory import Memory
from rulewright.adapters.table import Layout


class Hiding:
    """A test for pieces that seats cannot see, for many states at once.

    Same result as `TableSight.is_hidden`.
    """

    def __init__(self, layout: Layout, memory: Memory) -> None:
        self._memory, self._blueprint = memory, layout.game.blueprint
        sight, slots = layout.sight, memory.host.layout.n_slots
        self._sight = sight
        self.closed = _table(sight.hidden, slots)
        """By seat and slot, whether the seat does not see into the zone there."""
        self.of_others = _table(sight.of_others, slots)
        """By seat and slot, whether the zone there is another seat's."""

    def is_hidden(self, rows: Any, seats: Any, pieces: Any) -> Any:
        """Return whether a seat cannot see a piece, for arrays of rows, seats and pieces."""
        if self._sight.by_test:
            return np.array([
                self._sight.is_hidden(self._memory.host.get(self._memory.address(int(row))), int(seat), int(piece))
                for row, seat, piece in zip(rows, seats, pieces, strict=True)
            ], np.bool_)  # fmt: skip
        memory, box = self._memory, self._blueprint.box
        places = self._blueprint.piece_zone + pieces
        slots, before = memory.slots[rows, places], memory.sealed_slots[rows, places]
        is_sealed = (memory.has_sealed[rows] != 0) & self.of_others[seats, slots]
        earlier = np.where(is_sealed, before, box)
        earlier = np.where(self.of_others[seats, earlier], earlier, box)
        return self.closed[seats, np.where(is_sealed, earlier, slots)]


def _table(slots: Sequence[frozenset[int]], width: int) -> Any:
    found: Any = np.zeros((len(slots), width), np.bool_)
    for seat, each in enumerate(slots):
        found[seat, list(each)] = True
    return found
