"""Parts of a page that are sent only to a page that does not show them already.

A page says with each request, by their marks, which parts it shows; so nothing has to be known of it here, and it may
lose the connection, look back or be another one meanwhile. It looks for each part that is left out, and asks for
all of them if it misses one.
"""

from __future__ import annotations

from collections.abc import Container, Sequence
from hashlib import blake2b

from starlette.requests import Request

from rulewright.table.drawing.drawn_areas import DrawnArea, HasHtml
from rulewright.table.pages.html import Markup, element

HAS = "x-rulewright-has"
_LONGEST = 16_000


class PageParts:
    """Writes parts of a page, for a page that has some of them."""

    def __init__(self, had: Container[str] = ()) -> None:
        self._had = had

    @classmethod
    def asked_by(cls, request: Request) -> PageParts:
        return cls(frozenset(request.headers.get(HAS, "")[:_LONGEST].split()))

    def within(self, class_: str, parts: Sequence[HasHtml], of: str = "") -> Markup:
        """Return an element with parts, each in full or, if the page shows it already, by its mark.

        The attribute `data-has` lists the marks of all parts. A changed area is not sent whole, as it has parts as
        well. `of` says where parts lie, so that none is taken from elsewhere.
        """
        marks = [_mark(of, each.__html__()) for each in parts]
        shown = [
            element("template", data_as=mark) if mark in self._had and mark not in marks[:at] else self._sent(part)
            for at, (mark, part) in enumerate(zip(marks, parts, strict=True))
        ]
        return element("div", shown, class_=class_, data_has=" ".join(marks))

    def _sent(self, part: HasHtml) -> Markup:
        return part.whole(self.within) if isinstance(part, DrawnArea) else Markup(part.__html__())


def _mark(of: str, part: str) -> str:
    return blake2b(f"{of} {part}".encode(), digest_size=6).hexdigest()
