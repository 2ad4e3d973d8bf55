"""The chapter of how a drawn table looks: its areas, the looks of things with their colours, and every icon drawn."""

from __future__ import annotations

from typing import Final

from rulewright.bind.shapes import shapes_in
from rulewright.bind.world import World
from rulewright.drawing.icons import drawn
from rulewright.handbook.articles import Article, written
from rulewright.handbook.chapter import Chapter, table
from rulewright.handbook.edition import Edition, in_words
from rulewright.handbook.logic import named_cell, remarks_cell, told
from rulewright.model.document import Mapping, Scalar, items_of, scalars_in
from rulewright.pages.html import Content, Markup, element, joined, markup

_Row = tuple[Content, ...]


def appearance(edition: Edition) -> Chapter | None:
    """The chapter; None if a ruleset leaves all of it to the defaults."""
    return told(edition, "looking", _table)


def _table(edition: Edition, section: str, articles: tuple[Article, ...]) -> Markup:
    head = (edition.say("title"), edition.say("shown"), edition.say("about"))
    return table(head, [_ROWS[section](edition, each) for each in articles], class_="state")


def _area(edition: Edition, article: Article) -> _Row:
    shown = (element("code", each.text, translate="no") for each in items_of(article.node.get("shows"))
             if isinstance(each, Scalar))  # fmt: skip
    return named_cell(edition, article), joined(shown, " "), remarks_cell(edition, article)


def _look(edition: Edition, article: Article) -> _Row:
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
    return named_cell(edition, article), markup(of, lines), remarks_cell(edition, article)


def _tint(edition: Edition, value: Mapping, article: Article) -> Markup:
    colour = written(value, "colour")
    shape = element("rect", x=1, y=1, width=18, height=18, rx=4, style=f"fill:{colour}") if colour else None
    swatch = element("svg", shape, viewBox="0 0 20 20", class_="sample", aria_hidden="true") if shape else None
    return element("div", swatch, " ", edition.reference(written(value, "id"), article), " ", colour)


def _icon(edition: Edition, article: Article) -> _Row:
    shapes = shapes_in(World(), article.node)
    return named_cell(edition, article), drawn(shapes), remarks_cell(edition, article)


_ROWS: Final = {"areas": _area, "looks": _look, "icons": _icon}
