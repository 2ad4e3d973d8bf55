"""The chapter on the look of a table: its areas, the looks and colours of things, and every icon."""

from __future__ import annotations

from typing import Final

from rulewright.author.handbook.articles import Article, written
from rulewright.author.handbook.edition import Edition, in_words
from rulewright.author.handbook.logic import in_table
from rulewright.core.bind.shapes import shapes_in
from rulewright.core.bind.world import World
from rulewright.core.model.document import Mapping, items_of, scalars_in, written_items
from rulewright.table.drawing.icons import drawn
from rulewright.table.pages.html import Content, Markup, element, joined, markup


def looks_table(edition: Edition, section: str, articles: tuple[Article, ...]) -> Markup:
    """Return a table of each area, look or icon."""
    return in_table(edition, articles, ("shown",), _SHOWN[section])


def _area(edition: Edition, article: Article) -> tuple[Content, ...]:
    shown = (element("code", each, translate="no") for each in written_items(article.node.get("shows")))
    return (joined(shown, " "),)


def _look(edition: Edition, article: Article) -> tuple[Content, ...]:
    lines: list[Content] = []
    for key, node in article.node.entries:
        if key.text in ("id", "of", "about", "title"):
            continue
        if key.text == "values":
            lines += [_tint(edition, each, article) for each in items_of(node) if isinstance(each, Mapping)]
        else:
            values = " ".join(" ".join(each.text.split()) for _, each in scalars_in(node))
            lines.append(element("div", in_words(key.text), " ", element("code", values, translate="no")))
    of = edition.reference(written(article.node, "of"), article)
    return (markup(of, lines),)


def _tint(edition: Edition, value: Mapping, article: Article) -> Markup:
    colour = written(value, "colour")
    shape = element("rect", x=1, y=1, width=18, height=18, rx=4, style=f"fill:{colour}") if colour else None
    swatch = element("svg", shape, viewBox="0 0 20 20", class_="sample", aria_hidden="true") if shape else None
    return element("div", swatch, " ", edition.reference(written(value, "id"), article), " ", colour)


def _icon(edition: Edition, article: Article) -> tuple[Content, ...]:
    return (drawn(shapes_in(World(), article.node)),)


_SHOWN: Final = {"areas": _area, "looks": _look, "icons": _icon}
