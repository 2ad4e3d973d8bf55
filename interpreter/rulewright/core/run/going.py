"""The part of a set that is traversed: `while` a test holds, or `until` one does, inclusive.

A line is traversed both ways from its first space, a reach over all spaces that lead on, any other set from its first
member.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import takewhile
from typing import Final

from rulewright.core.model.limits import LimitReached

MOST_WALKED: Final = 10_000
"""How many borders may be walked along until the longest way is found."""
_Test = Callable[[int], object]


def going_while(things: Iterable[int], test: _Test) -> list[int]:
    """Return the things of a set before the first that fails."""
    return list(takewhile(test, things))


def going_until(things: Iterable[int], test: _Test) -> list[int]:
    """Return the things of a set up to the first that passes."""
    found = []
    for thing in things:
        found.append(thing)
        if test(thing):
            break
    return found


def line_while(line: Sequence[int], turn: int, test: _Test) -> list[int]:
    """Return the members while a test holds, both ways along a line.

    The members behind the line's first begin at the index `turn`.
    """
    onward = going_while(line[:turn], test)
    return onward + going_while(line[turn:], test) if onward else onward


def line_until(line: Sequence[int], turn: int, test: _Test) -> list[int]:
    """Return the members up to one that passes, both ways along a line.

    The members behind the line's first begin at the index `turn`.
    """
    onward = going_until(line[:turn], test)
    ended = len(onward) == 1 and test(onward[0])
    return onward if ended else onward + going_until(line[turn:], test)


def reach_while(start: int, near: Sequence[Sequence[int]], test: _Test) -> list[int]:
    """Return the places that pass and are reached over such places only, the nearest first."""
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
    """Return the spaces reached over spaces that fail, and those where it ends, nearest first."""
    found = [start] if start >= 0 else []
    seen = {start}
    for place in found:
        if not test(place):
            for other in near[place]:
                if other not in seen:
                    seen.add(other)
                    found.append(other)
    return found


def steps_while(start: int, near: Sequence[Sequence[int]], test: _Test) -> list[tuple[int, int]]:
    """Return the places of `reach_while`, each with how many borders it is away."""
    return _with_steps(start, near, lambda _: True, reach_while(start, near, test))


def steps_until(start: int, near: Sequence[Sequence[int]], test: _Test) -> list[tuple[int, int]]:
    """Return the places of `reach_until`, each with how many borders it is away."""
    return _with_steps(start, near, lambda place: not test(place), reach_until(start, near, test))


def _with_steps(
    start: int, near: Sequence[Sequence[int]], leads_on: _Test, places: Sequence[int]
) -> list[tuple[int, int]]:
    """Return (space, steps) of spaces in the order in which they are reached.

    The neighbours of a space that leads on are one step further, unless they are nearer already.
    """
    away = dict.fromkeys(places, -1)
    away |= {start: 0} if places else {}
    for place in places:
        if leads_on(place):
            for other in near[place]:
                if away.get(other, 0) < 0:
                    away[other] = away[place] + 1
    return [*away.items()]


def longest_way(
    borders: Iterable[int], stops: Iterable[int], far: Sequence[int], leaving: Sequence[Sequence[int]]
) -> int:
    """Return the number of half-borders on the longest trail along some borders, using none twice.

    The trail does not continue from the `stops`. All trails are explored by depth-first search. Raises LimitReached if
    that takes more than MOST_WALKED steps.
    """
    among, ends, walked = set(borders), set(stops), set[int]()
    longest = looks = 0
    for start in among:
        way: list[int] = []
        left = [[start]]
        while left:
            if not left[-1]:
                left.pop()
                if way:
                    walked.discard(way.pop() >> 1)
                continue
            half = left[-1].pop()
            if half not in among or half >> 1 in walked:
                continue
            looks += 1
            if looks > MOST_WALKED:
                raise LimitReached(f"a 'longest_way' of more than {MOST_WALKED} steps")
            way.append(half)
            walked.add(half >> 1)
            longest = max(longest, len(way))
            left.append([] if far[half] in ends else [*leaving[far[half]]])
    return longest
