"""The uses of each entry: by effect texts, and by components that point to it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from rulewright.author.handbook import effects
from rulewright.author.handbook.articles import Article, FieldArticle, UsesByName, takes_of, written
from rulewright.author.handbook.material import Material
from rulewright.core.model.document import Scalar, items_of, text_of, written_items
from rulewright.core.model.kinds import SET_OF
from rulewright.core.model.texts import EFFECT_TYPES, TEXTS
from rulewright.table.pages.html import Markup, element, joined

if TYPE_CHECKING:
    from rulewright.author.handbook.edition import Edition

_TEXTS: Final = frozenset(key for fields in TEXTS.values() for key in fields)
_NAMES: Final = ("before", "after", "change", "quantity", "holds", "refill", "on", "regions", "spaces", "gives")
_LISTS: Final = ("during", "per")
_MOST: Final = 24


def uses_of(material: Material) -> tuple[UsesByName, UsesByName]:
    """Return (uses in texts, components pointing to it), each by the entry's anchor."""
    texts: dict[str, dict[str, Article]] = {}
    pointing: dict[str, dict[str, Article]] = {}
    for article in material.articles():
        fields = material.fields.get(written(article.node, "kind"), {}) if article.section == "components" else {}
        for name in {*_named(article, material), *_written_on(article, fields, material)}:
            found = material.find(name, article)
            if found is not None and found is not article:
                texts.setdefault(found.anchor, {})[article.anchor] = article
        for name in _pointed_at(article, fields):
            found = material.find(name, article)
            if found is not None and found is not article:
                pointing.setdefault(found.anchor, {})[article.anchor] = article
    order = {article.anchor: number for number, article in enumerate(material.articles())}
    return _sorted(texts, order), _sorted(pointing, order)


def used(edition: Edition, article: Article) -> Markup | None:
    """Return the entries whose texts name this one."""
    return _listed(edition, "used_in", edition.uses.get(article.anchor, ()), class_="uses")


def belonging(edition: Edition, article: Article) -> Markup | None:
    """Return the components that point to this one."""
    return _listed(edition, "belongs_here", edition.pointing.get(article.anchor, ()), class_="uses")


def _listed(edition: Edition, label: str, found: tuple[Article, ...], class_: str) -> Markup | None:
    if not found:
        return None
    more = edition.say("and_more", n=len(found) - _MOST) if len(found) > _MOST else None
    names = joined(map(edition.to, found[:_MOST]))
    return element("p", edition.say(label), " ", names, " " if more else None, more, class_=class_)


def _named(article: Article, material: Material) -> Iterator[str]:
    known = effects.KnownNames(frozenset(takes_of(article.node)), material.field_names)
    if article.section != "components":
        for key in _TEXTS:
            yield from effects.names_used(written(article.node, key), known)
    for key in _NAMES:
        yield written(article.node, key).removeprefix(SET_OF).removesuffix("_piece")
    for key in _LISTS:
        yield from written_items(article.node.get(key))


def _written_on(article: Article, fields: dict[str, FieldArticle], material: Material) -> Iterator[str]:
    for field in fields.values():
        node = article.node.get(field.name)
        if field.type in EFFECT_TYPES and isinstance(node, Scalar):
            yield from effects.names_used(node.text, effects.KnownNames(frozenset(field.takes), material.field_names))


def _pointed_at(article: Article, fields: dict[str, FieldArticle]) -> Iterator[str]:
    for field in fields.values():
        node = article.node.get(field.name)
        if node is not None and field.type not in EFFECT_TYPES and field.type != "text":
            yield from (text for each in (node, *items_of(node)) if (text := text_of(each)) is not None)


def _sorted(found: dict[str, dict[str, Article]], order: dict[str, int]) -> UsesByName:
    return {to: tuple(sorted(listed.values(), key=lambda each: order[each.anchor])) for to, listed in found.items()}
