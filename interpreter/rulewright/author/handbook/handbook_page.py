"""The whole page: chapters, list of contents, style, and the small script that searches it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Final, NamedTuple

from rulewright.author.handbook import (
    appearance,
    choices,
    components,
    course,
    differing,
    glance,
    logic,
    origins,
    pictures,
    vocabulary,
)
from rulewright.author.handbook import rules_chapter as rules
from rulewright.author.handbook.articles import on_one_line, written
from rulewright.author.handbook.chapter import Chapter
from rulewright.author.handbook.differing import added_by_variant
from rulewright.author.handbook.edition import Edition
from rulewright.author.handbook.entry_uses import uses_of
from rulewright.author.handbook.material import Material
from rulewright.author.handbook.newcomers import player_chapters, primer_in
from rulewright.core.locales.catalogue import ENGLISH, phrases
from rulewright.core.model.document import is_true
from rulewright.core.model.sections import SECTIONS
from rulewright.table.drawing.still import style_apart
from rulewright.table.pages.html import Markup, element, link, markup
from rulewright.table.pages.page import page, part
from rulewright.table.primer.gathered import Primer

_FOR_AUTHORS: Final[tuple[Callable[[Edition], Chapter | None], ...]] = (
    differing.differing, rules.rules, pictures.pictures, components.components,
    partial(logic.told, chapter="ending", body=logic.by_file),
    course.course,
    partial(logic.told, chapter="state", body=logic.state_table),
    partial(logic.told, chapter="logic", body=logic.by_file),
    partial(logic.told, chapter="proving", body=logic.by_file),
    partial(logic.told, chapter="looking", body=appearance.looks_table),
    choices.choices, choices.names, partial(logic.alone, section="lessons"),
    origins.reconstructed, origins.documents, vocabulary.words,
)  # fmt: skip
_FOR_PLAYERS: Final[tuple[Callable[[Edition], Chapter | None], ...]] = (
    glance.glance,
    *(partial(logic.alone, section=each.id) for each in SECTIONS if not each.chapter),
)


class _Parts(NamedTuple):
    """The two parts of a handbook: one for players, one for authors and auditors."""

    player: list[Chapter]
    author: list[Chapter]


@dataclass(frozen=True, slots=True)
class Handbook:
    """A page, and its extent: numbers of things covered, by name. A page for players has none."""

    html: str
    counts: dict[str, int]


def handbook(material: Material, language: str, *, for_players: bool = False) -> Handbook:
    """Return the page of a ruleset in one language, or only its first part, for players.

    Equal files give an equal page.
    """
    say = phrases(language, "handbook", "headings")
    edition = Edition(material, language, say, *uses_of(material), for_players)
    primer = primer_in(edition)
    taught = player_chapters(edition, primer) if primer is not None else []
    taught += [chapter for write in _FOR_PLAYERS if (chapter := write(edition)) is not None]
    asked = () if for_players else _FOR_AUTHORS
    parts = _Parts(taught, [chapter for write in asked if (chapter := write(edition)) is not None])
    counts = {} if for_players else _extent(material)
    return Handbook(_page(edition, primer, parts, counts), counts)


def _foreign(edition: Edition) -> Markup | None:
    """Return what the mark at English texts means, on a page in another language."""
    if edition.language == ENGLISH:
        return None
    return element("p", edition.only_english(""), ": ", edition.say("only_english"))


def _extent(material: Material) -> dict[str, int]:
    """Return how many of each thing the whole handbook covers."""
    return {
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


def _page(edition: Edition, primer: Primer | None, parts: _Parts, counts: dict[str, int]) -> str:
    title = edition.plain(edition.material.manifest.get("title"), edition.material.source.id)
    book = part("rulewright.author.handbook", "style.css")
    return page(
        f"{title} - {edition.say('handbook')}",
        link("content", edition.say("skip"), class_="skip"),
        _contents(edition, title, parts),
        element("main", _front(edition, title), _bodies(edition, parts, counts), id="content"),
        element("footer", _foreign(edition), element("p", edition.say("made_by")), _credits(edition, primer)),
        style=style_apart(primer.game, book) if primer is not None else book,
        script=part("rulewright.author.handbook", "search.js"),
        language=edition.language,
        pictured=primer is not None and primer.game.blueprint.look.has_pictures,
    )


def _credits(edition: Edition, primer: Primer | None) -> list[Markup]:
    """Return who made the pictures of the game, and their licences."""
    listed = primer.game.blueprint.look.pictured.credits if primer is not None else ()
    told = (edition.say("pictures_by", files=each.files, by=each.by, licence=each.licence) for each in listed)
    return [element("p", each) for each in told]


def _bodies(edition: Edition, parts: _Parts, counts: dict[str, int]) -> Markup:
    """Return the chapters for players, then those for authors with what the handbook covers."""
    own = markup(chapter.html() for chapter in parts.player)
    if edition.for_players:
        return own
    return markup(own, _second_front(edition, counts), (chapter.html() for chapter in parts.author))


def _line(edition: Edition, chapter: Chapter) -> Markup:
    """Return a chapter with its parts in the list of contents."""
    inner = [element("li", link(each.anchor, Markup(_without_links(each.title)))) for each in chapter.parts]
    summary = element("summary", element("span", edition.say("parts_of", title=chapter.title)))
    folded = element("details", summary, element("ol", inner)) if inner else None
    return element("li", link(chapter.anchor, chapter.title), folded)


def _contents(edition: Edition, title: str, parts: _Parts) -> Markup:
    """Return the list of contents, with a field to search in."""
    search = element(
        "search",
        element("label", edition.say("search"), for_="search"),
        element("input", id="search", type="search", autocomplete="off", placeholder=edition.say("search_example")),
        element("p", id="found", role="status", data_none=edition.say("found_none"),
                data_some=edition.say("found_some")),
        hidden=True, id="searching",
    )  # fmt: skip
    own, second = (phrases(edition.language, "player")(each) for each in ("players_part", "authors_part"))
    named = ((own, parts.player), (second, parts.author))
    listed = [
        (
            None if edition.for_players else element("p", name, class_="volume"),
            element("ol", (_line(edition, each) for each in chapters)),
        )
        for name, chapters in named
        if chapters
    ]
    menu = element("details", element("summary", edition.say("contents")), listed, open=True, class_="menu")
    return element(
        "nav", element("p", link("top", title), class_="home"), search, menu, aria_label=edition.say("contents")
    )


def _without_links(title: Markup) -> str:
    return title if "<a " not in title else title.replace("<a ", "<span ").replace("</a>", "</span>")


def _front(edition: Edition, title: str) -> Markup:
    """Return the head of the page: the game, what it is about, and for how many it is."""
    manifest, table = edition.material.manifest, edition.material.table
    seats = manifest.get("seats")
    least, most = written(seats, "min"), written(seats, "max")
    exactly = edition.say("n_seats_exactly", n=least)
    seated = exactly if least == most else edition.say("n_seats", low=least, high=most)
    variant = edition.plain(table.variant.get("title"), "") if table is not None and table.variant is not None else ""
    changed = variant if edition.for_players else link("changes", variant)
    own = written(manifest.get("summary"), edition.language)
    english = "" if own else on_one_line(manifest, "about")
    foreign = ENGLISH if english and edition.language != ENGLISH else None
    return element(
        "header",
        element("h1", title, id="top"),
        element("p", edition.say("with_variant"), " ", changed, class_="variant") if variant else None,
        element("p", own or english, class_="lead", lang=foreign),
        element("ul", element("li", seated), class_="facts"),
    )


def _second_front(edition: Edition, counts: dict[str, int]) -> Markup:
    """Return the head of the second part: its extent, and the modules covered."""
    material = edition.material
    facts = [
        edition.say("n_rules", n=counts["rules"], scenarios=counts["scenarios"]),
        edition.say("n_all_components", n=counts["components"]),
        edition.say("n_reconstructed", n=counts["reconstructed"]),
        *[edition.say("is_sound")] * is_true(material.manifest.get("sound")),
    ]
    scope = edition.say("of_all_modules") if material.table is None else edition.say("of_one_table")
    modules = [edition.module_name(module.id) for module in material.modules]
    listed = element("ul", (element("li", each) for each in modules), class_="inline")
    return element(
        "header",
        element("h2", phrases(edition.language, "player")("authors_part"), id="authors"),
        element("ul", (element("li", fact) for fact in facts), class_="facts"),
        markup(element("p", scope), listed) if len(modules) > 1 or material.table is not None else None,
        element("p", element("sup", "†", class_="rec"), " ", edition.say("dagger_means"), class_="quiet")
        if counts["reconstructed"]
        else None,
        class_="volume",
    )
