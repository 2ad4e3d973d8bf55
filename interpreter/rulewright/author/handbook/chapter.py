"""A chapter of the handbook: its heading, what it holds, and the parts that the list of contents names."""

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
    """A chapter; if it has parts they follow what it says about itself."""

    anchor: str
    title: str
    opening: Markup
    parts: tuple[ChapterPart, ...] = ()

    def html(self) -> Markup:
        parts = (part.html() for part in self.parts)
        return element("section", heading(2, self.anchor, self.title), self.opening, parts, class_="chapter")


def heading(level: int, anchor: str, *content: Content) -> Markup:
    """A heading that can be linked to."""
    sign = link(anchor, "#", class_="here", aria_hidden="true", tabindex=-1)
    return element(f"h{level}", *content, " ", sign, id=anchor)


def entry_at(place: str, name: Content, *content: Content, beside: Content = None, class_: str = "entry") -> Markup:
    """Something under its name, which is where links to it lead."""
    title = element("h4", link(place, name, class_="self"), beside)
    return element("article", title, *content, id=place, class_=class_)


def folded(summary: str, *body: Content, **attributes: str) -> Markup:
    """What is open only when somebody wants it."""
    return element("details", element("summary", summary), *body, **attributes)


def described(
    base: str, title: str, told: str, *shapes: Content, size: tuple[float, float], role: str, style: str | None = None
) -> Markup:
    """A drawing with its title, and what is told of it to those who do not see it; `base` is where it stands."""
    return element(
        "svg",
        element("title", title, id=f"{base}.t"), element("desc", told, id=f"{base}.d"), shapes,
        viewBox=f"0 0 {size[0]:.0f} {size[1]:.0f}", role=role,
        aria_labelledby=f"{base}.t", aria_describedby=f"{base}.d", style=style,
    )  # fmt: skip


def table(head: tuple[Content, ...], rows: list[tuple[Content, ...]], **attributes: str) -> Markup:
    """A table whose first column names the rows; it scrolls by itself if it is wide.

    Each cell bears the name of its column, for where columns do not fit side by side.
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
