"""The chapters on state and logic: settings, state, procedures, quantities, triggers, free actions."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import groupby
from typing import Final

from rulewright.author.handbook import changes_told
from rulewright.author.handbook import entry_uses as uses
from rulewright.author.handbook.articles import Article, written
from rulewright.author.handbook.chapter import Chapter, ChapterPart, entry_at, table
from rulewright.author.handbook.edition import Edition, code_of, in_words
from rulewright.core.model.document import Mapping, Scalar, values_of, written_items
from rulewright.core.model.layout import POSITIONS_KEPT
from rulewright.core.model.sections import SECTIONS
from rulewright.core.model.texts import is_word
from rulewright.observe.naming import NO_NUMBER
from rulewright.table.pages.html import Content, Markup, anchor, element, joined, markup

_Articles = tuple[Article, ...]
_ONE_LINE: Final = ("when", "for", "always", "never", "leads_to", "reachable", "falls")
_FACTS: Final = ("takes", "gives", "quantity", "before", "after", "change", "during", "for_each")
_FLAGS: Final = ("ends", "every_option", "no_dead_end", "halves")


def alone(edition: Edition, section: str) -> Chapter | None:
    """Return a section that has a chapter of its own."""
    articles = edition.material.section(section)
    return Chapter(section, edition.say(section), markup(by_file(edition, section, articles))) if articles else None


def told(edition: Edition, chapter: str, body: Callable[[Edition, str, _Articles], Content]) -> Chapter | None:
    """Return a chapter with a part for each of its sections."""
    parts = tuple(
        ChapterPart(anchor(each.id), markup(edition.say(each.id)), markup(body(edition, each.id, articles)))
        for each in SECTIONS
        if each.chapter == chapter and (articles := edition.material.section(each.id))
    )
    return edition.chapter(chapter, parts)


def by_file(edition: Edition, section: str, articles: _Articles) -> Iterator[Markup]:
    """Yield the entries, those of each file under its name."""
    for name, found in groupby(articles, key=lambda article: article.span.file):
        if not edition.for_players:
            yield element("p", element("code", name, translate="no"), class_="file")
        yield from (entry(edition, each) for each in found)


def entry(edition: Edition, article: Article) -> Markup:
    """Return an entry with its texts, what changes it and where it is used."""
    node = article.node
    if edition.for_players:
        told = edition.explanation(article), edition.remark(node)
        return entry_at(article.anchor, edition.name(article), *told, class_="entry")
    facts = [_fact(edition, article, key) for key in _FACTS]
    short = [
        markup(edition.say(f"key_{key}"), " ", edition.expression(written(node, key), article))
        for key in _ONE_LINE
        if written(node, key)
    ]
    numbers = [
        markup(edition.say(f"key_{key}"), " ", _amount(edition, article, key))
        for key in ("amount", "add")
        if written(node, key)
    ]
    numbers += [markup(edition.say(f"key_{key}")) for key in _FLAGS if written(node, key)]
    if written(node, "within"):
        numbers.append(markup(edition.say("key_within"), " ", written(node, "within")))
    if node.get("settings") is not None:
        pairs = (f"{in_words(key.text)}: {in_words(value.text)}" for key, value in values_of(node.get("settings")))
        numbers.append(markup(edition.say("key_settings"), " ", ", ".join(pairs)))
    if written(node, "average"):
        numbers.append(markup(edition.say("key_average"), " ", edition.say(f"average_{written(node, 'average')}")))
    lines = [element("div", each, class_="fact") for each in (*facts, *short, *numbers) if each is not None]
    does = written(node, "does")
    return entry_at(
        article.anchor,
        edition.name(article),
        edition.explanation(article),
        edition.remark(node),
        lines,
        edition.effect(does, article) if does else None,
        changes_told.notes(edition, article),
        uses.used(edition, article),
        edition.notes(article),
        class_="entry changed" if article.is_varied else "entry",
    )


def _amount(edition: Edition, article: Article, key: str) -> Markup:
    """Return a number or expression, as a block if it is written on several lines."""
    text = written(article.node, key).strip("\n")
    return edition.effect(text, article) if "\n" in text else edition.expression(text, article)


def _fact(edition: Edition, article: Article, key: str) -> Markup | None:
    node = article.node.get(key)
    if node is None:
        return None
    label = edition.say(f"key_{key}")
    if isinstance(node, Mapping):
        pairs = (
            markup(element("var", name.text), " (", edition.reference(type_.text, article), ")")
            for name, type_ in values_of(node)
        )
        return markup(label, " ", joined(pairs))
    if isinstance(node, Scalar):
        return markup(label, " ", edition.reference(node.text, article))
    return markup(label, " ", joined(edition.reference(each, article) for each in written_items(node)))


# ---- Tables

MiddleCells = Callable[[Edition, Article], tuple[Content, ...]]
"""What is told of an entry between what it is called and what is said about it."""


def in_table(edition: Edition, articles: _Articles, keys: tuple[str, ...], cells: MiddleCells) -> Markup:
    """Return entries as a table.

    If any entry is hidden from somebody, a column says who sees it.
    """
    sight = "seen_by" not in keys and any(written(each.node, "visible") for each in articles)
    head = tuple(edition.say(key) for key in ("title", *keys, *["seen_by"] * sight, "about"))
    rows: list[tuple[Content, ...]] = []
    for each in articles:
        seen = [_seen_by(edition, each)] if sight else []
        rows.append((named_cell(edition, each), *cells(edition, each), *seen, remarks_cell(edition, each)))
    return table(head, rows, class_="state")


def state_table(edition: Edition, section: str, articles: _Articles) -> Markup:
    """Return a table of the state that changes."""
    return in_table(edition, articles, *(_LINES if section == "table" else _STATE[section]))


def _counter(edition: Edition, article: Article) -> tuple[Content, ...]:
    start = article.node.get("start")
    if isinstance(start, Scalar) and isinstance(start.value, bool):
        yes, no = edition.say("yes"), edition.say("no")
        return _per(edition, article), joined((yes, no), ", "), yes if start.value else no
    bounds = f"{written(article.node, 'min')}\u00a0…\u00a0{written(article.node, 'max')}"
    begins = written(article.node, "start") or "0"
    if begins == "none":
        begins, bounds = NO_NUMBER, f"{bounds}, {NO_NUMBER}"
    return _per(edition, article), bounds, begins


def _marker(edition: Edition, article: Article) -> tuple[Content, ...]:
    to = edition.reference(written(article.node, "on").removesuffix("_piece"), article)
    start = written(article.node, "start")
    return _per(edition, article), to, edition.expression(start, article) if start else None


def _zone(edition: Edition, article: Article) -> tuple[Content, ...]:
    node = article.node
    spaces, refill, start = (written(node, key) for key in ("spaces", "refill", "start"))
    shape = edition.say("n_spaces", n=spaces) if spaces else None
    if spaces and not spaces.isdecimal():
        shape = joined((edition.say("n_spaces", n="").rstrip(), edition.reference(spaces, article)), " ")
    stack = edition.say("stack") if written(node, "order") == "stack" else None
    again = joined((edition.say("refilled_from"), edition.reference(refill, article)), " ") if refill else None
    again = joined((again, edition.say("but_its_top")), " ") if written(node, "keeps_top") else again
    parts = (edition.reference(written(node, "holds"), article), shape, stack, again)
    holds = joined([part for part in parts if part])
    value = edition.expression(start, article, ("it", spaces)) if start else None
    return _per(edition, article), holds, _seen_by(edition, article), value


def _seen_by(edition: Edition, article: Article) -> Markup | str:
    """Return who sees an entry's contents: in words, or by the test of each viewer."""
    visible = written(article.node, "visible") or "all"
    if is_word("visible", visible):
        return edition.say(f"seen_{visible}")
    names = ("viewer", *written_items(article.node.get("per")), written(article.node, "spaces"))
    return joined((edition.say("seen_test"), edition.expression(visible, article, names)), " ")


