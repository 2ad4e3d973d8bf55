"""A chapter of the handbook: its heading, its contents, its parts in the list of contents."""

from __future__ import annotations

from dataclasses import dataclass

from rulewright.table.pages.html import Content, Markup, element, link


@dataclass(frozen=True, slots=True)
class ChapterPart:
    """A part of a chapter with a heading of its own."""

    anchor: str
    title: Markup
    body: Markup

    def html(self) -> Markup:
        return element("section", heading(3, self.anchor, self.title), self.body, class_="part")


@dataclass(frozen=True, slots=True)
class Chapter:
    """A chapter, whose opening is followed by its parts, if any."""

    anchor: str
    title: str
    opening: Markup
    parts: tuple[ChapterPart, ...] = ()

    def html(self) -> Markup:
        parts = (part.html() for part in self.parts)
        return element("section", heading(2, self.anchor, self.title), self.opening, parts, class_="chapter")


def heading(level: int, anchor: str, *content: Content) -> Markup:
    """Return a heading that can be linked to."""
    sign = link(anchor, "#", class_="here", aria_hidden="true", tabindex=-1)
    return element(f"h{level}", *content, " ", sign, id=anchor)


def entry_at(place: str, name: Content, *content: Content, beside: Content = None, class_: str = "entry") -> Markup:
    """Return an entry under its name, which is the target of links to it."""
    title = element("h4", link(place, name, class_="self"), beside)
    return element("article", title, *content, id=place, class_=class_)


def folded(summary: str, *body: Content, **attributes: str) -> Markup:
    """Return content that opens on a click."""
    return element("details", element("summary", summary), *body, **attributes)


def described(
    base: str, title: str, told: str, *shapes: Content, size: tuple[float, float], role: str, style: str | None = None
) -> Markup:
    """Return a drawing with its title and a description for screen readers.

    `base` is its anchor.
    """
    return element(
        "svg",
        element("title", title, id=f"{base}.t"), element("desc", told, id=f"{base}.d"), shapes,
        viewBox=f"0 0 {size[0]:.0f} {size[1]:.0f}", role=role,
        aria_labelledby=f"{base}.t", aria_describedby=f"{base}.d", style=style,
    )  # fmt: skip


def table(head: tuple[Content, ...], rows: list[tuple[Content, ...]], **attributes: str) -> Markup:
    """Return a table whose first column names the rows, and which scrolls sideways if it is wide.

    Each cell has the name of its column, for narrow screens where columns do not fit.
    """
    top = element("thead", element("tr", (element("th", each, scope="col") for each in head)))
    names = [str(each) if isinstance(each, str) and not isinstance(each, Markup) else None for each in head[1:]]
    lines = (
        element(
            "tr",
            element("th", first, scope="row"),
            (element("td", each, data_label=name if each else None) for each, name in zip(rest, names, strict=True)),
        )
        for first, *rest in rows
    )
    return element("div", element("table", top, element("tbody", lines), **attributes), class_="wide", tabindex=0)
