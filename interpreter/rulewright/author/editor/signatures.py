"""Parameters of the statement, function, quantity or procedure in which a place of a text is."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from rulewright.author.editor.complete import in_text
from rulewright.author.editor.names.index import NO_NAMES, Definition, NameIndex
from rulewright.author.editor.spot import spot_at
from rulewright.core.language.vocabulary import WORDS
from rulewright.core.load.entries import field_type
from rulewright.core.model.document import Mapping, entries_of
from rulewright.core.model.words import Word

_OPENS = re.compile(r"([A-Za-z_]\w*)\($")
_PARAMETER = re.compile(r"[A-Z][A-Z_]*")


@dataclass(frozen=True, slots=True)
class Signature:
    """One way to write something: its label, its parameters as (start, end) in the label, and a page about it."""

    label: str
    parameters: tuple[tuple[int, int], ...]
    page: str


def signatures_at(
    text: str, line: int, column: int, index: NameIndex | None
) -> tuple[tuple[Signature, ...], int | None]:
    """Return (signatures, number of the parameter that is being written, None if unknown) at a line and column."""
    spot, index = spot_at(text, line, column), index or NO_NAMES
    if not in_text(spot, index):
        return (), None
    name, given = _call(spot.before)
    if name:
        words = [each for each in WORDS if each.name == name and each.sort in ("function", "quantifier")]
        taking = (each for each in index.named(name) if each.sort in ("quantity", "field"))
        return (*_of_words(words), *(_of_takes(each, "(", ")") for each in taking)), given
    written = re.split(r"[;:]\s+|\belse\s+|\bdo\s+", spot.before)[-1].lstrip(" -|>\"'")
    procedure = re.match(r"(?:\w+\.)?(\w+)\s+(.*)$", written)
    if procedure is not None:
        taking = (each for each in index.named(procedure[1]) if each.sort in ("procedure", "field"))
        found = tuple(_of_takes(each, " ", "") for each in taking)
        if any(each.parameters for each in found):
            return found, procedure[2].count(",")
    verbs = [each for each in WORDS if each.sort == "verb" and re.match(rf"{re.escape(each.name)}\s", written)]
    longest = max((len(each.name) for each in verbs), default=0)
    return tuple(_of_words(each for each in verbs if len(each.name) == longest)), None


def _of_words(words: Iterable[Word]) -> Iterator[Signature]:
    """Yield a signature for each form of some words of the language."""
    for word in words:
        known = {each.name.upper() for each in word.parameters}
        about = "\n".join(f"- `{each.name}`: {each.about or each.type}" for each in word.parameters)
        for form in word.forms:
            label = form.split("\n")[0]
            marked = tuple(
                each.span() for each in _PARAMETER.finditer(label) if each[0] in known or len(each[0]) > 1 or not known
            )
            yield Signature(label, marked, f"{word.sentence}\n\n{about}".strip())


def _of_takes(defined: Definition, opens: str, closes: str) -> Signature:
    """Return the signature of what `takes` parameters: a quantity, a procedure, or a field with an effect."""
    takes = defined.node.get("takes") if isinstance(defined.node, Mapping) else None
    label, marked = defined.name + opens, list[tuple[int, int]]()
    for key, type_ in entries_of(takes):
        label += ", " if marked else ""
        said = f"{key.text}: {field_type(type_) or 'value'}"
        marked.append((len(label), len(label) + len(said)))
        label += said
    page = ": ".join(filter(None, (f"{defined.sort} `{defined.name}`", defined.title_in("en"))))
    return Signature((label + closes).rstrip(), tuple(marked), page)


def _call(before: str) -> tuple[str, int]:
    """Return (function, number of the argument) of the innermost call that is open at the end of a text, or ("", 0)."""
    depth, commas = 0, 0
    for place in range(len(before) - 1, -1, -1):
        sign = before[place]
        if sign in ")]":
            depth += 1
        elif sign in "([" and depth:
            depth -= 1
        elif sign == "(" and (opened := _OPENS.search(before[: place + 1])) is not None:
            return opened[1], commas
        elif sign in "([":
            commas = 0
        elif sign == "," and not depth:
            commas += 1
    return "", 0
