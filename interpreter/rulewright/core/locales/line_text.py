"""The lines of a ruleset's `table:` section: texts with holes in braces, read and checked.

{purse}                   a counter, marker or zone; indexes in the line's `per` are filled in, others listed
{row[1]} {row[*]}         with its indexes written; `*` lists all
{#hand}                   how many pieces
{row.details} {card.details}   of each piece in a zone, or of a thing, what its kind has as `details`
{colour} {place.x}        the thing a line is about, or what is printed on it
{worth(colour)}           a quantity
{price(it)}               in the text of a kind: a quantity that takes the thing, worked out for whoever looks
{purse:3} {colour:12}     padded to a width in cells; `>` before the width puts it to the right, `.4` cuts after four
{purse|coin|coins}        a number with the form of a word that goes with it (`plural.py`)

A line is one text, or one for each language.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, NamedTuple

from rulewright.core.diagnostics import indefinite
from rulewright.core.locales.catalogue import ENGLISH
from rulewright.core.locales.cells import beginning, on_the_left, on_the_right
from rulewright.core.locales.plural import form_for, n_forms
from rulewright.core.locales.wording import language_in, title_in
from rulewright.core.model.game import Blueprint
from rulewright.core.model.kinds import DomainName, PieceOf

IT = "it"
"""What a line about the things of a kind calls the thing itself."""

DETAILS = "details"
"""What follows a zone if the details of its pieces are meant."""

_HOLE = re.compile(
    r"\{(?P<count>#?)(?P<name>[a-z0-9_.]+?)(?:\.(?P<field>[a-z_][a-z0-9_]*))?"
    r"(?:\[(?P<indexes>[^\]{}]*)\]|\((?P<arguments>[^){}]*)\))?(?::(?P<side>[<>]?)(?P<width>\d{0,3})(?:\.(?P<cut>\d{1,3}))?)?"
    r"(?P<forms>(?:\|[^|{}]*)+)?\}"
)


@dataclass(frozen=True, slots=True)
class Hole:
    """A placeholder in a line, which a value fills. `spoken` is the language of the line, "" if that is not known."""

    name: str
    field: str = ""
    arguments: tuple[str, ...] | None = None
    count: bool = False
    width: int = 0
    right: bool = False
    cut: int = 0
    forms: tuple[str, ...] = ()
    spoken: str = ""


class NameFault(NamedTuple):
    """A mistake in a text that shows something.

    If a name is `wrong`, those `known` would be right.
    """

    message: str
    wrong: str = ""
    known: frozenset[str] = frozenset()


LineText = tuple[str | Hole, ...]


@lru_cache(maxsize=2048)
def parse_line(line: str, spoken: str = "") -> LineText:
    """Return the parts of a line, which is in a language: texts and placeholders."""
    parts: list[str | Hole] = []
    at = 0
    for found in _HOLE.finditer(line):
        if found.start() > at:
            parts.append(line[at : found.start()])
        written = found["indexes"] if found["indexes"] is not None else found["arguments"]
        arguments = tuple(each.strip() for each in written.split(",") if each.strip()) if written is not None else None
        name, field = found["name"], found["field"] or ""
        if field.isdigit() or ".." in found[0]:
            name, field = f"{name}.{field}" if field else name, ""
        parts.append(
            Hole(name, field, arguments, bool(found["count"]), int(found["width"] or 0), found["side"] == ">",
                 int(found["cut"] or 0), tuple((found["forms"] or "").split("|")[1:]), spoken)
        )  # fmt: skip
        at = found.end()
    if at < len(line):
        parts.append(line[at:])
    return tuple(parts)


def holes_in(line: str) -> tuple[Hole, ...]:
    """Return the places for values in a line."""
    return tuple(each for each in parse_line(line) if isinstance(each, Hole))


def hole_of(written: str) -> Hole | None:
    """Return the placeholder written without braces, None if the text is not exactly one."""
    parts = parse_line("{" + written + "}")
    return parts[0] if len(parts) == 1 and isinstance(parts[0], Hole) else None


def texts_by_language(entry: Mapping[str, Any], key: str) -> dict[str, str]:
    """Return the texts of an entry's key by language, empty if it is not written.

    One text alone is in English.
    """
    written = entry.get(key)
    if isinstance(written, dict):
        return {language: str(text) for language, text in written.items()}
    return {} if written is None else {ENGLISH: str(written)}


class Spoken(NamedTuple):
    """A text with the language that it is in, which may be another one than was asked for."""

    text: str
    language: str


def spoken_in(texts: Mapping[str, str], language: str) -> Spoken:
    """Return a text in a language, or in what stands in for it, empty if there is none."""
    return Spoken(title_in(texts, language, ""), language_in(texts, language))


def text_in(entry: Mapping[str, Any], key: str, language: str) -> Spoken:
    """Return the text of an entry's key in a language, or in what stands in for it."""
    return spoken_in(texts_by_language(entry, key), language)


