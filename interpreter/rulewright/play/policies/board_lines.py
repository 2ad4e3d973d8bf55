"""Lines on a board as features: places straight on from one another, and what is in each of them.

A place by itself says little in most board games; neighbours matter, such as three in a row with an empty place after
them, or a disc between two others. So each way to fill a line, a *pattern*, is a feature, in that line and in all lines
together (n-tuples; Bledsoe and Browning 1959).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import hypot

from rulewright.core.model.game import Blueprint, FamilyInfo, State
from rulewright.core.model.kinds import PieceOf
from rulewright.core.model.look import MapInfo

_LONGEST, _SHORTEST = 4, 2
_MOST = 12_000
"""So many patterns in places; where there would be more, lines are shorter."""
_FEW = 4
"""What may be in a place of a line: nothing, or one of few things."""
_BENT = 0.05
"""So far, in parts of a step, points may be off a line that are rounded."""


@dataclass(frozen=True, slots=True)
class BoardLines:
    """The lines of places that a family fills: each as the places of its members, straight on.

    A place may be filled in `base` ways, with seats or with something else. Pieces on places count as their `owners`,
    by piece; the list is empty for anything else.
    """

    family: FamilyInfo
    places: tuple[tuple[int, ...], ...]
    length: int
    base: int
    of_seats: bool
    owners: tuple[int, ...] = ()


@dataclass(slots=True)
class LineView:
    """The lines of one family as a seat looks at them: slots, with the first of the features of their patterns.

    What is in a place is a digit of the number of a pattern; each pattern has a feature that all lines share, too.
    """

    base: int
    of_seats: bool
    low: int
    lines: list[tuple[int, tuple[int, ...]]]
    shared: list[int]
    owners: tuple[int, ...] = ()

    def add(self, state: State, seat: int, seats: int, found: list[int], valued: list[tuple[int, int]]) -> None:
        """Add the features that hold, and in how many lines each pattern is."""
        base, low, shared = self.base, self.low, self.shared
        alike: dict[int, int] = {}
        for first, slots in self.lines:
            pattern = 0
            for slot in slots:
                value = state[slot]
                if self.owners and value >= 0:
                    value = self.owners[value]
                if self.of_seats:
                    pattern = pattern * base + (1 + (value - seat) % seats if value >= 0 else 0)
                else:
                    pattern = pattern * base + value - low
            found.append(first + pattern)
            alike[shared[pattern]] = alike.get(shared[pattern], 0) + 1
        valued += alike.items()


def board_lines(blueprint: Blueprint, seats: int) -> Iterator[BoardLines]:
    """Yield the lines of places that each openly visible family of few values fills on the maps."""
    for family in blueprint.families:
        owners = _owners(blueprint, family)
        if (family.sort == "zone" and not owners) or len(family.per) != 1 or family.visible != "all":
            continue
        of_seats = family.domain == "seat" or bool(owners)
        base = seats + 1 if of_seats else family.high - family.low + 1
        if base > _FEW:
            continue
        maps = [each for each in blueprint.look.maps if each.made and each.kind == family.per[0]]
        for length in range(_LONGEST, _SHORTEST - 1, -1):
            places = tuple(line for each in maps for line in _straight(each, length))
            if places and len(places) * base**length <= _MOST:
                yield BoardLines(family, places, length, base, of_seats, owners)
                break


def _owners(blueprint: Blueprint, family: FamilyInfo) -> tuple[int, ...]:
    """Return the seat of each piece, if a family is a zone with a space for each place, whose pieces have owners."""
    kinds = {each.owner >= 0 for each in blueprint.pieces if PieceOf(each.kind) == family.domain}
    return tuple(each.owner for each in blueprint.pieces) if family.spaces == 1 and kinds == {True} else ()


def _straight(board: MapInfo, length: int) -> Iterator[tuple[int, ...]]:
    """Yield the straight lines of `length` neighbouring places of a map, each line in one direction only."""
    near: dict[int, list[int]] = {}
    for one, other, _ in board.borders:
        near.setdefault(one, []).append(other)
        near.setdefault(other, []).append(one)
    for first in sorted(near):
        for second in sorted(near[first]):
            line = [first, second]
            while len(line) < length:
                after = [each for each in near[line[-1]] if _is_straight(board, line[-2], line[-1], each)]
                if not after:
                    break
                line.append(after[0])
            if len(line) == length and first < line[-1]:
                yield tuple(line)


def _is_straight(board: MapInfo, one: int, middle: int, other: int) -> bool:
    """Whether a place lies in the middle between two others."""
    (x, y), (u, v), (s, t) = (board.points[each] for each in (one, middle, other))
    return hypot(x + s - 2 * u, y + t - 2 * v) < _BENT * hypot(u - x, v - y)