def _positions(edition: Edition, article: Article) -> tuple[Content, ...]:
    names = joined(edition.reference(name, article) for name in written_items(article.node.get("of")))
    return names, written(article.node, "most") or str(POSITIONS_KEPT)


def _line(edition: Edition, article: Article) -> tuple[Content, ...]:
    of = written(article.node, "of")
    line = written(article.node, "line") or edition.plain(article.node.get("line"), "")
    kind = edition.reference(of, article) if of else None
    return _per(edition, article), kind, element("code", line, translate="no")


_LINES: Final = (("per", "of_kind", "line"), _line)
_STATE: Final[dict[str, tuple[tuple[str, ...], MiddleCells]]] = {
    "counters": (("per", "bounds", "start"), _counter),
    "markers": (("per", "points_to", "start"), _marker),
    "zones": (("per", "holds", "seen_by", "start"), _zone),
    "positions": (("positions_of", "positions_kept"), _positions),
}


def named_cell(edition: Edition, article: Article) -> Markup:
    """Return the first cell of a row: the name, which is the target of links."""
    name = edition.name(article) if article.node.get("title") is not None else None
    home = edition.home(article)
    return element("span", name, element("br") if name else None, code_of(article.id), " ", home, id=article.anchor)


def _per(edition: Edition, article: Article) -> Content:
    names = written_items(article.node.get("per"))
    return joined((edition.reference(each, article) for each in names), " × ") if names else None


def remarks_cell(edition: Edition, article: Article) -> Content:
    """Return an entry's remark, its rules, its file and line, and its changes."""
    told = written(article.node, "about")
    marks = edition.marks(article, article.reasons)
    notes = [each for each in (edition.rules(article.node), marks, edition.place(article.span)) if each is not None]
    said = markup(edition.english(told), element("br")) if told else None
    return (said, element("span", joined(notes, " · "), class_="notes"), changes_told.notes(edition, article))
