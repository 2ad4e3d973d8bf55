"""A whole page that fetches nothing: head with a content security policy, style and script."""

from __future__ import annotations

import re
from base64 import b64encode
from hashlib import sha256
from importlib.resources import files
from typing import Final

from rulewright.table.pages.html import Content, Markup, element

_NOTHING_ELSE: Final = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"

_COMMENT: Final = re.compile(r"/\*.*?\*/\n?", re.DOTALL)
_SPACE: Final = re.compile(r"\s*([{};,>])\s*|(?<=:) ")


def page(title: str, *body: Content, style: str, script: str = "", language: str = "en", pictured: bool = False) -> str:
    """Return the text of the page, in which only the given script may run.

    A `pictured` page shows pictures that its style holds.
    """
    policy = _NOTHING_ELSE + "; img-src data:" * pictured
    if script:
        digest = b64encode(sha256(script.encode()).digest()).decode()
        policy = f"{policy}; script-src 'sha256-{digest}'"
    head = element(
        "head",
        element("meta", charset="utf-8"),
        element("meta", http_equiv="Content-Security-Policy", content=policy),
        element("meta", name="viewport", content="width=device-width, initial-scale=1"),
        element("title", title),
        element("style", Markup(style)),
    )
    whole = element("body", *body, element("script", Markup(script)) if script else None)
    return f"<!doctype html>\n{element('html', head, whole, lang=language)}\n"


def part(room: str, name: str) -> str:
    """Return a style sheet or script in a package of ours."""
    return files(room).joinpath(name).read_text(encoding="utf-8")


def sheet(room: str, name: str) -> str:
    """Return a style sheet in a package of ours without its comments and the space that no browser needs."""
    return _SPACE.sub(r"\1", _COMMENT.sub("", part(room, name)))


def table(caption: str | None, head: tuple[Content, ...], rows: Content, **attributes: str) -> Markup:
    """Return a table that scrolls sideways if it is wide.

    `rows` are `tr` elements, such as `titled_row` makes.
    """
    return element(
        "div",
        element(
            "table",
            element("caption", caption) if caption else None,
            element("thead", element("tr", (element("th", each, scope="col") for each in head))),
            "\n",
            element("tbody", rows),
            **attributes,
        ),
        class_="scroll",
    )


def titled_row(title: Content, *cells: Content) -> Markup:
    """Return a row of a table: what it is about, and its cells, which are elements `td`."""
    return element("tr", element("th", title, scope="row"), *cells)
