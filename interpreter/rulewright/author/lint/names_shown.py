"""The names that an entry shows on the table: those in braces, and those that stand alone under a key."""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.core.load.entries import Entry
from rulewright.core.locales.line_text import holes_in
from rulewright.core.model.document import Mapping, entries_of, items_of, scalars_in, text_of


def names_in(entry: Entry) -> frozenset[str]:
    """Return the names that a line of the table or a look shows, and those that it gives to quantities."""
    found: set[str] = set()
    for text in _texts_shown(entry):
        for hole in holes_in(text):
            found |= {hole.name, hole.field, *(hole.arguments or ())}
    return frozenset(found - {""})


def _texts_shown(entry: Entry) -> Iterator[str]:
    """Yield the texts of an entry that show something, each name in braces: lines, looks and areas."""
    node = entry.node
    texts = (node.get(key) for key in ("line", "details", "text", "heading", "offer"))
    yield from (each.text for written in texts if written is not None for _, each in scalars_in(written))
    for key in ("when", "stands", "seats", "along", "band", "row", "worth"):
        written = text_of(node.get(key))
        yield "{" + written + "}" if written else ""
    yield from (text_of(each) or "" for _, each in entries_of(node.get("corners")))
    several = [each for key in ("meter", "brings") if isinstance(each := node.get(key), Mapping)]
    bare = [each for written in several for _, each in written.entries]
    yield from ("{" + (text_of(each) or "") + "}" for each in (*bare, *items_of(node.get("shows"))))
