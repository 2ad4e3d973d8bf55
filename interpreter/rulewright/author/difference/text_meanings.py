"""Meaning of rule texts, so that layout and comments are no difference, and the parts of a text that changed."""

from __future__ import annotations

from dataclasses import dataclass
from difflib import SequenceMatcher
from typing import Literal

from rulewright.core.language.mistakes import Mistake
from rulewright.core.language.parse import parse_effect, parse_text
from rulewright.core.language.unparse import unparse_text
from rulewright.core.load.assemble import Assembly
from rulewright.core.load.entries import Entry, field_type
from rulewright.core.model import effects as ast
from rulewright.core.model.document import Mapping, Node, Scalar, text_of
from rulewright.core.model.nodes import nodes_of
from rulewright.core.model.sections import TextSort
from rulewright.core.model.texts import TEXTS

ComparedSort = Literal["effect", "expression", "candidates", "prose", "plain"]
FieldPath = tuple[str, ...]
_ALIKE = 0.3

_OF_TEXTS: dict[str, ComparedSort] = {
    "effect": "effect",
    "test": "expression",
    "amount": "expression",
    "over": "candidates",
}
_READ_AS: dict[ComparedSort, TextSort] = {"effect": "effect", "expression": "test", "candidates": "over"}


@dataclass(frozen=True, slots=True)
class Texts:
    """The sort of text in each field of an entry: by section, and by the kinds of a side's components."""

    kinds: dict[str, Mapping]

    def sort(self, entry: Entry, path: FieldPath) -> ComparedSort:
        """Return the sort of the value at a path of an entry: effect, expression, prose for people, or plain."""
        key, is_component = path[0] if path else "", entry.section == "components"
        if key in ("about", "title") or (key == "text" and not is_component):
            return "prose"
        type_ = field_type(self.field(entry, path)) if is_component else TEXTS.get(entry.section, {}).get(key)
        return _OF_TEXTS.get(type_ or "", "plain")

    def field(self, entry: Entry, path: FieldPath) -> Node | None:
        """Return the declaration of a field by the component's kind, or None if the kind does not declare it."""
        kind = self.kinds.get(text_of(entry.node.get("kind")) or "")
        declared = kind.get("fields") if kind is not None else None
        found = declared.get(path[0]) if isinstance(declared, Mapping) and path else None
        if len(path) > 1 and isinstance(found, Mapping):
            of = found.get("of")
            return of.get(path[-1]) if isinstance(of, Mapping) else None
        return found

    def unwritten(self, entry: Entry, path: FieldPath) -> str | None:
        """Return the value of a field that an entry does not write, or None if the field then has none."""
        if entry.section == "components":
            if path in (("copies",), ("each_seat",)):
                return "1" if path == ("copies",) else "false"
            field = self.field(entry, path)
            default = field.get("default") if isinstance(field, Mapping) else None
            return default.text if isinstance(default, Scalar) else None
        if entry.section == "counters" and path == ("start",):
            least = entry.node.get("min")
            return least.text if isinstance(least, Scalar) and not least.text.startswith("-") else "0"
        return _UNWRITTEN.get((entry.section, *path))


_UNWRITTEN: dict[tuple[str, ...], str] = {
    ("zones", "order"): "set", ("quantities", "gives"): "number", ("counters", "visible"): "all",
    ("markers", "visible"): "all",
}  # fmt: skip


def texts_of(assembly: Assembly) -> Texts:
    return Texts({entry.id: entry.node for entry in assembly.section("kinds")})


def reading(text: str, sort: ComparedSort) -> str:
    """Return a text in a canonical spelling of its meaning, or unchanged if it has a mistake."""
    if sort == "plain":
        return text.rstrip()
    if sort == "prose":
        return " ".join(text.split())
    tree = parse_text(text, _READ_AS[sort])
    return text.rstrip() if isinstance(tree, Mistake) else unparse_text(tree)


def options_of(text: str) -> tuple[str, ...]:
    """Return the names of the options that an effect offers, in their order, or () if it has a mistake."""
    nodes = nodes_of(parse_effect(text))
    return tuple(dict.fromkeys(each.label for each in nodes if isinstance(each, ast.Option | ast.May)))


# ---- What has changed in a text


@dataclass(frozen=True, slots=True)
class ChangedLine:
    """A line of a text on two sides: on both (' '), before only ('-') or after only ('+').

    `marked` are the stretches of it that its partner on the other side does not have, from column to column.
    """

    side: Literal[" ", "-", "+"]
    text: str
    marked: tuple[tuple[int, int], ...] = ()


def compared_lines(before: str, after: str) -> tuple[ChangedLine, ...]:
    """Return both texts as one list of lines. A line changed a little marks the new parts."""
    one, other = before.split("\n"), after.split("\n")
    found: list[ChangedLine] = []
    for what, low, high, start, stop in SequenceMatcher(None, one, other, autojunk=False).get_opcodes():
        if what == "equal":
            found += [ChangedLine(" ", text) for text in one[low:high]]
            continue
        gone, new = one[low:high], other[start:stop]
        paired = len(gone) == len(new)
        for number, text in enumerate(gone):
            found.append(ChangedLine("-", text, marks(new[number], text) if paired else ()))
        for number, text in enumerate(new):
            found.append(ChangedLine("+", text, marks(gone[number], text) if paired else ()))
    return tuple(found)


def marks(other: str, text: str) -> tuple[tuple[int, int], ...]:
    """Return the (start, end) stretches of a line that the other one lacks, by words.

    Return () if hardly anything is alike.
    """
    one, two = _words(other), _words(text)
    matcher = SequenceMatcher(None, one, two, autojunk=False)
    solid = [word for word in two if not word.isspace()]
    alike = sum(not word.isspace() for at in matcher.get_matching_blocks() for word in two[at.b : at.b + at.size])
    if alike < _ALIKE * max(len(solid), sum(not word.isspace() for word in one)):
        return ()
    at = [0]
    for word in two:
        at.append(at[-1] + len(word))
    found = []
    for what, _, _, low, high in matcher.get_opcodes():
        if what in ("replace", "insert"):
            stretch = text[at[low] : at[high]]
            start = at[low] + len(stretch) - len(stretch.lstrip())
            found.append((start, max(start + 1, at[low] + len(stretch.rstrip()))))
    return tuple(found)


def _words(text: str) -> list[str]:
    """Words, symbols and spaces, which together are the text."""
    found: list[str] = []
    for letter in text:
        plain = letter.isalnum() or letter == "_"
        if found and plain and (found[-1][-1].isalnum() or found[-1][-1] == "_"):
            found[-1] += letter
        else:
            found.append(letter)
    return found
