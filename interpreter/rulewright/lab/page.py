"""The frame of the lab's pages: HTML for offline use, with the style of `page.css`."""

from __future__ import annotations

from collections.abc import Sequence

from rulewright.table.pages.html import Content, element
from rulewright.table.pages.page import page, part


def lab_page(lines: Sequence[str], *body: Content) -> str:
    """Return a whole page: lines of text, with the title first, above a body of markup."""
    title, *rest = lines
    style = part("rulewright.lab", "page.css")
    return page(title, element("h1", title), (element("p", line) for line in rest), *body, style=style)
