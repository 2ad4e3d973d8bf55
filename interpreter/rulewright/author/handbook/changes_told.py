"""Changes for people, with the value before, after, and the reason.

Texts are compared line by line, other values as a whole.
"""

from __future__ import annotations

from difflib import SequenceMatcher
from typing import Final

from rulewright.author.handbook.articles import Article
from rulewright.author.handbook.component_values import plain
from rulewright.author.handbook.edition import Edition, in_words
from rulewright.core.load.account import Applied
from rulewright.core.model.document import Node, Scalar, Sequence
from rulewright.table.pages.html import Content, Markup, element, joined, markup

_NEAR: Final = 1
"""How many items that stay are shown next to one that changes."""


def notes(edition: Edition, article: Article) -> Markup | None:
    """Return all that patches change in an entry, as a list, None without changes."""
    if not article.changes:
        return None
    lines = (element("li", _by(edition, change), ": ", told(edition, change)) for change in article.changes)
    return element("ul", lines, class_="changes")


def made_by(edition: Edition, module: str) -> list[Markup]:
    """Return the changes of a module, or of the variant if its name is empty, in entries that stay."""
    return [
        element("li", edition.to(article), ": ", told(edition, change))
        for article in edition.material.articles()
        for change in article.changes
        if change.patch.module == module
    ]


def told(edition: Edition, change: Applied) -> Markup:
    """Return one change: its path, the value before and after, and the reason."""
    because = markup(" ", edition.say("because"), " ", element("q", edition.english(change.patch.because)))
    where = " ", edition.place(change.span)
    if not change.path:
        return markup(element("del", edition.say("taken_away")), because, where)
    field = element("span", in_words(".".join(change.path)), class_="k")
    return markup(field, " ", _values(edition, change), because, where)


def _by(edition: Edition, change: Applied) -> Markup:
    """Return the module or variant that makes a change."""
    module = change.patch.module
    return edition.module_name(module) if module else element("span", edition.say("variant_mark"), class_="by")


def _values(edition: Edition, change: Applied) -> Markup:
    before, after = change.before, change.after
    if _is_text(before) and _is_text(after):
        assert isinstance(before, Scalar)
        assert isinstance(after, Scalar)
        return _lines(before.text.strip("\n"), after.text.strip("\n"))
    if isinstance(before, Sequence) and isinstance(after, Sequence):
        return _items([plain(edition, each) for each in before.items], [plain(edition, each) for each in after.items])
    old = element("del", plain(edition, before)) if before is not None else element("em", edition.say("not_written"))
    return becomes(edition, old, plain(edition, after))


def becomes(edition: Edition, before: Markup, after: str) -> Markup:
    """Return the value before and the value after."""
    arrow = element("span", " → ", role="img", aria_label=edition.say("becomes"))
    return markup(before, arrow, element("ins", after))


def _is_text(node: Node | None) -> bool:
    return isinstance(node, Scalar) and isinstance(node.value, str) and (len(node.text) > 30 or "\n" in node.text)


def _lines(before: str, after: str) -> Markup:
    """Return two texts in one, with lines removed and added."""
    old, new = before.split("\n"), after.split("\n")
    parts: list[Markup] = []
    for kind, low, high, first, last in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if kind == "equal":
            parts += [markup(line, "\n") for line in old[low:high]]
        else:
            parts += [markup(element("del", line), "\n") for line in old[low:high]]
            parts += [markup(element("ins", line), "\n") for line in new[first:last]]
    return element("pre", element("code", parts), class_="fx", translate="no")


def _items(before: list[Markup], after: list[Markup]) -> Markup:
    """Return two lists in one: items removed and added, each with its neighbours, and dots for others."""
    parts: list[Content] = []
    for kind, low, high, first, last in SequenceMatcher(None, before, after, autojunk=False).get_opcodes():
        if kind == "equal":
            parts += _around(before[low:high], follows=low > 0, is_followed=high < len(before) or last < len(after))
        else:
            parts += [element("del", each) for each in before[low:high]]
            parts += [element("ins", each) for each in after[first:last]]
    return joined(parts)


def _around(same: list[Markup], *, follows: bool, is_followed: bool) -> list[Content]:
    """Return the items shown of a run of unchanged items, between a change before and one behind."""
    kept = len(same) - _NEAR * (follows + is_followed)
    if kept < _NEAR + 1:
        return list(same)
    head, tail = same[: _NEAR * follows], same[len(same) - _NEAR * is_followed :] if is_followed else []
    return [*head, "…", *tail]
