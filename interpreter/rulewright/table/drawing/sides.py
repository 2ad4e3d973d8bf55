"""Areas side by side: a map, and the own seat's area with up to two more below it.

These are the half areas that follow the own one. An unnamed first area, most often a few numbers, is above the map. The
areas of other seats are above both. An own area that is wide and comes before the map is above it, from side to side:
then beside the map is the first area, with the half ones that follow the map.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice, takewhile

from rulewright.core.model.look import Area
from rulewright.table.drawing.scene import Scene

FEW = 4
"""Of no more areas each has a row of its own, as the style sheet has it."""
_BELOW = 2


def sides_of(scene: Scene, listed: Sequence[Area]) -> dict[tuple[str, bool], str]:
    """Map (area, whether it shows other seats) to the class that positions the area.

    Empty if no area is at a side.
    """
    maps = {*scene.look.circles, *(each.id for each in scene.look.maps)}
    left = next((each for each in listed if not each.per and _is_half(each) and maps & set(each.shows)), None)
    own = next(
        (each for width in ("half", "wide") for each in listed if each.per == ("seat",) and each.width == width), None
    )
    if left is None or own is None or not scene.has_seat or len(listed) <= FEW:
        return {}
    across = own.width == "wide"
    if across and listed.index(own) > listed.index(left):
        return {}
    found = {(each.id, True): " above" for each in listed}
    found |= {(left.id, False): " to-left", (own.id, False): " across" if across else " to-right"}
    following = listed[listed.index(left if across else own) + 1 :]
    below = islice(takewhile(lambda each: each.width == "half" and each != left, following), _BELOW)
    found |= {(each.id, False): " under" for each in below}
    first = listed[0]
    if not first.per and not first.title:
        found[first.id, False] = " under" if across else " to-left first"
    return found


def _is_half(area: Area) -> bool:
    return area.width in ("", "half")
