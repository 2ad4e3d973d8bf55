"""What the style sheets of a table cost: not everything is styled anew because something on the table has changed."""

from __future__ import annotations

import re
from importlib.resources import files

import pytest

OF_THE_PAGE = re.compile(r"(?:^|[\s,{}])(?:html|body|:root|\.at-table|#table|\.table|\.board|\.areas)\S*:has\(")


@pytest.mark.parametrize(
    "room",
    [
        "table/serve/static/style.css",
        *(f"table/drawing/{name}.css" for name in ("table", "boards", "pictures", "sides")),
    ],
)
def test_no_style_of_the_whole_page_asks_what_is_in_it(room: str) -> None:
    """A browser would style all elements of the page again with each change, 4,500 of them in place of 1,100."""
    sheet = files("rulewright").joinpath(room).read_text("utf-8")
    assert OF_THE_PAGE.findall(sheet) == []
    assert OF_THE_PAGE.search(f".at-table:has(nav) .top {{}} {sheet}") is not None
