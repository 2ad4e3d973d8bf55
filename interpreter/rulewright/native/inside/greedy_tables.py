"""The tables that the policy `greedy` needs inside the module.

`determinizing.py` has their format.
"""

from __future__ import annotations

import struct
from collections.abc import Iterable

from rulewright.core.model.game import Blueprint, FamilyInfo
from rulewright.core.model.kinds import DomainName, PieceOf
from rulewright.core.model.layout import HEADER
from rulewright.native.backend.areas import Areas
from rulewright.native.backend.layout import StateLayout
from rulewright.native.backend.sandbox import Sandbox
from rulewright.native.inside import determinizing as look
from rulewright.observe.sight.hiding import values_of
from rulewright.observe.sight.sight import members, owner_of, sees_by_word


class GreedyTables:
    """The tables of one game, and memory to compute in.

    `$g_choose` is given `address`. `tables` has (address, bytes) to be written into memory once. Everything is between
    the first address of the areas and their end.
    """

    def __init__(self, layout: StateLayout, blueprint: Blueprint, areas: Areas) -> None:
        self._layout, self._blueprint = layout, blueprint
        self._tests = {member: number for number, member in enumerate(look.members_seen_by_test(blueprint), 1)}
        self.tables: list[tuple[int, bytes]] = []
        pieces = layout.n_pieces
        self.address = areas.take(look.TABLES_SIZE)
        self._seats = areas.take(4 * blueprint.max_seats)
        fields = [self._seats, self._add(areas, self._piles()), self._points(areas), self._sites(areas)]
        fields += [areas.take(layout.size) for _ in range(3)]
        fields += [areas.take(size) for size in (4 * pieces, 4 * pieces, 4 * pieces, pieces, 8 * layout.most_options)]
        self.tables.append((self.address, _ints(fields)))
        self._of_seats = {seats: [self._seat(areas, seats, seat) for seat in range(seats)] for seats in
                          range(blueprint.min_seats, blueprint.max_seats + 1)}  # fmt: skip

    def seat_tables(self, seats: int) -> tuple[int, bytes]:
        """Return (address, bytes) to be written before games of N seats."""
        return self._seats, _ints(self._of_seats[seats])

    def best(self, instance: Sandbox) -> list[int]:
        """Return the codes of the options that were found best last."""
        (place,) = instance.unpack("<i", self.address + look.BEST)
        (count,) = instance.unpack("<i", self.address + look.N_BEST)
        return list(instance.unpack(f"<{count}q", place))

    def _add(self, areas: Areas, data: bytes) -> int:
        self.tables.append((areas.take(len(data)), data))
        return self.tables[-1][0]

    def _piles(self) -> bytes:
        held = self._blueprint.initial
        return bytes(slot >= HEADER and isinstance(each, tuple) for slot, each in enumerate(held))

    def _points(self, areas: Areas) -> int:
        found: list[int] = []
        for effect, points in enumerate(self._blueprint.frames):
            frame = self._layout.frames_of[effect]
            if frame is None:
                found.append(0)
                continue
            _, _, parameters, n_locals = self._blueprint.procedures[effect]
            data = [frame.locals[1 + parameters] if 1 + parameters < n_locals else frame.size]
            for block in dict.fromkeys(each for point in points for each in (point.resume, point.gather) if each >= 0):
                point = next(point for point in points if block in (point.resume, point.gather))
                named = [number for number, _, domain, *_ in point.locals if isinstance(domain, PieceOf)]
                data += [block, len(named)]
                for number in named:
                    data += [frame.locals[number], number in frame.sets]
            found.append(self._add(areas, _ints([*data, -1])))
        return self._add(areas, _ints(found))

    def _sites(self, areas: Areas) -> int:
        return self._add(areas, _ints(
            [self._add(areas, bytes([site.named, *(isinstance(domain, PieceOf) for domain in site.domains)]))
             for site in self._blueprint.sites]
        ))  # fmt: skip

    def _seat(self, areas: Areas, seats: int, seat: int) -> int:
        """Return the address of a seat's tables, at a table of `seats` seats.

        They list the slots of other seats, and the positions and values that are hidden from this one (from 0).
        """
        blueprint = self._blueprint
        zones: set[int] = set()
        rest: set[int] = set()
        hidden: dict[DomainName, list[int]] = {}
        values: list[list[int]] = []
        for family in blueprint.families:
            for indexes, slot in members(blueprint, family, seats):
                owner = owner_of(family, indexes)
                if owner not in (None, seat):
                    (zones if family.sort == "zone" else rest).update(range(slot, slot + max(1, family.spaces)))
                test = self._tests.get((family.id, indexes), 0)
                if not test and sees_by_word(family, seat, owner):
                    continue
                if family.sort == "zone":
                    hidden.setdefault(family.domain, []).extend((slot, family.spaces, test))
                else:
                    values.append(self._value(areas, family, slot, test, seats))
        others = bytes(slot in zones or slot in rest for slot in range(self._layout.n_slots))
        groups = [len(hidden), *(number for each in hidden.values() for number in (len(each) // 3, *each))]
        groups += [len(values), *(number for each in values for number in each)]
        lists = ([len(rest - zones), *sorted(rest - zones)], [len(zones), *sorted(zones)], groups)
        found = [self._add(areas, others), *(self._add(areas, _ints(each)) for each in lists), seat]
        return self._add(areas, _ints(found))

    def _value(self, areas: Areas, family: FamilyInfo, slot: int, test: int, seats: int) -> list[int]:
        """Return the entry of a hidden counter or marker.

        [slot, number of the test that shows it (0: none), whether it is a marker, number of possible values, the first
        one, address of all values or 0 if they are consecutive].
        """
        values = values_of(self._blueprint, family, seats)
        listed = 0 if isinstance(values, range) else self._add(areas, _ints(values))
        return [slot, test, family.sort == "marker", len(values), values[0] if values else 0, listed]


def _ints(numbers: Iterable[int]) -> bytes:
    found = [int(each) for each in numbers]
    return struct.pack(f"<{len(found)}i", *found)
