"""What stands around each page of the lab: HTML that works offline, with the look of `page.css`."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from pathlib import Path


def page_of(lines: Sequence[str], body: Iterable[str]) -> str:
    """A whole page: its lines of text, of which the first is its title, above a body of markup."""
    style = Path(__file__).with_name("page.css").read_text(encoding="utf-8")
    return "\n".join(
        [
            "<!doctype html>",
            '<html lang="en"><head><meta charset="utf-8">',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            f"<title>{escape(lines[0])}</title><style>{style}</style></head><body>",
            f"<h1>{escape(lines[0])}</h1>",
            *(f"<p>{escape(line)}</p>" for line in lines[1:]),
            *body,
            "</body></html>",
            "",
        ]
    )