def filled(hole: Hole, value: str, language: str) -> str:
    """Return a value as its placeholder shows it: cut, padded, followed by the form of its word.

    The form is that of the line's own language, and of `language` only if that is not known.
    """
    value = beginning(value, hole.cut) if hole.cut else value
    value = on_the_right(value, hole.width) if hole.right else on_the_left(value, hole.width)
    return f"{value} {form_for(value.strip(), hole.forms, hole.spoken or language)}" if hole.forms else value


def table_faults(blueprint: Blueprint, fields: Mapping[str, frozenset[str]]) -> Iterator[tuple[str, str, NameFault]]:
    """Yield each mistake in the table section as (entry, key, fault).

    `fields` maps each kind to its fields.
    """
    families = {family.id: family for family in blueprint.families}
    seen: set[str] = set()
    for entry in blueprint.table_layout:
        known = frozenset((*families, *blueprint.quantities, *map(str, entry.get("per", ()))))
        yield from _entry_faults(blueprint, entry, known, seen)
        yield from _design_faults(blueprint, entry, fields)
        seen.add(str(entry["id"]))


def _entry_faults(
    blueprint: Blueprint, entry: Mapping[str, Any], known: frozenset[str], seen: set[str]
) -> Iterator[tuple[str, str, NameFault]]:
    name = str(entry["id"])
    per = [str(each) for each in entry.get("per", ())]
    for domain in per:
        if domain not in blueprint.domains and not re.fullmatch(r"\d{1,3}\.\.\d{1,3}", domain):
            yield name, "per", NameFault(f"'{domain}' is not a domain", domain, frozenset(blueprint.domains))
            return
    if "beside" in entry and entry["beside"] not in seen:
        beside = str(entry["beside"])
        yield name, "beside", NameFault(f"no line above is named '{beside}'", beside, frozenset(seen))
    if "of" in entry:
        for key in ("line", "details"):
            for language, text in texts_by_language(entry, key).items():
                yield from brace_faults(name, key, text, language)
        return
    texts = [("line", *each) for each in texts_by_language(entry, "line").items()]
    if "when" in entry:
        written = str(entry["when"])
        asked = hole_of(written)
        if asked is None or asked.name not in blueprint.quantities or asked.field:
            yield name, "when", no_quantity(blueprint, written.partition("(")[0].strip())
            return
        texts.append(("when", ENGLISH, "{" + written + "}"))
    for key, language, line in texts:
        yield from brace_faults(name, key, line, language)
        for hole in holes_in(line):
            fault = hole_fault(blueprint, hole, per, known)
            if fault is not None:
                yield name, key, fault


def brace_faults(name: str, key: str, line: str, language: str = ENGLISH) -> Iterator[tuple[str, str, NameFault]]:
    """Yield the faults of a line, at a key of an entry."""
    for fault in line_faults(line, language):
        yield name, key, NameFault(fault)


def line_faults(line: str, language: str) -> Iterator[str]:
    """Yield messages on braces that open or close nothing, and on words with the wrong number of forms."""
    left = "".join(part for part in parse_line(line) if isinstance(part, str))
    if "{" in left or "}" in left:
        yield "a brace is unmatched, or what is inside cannot be read"
    for hole in holes_in(line):
        if hole.forms and len(hole.forms) != n_forms(language):
            needed = f"'{language}' needs {n_forms(language)} forms of a word, not {len(hole.forms)}"
            yield f"'{'|'.join(hole.forms)}': {needed}"


def _design_faults(
    blueprint: Blueprint, entry: Mapping[str, Any], fields: Mapping[str, frozenset[str]]
) -> Iterator[tuple[str, str, NameFault]]:
    """Yield mistakes of an entry that names fields of its kind, or of kinds in its `per`."""
    name = str(entry["id"])
    if "of" in entry:
        if entry["of"] not in fields:
            yield name, "of", NameFault(f"no kind is named '{entry['of']}'", str(entry["of"]), frozenset(fields))
            return
        known = fields[str(entry["of"])] | {"title", "owner"}
        for key in ("line", "details"):
            for hole in _holes(entry, key):
                if hole.arguments is not None:
                    fault = thing_fault(blueprint, hole, str(entry["of"]))
                    if fault is not None:
                        yield name, key, fault
                elif hole.name not in known:
                    yield name, key, no_field(hole.name, str(entry["of"]), known)
        return
    for hole in _holes(entry, "line"):
        if hole.field == DETAILS and (hole.name in fields or _is_zone(blueprint, hole.name)):
            continue
        if hole.field and hole.field not in fields.get(hole.name, ()):
            yield name, "line", no_field(hole.field, hole.name, fields.get(hole.name, frozenset()))


