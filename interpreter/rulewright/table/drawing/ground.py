"""The ground of a map, for handbook and table: borders as lines, regions as outlines or discs.

What is on a region, and who may choose it, is not known here.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from rulewright.core.model.look import MapInfo, Point
from rulewright.table.drawing.colours import ink_on
from rulewright.table.pages.html import Content, Markup, element, markup

SIZE: Final = 1000.0
ROOM: Final = 70.0
RADIUS: Final = 34.0
EDGE_LOOKS: Final = 4
_SHORT: Final = 4


def along(part: float) -> float:
    """Return the drawing's coordinate of a number from 0 to 100."""
    return round(ROOM + part / 100 * (SIZE - 2 * ROOM), 1)


def looks_of(carried: Iterable[str]) -> dict[str, int]:
    """Map the text of each kind of border to the number of its look, the shortest text first.

    Borders that carry the same, such as a price, look alike.
    """
    return {each: number for number, each in enumerate(sorted(set(carried), key=lambda told: (len(told), told)))}


def line(one: Point, other: Point, look: int) -> Markup:
    """Return a border between two spots of the drawing.

    `look` is the number of its line style.
    """
    ends = {"x1": one[0], "y1": one[1], "x2": other[0], "y2": other[1]}
    if look == 1:
        return markup(element("line", class_="l1", **ends), element("line", class_="l1b", **ends))
    return element("line", class_=f"l{min(look, EDGE_LOOKS)}", **ends)


def edge_sample(look: int) -> Markup:
    """Return a border by itself, for a key of what its look means."""
    shown = element("g", line((1, 10), (29, 10), look), class_="edges")
    return element("svg", shown, viewBox="0 0 30 20", class_="sample", aria_hidden="true")


def region(spot: Point, outline: Sequence[Point], short: str, class_: str, told: str, colour: str) -> Markup:
    """Return a region with the tooltip `told` and a few signs in the middle.

    It has the form of its outline if it covers ground, else of a disc, and the given colour if there is one.
    """
    fill, ink = (f"fill:{colour}", f"fill:{ink_on(colour)}") if colour else (None, None)
    shape = element("circle", cx=spot[0], cy=spot[1], r=RADIUS - 6, style=fill)
    if outline:
        shape = element("polygon", points=" ".join(f"{x:g},{y:g}" for x, y in outline), style=fill)
    sign = element("text", short, x=spot[0], y=spot[1] + 8, class_="s", style=ink)
    return element("g", element("title", told), shape, sign, class_=class_)


def under(spot: Point, texts: Sequence[Content]) -> Markup:
    """Lines of text below a region."""
    return markup(
        *(
            element("text", each, x=spot[0], y=round(spot[1] + RADIUS + 17 + 19 * number, 1), class_="u")
            for number, each in enumerate(texts)
        )
    )


def drawing(*content: Content, high: float = SIZE, **attributes: str) -> Markup:
    """Return a drawing of a map, square unless it is less high."""
    return element("svg", *content, viewBox=f"0 0 {SIZE:.0f} {high:.0f}", **attributes)


def height(points: Iterable[Point]) -> float:
    """Return the height of the drawing of a generated map, whose points are within 0 to 100 both ways."""
    return along(max((y for _, y in points), default=0.0)) + ROOM


def height_of(info: MapInfo) -> float:
    """Return the height of the drawing of a map, SIZE if its author has placed its regions."""
    return height(corner for each in (info.points, *info.outlines) for corner in each) if info.made else SIZE


def initials(title: str) -> str:
    """Return the short text of a region.

    It is the number in its title, or a short title with a number such as c4, or the first letters of its words.
    """
    number = next((part for part in reversed(title.split()) if part.isdigit()), "")
    if len(title) <= _SHORT and any(sign.isdigit() for sign in title):
        return number or title
    return number or "".join(word[0] for word in title.split() if word[0].isalnum())[:3].upper()
