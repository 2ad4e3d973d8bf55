"""Icons of a ruleset, and simple marks for things without an icon.

Thanks to the marks, no colour carries meaning alone.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from rulewright.core.locales.wording import title_in
from rulewright.core.model.look import Icon, Look, Shape
from rulewright.table.pages.html import Markup, element, markup

MARKS: Final[tuple[Shape, ...]] = (
    Shape("circle", (("cx", "50"), ("cy", "50"), ("r", "40"))),
    Shape("rect", (("x", "14"), ("y", "14"), ("width", "72"), ("height", "72"))),
    Shape("polygon", (("points", "50 8 94 86 6 86"),)),
    Shape("polygon", (("points", "50 4 96 50 50 96 4 50"),)),
    Shape("polygon", (("points", "50 4 62 37 97 38 69 59 79 93 50 73 21 93 31 59 3 38 38 37"),)),
    Shape("path", (("d", "M 35 6 H 65 V 35 H 94 V 65 H 65 V 94 H 35 V 65 H 6 V 35 H 35 Z"),)),
    Shape("polygon", (("points", "27 8 73 8 96 50 73 92 27 92 4 50"),)),
    Shape("path", (("d", "M 6 20 H 94 L 50 94 Z"),)),
    Shape("path", (("d", "M 6 70 A 44 44 0 0 1 94 70 Z"),)),
    Shape("path", (("d", "M 18 4 H 82 V 96 L 50 70 L 18 96 Z"),)),
    Shape("path", (("d", "M 30 4 H 96 L 70 96 H 4 Z"),)),
    Shape("path", (("d", "M 50 94 L 10 52 A 25 25 0 0 1 50 24 A 25 25 0 0 1 90 52 Z"),)),
)
"""The mark of the first value of an enumeration, of the second, and so on: one for each seat that a table can have."""
BACK: Final = Shape("path", (("d", "M 50 10 L 90 50 L 50 90 L 10 50 Z M 50 30 L 70 50 L 50 70 L 30 50 Z"),))


def mark_of(place: int) -> str:
    """Return the id of the mark for a place in an order."""
    return f"mark-{place % len(MARKS)}"


def sprite(look: Look) -> Markup:
    """Return all icons of a game as SVG symbols, to be included once in a page.

    Nothing of it is visible.
    """
    marks = (_symbol(mark_of(place), (shape,)) for place, shape in enumerate(MARKS))
    own = (_symbol(each.id, each.shapes) for each in look.icons.values())
    return element("svg", marks, _symbol("back", (BACK,)), own, class_="sprite", aria_hidden="true", width=0, height=0)


@lru_cache(maxsize=2048, typed=True)
def icon(name: str, title: str = "", turn: int = 0) -> Markup:
    """Return an icon of the page, with a title for screen readers.

    Without a title the icon is hidden from them. It is turned clockwise by so many degrees.
    """
    told = element("title", title) if title else None
    shown = element("use", href=f"#i-{name}", transform=f"rotate({turn} 50 50)" if turn else None)
    roles = {"role": "img"} if title else {"aria_hidden": "true"}
    return element("svg", told, shown, class_="icon", viewBox="0 0 100 100", **roles)


_TALL: Final = 140
_ENDS, _THREE, _FOUR = (15, 125), (15, 70, 125), (15, 51, 89, 125)
_SPOTS: Final = {
    2: ((), _ENDS), 3: ((), _THREE), 4: (_ENDS, ()), 5: (_ENDS, (70,)), 6: (_THREE, ()), 7: (_THREE, (43,)),
    8: (_THREE, (43, 97)), 9: (_FOUR, (70,)), 10: (_FOUR, (33, 107)),
}  # fmt: skip
"""How far down signs are on a playing card with so many: at both sides, and in the middle."""


@lru_cache(maxsize=256, typed=True)
def counted(name: str, number: int) -> Markup | None:
    """Return an icon as often as a number says, as it is on playing cards: those below the middle upside down.

    None where it is there but once, or more often than is told at a glance.
    """
    if number not in _SPOTS:
        return None
    beside, between = _SPOTS[number]
    signs = [
        element("use", href=f"#i-{name}", x=x - 13, y=y - 13, width=26, height=26,
                transform=f"rotate(180 {x} {y})" if y > _TALL / 2 else None)
        for x, ys in ((20, beside), (80, beside), (50, between)) for y in ys
    ]  # fmt: skip
    return element("svg", signs, class_="icon signs", viewBox=f"0 0 100 {_TALL}", aria_hidden="true")


def drawn(shapes: tuple[Shape, ...]) -> Markup:
    """Return an icon by itself, for a page without the symbols."""
    return element("svg", map(_shape, shapes), class_="icon", viewBox="0 0 100 100", aria_hidden="true")


def title_of(icon_: Icon, language: str) -> str:
    return title_in(icon_.title, language, icon_.id.removesuffix("_icon"))


def _symbol(name: str, shapes: tuple[Shape, ...]) -> Markup:
    return element("symbol", markup(*map(_shape, shapes)), id=f"i-{name}", viewBox="0 0 100 100")


def _shape(shape: Shape) -> Markup:
    looks = {"full": {}, "line": {"class_": "ln"}, "hole": {"class_": "ho"}, "pale": {"class_": "pa"}}[shape.paint]
    return element(shape.tag, **dict(shape.attributes), **looks)
