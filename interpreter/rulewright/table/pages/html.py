"""HTML from plain values: every text is escaped, every element is closed, every id fits into a link.

What a page is about is not known here.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache
from typing import TypeAlias

_VOID = frozenset({"br", "col", "hr", "input", "link", "meta"})
_PLAIN = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;"})
_FORBIDDEN = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff\ufdd0-\ufdef\ufffe\uffff]")
_SPECIAL = re.compile(r"[&<>\"'\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff\ufdd0-\ufdef\ufffe\uffff]")
_NOT_IN_ANCHORS = re.compile(r"[^A-Za-z0-9_.-]+")


class Markup(str):
    """A text that is HTML already, which elements do not escape again."""

    __slots__ = ()

    def __html__(self) -> str:
        """Return the text for template engines, which do not escape it again."""
        return str(self)


Content: TypeAlias = "str | int | Iterable[Content] | None"
Attribute: TypeAlias = "str | int | float | bool | None"


def text(written: str) -> Markup:
    """Return a text with every character escaped that HTML would interpret."""
    if _SPECIAL.search(written) is None:
        return Markup(written)
    return Markup(_FORBIDDEN.sub("�", written).translate(_PLAIN))


def markup(*content: Content) -> Markup:
    """Return contents one after another, where None is nothing."""
    return Markup("".join(_pieces(content)))


def element(tag: str, *content: Content, **attributes: Attribute) -> Markup:
    """Return an element.

    `class_` is its class, and `_` in the name of an attribute stands for `-`. An attribute that is None or False is
    left out.
    """
    opened = f"<{tag}{_attributes(attributes)}>" if attributes else f"<{tag}>"
    if tag in _VOID:
        return Markup(opened)
    return Markup(f"{opened}{''.join(_pieces(content))}</{tag}>")


def joined(parts: Iterable[Content], between: str = ", ") -> Markup:
    """Contents with a text between each two."""
    return Markup(text(between).join(markup(part) for part in parts))


def anchor(*parts: str) -> str:
    """Return an id made of names, the same for the same names."""
    return ".".join(_NOT_IN_ANCHORS.sub("-", part) for part in parts)


def link(to: str, *content: Content, **attributes: Attribute) -> Markup:
    """Return a link to an id of the same page."""
    return element("a", *content, href=f"#{to}", **attributes)


def _pieces(content: Iterable[Content]) -> list[str]:
    found: list[str] = []
    for piece in content:
        sort = type(piece)  # the exact type is asked first: what is shown most is Markup or nothing
        if sort is Markup:
            found.append(piece)  # type: ignore[arg-type]
        elif piece is None:
            continue
        elif isinstance(piece, str):
            found.append(piece if isinstance(piece, Markup) else text(piece))
        elif isinstance(piece, int):
            found.append(str(piece))
        else:
            found += _pieces(piece)
    return found


def _attributes(attributes: dict[str, Attribute]) -> str:
    written = ""
    for name, value in attributes.items():
        if value is None or value is False:
            continue
        if value is True:
            written += f" {_called(name)}"
        elif isinstance(value, str):
            written += f' {_called(name)}="{value if _SPECIAL.search(value) is None else text(value)}"'
        else:
            written += f' {_called(name)}="{_number(value)}"'
    return written


@cache
def _called(name: str) -> str:
    """Return the HTML name of an attribute, cached, because only our own code names them."""
    return name.rstrip("_").replace("_", "-")


def _number(value: int | float) -> str:
    return f"{value:.1f}".removesuffix(".0") if isinstance(value, float) else str(value)
