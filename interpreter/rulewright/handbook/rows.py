"""Rows of spaces as drawings: numbers on spaces, numbers at the edges between two, and spaces that are marked."""

from __future__ import annotations

from typing import Final

from rulewright.drawing.rows import risen
from rulewright.handbook import uses
from rulewright.handbook.articles import Article, written
from rulewright.handbook.chapter import described
from rulewright.handbook.edition import Edition, in_words
from rulewright.model.document import Mapping, Node, Scalar, items_of, number_of, written_items
from rulewright.pages.html import Markup, element, joined, markup

_CELL: Final = 60.0
_LINE: Final = 92.0
_A_LINE: Final = 10
_EDGE: Final = 12.0


def row(edition: Edition, article: Article, drawing: Mapping, number: int) -> Markup | None:
    """One component as a row of spaces; None if its lists are empty."""
    names = written_items(drawing.get("row"))
    lists = {name: _numbers(article.node.get(name)) for name in names}
    count = max((len(each) for each in lists.values()), default=0)
    if not count:
        return None
    first = int(written(drawing, "first") or 1)
    edges = {name: _numbers(article.node.get(name)) for name in written_items(drawing.get("edges"))}
    marks = {name: _marked(article.node.get(name)) for name in written_items(drawing.get("marks"))}
    shapes = [
        _space(index, first + index, {k: risen(v, index) for k, v in lists.items()},
               {k: v[index] if index < len(v) else 0 for k, v in edges.items()},
               [name for name, space in marks.items() if space == first + index], names, tuple(marks))
        for index in range(count)
    ]  # fmt: skip
    base = f"{article.anchor}.row{number}"
    high = _EDGE + _LINE * ((count + _A_LINE - 1) // _A_LINE)
    wide = 2 * _EDGE + _CELL * min(count, _A_LINE)
    told = _described(edition, first, count, lists, edges, marks)
    svg = described(
        base, edition.plain_name(article), told, shapes, viewBox=f"0 0 {wide:.0f} {high:.0f}", role="img",
        style=f"max-width:{wide:.0f}px",
    )  # fmt: skip
    key = _key_of(edition, article, names, tuple(edges), tuple(marks))
    caption = element(
        "figcaption", edition.to(article), " ", key, uses.belonging(edition, article), uses.used(edition, article)
    )
    return element("figure", caption, svg, class_="row")


def _numbers(node: Node | None) -> tuple[int, ...]:
    return tuple(number_of(item, 0) for item in items_of(node))


def _marked(node: Node | None) -> int | None:
    return node.value if isinstance(node, Scalar) and isinstance(node.value, int) else None


def _space(
    index: int,
    number: int,
    shown: dict[str, int],
    edges: dict[str, int],
    marks: list[str],
    names: tuple[str, ...],
    all_marks: tuple[str, ...],
) -> Markup:
    left = _EDGE + _CELL * (index % _A_LINE)
    top = _EDGE + _LINE * (index // _A_LINE)
    parts = [
        element(
            "rect", x=left + 2, y=top, width=_CELL - 4, height=_CELL - 4, rx=7.0, class_="marked" if marks else "space"
        ),
        element("text", str(number), x=left + 8, y=top + 14, class_="n"),
    ]
    values = [(names.index(name), value) for name, value in shown.items() if value]
    for place, (look, value) in enumerate(values):
        middle = left + _CELL / 2 + (place - (len(values) - 1) / 2) * 26
        parts += [
            element("circle", cx=middle, cy=top + 36, r=13.0, class_=f"v{look}"),
            element("text", str(value), x=middle, y=top + 41, class_="s"),
        ]
    for price in (value for value in edges.values() if value):
        parts += [
            element("line", x1=left, y1=top - 5, x2=left, y2=top + _CELL, class_="edge"),
            element("text", str(price), x=left, y=top + _CELL + 16, class_="e"),
        ]
    for name in marks:
        sign = "▲" * (all_marks.index(name) + 1)
        parts.append(element("text", sign, x=left + _CELL / 2, y=top + _CELL + 14, class_="m"))
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


def _described(
    edition: Edition,
    first: int,
    count: int,
    lists: dict[str, tuple[int, ...]],
    edges: dict[str, tuple[int, ...]],
    marks: dict[str, int | None],
) -> str:
    """The row in words: on which space each number is."""
    told = [edition.say("row_described", first=first, last=first + count - 1)]
    for name, numbers in lists.items():
        shown = [f"{first + n}: {value}" for n in range(len(numbers)) if (value := risen(numbers, n))]
        told.append(f"{in_words(name)} {', '.join(shown) or '-'}")
    for name, numbers in edges.items():
        shown = [f"{first + n}: {value}" for n, value in enumerate(numbers) if value]
        told.append(f"{in_words(name)} {', '.join(shown) or '-'}")
    told += [f"{in_words(name)} {space}" for name, space in marks.items() if space is not None]
    return "; ".join(told)