def no_field(name: str, of: str, known: frozenset[str]) -> NameFault:
    """Return the fault of a name that is none of the fields of something."""
    return NameFault(f"'{name}' is not a field of '{of}'", name, known)


def no_quantity(blueprint: Blueprint, name: str, of_it: str = "") -> NameFault:
    """Return the fault of a name that is not a quantity."""
    return NameFault(f"'{name}' is not a quantity{of_it}", name, frozenset(blueprint.quantities))


def _holes(entry: Mapping[str, Any], key: str) -> Iterator[Hole]:
    """Yield the places for values in what a key of an entry says, in every language."""
    for text in texts_by_language(entry, key).values():
        yield from holes_in(text)


def _is_zone(blueprint: Blueprint, name: str) -> bool:
    return any(each.id == name and each.sort == "zone" for each in blueprint.families)


def _argument_fault(
    blueprint: Blueprint, name: str, written: str, taken: DomainName, per: list[str]
) -> NameFault | None:
    """Return the mistake in an argument that a line gives a quantity, None if there is none.

    An argument is a name of the line's `per`, a number, or the name of a thing.
    """
    takes = f"'{name}' takes {indefinite(str(taken))}"
    if written in per:
        kind = "number" if ".." in written else written
        fits = written == IT or kind == taken
        return None if fits else NameFault(f"{takes}; '{written}' is {indefinite(kind)}")
    if written.isdigit():
        return None if taken == "number" else NameFault(f"{takes}, not the number {written}")
    if not any(written in info.names for info in blueprint.domains.values()):
        return NameFault(
            f"'{written}' is neither in 'per' of the line nor the name of a thing", written, frozenset(per)
        )
    named = taken in blueprint.domains and written in blueprint.domains[taken].names
    return None if named else NameFault(f"{takes}; '{written}' is not one")


def thing_fault(blueprint: Blueprint, hole: Hole, kind: str) -> NameFault | None:
    """Return the mistake in a quantity of a thing of a kind, None if there is none."""
    if hole.name not in blueprint.quantities:
        return no_quantity(blueprint, hole.name)
    fault = hole_fault(blueprint, hole, [IT])
    if fault is not None:
        return fault
    takes = zip(hole.arguments or (), blueprint.quantity_takes[hole.name], strict=True)
    wrong = [taken for written, taken in takes if written == IT and taken not in (kind, PieceOf(kind))]
    if not wrong:
        return None
    return NameFault(f"'{hole.name}' takes {indefinite(str(wrong[0]))}; '{IT}' is {indefinite(kind)}")


def hole_fault(
    blueprint: Blueprint, hole: Hole, per: list[str], known: frozenset[str] = frozenset()
) -> NameFault | None:
    """Return the mistake in a name that a line uses where `known` ones are right, None if there is none."""
    family = next((each for each in blueprint.families if each.id == hole.name), None)
    if hole.name in per:
        return None
    if hole.name in blueprint.quantities:
        n_arguments = blueprint.quantities[hole.name].parameters
        given = hole.arguments or ()
        if len(given) != n_arguments:
            return NameFault(f"'{hole.name}' takes {n_arguments} in parentheses, not {len(given)}")
        takes = zip(given, blueprint.quantity_takes[hole.name], strict=True)
        return next(filter(None, (_argument_fault(blueprint, hole.name, *each, per) for each in takes)), None)
    if family is None:
        return NameFault(f"nothing is named '{hole.name}'", hole.name, known)
    if hole.arguments is None:
        return None
    if len(hole.arguments) != len(family.per):
        return NameFault(f"'{hole.name}' has {len(family.per)} indexes, not {len(hole.arguments)}")
    for domain, written in zip(family.per, hole.arguments, strict=True):
        info = blueprint.domains.get(domain)
        if written not in (*per, "*") and not written.isdigit() and (info is None or written not in info.names):
            right = frozenset((*per, *(info.names if info is not None else ())))
            return NameFault(f"'{written}' is not an index of '{hole.name}'", written, right)
    return None
