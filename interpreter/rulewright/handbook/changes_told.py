"""Changes as people read them: before, after and why; texts line by line, other values in one piece."""

from __future__ import annotations

from difflib import SequenceMatcher

from rulewright.handbook.articles import Article
from rulewright.handbook.edition import Edition, in_words
from rulewright.handbook.values import plain
from rulewright.load.account import Applied
from rulewright.model.document import Node, Scalar
from rulewright.pages.html import Markup, element, markup


def notes(edition: Edition, article: Article) -> Markup | None:
    """All that patches change in an entry, as a list; None if nothing does."""
    if not article.changes:
        return None
    lines = (element("li", _by(edition, change), ": ", told(edition, change)) for change in article.changes)
    return element("ul", lines, class_="changes")


def told(edition: Edition, change: Applied) -> Markup:
    """One change: where, before and after, because."""
    because = markup(" ", edition.say("because"), " ", element("q", edition.english(change.patch.because)))
    where = " ", edition.place(change.span)
    if not change.path:
        return markup(element("del", edition.say("taken_away")), because, where)
    field = element("span", in_words(".".join(change.path)), class_="k")
    return markup(field, " ", _values(edition, change), because, where)


def _by(edition: Edition, change: Applied) -> Markup:
    """Whose change it is."""
    module = change.patch.module
    return edition.module_name(module) if module else element("span", edition.say("variant_mark"), class_="by")


def _values(edition: Edition, change: Applied) -> Markup:
    before, after = change.before, change.after
    if _is_text(before) and _is_text(after):
        assert isinstance(before, Scalar)
        assert isinstance(after, Scalar)
        return _lines(before.text.strip("\n"), after.text.strip("\n"))
    arrow = element("span", " → ", role="img", aria_label=edition.say("becomes"))
    old = element("del", plain(edition, before)) if before is not None else element("em", edition.say("not_written"))
    return markup(old, arrow, element("ins", plain(edition, after)))


def _is_text(node: Node | None) -> bool:
    return isinstance(node, Scalar) and isinstance(node.value, str) and (len(node.text) > 30 or "\n" in node.text)


def _lines(before: str, after: str) -> Markup:
    """Two texts in one: lines that went and came."""
    old, new = before.split("\n"), after.split("\n")
    parts: list[Markup] = []
    for kind, low, high, first, last in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if kind == "equal":
            parts += [markup(line, "\n") for line in old[low:high]]
        else:
            parts += [markup(element("del", line), "\n") for line in old[low:high]]
            parts += [markup(element("ins", line), "\n") for line in new[first:last]]
    return element("pre", element("code", parts), class_="fx", translate="no")
