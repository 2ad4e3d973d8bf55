"""How far sets are gone through: `while` a test holds, or `until` one does, which includes the thing that ends it.

A line goes both ways from its first place, a reach over all places that lead on; any other set goes from its first.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import takewhile

_Test = Callable[[int], object]


def going_while(things: Iterable[int], test: _Test) -> list[int]:
    """The things of a set before the first that fails."""
    return list(takewhile(test, things))


def going_until(things: Iterable[int], test: _Test) -> list[int]:
    """The things of a set up to the first that passes."""
    found = []
    for thing in things:
        found.append(thing)
        if test(thing):
            break
    return found


def line_while(line: Sequence[int], turn: int, test: _Test) -> list[int]:
    """Both ways along a line; from `turn` on are the places behind its first."""
    onward = going_while(line[:turn], test)
    return onward + going_while(line[turn:], test) if onward else onward


def line_until(line: Sequence[int], turn: int, test: _Test) -> list[int]:
    """Both ways along a line up to what passes; from `turn` on are the places behind its first."""
    onward = going_until(line[:turn], test)
    ended = len(onward) == 1 and test(onward[0])
    return onward if ended else onward + going_until(line[turn:], test)


def reach_while(start: int, near: Sequence[Sequence[int]], test: _Test) -> list[int]:
    """The places that pass and are reached over such places only, the nearest first."""
    found = [start] if start >= 0 and test(start) else []
    seen = {start}
    for place in found:
        for other in near[place]:
            if other not in seen:
                seen.add(other)
                if test(other):
                    found.append(other)
    return found


def reach_until(start: int, near: Sequence[Sequence[int]], test: _Test) -> list[int]:
    """The places that are reached over such as fail, with those at which it ends, the nearest first."""
    found = [start] if start >= 0 else []
    seen = {start}
    for place in found:
        if not test(place):
            for other in near[place]:
                if other not in seen:
                    seen.add(other)
                    found.append(other)
    return found
