"""The whole page: its chapters in order, the list of contents, the style, and the small script that searches it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Final

from rulewright.handbook import (
    appearance,
    choices,
    components,
    course,
    differing,
    glance,
    logic,
    origins,
    pictures,
    rules,
    vocabulary,
)
from rulewright.handbook.articles import written
from rulewright.handbook.chapter import Chapter
from rulewright.handbook.differing import added_by_variant
from rulewright.handbook.edition import Edition
from rulewright.handbook.material import Material
from rulewright.handbook.uses import uses_of
from rulewright.locales.catalogue import ENGLISH, phrases
from rulewright.model.document import Mapping
from rulewright.model.sections import SECTIONS
from rulewright.pages.html import Markup, element, link, markup
from rulewright.pages.page import page, part

_CHAPTERS: Final[tuple[Callable[[Edition], Chapter | None], ...]] = (
    glance.glance, differing.differing, rules.rules, pictures.pictures, components.components, logic.ending,
    course.course, logic.state, logic.logic, logic.proving, appearance.appearance, choices.choices, choices.names,
    *(partial(logic.alone, section=each.id) for each in SECTIONS if not each.chapter),
    origins.reconstructed, origins.documents, vocabulary.words,
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Handbook:
    """A page, and how much it covers: what is counted, by name."""

    html: str
    counts: dict[str, int]


def handbook(material: Material, language: str) -> Handbook:
    """The page of a ruleset in one language; the same for the same files."""
    edition = Edition(material, language, phrases(language, "handbook", "headings"), *uses_of(material))
    chapters = [chapter for write in _CHAPTERS if (chapter := write(edition)) is not None]
    counts = {
        "rules": len(material.rules),
        "entries": sum(1 for _ in material.articles()),
        "components": len(material.section("components")),
        "maps": len(material.section("maps")),
        "scenarios": len({proof.span for rule in material.rules for proof in rule.proofs}),
        "reconstructed": len(origins.marked(material)),
        "changes": sum(not each.patch.module for article in material.articles() for each in article.changes)
        + sum(not each.patch.module for each in material.gone)
        + len(added_by_variant(material)),
    }
    return Handbook(_page(edition, chapters, counts), counts)


def _page(edition: Edition, chapters: list[Chapter], counts: dict[str, int]) -> str:
    title = edition.plain(edition.material.manifest.get("title"), edition.material.source.id)
    return page(
        f"{title} - {edition.say('handbook')}",
        link("content", edition.say("skip"), class_="skip"),
        _contents(edition, title, chapters),
        element("main", _front(edition, title, counts), (chapter.html() for chapter in chapters), id="content"),
        element("footer", element("p", edition.say("made_by"))),
        style=part("rulewright.handbook", "style.css"),
        script=part("rulewright.handbook", "search.js"),
        language=edition.language,
    )


def _contents(edition: Edition, title: str, chapters: list[Chapter]) -> Markup:
    """The list of contents, with a field to search in."""
    search = element(
        "search",
        element("label", edition.say("search"), for_="search"),
        element("input", id="search", type="search", autocomplete="off", placeholder=edition.say("search_example")),
        element("p", id="found", role="status", data_none=edition.say("found_none"),
                data_some=edition.say("found_some")),
        hidden=True, id="searching",
    )  # fmt: skip
    lines = []
    for chapter in chapters:
        inner = [element("li", link(each.anchor, Markup(_without_links(each.title)))) for each in chapter.parts]
        head = link(chapter.anchor, chapter.title)
        summary = element("summary", element("span", edition.say("parts_of", title=chapter.title)))
        lines.append(element("li", head, element("details", summary, element("ol", inner)) if inner else None))
    menu = element(
        "details", element("summary", edition.say("contents")), element("ol", lines), open=True, class_="menu"
    )
    return element(
        "nav", element("p", link("top", title), class_="home"), search, menu, aria_label=edition.say("contents")
    )


def _without_links(title: Markup) -> str:
    return title if "<a " not in title else title.replace("<a ", "<span ").replace("</a>", "</span>")


def _front(edition: Edition, title: str, counts: dict[str, int]) -> Markup:
    """The head of the page: the game, its seats, and what this handbook is of."""
    material = edition.material
    manifest = material.manifest
    seats = manifest.get("seats")
    least, most = (written(seats, "min"), written(seats, "max")) if isinstance(seats, Mapping) else ("", "")
    about = written(manifest, "about")
    facts = [
        edition.say("n_seats", low=least, high=most),
        edition.say("n_rules", n=counts["rules"], scenarios=counts["scenarios"]),
        edition.say("n_all_components", n=counts["components"]),
        edition.say("n_reconstructed", n=counts["reconstructed"]),
    ]
    table = material.table
    scope = edition.say("of_all_modules") if table is None else edition.say("of_one_table")
    modules = [edition.module_name(module.id) for module in material.modules]
    listed = element("ul", (element("li", each) for each in modules), class_="inline")
    variant = differing.title_of(table.variant if table is not None else None, edition.language)
    return element(
        "header",
        element("h1", title, id="top"),
        element("p", edition.say("with_variant"), " ", link("changes", variant), class_="variant") if variant else None,
        element("p", " ".join(about.split()), class_="lead", lang=ENGLISH if edition.language != ENGLISH else None),
        element("ul", (element("li", fact) for fact in facts), class_="facts"),
        markup(element("p", scope), listed) if len(modules) > 1 or table is not None else None,
        element("p", element("sup", "†", class_="rec"), " ", edition.say("dagger_means"), class_="quiet")
        if counts["reconstructed"] else None,
    )  # fmt: skip
