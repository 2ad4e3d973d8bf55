"""Locals that operations read: those of expressions, and those a block reads before it sets them."""

from __future__ import annotations

from rulewright.core.model import lowered_values as lv
from rulewright.core.model import operations as low
from rulewright.core.model.nodes import nodes_of


def free_locals(*nodes: object) -> tuple[lv.Local, ...]:
    """The locals that expressions read and do not introduce as candidates, by number."""
    found: dict[int, lv.Local] = {}
    bound: set[int] = set()
    for node in nodes_of(nodes):
        if isinstance(node, lv.Local):
            found.setdefault(node.number, node)
        elif isinstance(node, lv.Reduce):
            bound.add(node.variable.number)
    return tuple(found[number] for number in sorted(found) if number not in bound)


def outer_locals(candidate: lv.Local, *nodes: object) -> tuple[lv.Local, ...]:
    """The locals that expressions about a candidate read besides it, by number."""
    return tuple(each for each in free_locals(*nodes) if each.number != candidate.number)


def open_locals(block: low.Block, later: tuple[lv.Local, ...] = ()) -> tuple[lv.Local, ...]:
    """The locals that operations, or what comes `later` and reads these, may read before they set them, by number."""
    found: dict[int, lv.Local] = {}
    known: set[int] = set()
    _gather(block, known, found)
    found |= {each.number: each for each in later if each.number not in known | found.keys()}
    return tuple(found[number] for number in sorted(found))


def _gather(block: low.Block, known: set[int], found: dict[int, lv.Local]) -> None:
    """Locals that an inner block sets are not known after it."""

    def read(*nodes: object, candidate: lv.Local | None = None) -> set[int]:
        inner = known if candidate is None else known | {candidate.number}
        for local in free_locals(*nodes):
            if local.number not in inner:
                found.setdefault(local.number, local)
        return set(inner)

    for operation in block:
        for part in operation.parts:
            _gather(part.block, read(*part.reads, candidate=part.candidate), found)
        if operation.sets is not None:
            known.add(operation.sets.number)
