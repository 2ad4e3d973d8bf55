"""Random orders that nobody is shown: open zones that are shuffled, and zones their pieces go to."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import assert_never

from rulewright.core.lower.lowering_functions import Functions
from rulewright.core.lower.walk import operations_in
from rulewright.core.model import lowered_values as lv
from rulewright.core.model import operations as low
from rulewright.core.model.declared import Aside, ChangesState
from rulewright.core.model.nodes import nodes_of


def mixed_families(functions: Functions, loose: Collection[str]) -> frozenset[str]:
    """Return the `loose` families whose order may be random.

    In a loose family the pieces are visible, but not their order.
    """
    mixed: set[str] = set()
    ways: set[tuple[str, str]] = set()
    for operation in functions.all_operations():
        match operation:
            case low.Shuffle():
                mixed.add(operation.zone.address.family)
            case low.Draw():
                ways.add((operation.source.address.family, operation.to.address.family))
            case low.MoveAll():
                ways |= {(each, operation.to.address.family) for each in _zones_in(operation.source)}
            case low.Each():
                moves = [each for each in operations_in(operation.body) if isinstance(each, low.Move)]
                ways |= {(each, move.to.address.family) for each in _zones_in(operation.source) for move in moves}
            case (
                ChangesState() | Aside() | low.Let() | low.Roll() | low.Check() | lv.Call()
                | lv.CallField() | low.Leave() | low.If() | low.Repeat() | low.While() | low.Ask() | low.AskEach()
            ):  # fmt: skip
                pass
            case _:
                assert_never(operation)
    mixed &= set(loose)
    while found := {there for here, there in ways if here in mixed and there in loose} - mixed:
        mixed |= found
    return frozenset(mixed)


def _zones_in(source: lv.Expression) -> Iterator[str]:
    """The families whose pieces a set is made of."""
    return (each.address.family for each in nodes_of(source) if isinstance(each, lv.Zone))
