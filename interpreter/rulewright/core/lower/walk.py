"""Going through lowered programs: all operations of a block, all decisions in it, all that functions lead to."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from rulewright.core.model import operations as low


def blocks_in(operation: low.Operation) -> tuple[low.Block, ...]:
    """The blocks inside an operation."""
    return operation.ways or operation.loops


def operations_in(block: low.Block) -> Iterator[low.Operation]:
    """All operations of a block and of the blocks in them, each before what is in it."""
    for operation in block:
        yield operation
        for inner in blocks_in(operation):
            yield from operations_in(inner)


def after_body(loop: low.Operation, rest: low.Block) -> low.Block:
    """Return what a decision in the body of a loop foresees after it.

    That is nothing, unless the loop picks the parts of a set.
    """
    return (loop, *rest) if isinstance(loop, low.While) and loop.ahead is not None else ()


def asks_in(block: low.Block, rest: low.Block = ()) -> Iterator[tuple[low.Ask, low.Block]]:
    """The decisions of a block, each with the operations that its effect continues with."""
    for position, operation in enumerate(block):
        following = (*block[position + 1 :], *rest)
        if isinstance(operation, low.Ask):
            yield operation, following
        for way in operation.ways:
            yield from asks_in(way, following)
        for body in operation.loops:
            yield from asks_in(body, after_body(operation, following))


def reached(starts: Iterable[int], leads_to: Callable[[int], Iterable[int]]) -> set[int]:
    """Functions by their numbers, and all that these lead to, however far."""
    found: set[int] = set()
    waiting = [*starts]
    while waiting:
        number = waiting.pop()
        if number not in found:
            found.add(number)
            waiting += leads_to(number)
    return found
