"""The player's part as chapters of the handbook, in the reading order of a rule book."""

from __future__ import annotations

from rulewright.author.handbook.chapter import Chapter, ChapterPart
from rulewright.author.handbook.edition import Edition
from rulewright.core.bind.lesson_entries import lesson_of
from rulewright.table.drawing.still import (
    StillMap,
    bare,
    framed,
    still_areas,
    still_designs,
    still_maps,
    symbols_once,
    with_copies,
)
from rulewright.table.pages.html import Markup, anchor, element, markup
from rulewright.table.primer.deeds import deed_told, deeds_of
from rulewright.table.primer.examples import examples_told
from rulewright.table.primer.gathered import Primer, after_set_up, in_the_box, primer_of
from rulewright.table.primer.lessons import in_one_page
from rulewright.table.primer.symbols import key_of_symbols


def primer_in(edition: Edition) -> Primer | None:
    """Return the primer of a handbook's table, with the lessons of all covered modules.

    None without a table.
    """
    played = edition.material.table_played
    if played is None:
        return None
    lessons = (lesson_of(each.id, each.node) for each in edition.material.section("lessons"))
    return primer_of(played.game, edition.language, tuple(lessons))


def player_chapters(edition: Edition, primer: Primer) -> list[Chapter]:
    """Return all chapters that have something to say."""
    found = [_taught(edition, primer), _pictured(primer), _symbols(primer), _deeds(primer), _cards(primer),
             _regions(primer), _examples(edition, primer)]  # fmt: skip
    return [each for each in found if each is not None]


def _taught(edition: Edition, primer: Primer) -> Chapter | None:
    told = in_one_page(primer)
    return Chapter("one-page", primer.word("one_page"), told) if told else None


def _pictured(primer: Primer) -> Chapter:
    scene = after_set_up(primer)
    drawn = framed(*(each.drawn for each in still_areas(scene) if not each.others))
    opening = element("p", primer.word("pictured_opening"))
    return Chapter("set-up", primer.word("pictured"), markup(opening, symbols_once(scene), drawn))


def _symbols(primer: Primer) -> Chapter | None:
    key = key_of_symbols(in_the_box(primer))
    return Chapter("symbols", primer.word("symbols"), bare(key)) if key else None


def _deeds(primer: Primer) -> Chapter | None:
    deeds = deeds_of(primer)
    opening = element("p", primer.word("deeds_opening"))
    return Chapter("deeds", primer.word("deeds"), markup(opening, map(deed_told, deeds))) if deeds else None


def _cards(primer: Primer) -> Chapter | None:
    parts = tuple(
        ChapterPart(anchor("cards", each.kind), markup(each.title), _row([with_copies(*one) for one in each.shown]))
        for each in still_designs(in_the_box(primer))
    )
    return _in_parts(primer, "cards", parts)


def _in_parts(primer: Primer, name: str, parts: tuple[ChapterPart, ...]) -> Chapter | None:
    opening = element("p", primer.word(f"{name}_opening"))
    return Chapter(name, primer.word(name), opening, parts) if parts else None


def _row(drawn: list[Markup]) -> Markup:
    return framed(element("section", element("div", drawn, class_="row designs"), class_="area wide"))


def _with_map(each: StillMap) -> Markup:
    return markup(framed(element("section", each.drawn, class_="area wide")), _listed(each.regions))


def _regions(primer: Primer) -> Chapter | None:
    parts = tuple(
        ChapterPart(anchor("regions", str(number)), markup(each.title), _with_map(each))
        for number, each in enumerate(still_maps(in_the_box(primer)), 1)
        if each.regions
    )
    return _in_parts(primer, "regions", parts)


def _listed(regions: tuple[tuple[str, Markup], ...]) -> Markup:
    """Return regions with their printed data, those with equal data together."""
    alike: dict[Markup, list[str]] = {}
    for title, printed in regions:
        alike.setdefault(printed, []).append(title)
    shown = (element("article", element("h4", ", ".join(titles)), printed) for printed, titles in alike.items())
    return element("div", shown, class_="regions")


def _examples(edition: Edition, primer: Primer) -> Chapter | None:
    played = edition.material.table_played
    told = examples_told(primer, played.examples) if played is not None else ()
    parts = tuple(ChapterPart(*each) for each in told)
    return _in_parts(primer, "examples", parts)
