"""Values of components as people read them: icons as words, things with links, effects in colours."""

from __future__ import annotations

from typing import Final

from rulewright.author.handbook.articles import Article, FieldArticle
from rulewright.author.handbook.edition import Edition, in_words
from rulewright.core.locales.catalogue import ENGLISH
from rulewright.core.model.document import Mapping, Node, Scalar, Sequence, entries_of, items_of
from rulewright.core.model.texts import EFFECT_TYPES
from rulewright.table.pages.html import Markup, element, joined, link, markup

_OWN_NAMES: Final = ("it",)
_ONE_LINE: Final = 60


def shown(edition: Edition, article: Article, field: FieldArticle, node: Node) -> Markup:
    """Return a field's value as HTML.

    An effect, test or amount is followed by its text.
    """
    said = edition.said(article.id, field.name) if field.type in EFFECT_TYPES else ""
    if said:
        return markup(element("p", said, class_="said"), _written(edition, article, field, node))
    return _written(edition, article, field, node)


def _written(edition: Edition, article: Article, field: FieldArticle, node: Node) -> Markup:
    """Return a value as it is written."""
    if field.type == "effect" and isinstance(node, Scalar):
        own = (*_OWN_NAMES, *field.takes)
        text = node.text.strip("\n")
        if "\n" in text or len(text) > _ONE_LINE:
            return edition.effect(text, article, own)
        return edition.expression(text, article, own)
    if field.type in EFFECT_TYPES and isinstance(node, Scalar):
        return edition.expression(node.text, article, _OWN_NAMES)
    if field.type == "list":
        return _list(edition, article, field, node)
    return _single(edition, article, field.type, node)


def _single(edition: Edition, article: Article, type_: str, node: Node) -> Markup:
    if not isinstance(node, Scalar):
        return plain(edition, node)
    if type_ == "truth":
        return markup(edition.say("yes") if node.value is True else edition.say("no"))
    if type_ == "text":
        return edition.english(node.text)
    if isinstance(node.value, str):
        return edition.reference(node.text, article)
    return markup(node.text)


def _list(edition: Edition, article: Article, field: FieldArticle, node: Node) -> Markup:
    items = items_of(node)
    if field.parts:
        rows = []
        for item in items:
            pairs = entries_of(item)
            parts = {part.name: part for part in field.parts}
            told = [
                markup(
                    element("span", in_words(key.text), class_="k"),
                    " ",
                    shown(edition, article, parts[key.text], value),
                )
                for key, value in pairs
                if key.text in parts
            ]
            rows.append(element("li", joined(told, "; ")))
        return element("ol", rows, class_="records")
    if field.of == "number":
        return element("span", joined([plain(edition, item) for item in items], " "), class_="numbers")
    return joined([_single(edition, article, field.of, item) for item in items])


def plain(edition: Edition, node: Node | None) -> Markup:
    """Any value as it is written."""
    match node:
        case None:
            return element("em", edition.say("not_written"))
        case Scalar():
            return markup(node.text)
        case Sequence():
            return joined([plain(edition, item) for item in node.items])
        case Mapping() if (text := node.get(edition.language) or node.get(ENGLISH)) is not None:
            return plain(edition, text)
        case Mapping():
            pairs = [markup(in_words(key.text), ": ", plain(edition, value)) for key, value in node.entries]
            return joined(pairs, "; ")


def type_name(edition: Edition, article: Article, field: FieldArticle) -> Markup:
    """Return the type of a field's values, in words."""
    if field.type == "list":
        if field.parts:
            return markup(edition.say("list_of_records"))
        return markup(edition.say("list_of"), " ", _type(edition, article, field.of))
    return _type(edition, article, field.type)


def _type(edition: Edition, article: Article, name: str) -> Markup:
    found = edition.material.find(name, article)
    return link(found.anchor, edition.name(found)) if found is not None else markup(in_words(name))
