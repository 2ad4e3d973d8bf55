"""The chapter of pictures: maps, and the drawings that kinds declare."""

from __future__ import annotations

from rulewright.author.handbook import changes_told, grids, maps, rows
from rulewright.author.handbook.articles import Article, written
from rulewright.author.handbook.chapter import Chapter, ChapterPart
from rulewright.author.handbook.edition import Edition
from rulewright.core.model.document import Mapping, items_of
from rulewright.table.pages.html import Markup, anchor, markup


def pictures(edition: Edition) -> Chapter | None:
    """Everything that is drawn, None if nothing is."""
    parts = [
        ChapterPart(
            article.anchor,
            edition.name(article),
            markup(
                edition.remark(article.node), maps.drawn(edition, article), changes_told.notes(edition, article),
                edition.notes(article),
            ),
        )
        for article in edition.material.section("maps")
    ]  # fmt: skip
    for kind in edition.material.section("kinds"):
        designs = [each for each in edition.material.section("components") if _is_of(edition, each, kind)]
        figures = [
            figure
            for number, drawing in enumerate(items_of(kind.node.get("drawn")), 1)
            if isinstance(drawing, Mapping)
            for figure in _figures(edition, kind, designs, drawing, number)
        ]
        if figures:
            parts.append(ChapterPart(anchor("drawn", kind.anchor), edition.name(kind), markup(*figures)))
    return edition.chapter("pictures", parts)


def _is_of(edition: Edition, article: Article, kind: Article) -> bool:
    return written(article.node, "kind") == kind.id and edition.material.find(kind.id, article) is kind


def _figures(edition: Edition, kind: Article, designs: list[Article], drawing: Mapping, number: int) -> list[Markup]:
    if not designs:
        return []
    if drawing.get("table") is not None:
        return [grids.grid(edition, kind, designs, drawing)]
    if drawing.get("circles") is not None:
        return [grids.circles(edition, kind, designs, drawing, number)]
    found = (rows.row(edition, each, drawing, number) for each in designs)
    return [figure for figure in found if figure is not None]
