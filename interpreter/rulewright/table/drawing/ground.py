"""The ground of a map: its borders as lines of several looks and its regions as discs, for the handbook and the table.

What is on a region, and who may choose it, is not known here.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from rulewright.core.model.look import Point
from rulewright.table.drawing.colours import ink_on
from rulewright.table.pages.html import Content, Markup, element, markup

SIZE: Final = 1000.0
ROOM: Final = 70.0
RADIUS: Final = 34.0
EDGE_LOOKS: Final = 4
_SHORT: Final = 4


def along(part: float) -> float:
    """From 0 to 100 to a place in the drawing."""
    return round(ROOM + part / 100 * (SIZE - 2 * ROOM), 1)


def looks_of(carried: Iterable[str]) -> dict[str, int]:
    """Which borders look alike: those that carry the same, such as a price, in words; the least first."""
    return {each: number for number, each in enumerate(sorted(set(carried), key=lambda told: (len(told), told)))}


def line(one: Point, other: Point, look: int) -> Markup:
    """A border between two spots of the drawing; those that carry something else look different."""
    ends = {"x1": one[0], "y1": one[1], "x2": other[0], "y2": other[1]}
    if look == 1:
        return markup(element("line", class_="l1", **ends), element("line", class_="l1b", **ends))
    return element("line", class_=f"l{min(look, EDGE_LOOKS)}", **ends)


def edge_sample(look: int) -> Markup:
    """A border by itself, for a key of what its look means."""
    shown = element("g", line((1, 10), (29, 10), look), class_="edges")
    return element("svg", shown, viewBox="0 0 30 20", class_="sample", aria_hidden="true")


def region(spot: Point, outline: Sequence[Point], short: str, class_: str, told: str, colour: str) -> Markup:
    """A region, which is `told` to whoever points at it: its outline if it covers ground, else a disc, with a few signs
    in the middle, in a colour of its own if it has one.
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
    """A drawing of a map, square unless it is less high."""
    return element("svg", *content, viewBox=f"0 0 {SIZE:.0f} {high:.0f}", **attributes)


def height(points: Iterable[Point]) -> float:
    """How high the drawing of a made map is whose points, within 0 to 100 both ways, are these."""
    return along(max((y for _, y in points), default=0.0)) + ROOM


def initials(title: str) -> str:
    """What is on a region: the number in its title, a short title with a number such as c4, else its first letters."""
    number = next((part for part in reversed(title.split()) if part.isdigit()), "")
    if len(title) <= _SHORT and any(sign.isdigit() for sign in title):
        return number or title
    return number or "".join(word[0] for word in title.split() if word[0].isalnum())[:3].upper()
