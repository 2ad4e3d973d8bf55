"""The game in one page: its author's lessons in the order of a rule book, and the scoring."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from rulewright.core.locales.catalogue import ENGLISH
from rulewright.core.locales.wording import title_in
from rulewright.core.model.lessons import PARTS, Lesson
from rulewright.table.pages.html import Content, Markup, element, markup
from rulewright.table.primer.gathered import Primer


def in_one_page(primer: Primer) -> Markup:
    """Return all parts that have lessons, each under its heading."""
    parts = ((part, [each for each in primer.lessons if each.part == part]) for part in PARTS)
    return markup(_part(primer, part, taught) for part, taught in parts)


def _part(primer: Primer, part: str, taught: list[Lesson]) -> Markup | None:
    counted = _counted(primer) if part == "scoring" else None
    if not taught and counted is None:
        return None
    lessons = (lesson(primer.language, each) for each in taught)
    return element("section", element("h3", primer.word(f"part_{part}")), lessons, counted, class_=f"taught {part}")


def lesson(language: str, each: Lesson) -> Markup:
    """Return a lesson with its heading, in English with a mark where it is in no other language."""
    said, own = each.said(language)
    title = title_in(each.title, language, "") if each.title else ""
    body = markup(element("h4", title) if title else None, paragraphs(said))
    return element("article", body, lang=None if own else ENGLISH, class_="lesson")


def paragraphs(said: str, text: Callable[[str], Content] = str) -> Markup:
    """Return paragraphs, separated by empty lines in the text.

    Lines that begin with `- ` become a list. `text` makes the content of each.
    """
    return markup(_blocks(said.split("\n"), text))


def _blocks(lines: Iterable[str], text: Callable[[str], Content]) -> Iterator[Markup]:
    told: list[str] = []
    points: list[str] = []
    for line in (*lines, ""):
        stripped = line.strip()
        if stripped.startswith("- "):
            points.append(stripped[2:])
        elif points and stripped:
            points[-1] += f" {stripped}"
        elif stripped:
            told.append(stripped)
        if told and (not stripped or points):
            yield element("p", text(" ".join(told)))
            told = []
        if points and not stripped:
            yield element("ul", (element("li", text(each)) for each in points))
            points = []


def _counted(primer: Primer) -> Markup | None:
    """Return the lines of the scoring and what breaks a tie, by their titles."""
    blueprint, language = primer.game.blueprint, primer.language
    scores = [title_in(blueprint.scoring[each].title, language, "") for each in blueprint.scoring_as_read]
    ties = [title_in(each.title, language, "") for each in blueprint.tie_breaks]
    lines: list[Content] = []
    if named := [each for each in scores if each]:
        lines.append(element("p", primer.word("counts"), " ", ", ".join(named)))
    if named := [each for each in ties if each]:
        lines.append(element("p", primer.word("breaks_ties"), " ", ", ".join(named)))
    return element("article", lines, class_="lesson") if lines else None
