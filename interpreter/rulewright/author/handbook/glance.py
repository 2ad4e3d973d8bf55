"""The player's page: the course of a game and its scoring, in titles and sentences.

It shows no texts of effects.
"""

from __future__ import annotations

from typing import Final

from rulewright.author.handbook.articles import Article, written
from rulewright.author.handbook.chapter import Chapter
from rulewright.author.handbook.edition import Edition
from rulewright.author.handbook.effects import names_used
from rulewright.table.pages.html import Content, element, markup

_DEEPEST: Final = 4


def glance(edition: Edition) -> Chapter | None:
    """Return the chapter, None if no procedure of the game has a title."""
    begins = edition.material.find(written(edition.material.manifest, "begins"))
    told: set[str] = set()
    steps = _steps(edition, begins, told, 0) if begins is not None else []
    scoring = (*edition.material.section("scoring"), *edition.material.section("tie_breaks"))
    counts = [element("li", edition.line(each)) for each in scoring]
    if not steps:
        return None
    opening = markup(
        element("h3", edition.say("glance_course")),
        element("ol", steps, class_="glance"),
        markup(element("h3", edition.say("glance_counts")), element("ul", counts)) if counts else None,
    )
    return Chapter("glance", edition.say("glance"), opening)


def _steps(edition: Edition, article: Article, told: set[str], depth: int) -> list[Content]:
    """Return the line of a procedure with a title, and the procedures it calls.

    One without a title is replaced by the procedures it calls.
    """
    if article.anchor in told or depth > _DEEPEST:
        return []
    told.add(article.anchor)
    called = [
        found
        for name in dict.fromkeys(names_used(written(article.node, "does")))
        if (found := edition.material.find(name, article)) is not None and found.section == "procedures"
    ]
    titled = article.node.get("title") is not None
    inner = [step for each in called for step in _steps(edition, each, told, depth + titled)]
    if not titled:
        return inner
    return [element("li", edition.line(article), element("ol", inner) if inner else None)]
