"""A block of native states as arrays: what is in memory itself, nothing copied. Needs numpy.

All arrays have a row for each state. Writing into them changes the states; nothing here does.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from rulewright.core.model.game import Game
from rulewright.core.model.stages import SAFE
from rulewright.native.backend import layout as at
from rulewright.native.inside.host import Host


class Memory:
    """A number of states, one after another, in the memory of a host, which may have others."""

    def __init__(self, host: Host, count: int) -> None:
        self.host, self.count = host, count
        self._block = host.block(count)
        self.first, self.apart = self._block.first, self._block.apart
        self._shown: memoryview | None = None
        self.look()

    def look(self) -> None:
        """Rebuild the arrays if the memory has grown."""
        if self._shown is self.host.memory:
            return
        self._shown, layout = self.host.memory, self.host.layout
        narrow = "<i4" if layout.width == 4 else "<i8"
        slots, links = layout.slot(0), layout.links
        self.frame = self._array("<i4", at.AT_FRAME)
        self.seat = self._array("<i4", at.AT_SEAT)
        self.site = self._array("<i4", at.AT_SITE)
        self.n_options = self._array("<i4", at.AT_N_OPTIONS)
        self.n_parked = self._array("<i4", at.AT_N_PARKED)
        self.first_parked = self._array("<i4", at.AT_FIRST_PARKED)
        self.has_sealed = self._array("<i4", at.AT_SEALED)
        self.slots = self._array(narrow, slots, layout.n_slots)
        self.links = self._array(narrow, links, layout.n_pieces)
        self.options = self._array("<i8", layout.options, layout.most_options)
        can_seal = layout.parked_entry > 0
        self.sealed_slots = self._array(narrow, layout.sealed + slots, layout.n_slots) if can_seal else self.slots
        self.sealed_links = self._array(narrow, layout.sealed + links, layout.n_pieces) if can_seal else self.links
        self.whole = self._array("u1", 0, self.apart)
        self.numbers = self._array("<i8", 0, self.apart // 8)
        self.choices: Any = np.asarray(self._block.choices)

    def _array(self, kind: str, offset: int, width: int = 0) -> Any:
        size = np.dtype(kind).itemsize
        shape, steps = ((self.count, width), (self.apart, size)) if width else ((self.count,), (self.apart,))
        return np.ndarray(shape, kind, self._shown, self.first + offset, steps)

    def address(self, row: int) -> int:
        """Return the number of a state, as the host knows it."""
        return self.first + row * self.apart

    def step(self) -> None:
        """Choose in each state the option whose index is in `choices`.

        A state without such an option stays unchanged. Raises LimitReached once all have been stepped, if a state ran
        into a limit; such states stay unchanged.
        """
        self._block.step()

    def parked_seats(self) -> list[tuple[Any, Any]]:
        """List (rows, seats) for each position of another seat that is asked at the same time."""
        layout, found = self.host.layout, list[tuple[Any, Any]]()
        for number in range(int(self.n_parked.max(initial=0))):
            rows = np.nonzero(self.n_parked > number)[0]
            places = layout.parked + (self.first_parked[rows] + number) * layout.parked_entry
            asked = self.whole.view()[rows, places + at.ENTRY_STAGE] == SAFE
            rows, places = rows[asked], places[asked] + at.ENTRY_SEAT
            found.append((rows, self.whole.view()[rows, places].astype(np.int64)))  # a seat fits into a byte
        return found

    def local(self, rows: Any, effect: int, number: int) -> Any:
        """Return a local of the innermost effect in each row, None if it is a set.

        The effect must be the same in all these rows.
        """
        frame = self.host.layout.frames_of[effect]
        if frame is None or number in frame.sets:
            return None
        return self.numbers[rows, (self.frame[rows] + frame.locals[number]) // 8]

    def effects(self, rows: Any) -> Any:
        """Return the innermost effect of each of these rows, which are waiting."""
        halves = self.numbers[rows, (self.frame[rows] + at.FRAME_PARENT) // 8]
        return halves >> 32  # the parent is in the lower half, the effect in the higher one


def memory_of(game: Game, count: int) -> Memory:
    """Make room for N states in a host of their own.

    Raises NotNative if the game has no native code, NoEngine if WebAssembly cannot run here.
    """
    return Memory(Host(game), count)
