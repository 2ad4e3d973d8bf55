"""The invariants that an operation's changes may affect, as bits, in the module of a watched game."""

from __future__ import annotations

from typing import Final

from rulewright.core.lower.lowering import Lowered
from rulewright.core.model import operations as low
from rulewright.core.model.declared import Slots
from rulewright.core.model.game import Blueprint

_BITS: Final = 62
DIRTY: Final = '(global $dirty (export "dirty") (mut i64) (i64.const -1))'


def bit_of(place: int) -> int:
    """Return the bit of the invariant with an index, which several may share."""
    return 1 << place % _BITS


class Dirty:
    """The slots that invariants read, computed once for a module."""

    def __init__(self, lowered: Lowered, blueprint: Blueprint) -> None:
        """Collect the slots, none for a game that is not watched."""
        self._read: list[tuple[int, Slots]] = []
        for place, info in enumerate(blueprint.invariants):
            if info.settled:
                continue
            values = [lowered.value(number).amount for number in (info.test, info.when) if number >= 0]
            self._read.append((bit_of(place), lowered.interference.read_set(tuple(values))))

    def noted(self, operation: low.Operation) -> str:
        """Return the text that notes an operation's changes, empty if they affect no invariant."""
        written = _written(operation) if self._read else frozenset()
        mask = 0
        for bit, read in self._read:
            mask |= bit if written & read else 0
        return f"(global.set $dirty (i64.or (global.get $dirty) (i64.const {mask})))" if mask else ""


def _written(operation: low.Operation) -> Slots:
    """Return the slots that an operation changes itself, not the effects that it runs."""
    if isinstance(operation, low.Shuffle):
        return frozenset({("pieces", operation.zone.type.domain)})
    return operation.writes or frozenset()
