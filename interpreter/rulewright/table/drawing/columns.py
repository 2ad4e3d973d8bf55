"""Zones whose numbered places are aligned in columns: place 2 of each zone is in the same column."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from rulewright.core.model.game import FamilyInfo
from rulewright.core.model.look import UNDER
from rulewright.observe.words.table_values import Row
from rulewright.table.drawing import families
from rulewright.table.drawing.named import zone_name
from rulewright.table.drawing.scene import Scene
from rulewright.table.pages.html import Content, Markup, element

_FEWEST: Final = 4
"""Where there may be many columns: at least so many are shown, else those up to the first that is empty in all."""
_MOST: Final = 8

_Place = tuple[bool, Content]
"""Whether something is at a place, and how it is drawn."""


def columns_of(scene: Scene, zones: Sequence[FamilyInfo], row: Row) -> Markup | None:
    """Return a table with a row for each zone and a column for each number of their places.

    None if the zones have no places.
    """
    lying_under = {zone.id for zone in zones[:-1] if scene.manner(zone.id).form == UNDER}
    placed = [dict(_places(scene, zone, row)) for zone in zones]
    numbers = sorted({number for each in placed for number in each})
    if not numbers:
        return None
    if len(numbers) > _MOST:
        last = max((number for each in placed for number, (held, _) in each.items() if held), default=0)
        numbers = [each for each in numbers if each <= max(_FEWEST, last + 1)]
    titles = element("tr", element("td"), [element("th", str(each), scope="col") for each in numbers])
    nothing: _Place = (False, None)
    for at, zone in enumerate(zones):
        if zone.id in lying_under:
            above = placed[at + 1]
            placed[at + 1] = {
                number: _on_top(placed[at].get(number, nothing), above.get(number, nothing)) for number in numbers
            }
    body = [
        element("tr", element("th", scene.called(zone.id), scope="row"),
                [element("td", places.get(number, nothing)[1]) for number in numbers],
                data_zone=_named(scene, zone, row))
        for zone, places in zip(zones, placed, strict=True) if zone.id not in lying_under
    ]  # fmt: skip
    return element("table", element("thead", titles), element("tbody", body), class_="columns")


def _on_top(under: _Place, above: _Place) -> _Place:
    """Return a place with what lies under it. Of an empty one only that is seen."""
    return under[0] or above[0], [under[1], above[1] if above[0] or not under[0] else None]


def _named(scene: Scene, zone: FamilyInfo, row: Row) -> str | None:
    """Return the name by which the log highlights a zone of several places.

    None for zones that are one place each: those have their own names.
    """
    members = [indexes for indexes, _ in scene.members(zone, row)]
    return zone_name(zone.id, members[0]) if zone.spaces and len(members) == 1 else None


def _places(scene: Scene, zone: FamilyInfo, row: Row) -> Iterator[tuple[int, _Place]]:
    """Yield the places of a zone by their numbers."""
    for indexes, slot in scene.members(zone, row):
        held = scene.source(zone, indexes)[slot : slot + max(1, zone.spaces)]
        if not zone.spaces:
            yield indexes[-1], (bool(held[0]), families.zone(scene, zone, indexes, slot))
            continue
        for at, piece in enumerate(held, 1):
            yield at, (piece >= 0, families.place(scene, zone, indexes, at, piece, None))
