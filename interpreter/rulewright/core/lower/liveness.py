"""Liveness: the locals that a frame keeps while its effect waits, as they are read later or shown.

Shown are the names that a decision shows to whoever decides, and the arguments of an effect.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import assert_never

from rulewright.core.lower.locals import free_locals, open_locals
from rulewright.core.model import derived as der
from rulewright.core.model import operations as low

_Numbers = frozenset[int]


def without_dead(resumable: der.Resumable, shown: Callable[[int], Iterable[int]]) -> der.Resumable:
    """Return the effect with only live locals at its suspension points, where `shown` gives those a site shows."""
    live = _live_in(resumable.blocks, shown)
    given = {0, *(each.number for each in resumable.effect.parameters)}
    suspensions = []
    for each in resumable.suspensions:
        kept = given | live[each.resume] | (live[each.gather] if each.gather >= 0 else frozenset())
        suspensions.append(replace(each, known=tuple(local for local in each.known if local.number in kept)))
    return replace(resumable, suspensions=tuple(suspensions))


def _live_in(blocks: tuple[der.BasicBlock, ...], shown: Callable[[int], Iterable[int]]) -> dict[int, _Numbers]:
    """Map each block to the locals that are read in it or after it before they are set."""
    live: dict[int, _Numbers] = {each.number: frozenset() for each in blocks}
    read = {id(part): _read_by(part, shown) for block in blocks for part in block.parts}
    changed = True
    while changed:
        changed = False
        for block in reversed(blocks):
            found = set[int]().union(*(live[number] for number in _ways_on(block.end)))
            if isinstance(block.end, der.Fork):
                found |= _read(block.end.test)
            for part in reversed(block.parts):
                found = _before(part, found, live, read[id(part)])
            changed = changed or found != live[block.number]
            live[block.number] = frozenset(found)
    return live


def _ways_on(end: der.End) -> tuple[int, ...]:
    match end:
        case der.Goto():
            return (end.block,)
        case der.Fork():
            return end.then, end.otherwise
        case der.ByOption():
            return end.blocks
        case der.Done():
            return ()
        case _:
            assert_never(end)


def _before(part: der.Part, after: set[int], live: dict[int, _Numbers], read: set[int]) -> set[int]:
    """The locals that matter before a part of a block, by those that do after it and those that it reads."""
    if isinstance(part, der.TakeFree):
        return after | read | live[part.gather]
    if isinstance(part, low.Let | low.Roll):
        return (after - {part.local.number}) | read
    return after | read


def _read_by(part: der.Part, shown: Callable[[int], Iterable[int]]) -> set[int]:
    """The locals that a part of a block reads before it sets them."""
    match part:
        case der.Decide():
            offers = tuple(replace(each, body=()) for each in part.ask.offers)  # what these read matters after it
            return _open((replace(part.ask, offers=offers),)) | set(shown(part.ask.site))
        case der.TakeFree():
            return {part.seat.number}
        case der.Enter():
            return _open((part.call,))
        case der.EnterEach():
            return _open((part.ask,))
        case der.AnswerKnown() | der.Join() | der.Wait() | der.CountStep():
            return set()
        case _:
            return _open((part,))


def _open(block: low.Block) -> set[int]:
    return {each.number for each in open_locals(block)}


def _read(*nodes: object) -> set[int]:
    return {each.number for each in free_locals(*nodes)}
