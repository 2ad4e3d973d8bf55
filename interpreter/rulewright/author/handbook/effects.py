"""Effect texts as HTML, with words, numbers and remarks in colours and names linked to their entry.

Texts are scanned, not parsed, so that a text with a mistake is shown as well.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final

from rulewright.core.language.vocabulary import FREE, WORDS, keywords
from rulewright.table.pages.html import Content, Markup, element, link, markup

Resolve = Callable[[str], str | None]
"""Gives the id on the page that a name leads to, None if it leads nowhere."""

_TOKEN: Final = re.compile(r"(#[^\n]*)|([a-z][a-z0-9_]*)|([0-9]+)|(\s+)|(.)", re.DOTALL)
_BINDERS: Final = (
    re.compile(r"\b(?:pick|roll)\s+([a-z][a-z0-9_]*)\s+from\b"),
    re.compile(r"\blet\s+([a-z][a-z0-9_]*)\s*="),
    re.compile(r"([a-z][a-z0-9_]*)\s+in\b"),
)
_OVER_SEATS: Final = re.compile(r"([a-z][a-z0-9_]*)\s+in\s+(?:seat|others)")
_NAMES: Final = ("name", "of seat", "field")
_LABEL: Final = re.compile(r"(?m)^\s*(?:confirm\s+(?!for\b))?([a-z][a-z0-9_]*)(?=:|\s+for\b)")


@dataclass(frozen=True, slots=True)
class KnownNames:
    """Names that are not of entries: a text's own names, and the names of fields of any kind."""

    own: frozenset[str] = frozenset()
    fields: frozenset[str] = frozenset()


_NOTHING: Final = KnownNames()


def paint(written: str, resolve: Resolve, known: KnownNames = _NOTHING) -> Markup:
    """Return the text in colours."""
    own = known.own | names_made(written)
    return markup(*(_painted(kind, token, resolve, own, known.fields) for kind, token in _tokens(written)))


def block(written: str, resolve: Resolve, known: KnownNames = _NOTHING) -> Markup:
    """Return an effect as a block of its own."""
    return element("pre", element("code", paint(written.rstrip("\n"), resolve, known)), class_="fx", translate="no")


def inline(written: str, resolve: Resolve, known: KnownNames = _NOTHING) -> Markup:
    """Return an effect or expression within a line, all of it on one."""
    return element("code", paint(" ".join(written.split()), resolve, known), class_="fx", translate="no")


def names_made(written: str) -> frozenset[str]:
    """Return the names that a text gives to things itself."""
    return frozenset(found for binder in _BINDERS for found in binder.findall(written))


def names_used(written: str, known: KnownNames = _NOTHING) -> Iterator[str]:
    """Yield the names in a text that may be those of entries."""
    own = known.own | names_made(written)
    for kind, token in _tokens(written):
        hidden = own if kind == "name" else known.fields if kind == "field" else frozenset()
        if kind in _NAMES and token not in hidden:
            yield token


def _tokens(written: str) -> Iterator[tuple[str, str]]:
    """Yield (kind, text) of each token in a text.

    A name after a dot is `of seat` or a `field`, depending on its owner.
    """
    before = owner = ""
    seats = {"me", *_OVER_SEATS.findall(written)}
    labels = {match.start(1) for match in _LABEL.finditer(written)} if "choose:" in written else frozenset()
    for match in _TOKEN.finditer(written):
        remark, name, number, space, _ = match.groups()
        token = match.group()
        if space:
            yield "space", token
            continue
        kind = "remark" if remark else "name" if name else "number" if number else "sign"
        if kind == "name" and before == ".":
            kind = "of seat" if owner in seats else "field"
        elif kind == "name" and match.start() in labels and token not in _KEYWORDS:
            kind = "label"
        elif kind == "name" and token in _KEYWORDS and _behind_its_own(token, (owner, before)):
            kind = "word"
        elif kind == "name" and written.startswith("(", match.end()) and token in _FUNCTIONS:
            kind = "function"
        yield kind, token
        before, owner = token, before


def _behind_its_own(token: str, before: tuple[str, str]) -> bool:
    """Return whether a word follows those after which alone it belongs to the language."""
    ways = FREE.get(token, frozenset({()}))
    return any(before[len(before) - len(wanted) :] == wanted for wanted in ways)


def _painted(kind: str, token: str, resolve: Resolve, own: frozenset[str], fields: frozenset[str]) -> Content:
    match kind:
        case "remark":
            return element("i", token)
        case "number":
            return element("u", token)
        case "label":
            return element("strong", token)
        case "function":
            return element("b", token, class_="f")
        case "word":
            return element("b", token)
        case "name" if token in own:
            return token
        case "field" if token in fields:
            return token
        case _ if kind in _NAMES:
            to = resolve(token)
            return link(to, token) if to is not None else token
        case _:
            return token


_KEYWORDS: Final = keywords()
_FUNCTIONS: Final = frozenset(word.name for word in WORDS if word.sort in ("function", "quantifier"))
