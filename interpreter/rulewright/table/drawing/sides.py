"""Areas side by side: a map, and the own seat's area, which is about as high.

An unnamed first area, most often a few numbers, is above the map. The areas of other seats are above both.
"""

from __future__ import annotations

from collections.abc import Sequence

from rulewright.core.model.look import Area
from rulewright.table.drawing.scene import Scene

FEW = 4
"""Of no more areas each has a row of its own, as the style sheet has it."""


def sides_of(scene: Scene, listed: Sequence[Area]) -> dict[tuple[str, bool], str]:
    """Map (area, whether it shows other seats) to the class that positions the area.

    Empty if no area is at a side.
    """
    maps = {*scene.look.circles, *(each.id for each in scene.look.maps)}
    left = next((each for each in listed if not each.per and _is_half(each) and maps & set(each.shows)), None)
    right = next((each for each in listed if each.per == ("seat",) and each.width == "half"), None)
    looks = scene.has_seat
    if left is None or right is None or not looks or len(listed) <= FEW:
        return {}
    found = {(each.id, True): " above" for each in listed}
    found |= {(left.id, False): " to-left", (right.id, False): " to-right"}
    first = listed[0]
    if not first.per and not first.title:
        found[first.id, False] = " to-left first"
    return found


def _is_half(area: Area) -> bool:
    return area.width in ("", "half")
