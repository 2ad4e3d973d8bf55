"""The graph of all positions: which can still come to an end, how long a game can be, in which order to go back."""

from __future__ import annotations

import struct
from array import array
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

from rulewright.native.inside.explorer import Exploration

_EDGE = struct.Struct("<iiiid")


@dataclass(slots=True)
class Graph:
    """The transitions of a complete exploration, by the position they leave: `first[n]` to `first[n + 1]`.

    `order` has the positions so that each transition leads on, without those on a circle and beyond; `length` the most
    decisions a game can have had at each, and `before` the transition by which it had them.
    """

    first: array[int]
    options: array[int]
    to: array[int]
    chances: array[float]
    begins: tuple[int, ...]
    order: array[int]
    length: array[int]
    before: array[int]
    is_over: bytearray

    @property
    def has_circle(self) -> bool:
        """Whether a position can come again."""
        return len(self.order) < len(self.length)

    def edges_from(self, number: int) -> range:
        """Return the numbers of the transitions from a position."""
        return range(self.first[number], self.first[number + 1])

    def ways_from(self, number: int) -> Iterator[tuple[int, int, float]]:
        """Yield (option, next position, chance) of each transition from a position."""
        for edge in self.edges_from(number):
            yield self.options[edge], self.to[edge], self.chances[edge]


def graph_of(found: Exploration) -> Graph:
    """Return the graph of an exploration that recorded its transitions."""
    n = found.states
    first, options, to, chances = array("i", bytes(4 * (n + 1))), array("i"), array("i"), array("d")
    begins: list[int] = []
    at = 0
    for before, option, target, _, chance in _EDGE.iter_unpack(found.edges):
        if before < 0:
            begins.append(target)
            continue
        while at <= before:
            first[at] = len(to)
            at += 1
        options.append(option)
        to.append(target)
        chances.append(chance)
    while at <= n:
        first[at] = len(to)
        at += 1
    is_over = bytearray(n)
    for number in range(n):
        is_over[number] = first[number] == first[number + 1]
    order, length, before_ = _in_order(n, first, to)
    return Graph(first, options, to, chances, tuple(dict.fromkeys(begins)), order, length, before_, is_over)


def _in_order(n: int, first: array[int], to: array[int]) -> tuple[array[int], array[int], array[int]]:
    """Return (positions in topological order, longest way to each, transition that the way ends with)."""
    coming = array("i", bytes(4 * n))
    for target in to:
        coming[target] += 1
    order = array("i", (number for number in range(n) if not coming[number]))
    length, before = array("i", bytes(4 * n)), array("i", [-1]) * n
    place = 0
    while place < len(order):
        number = order[place]
        place += 1
        longer = length[number] + 1
        for edge in range(first[number], first[number + 1]):
            target = to[edge]
            if longer > length[target] or before[target] < 0:
                length[target], before[target] = longer, edge
            coming[target] -= 1
            if not coming[target]:
                order.append(target)
    return order, length, before


def begins_of(found: Exploration) -> list[tuple[int, int, float]]:
    """Return the transitions from before the first effect, in the form of `ways_from`."""
    edges = _EDGE.iter_unpack(found.edges)
    return [(option, to, chance) for before, option, to, _, chance in edges if before < 0]


def stuck_in(graph: Graph) -> list[int]:
    """Return the positions from which no end of the game can be reached, in the order in which they were met."""
    n = len(graph.length)
    can_end, changed = bytearray(graph.is_over), True
    while changed:
        changed = False
        for number in range(n - 1, -1, -1):
            if not can_end[number] and any(can_end[graph.to[edge]] for edge in graph.edges_from(number)):
                can_end[number] = changed = True
    return [number for number in range(n) if not can_end[number]]


def longest_way(graph: Graph, most: int) -> list[int] | None:
    """Return successive positions with more than `most` decisions before the last, or None if no game is that long."""
    if graph.has_circle:
        return _around(graph, most)
    late = [number for number in graph.order if graph.length[number] >= most and not graph.is_over[number]]
    if not late:
        return None
    number = min(late, key=lambda each: graph.length[each])
    found = [number]
    while graph.before[number] >= 0:
        number = bisect_right(graph.first, graph.before[number]) - 1
        found.append(number)
    return found[::-1]


def _around(graph: Graph, most: int) -> list[int]:
    """Return a way into a circle and around it until it has more than `most` positions."""
    sorted_ = set(graph.order)
    left = {number for number in range(len(graph.length)) if number not in sorted_}
    stays = {number for number in left if not graph.is_over[number]}
    # What is left and does not lead back is cut off, until only circles and what leads to them is left.
    changed = True
    while changed:
        leaves = {number for number in stays if not any(graph.to[edge] in stays for edge in graph.edges_from(number))}
        changed = bool(leaves)
        stays -= leaves
    way = _way_to_any(graph, stays)
    while len(way) <= most:
        way.append(next(graph.to[edge] for edge in graph.edges_from(way[-1]) if graph.to[edge] in stays))
    return way


def _way_to_any(graph: Graph, wanted: set[int]) -> list[int]:
    parents: dict[int, int] = dict.fromkeys(graph.begins, -1)
    waiting = list(graph.begins)
    for number in waiting:
        if number in wanted:
            found = [number]
            while parents[found[-1]] >= 0:
                found.append(parents[found[-1]])
            return found[::-1]
        for edge in graph.edges_from(number):
            if graph.to[edge] not in parents:
                parents[graph.to[edge]] = number
                waiting.append(graph.to[edge])
    raise AssertionError("every position can be reached")


def steps_through(graph: Graph, found: Exploration, way: list[int]) -> tuple[tuple[int, int], ...]:
    """Return (option, branch of chance) of each step that leads through successive positions."""
    steps = [(0, [to for _, to, _ in begins_of(found)].index(way[0]))]
    for number, target in pairwise(way):
        counts: dict[int, int] = {}
        for option, to, _ in graph.ways_from(number):
            branch = counts.get(option, 0)
            counts[option] = branch + 1
            if to == target:
                steps.append((option, branch))
                break
    return tuple(steps)
