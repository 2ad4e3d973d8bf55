"""Drawn areas in parts, so that a page that already shows a part need not get it again."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple, Protocol

from rulewright.table.pages.html import Markup, element


class HasHtml(Protocol):
    """An object that renders itself as HTML."""

    def __html__(self) -> str: ...


def in_element(class_: str, parts: Sequence[HasHtml], of: str = "") -> Markup:
    """Return parts in an element of their own.

    A page that can keep some of the parts passes a function of its own in place of this one. `of` distinguishes parts
    that are alike in several elements.
    """
    return element("div", [Markup(each.__html__()) for each in parts], class_=class_)


InElement = Callable[[str, Sequence[HasHtml], str], Markup]


class DrawnArea(NamedTuple):
    """An area that has been drawn."""

    id: str | None
    class_: str
    heading: Markup | None
    parts: tuple[Markup, ...]

    def whole(self, within: InElement = in_element) -> Markup:
        inside = within("parts", self.parts, self.id or "")
        return element("section", self.heading, inside, class_=self.class_, id=self.id)

    def __html__(self) -> Markup:
        return self.whole()
