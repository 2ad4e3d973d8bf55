"""Components in a table by two of their fields, or on circles."""

from __future__ import annotations

from typing import Final

from rulewright.author.handbook.articles import Article, written
from rulewright.author.handbook.chapter import described, table
from rulewright.author.handbook.edition import Edition, in_words
from rulewright.core.model.document import Mapping, Scalar, written_items
from rulewright.table.drawing.circles import SIZE, cut, point_at
from rulewright.table.pages.html import Content, Markup, element, joined, link, markup

_INNERMOST: Final = 0.32
_LETTERS: Final = 15


def grid(edition: Edition, kind: Article, designs: list[Article], drawing: Mapping) -> Markup:
    """Return a table whose lines and columns are the values of two fields."""
    down, across = written_items(drawing.get("table"))
    lines, columns = _values(edition, designs, down), _values(edition, designs, across)
    head: tuple[Content, ...] = (
        markup(in_words(down), " / ", in_words(across)),
        *(_named(edition, kind, each) for each in columns),
    )
    rows: list[tuple[Content, ...]] = [
        (
            _named(edition, kind, line),
            *(joined(map(edition.to, _at(designs, {down: line, across: each}))) for each in columns),
        )
        for line in lines
    ]
    return table(head, rows, class_="grid")


def circles(edition: Edition, kind: Article, designs: list[Article], drawing: Mapping, number: int) -> Markup:
    """Return circles around a middle, the first value outside, each cut into one part for each place."""
    circle, place = written_items(drawing.get("circles"))
    around, parts = _values(edition, designs, circle), _values(edition, designs, place)
    band = (1 - _INNERMOST) / len(around) * (SIZE / 2 - 6)
    shapes: list[Markup] = []
    for depth, value in enumerate(around):
        outside = SIZE / 2 - 6 - depth * band
        shapes.append(element("circle", cx=SIZE / 2, cy=SIZE / 2, r=outside, class_=f"band{depth % 4}"))
        for turn, part in enumerate(parts):
            found = _at(designs, {circle: value, place: part})
            shapes += [
                cut(turn, len(parts), outside, outside - band),
                _part(edition, found, outside - band / 2, turn, len(parts)),
            ]
            shapes.append(_number(edition, part, outside, turn, len(parts)))
    shapes.append(element("circle", cx=SIZE / 2, cy=SIZE / 2, r=SIZE / 2 - 6 - len(around) * band, class_="middle"))
    told = "; ".join(
        f"{_plain(edition, value)} {_plain(edition, part)}: "
        + ", ".join(edition.plain_name(each) for each in _at(designs, {circle: value, place: part}))
        for value in around
        for part in parts
    )
    base, size = f"{kind.anchor}.circles{number}", (SIZE, SIZE)
    svg = described(base, edition.plain_name(kind), told, shapes, size=size, role="group")
    names = element("ol", (element("li", _named(edition, kind, value)) for value in around), class_="inline")
    caption = element("figcaption", edition.say("circles_told", circle=in_words(circle), place=in_words(place)), names)
    return element("figure", svg, caption, class_="map")


def _values(edition: Edition, designs: list[Article], field: str) -> list[str]:
    """Return the values of a field in order: of numbers, of the enumeration, or of appearance."""
    found = list(dict.fromkeys(node.text for each in designs if isinstance(node := each.node.get(field), Scalar)))
    if all(each.lstrip("-").isdigit() for each in found):
        return sorted(found, key=int)
    rank = {name: number for number, name in enumerate(edition.material.values)}
    return sorted(found, key=lambda name: rank.get(name, len(rank)))


def _at(designs: list[Article], wanted: dict[str, str]) -> list[Article]:
    return [each for each in designs if all(written(each.node, field) == value for field, value in wanted.items())]


def _named(edition: Edition, kind: Article, value: str) -> Markup:
    return markup(value) if value.lstrip("-").isdigit() else edition.reference(value, kind)


def _plain(edition: Edition, value: str) -> str:
    found = edition.material.values.get(value)
    node = found[1] if found is not None else None
    return edition.plain(node.get("title") if isinstance(node, Mapping) else None, value)


def _number(edition: Edition, part: str, outside: float, turn: int, count: int) -> Markup:
    x, y = point_at(turn + 0.06, count, outside - 20)
    return element("text", _plain(edition, part), x=x, y=y + 6, class_="n")


def _part(edition: Edition, found: list[Article], away: float, turn: int, count: int) -> Markup:
    """Return the things on one part of a circle, side by side."""
    shapes = []
    for each_number, each in enumerate(found):
        x, y = point_at(turn + (each_number + 1) / (len(found) + 1), count, away)
        title = edition.plain_name(each)
        short = title if len(title) <= _LETTERS else title[: _LETTERS - 1] + "…"
        shapes.append(
            link(each.anchor, element("title", title), element("circle", cx=x, cy=y - 8, r=11.0),
                 element("text", short, x=x, y=y + 18, class_="u"), class_="r0")
        )  # fmt: skip
    return markup(*shapes)
