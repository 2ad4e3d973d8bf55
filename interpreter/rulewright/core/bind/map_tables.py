"""Tables of maps: borders, the ways straight on from them, neighbours, distances.

Everything here is a table by place or by half-border. Like all tables these have a cell more, for none.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import chain
from typing import TypeVar

from rulewright.core.bind.half_borders import HalfBorder
from rulewright.core.bind.tables import Cell, Tables
from rulewright.core.bind.world import World
from rulewright.core.model.grids import edge_ids
from rulewright.core.model.kinds import kind_of

Place = TypeVar("Place", int, str)


@dataclass(frozen=True, slots=True)
class MapTables:
    """The tables of one map, each made when something reads it."""

    tables: Tables
    map_id: str
    halves: tuple[HalfBorder, ...]
    size: int

    def _kept(self, name: str, cells: Callable[[], Iterable[Cell]], none: Cell) -> int:
        return self.tables.kept((name, self.map_id), lambda: [*cells(), none])

    def table(self, name: str) -> int:
        """A table of numbers or things by half-border: `near`, `far`, `on`, `direction`."""
        return self._kept(name, lambda: (getattr(each, name) for each in self.halves), -1)

    def borders(self) -> int:
        """Return the table of the half-borders that leave each place."""
        return self._kept("borders", self._leaving, ())

    def rays(self) -> int:
        """Return the table of the places straight on from each half-border, the nearest first."""
        return self._kept("rays", lambda: (tuple(self._ray(each)) for each in range(len(self.halves))), ())

    def lines(self) -> int:
        """The whole line of each half-border: first its own place, then those straight on, then the rest."""
        return self._kept("lines", lambda: (one + two for one, two in self._lines()), ())

    def turns(self) -> int:
        """Return the table of how many places of each half-border's line come before those behind it."""
        return self._kept("turns", lambda: (len(one) for one, _ in self._lines()), 0)

    def neighbours(self) -> int:
        """Return the table of the places that each place borders on, each once."""
        return self._kept("neighbours", self.near, ())

    def connected(self) -> int:
        """Return the table of the places that can be reached from each place, itself first, then the nearest."""
        return self._kept("connected", lambda: map(tuple, self._steps()), ())

    def distances(self) -> int:
        """The number of borders between two places, or the number of all places if no way leads there."""
        places = range(self.size)
        far = self.size
        return self._kept("distances", lambda: (each.get(to, far) for each in self._steps() for to in places), 0)

    def directed(self, direction: int) -> int:
        """Return the table of the half-border that leaves each place in a direction."""
        return self._kept(f"directed {direction}", lambda: self._directed(direction), -1)

    def all_directed(self, directions: int) -> int:
        """Return the table of the half-border that leaves each place in each direction."""
        ways = map(self._directed, range(directions))
        return self._kept("all directed", lambda: chain.from_iterable(zip(*ways, strict=True)), -1)

    def near(self) -> list[tuple[int, ...]]:
        """Return the neighbours of each place."""
        return [tuple(dict.fromkeys(self.halves[each].far for each in leaving)) for leaving in self._leaving()]

    def _steps(self) -> Iterator[dict[int, int]]:
        """Return the distances of all places from each place."""
        near = self.near()
        return (steps_from(place, near.__getitem__) for place in range(self.size))

    def _leaving(self) -> list[tuple[int, ...]]:
        found: list[list[int]] = [[] for _ in range(self.size)]
        for number, each in enumerate(self.halves):
            found[each.near].append(number)
        return [tuple(each) for each in found]

    def _directed(self, direction: int) -> list[int]:
        found = [-1] * self.size
        for number, each in reversed([*enumerate(self.halves)]):
            if each.direction == direction:
                found[each.near] = number
        return found

    def _ray(self, number: int) -> Iterator[int]:
        first, seen = self.halves[number].near, set[int]()
        while number >= 0 and number not in seen and self.halves[number].far != first:
            seen.add(number)
            yield self.halves[number].far
            number = self.halves[number].on

    def _lines(self) -> list[tuple[tuple[int, ...], tuple[int, ...]]]:
        """Return (straight on, the other way) for each half-border.

        Straight on begins with its own place.
        """
        behind = {each.on: number ^ 1 for number, each in enumerate(self.halves)}
        found = []
        for number, each in enumerate(self.halves):
            onward = (each.near, *self._ray(number))
            rest = self._ray(behind[number]) if number in behind else ()
            found.append((onward, tuple(place for place in rest if place not in onward)))
        return found


def steps_from(start: Place, near: Callable[[Place], Iterable[Place]]) -> dict[Place, int]:
    """Map each place that can be reached to its distance from `start`, the nearest first."""
    found, waiting = {start: 0}, deque([start])
    while waiting:
        place = waiting.popleft()
        for other in near(place):
            if other not in found:
                found[other] = found[place] + 1
                waiting.append(other)
    return found


def map_tables(tables: Tables, map_id: str) -> MapTables:
    """Return the tables of a map."""
    world = tables.world
    size = len(world.domains[kind_of(world.named[map_id].type.domain)].names)
    return MapTables(tables, map_id, world.halves[map_id], size)


def next_to(tables: Tables, domain: str, other: str) -> int | None:
    """Return the table of things of another kind next to each of a domain, or None if no map joins them."""
    world = tables.world
    cells: list[dict[int, None]] = [{} for _ in world.domains[domain].names]
    known = False
    for one, two, pairs in _joined(world):
        if (one, two) == (domain, other):
            known = True
            for at, to in pairs:
                cells[at][to] = None
        elif (two, one) == (domain, other):
            known = True
            for at, to in pairs:
                cells[to][at] = None
    if domain == other:
        maps = [name for name in world.borders if world.named[name].type.domain == domain]
        return map_tables(tables, maps[0]).neighbours() if maps else None
    return tables.kept(("next to", domain, other), lambda: [*(tuple(each) for each in cells), ()]) if known else None


def _joined(world: World) -> Iterator[tuple[str, str, list[tuple[int, int]]]]:
    """Yield (kind, other kind, pairs of neighbours) for places with their edges and with their corners."""
    index = {id_: each.index for id_, each in world.components.items()}
    for name, plan in world.plans.items():
        node = world.named[name].node
        kind, edges = kind_of(world.named[name].type.domain), node.text_at("edges")
        made = edge_ids(node, plan) if edges else ()
        ends = [(one, other) for one, other, _ in plan.borders]
        if edges:
            pairs = [(end, edge) for edge, both in zip(made, ends, strict=True) for end in both]
            yield kind, edges, [(index[end], index[edge]) for end, edge in pairs if end in index and edge in index]
        inside = node.text_at("corners_of")
        if inside not in world.plans:
            continue
        of = kind_of(world.named[inside].type.domain)
        spots, corners = world.plans[inside].spots, plan.spots
        around = [(spot.id, [corners[each].id for each in ring]) for spot, ring in zip(spots, plan.around, strict=True)]
        yield of, kind, [(index[spot], index[corner]) for spot, ring in around for corner in ring]
        if edges:
            at = {frozenset(both): edge for edge, both in zip(made, ends, strict=True)}
            yield (
                of,
                edges,
                [
                    (index[spot], index[at[frozenset(pair)]])
                    for spot, ring in around
                    for pair in zip(ring, (*ring[1:], ring[0]), strict=True)
                ],
            )
