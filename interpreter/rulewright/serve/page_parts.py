"""Parts of a page that are sent only to a page that does not show them already.

A page says with each request, by their marks, which parts it shows; so nothing has to be known of it here, and it may
lose the connection, look back or be another one meanwhile. It looks for each part that is left out, and asks for
all of them if it misses one.
"""

from __future__ import annotations

from collections.abc import Container, Iterable
from hashlib import blake2b
from typing import Protocol

from starlette.requests import Request

from rulewright.pages.html import Markup, element

HAS = "x-rulewright-has"
_LONGEST = 16_000


class HasHtml(Protocol):
    """What is HTML already."""

    def __html__(self) -> str: ...


class PageParts:
    """Writes parts of a page, for a page that has some of them."""

    def __init__(self, had: Container[str] = ()) -> None:
        self._had = had

    @classmethod
    def asked_by(cls, request: Request) -> PageParts:
        return cls(frozenset(request.headers.get(HAS, "")[:_LONGEST].split()))

    def within(self, class_: str, parts: Iterable[HasHtml]) -> Markup:
        """An element with parts, each as it is or, if the page has it, by its mark; `data-has` are all marks."""
        listed = [Markup(each.__html__()) for each in parts]  # templates have a class of their own for it
        marks = [_mark(each) for each in listed]
        shown = [
            element("template", data_as=mark) if mark in self._had and mark not in marks[:at] else part
            for at, (mark, part) in enumerate(zip(marks, listed, strict=True))
        ]  # fmt: skip
        return element("div", shown, class_=class_, data_has=" ".join(marks))


def _mark(part: Markup) -> str:
    return blake2b(part.encode(), digest_size=6).hexdigest()
