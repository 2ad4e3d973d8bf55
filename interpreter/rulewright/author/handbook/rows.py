"""Rows of spaces as drawings: numbers on spaces, numbers at edges between two, marked spaces."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rulewright.author.handbook import entry_uses as uses
from rulewright.author.handbook.articles import Article, written
from rulewright.author.handbook.chapter import described
from rulewright.author.handbook.edition import Edition, in_words
from rulewright.core.model.document import Mapping, Node, Scalar, items_of, number_of, written_items
from rulewright.table.drawing.rows import RowSpace, spaces_of_row
from rulewright.table.pages.html import Markup, element, joined, markup

_CELL: Final = 60.0
_LINE: Final = 92.0
_A_LINE: Final = 10
_EDGE: Final = 12.0


def row(edition: Edition, article: Article, drawing: Mapping, number: int) -> Markup | None:
    """Return one component as a row of spaces, None if its lists are empty."""
    names, edges, marks = (written_items(drawing.get(key)) for key in ("row", "edges", "marks"))
    lists, prices = ([_numbers(article.node.get(each)) for each in fields] for fields in (names, edges))
    first = int(written(drawing, "first") or 1)
    spaces = list(spaces_of_row(first, lists, prices, [_marked(article.node.get(each)) for each in marks]))
    if not spaces:
        return None
    high = _EDGE + _LINE * ((len(spaces) + _A_LINE - 1) // _A_LINE)
    wide = 2 * _EDGE + _CELL * min(len(spaces), _A_LINE)
    svg = described(
        f"{article.anchor}.row{number}", edition.plain_name(article), _told(edition, spaces, names, edges, marks),
        map(_space, range(len(spaces)), spaces), size=(wide, high), role="img", style=f"max-width:{wide:.0f}px",
    )  # fmt: skip
    key = _key_of(edition, article, names, edges, marks)
    caption = element(
        "figcaption", edition.to(article), " ", key, uses.belonging(edition, article), uses.used(edition, article)
    )
    return element("figure", caption, svg, class_="row")


def _numbers(node: Node | None) -> tuple[int, ...]:
    return tuple(number_of(item, 0) for item in items_of(node))


def _marked(node: Node | None) -> int | None:
    return node.value if isinstance(node, Scalar) and isinstance(node.value, int) else None


def _space(index: int, space: RowSpace) -> Markup:
    left = _EDGE + _CELL * (index % _A_LINE)
    top = _EDGE + _LINE * (index // _A_LINE)
    look = "marked" if space.marks else "space"
    parts = [
        element("rect", x=left + 2, y=top, width=_CELL - 4, height=_CELL - 4, rx=7.0, class_=look),
        element("text", str(space.number), x=left + 8, y=top + 14, class_="n"),
    ]
    for place, (at, value) in enumerate(space.values):
        middle = left + _CELL / 2 + (place - (len(space.values) - 1) / 2) * 26
        parts += [
            element("circle", cx=middle, cy=top + 36, r=13.0, class_=f"v{at}"),
            element("text", str(value), x=middle, y=top + 41, class_="s"),
        ]
    for _, price in space.prices:
        parts += [
            element("line", x1=left, y1=top - 5, x2=left, y2=top + _CELL, class_="edge"),
            element("text", str(price), x=left, y=top + _CELL + 16, class_="e"),
        ]
    for at in space.marks:
        parts.append(element("text", "▲" * (at + 1), x=left + _CELL / 2, y=top + _CELL + 14, class_="m"))
    return markup(*parts)


def _key_of(
    edition: Edition, article: Article, names: tuple[str, ...], edges: tuple[str, ...], marks: tuple[str, ...]
) -> Markup:
    parts = [
        *(element("span", element("b", "●", class_=f"v{names.index(name)}"), " ", _called(edition, article, name))
          for name in names),
        *(element("span", element("b", "┃", class_="edge"), " ", _called(edition, article, name)) for name in edges),
        *(element("span", element("b", "▲" * (place + 1)), " ", _called(edition, article, name))
          for place, name in enumerate(marks)),
    ]  # fmt: skip
    return element("span", joined(parts, " "), class_="key")


def _called(edition: Edition, article: Article, name: str) -> Markup:
    field = edition.material.fields.get(written(article.node, "kind"), {}).get(name)
    label = element("span", in_words(name), title=field.about if field is not None and field.about else None)
    return markup(label, edition.mark(article, name))


def _told(
    edition: Edition, spaces: Sequence[RowSpace], names: Sequence[str], edges: Sequence[str], marks: Sequence[str]
) -> str:
    """Return the row in words: on which space each number is."""
    told = [edition.say("row_described", first=spaces[0].number, last=spaces[-1].number)]
    for at, name in enumerate(names):
        shown = [f"{each.number}: {value}" for each in spaces for place, value in each.values if place == at]
        told.append(f"{in_words(name)} {', '.join(shown) or '-'}")
    for at, name in enumerate(edges):
        shown = [f"{each.number}: {value}" for each in spaces for place, value in each.prices if place == at]
        told.append(f"{in_words(name)} {', '.join(shown) or '-'}")
    told += [f"{in_words(name)} {each.number}" for at, name in enumerate(marks) for each in spaces if at in each.marks]
    return "; ".join(told)
