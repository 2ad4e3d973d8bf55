"""The chapters of where values come from: what is reconstructed and why, and the documents."""

from __future__ import annotations

from rulewright.author.handbook.articles import Article, on_one_line, written
from rulewright.author.handbook.chapter import Chapter, ChapterPart
from rulewright.author.handbook.edition import EVERYTHING, Edition, in_words
from rulewright.author.handbook.material import Material
from rulewright.core.model.document import Mapping
from rulewright.table.pages.html import Markup, anchor, element, joined, link, markup


def reconstructed(edition: Edition) -> Chapter | None:
    """Return every reason with the values it explains.

    None if every value comes from a document.
    """
    by_reason: dict[str, list[tuple[Article, str]]] = {}
    unknown: dict[str, list[tuple[Article, str]]] = {}
    for article, field, reason in marked(edition.material):
        found = edition.material.find(reason, article)
        kept = by_reason if found is not None else unknown
        kept.setdefault(found.anchor if found is not None else reason, []).append((article, field))
    parts = []
    for article in edition.material.section("reasons"):
        values = by_reason.get(article.anchor, [])
        told = element("p", edition.english(on_one_line(article.node, "text")))
        body = markup(told, _values(edition, values), edition.notes(article))
        title = markup(in_words(article.id), element("small", f" {len(values)}"))
        parts.append(ChapterPart(article.anchor, title, body))
    for name, values in unknown.items():
        parts.append(ChapterPart(anchor("reason", name), markup(in_words(name)), _values(edition, values)))
    count = sum(map(len, by_reason.values())) + sum(map(len, unknown.values()))
    return edition.chapter("reconstructed", parts, n=count)


def marked(material: Material) -> list[tuple[Article, str, str]]:
    """Return every field that is marked as reconstructed: its entry, its name, and the id of the reason."""
    return [(each, field, reason) for each in material.articles() for field, reason in each.reasons.items()]


def _values(edition: Edition, values: list[tuple[Article, str]]) -> Markup:
    """Return the values by entry, the fields of each together."""
    fields: dict[str, list[str]] = {}
    articles: dict[str, Article] = {}
    for article, field in values:
        articles[article.anchor] = article
        fields.setdefault(article.anchor, []).append(
            edition.say("everything") if field == EVERYTHING else in_words(field)
        )
    listed = joined(
        (markup(edition.to(each), f": {', '.join(fields[place])}") for place, each in articles.items()), "; "
    )
    return element("p", listed, class_="values") if articles else element("p", edition.say("no_values"), class_="quiet")


def documents(edition: Edition) -> Chapter | None:
    """Return the documents, what they are, and how many entries name each."""
    listed = edition.documents()
    if not listed:
        return None
    counts: dict[str, int] = {}
    for article in edition.material.articles():
        told = article.node.get("source")
        if isinstance(told, Mapping):
            name = written(told, "doc")
            counts[name] = counts.get(name, 0) + 1
    lines = []
    for name, node in listed.items():
        place = anchor("doc", name)
        said = on_one_line(node, "about")
        about = markup(element("br"), edition.english(said)) if said else None
        count = edition.say("n_entries", n=counts.get(name, 0))
        head = element(
            "dt",
            link(place, element("strong", name), class_="self"),
            " ",
            edition.english(written(node, "title")),
            id=place,
        )
        lines.append((head, element("dd", count, about)))
    body = markup(element("p", edition.say("sources_opening")), element("dl", lines, class_="documents"))
    return Chapter("sources", edition.say("sources"), body)
