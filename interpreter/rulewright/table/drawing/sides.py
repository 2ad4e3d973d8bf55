"""Areas side by side: a map, and the own seat's area with up to two more below it.

These are the half areas that follow the own one. An unnamed first area, most often a few numbers, is above the map. The
areas of other seats are above both.
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
    right = next((each for each in listed if each.per == ("seat",) and each.width == "half"), None)
    looks = scene.has_seat
    if left is None or right is None or not looks or len(listed) <= FEW:
        return {}
    found = {(each.id, True): " above" for each in listed}
    found |= {(left.id, False): " to-left", (right.id, False): " to-right"}
    following = listed[listed.index(right) + 1 :]
    below = islice(takewhile(lambda each: each.width == "half" and each != left, following), _BELOW)
    found |= {(each.id, False): " under" for each in below}
    first = listed[0]
    if not first.per and not first.title:
        found[first.id, False] = " to-left first"
    return found


def _is_half(area: Area) -> bool:
    return area.width in ("", "half")
