"""Which locals operations read: those of expressions, and those a block reads before it sets them."""

from __future__ import annotations

from collections.abc import Callable
from typing import assert_never

from rulewright.model import lowered as low
from rulewright.model.nodes import nodes_of


def free_locals(*nodes: object) -> tuple[low.Local, ...]:
    """The locals that expressions read and do not introduce as candidates, by number."""
    found: dict[int, low.Local] = {}
    bound: set[int] = set()
    for node in nodes_of(nodes):
        if isinstance(node, low.Local):
            found.setdefault(node.number, node)
        elif isinstance(node, low.Reduce):
            bound.add(node.variable.number)
    return tuple(found[number] for number in sorted(found) if number not in bound)


def open_locals(block: low.Block, later: tuple[low.Local, ...] = ()) -> tuple[low.Local, ...]:
    """The locals that operations, or what comes `later` and reads these, may read before they set them, by number."""
    found: dict[int, low.Local] = {}
    known: set[int] = set()
    _gather(block, known, found)
    found |= {each.number: each for each in later if each.number not in known | found.keys()}
    return tuple(found[number] for number in sorted(found))


def _gather(block: low.Block, known: set[int], found: dict[int, low.Local]) -> None:
    """Locals that a block within sets are not known after it."""

    def read(*nodes: object, candidate: low.Local | None = None) -> set[int]:
        inner = known if candidate is None else known | {candidate.number}
        for local in free_locals(*nodes):
            if local.number not in inner:
                found.setdefault(local.number, local)
        return set(inner)

    for operation in block:
        match operation:
            case low.Let():
                read(operation.value)
                known.add(operation.local.number)
            case low.Roll():
                read(operation.source)
                read(operation.where, candidate=operation.local)
                known.add(operation.local.number)
            case low.Ask():
                _read_ask(operation, known, read, found)
            case low.If():
                _gather(operation.then, read(operation.test), found)
                _gather(operation.otherwise, set(known), found)
            case low.Each():
                read(operation.source)
                _gather(operation.body, read(operation.where, operation.order, candidate=operation.local), found)
            case low.Repeat():
                _gather(operation.body, read(operation.times), found)
            case low.While():
                _gather(operation.body, read(operation.test), found)
            case low.AskEach():
                read(operation.arguments, operation.source)
                read(operation.where, candidate=operation.local)
            case (
                low.Store() | low.Flip() | low.Move() | low.MoveAll() | low.Draw() | low.Shuffle() | low.Check()
                | low.Call() | low.CallField() | low.Leave() | low.Tell() | low.Count()
            ):  # fmt: skip
                read(operation)
            case _:
                assert_never(operation)


def _read_ask(operation: low.Ask, known: set[int], read: Callable[..., set[int]], found: dict[int, low.Local]) -> None:
    read(operation.seat)
    for offer in operation.offers:
        read(offer.source)
        _gather(offer.body, read(offer.where, offer.distinct, candidate=offer.local), found)
        if not operation.named and offer.local is not None:
            known.add(offer.local.number)
