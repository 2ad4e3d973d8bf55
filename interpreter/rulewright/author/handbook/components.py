"""The chapter on components: for each kind its fields, a table for comparison, and a card per design."""

from __future__ import annotations

from typing import Final

from rulewright.author.handbook import changes_told
from rulewright.author.handbook import component_values as values
from rulewright.author.handbook import entry_uses as uses
from rulewright.author.handbook.articles import Article, FieldArticle, written
from rulewright.author.handbook.chapter import Chapter, ChapterPart, entry_at, folded, table
from rulewright.author.handbook.edition import EVERYTHING, Edition, in_words
from rulewright.core.model.document import Node, Scalar, items_of, number_of
from rulewright.core.model.sections import COMPONENT_KEYS
from rulewright.core.model.texts import EFFECT_TYPES
from rulewright.table.pages.html import Content, Markup, element, joined, markup

_SMALL: Final = frozenset({"text", "list", *EFFECT_TYPES})
_ENOUGH_FOR_A_TABLE: Final = 4


def components(edition: Edition) -> Chapter | None:
    """Return the chapter with every kind and its components, None if there are none."""
    by_kind: dict[str, list[Article]] = {}
    for article in edition.material.section("components"):
        by_kind.setdefault(written(article.node, "kind"), []).append(article)
    parts = tuple(
        _kind(edition, kind, by_kind.get(kind.id, []) if first else [])
        for kind, first in _kinds(edition)
        if not first or kind.id in by_kind or edition.material.fields.get(kind.id)
    )
    return edition.chapter("components", parts)


def _kinds(edition: Edition) -> list[tuple[Article, bool]]:
    """Return the kinds, and whether each is the first of its id."""
    seen: set[str] = set()
    found = []
    for kind in edition.material.section("kinds"):
        found.append((kind, kind.id not in seen))
        seen.add(kind.id)
    return found


def _kind(edition: Edition, kind: Article, designs: list[Article]) -> ChapterPart:
    fields = edition.material.fields.get(kind.id, {})
    pieces = sum(_copies(each) for each in designs if not _each_seat(each))
    of_each = sum(_copies(each) for each in designs if _each_seat(each))
    count = joined(
        [edition.say("n_designs", n=len(designs))]
        + ([edition.say("n_pieces", n=pieces)] if pieces else [])
        + ([edition.say("n_pieces_each_seat", n=of_each)] if of_each else []),
        "; ",
    )
    cards = element("div", (_card(edition, each, fields) for each in designs), class_="cards")
    body = markup(
        edition.remark(kind.node),
        element("p", count, class_="count") if designs else None,
        _key_of(edition, kind, fields),
        _comparison(edition, designs, fields),
        cards if designs else None,
        changes_told.notes(edition, kind),
        edition.notes(kind),
    )
    return ChapterPart(kind.anchor, edition.name(kind), body)


def _copies(article: Article) -> int:
    return number_of(article.node.get("copies"), 1)


def _each_seat(article: Article) -> bool:
    node = article.node.get("each_seat")
    return isinstance(node, Scalar) and node.value is True


def _key_of(edition: Edition, kind: Article, fields: dict[str, FieldArticle]) -> Markup | None:
    """Return the meanings of the fields of a kind."""
    if not fields:
        return None
    lines = []
    for field in fields.values():
        type_ = element("span", values.type_name(edition, kind, field), class_="type")
        about = markup(": ", edition.english(field.about)) if field.about else None
        lines.append((element("dt", in_words(field.name)), element("dd", type_, about)))
    return folded(edition.say("fields"), element("dl", lines), class_="fields")


def _comparison(edition: Edition, designs: list[Article], fields: dict[str, FieldArticle]) -> Markup | None:
    """Return a table of the short fields of all designs, so that they can be compared by eye."""
    short = [field for field in fields.values() if field.type not in _SMALL and _differs(field, designs)]
    if len(designs) < _ENOUGH_FOR_A_TABLE or not short:
        return None
    copies = any(_copies(each) != 1 for each in designs)
    head = (
        edition.say("title"),
        *((edition.say("copies"),) if copies else ()),
        *(in_words(each.name) for each in short),
    )
    rows: list[tuple[Content, ...]] = []
    for each in designs:
        cells = (_cell(edition, each, field) for field in short)
        title = markup(edition.to(each), _mark(edition, each, EVERYTHING))
        rows.append((title, *((str(_copies(each)),) if copies else ()), *cells))
    return folded(edition.say("as_a_table"), table(head, rows, class_="compare"))


def _differs(field: FieldArticle, designs: list[Article]) -> bool:
    return len({_plain(each.node.get(field.name)) for each in designs}) > 1


def _plain(node: Node | None) -> str:
    return node.text if isinstance(node, Scalar) else ""


def _cell(edition: Edition, article: Article, field: FieldArticle) -> Content:
    node = article.node.get(field.name)
    if node is None:
        return element("span", _plain(field.default) or "–", class_="default")
    return markup(values.shown(edition, article, field, node), _mark(edition, article, field.name))


def _mark(edition: Edition, article: Article, field: str) -> Markup | None:
    """Return the dagger of a field with a reason of its own.

    The reason of all of a design is marked at its title alone.
    """
    return edition.mark(article, field) if field in article.reasons else None


def _card(edition: Edition, article: Article, fields: dict[str, FieldArticle]) -> Markup:
    """Return one design with everything printed on it."""
    printed = [(field, article.node.get(field.name)) for field in fields.values()]
    lines = [_line(edition, article, field, node) for field, node in printed if node is not None]
    strange = [
        (element("dt", in_words(key.text)), element("dd", values.plain(edition, node)))
        for key, node in article.node.entries
        if key.text not in fields and key.text not in COMPONENT_KEYS
    ]
    counted = f"× {_copies(article)}" if _copies(article) != 1 else None
    seat = edition.say("each_seat") if _each_seat(article) else None
    badges = [element("span", each, class_="badge") for each in (counted, seat) if each]
    whole = _mark(edition, article, EVERYTHING)
    marks = "card changed" if article.is_varied else "card"
    return entry_at(
        article.anchor,
        edition.name(article),
        edition.remark(article.node),
        element("dl", lines, strange) if lines or strange else None,
        changes_told.notes(edition, article),
        uses.belonging(edition, article),
        uses.used(edition, article),
        edition.notes(article, _not_shown(article)),
        beside=(whole, " ", badges),
        class_=marks,
    )


def _not_shown(article: Article) -> list[str]:
    """Return the reconstructed fields that no line of the card shows."""
    return [
        key for key in article.reasons if key != EVERYTHING and (article.node.get(key) is None or key in COMPONENT_KEYS)
    ]


def _line(edition: Edition, article: Article, field: FieldArticle, node: Node) -> Content:
    wide = "wide" if field.type in ("effect", "list", "text") and (field.parts or _is_long(node)) else None
    name = element("dt", in_words(field.name), title=field.about or None, class_=wide)
    value = element("dd", values.shown(edition, article, field, node), _mark(edition, article, field.name), class_=wide)
    return (name, value)


def _is_long(node: Node) -> bool:
    return (isinstance(node, Scalar) and len(node.text) > 24) or len(items_of(node)) > 8
