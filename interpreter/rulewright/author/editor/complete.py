"""Completions at a position of a file: statements, names and fields in a text, ids where a key wants one."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from rulewright.author.editor.explain.reference import word_markdown
from rulewright.author.editor.explain.shapes import told
from rulewright.author.editor.keys_here import KeysHere, field_page, key_page
from rulewright.author.editor.names.index import NO_NAMES, Definition, NameIndex
from rulewright.author.editor.spot import EFFECT_KEYS, EXPRESSION_KEYS, Spot, spot_at
from rulewright.author.lint.lints import ACCEPTABLE
from rulewright.core.language.vocabulary import WORDS
from rulewright.core.load.entries import field_type
from rulewright.core.model.document import Mapping, text_of
from rulewright.core.model.kinds import kind_of
from rulewright.core.model.texts import EFFECT_TYPES
from rulewright.core.pipeline import known_names

_READ = (
    "counter", "marker", "zone", "quantity", "score", "tie-break", "component", "value", "setting", "kind",
    "enumeration", "map", "team", "outcome", "counter of positions",
)  # fmt: skip
_OF_SEATS = ("counter", "marker", "zone", "quantity")
_DOMAINS = ("kind", "enumeration", "map", "setting")
_WANTED: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("kind", ("kind",)),
    ("holds", ("kind",)),
    ("refill", ("zone",)),
    ("sort_by", ("field",)),
    ("regions", ("kind",)),
    ("spaces", ("kind", "enumeration")),
    ("of", (*_DOMAINS,)),
    ("per", _DOMAINS),
    ("on", _DOMAINS),
    ("gives", _DOMAINS),
    ("type", _DOMAINS),
    ("takes", _DOMAINS),
    ("quantity", ("quantity",)),
    ("before", ("procedure",)),
    ("after", ("procedure", "module")),
    ("during", ("procedure",)),
    ("begins", ("procedure",)),
    ("play", ("procedure",)),
    ("rules", ("rule",)),
    ("doc", ("document",)),
    ("modules", ("module",)),
    ("default", ("module", "value")),
    ("needs", ("module",)),
    ("conflicts", ("module",)),
    ("with", ("module",)),
    ("settings", ("setting",)),
    ("between", ("component",)),
    ("beside", ("table line",)),
    ("reconstructed", ("reason",)),
)
_COUNTED = ("counter", "marker", "zone")
_BUILT_IN_TYPES = ("number", "truth", "seat")
_FIELD_TYPES = ("text", "list", *EFFECT_TYPES)


@dataclass(frozen=True, slots=True)
class Completion:
    """One thing that could be at a place: its name, its sort, a few words and a page about it.

    `written` is what stands there then, if that is more than the name.
    """

    label: str
    sort: str
    detail: str
    page: str = ""
    written: str = ""


def completions(
    text: str, line: int, column: int, index: NameIndex | None, language: str = "en"
) -> tuple[Completion, ...]:
    """Return all that could be written at a position of a file, by name. The editor narrows it down while you type."""
    spot, index, here = spot_at(text, line, column), index or NO_NAMES, KeysHere(text, line, column)
    found = [*_keys(here, index)]
    if not found:
        found = [Completion(each, "value", f"a value of {spot.key}") for each in here.values()]
        found += _in_text(text, spot, index, language) if in_text(spot, index) else _in_value(spot, index, language)
    known = {each.label: each for each in found}
    return tuple(known[label] for label in sorted(known))


def _keys(here: KeysHere, index: NameIndex) -> Iterator[Completion]:
    """Yield the keys that may be written at a place, a component's fields among them."""
    for each in here.fields(index):
        yield Completion(each.name, "field", field_page(each), written=f"{each.name}: ")
    for key in here.offered():
        yield Completion(key.name, "key", told(key.shape), key_page(key), f"{key.name}: ")


def in_text(spot: Spot, index: NameIndex) -> bool:
    """Whether a place is inside a text of the language."""
    patched = spot.key == "add" and spot.section == "patches"
    if spot.key in EFFECT_KEYS or (spot.key in EXPRESSION_KEYS and not patched):
        return True
    return any(each.name == spot.key for each in _text_fields(index))


def _text_fields(index: NameIndex) -> Iterator[Definition]:
    """Yield the fields of kinds that hold an effect, a test or an amount."""
    return (each for each in index.definitions if each.sort == "field" and field_type(each.node) in EFFECT_TYPES)


def _in_text(text: str, spot: Spot, index: NameIndex, language: str) -> Iterator[Completion]:
    before = spot.before
    after_dot = re.search(r"([a-z_][\w]*)(?:\[[^\]]*\])?\.\w*$", before)
    if after_dot is not None or re.search(r"[\])]\.\w*$", before):
        yield from _fields(after_dot[1] if after_dot is not None else "", spot, index, language)
        return
    is_effect = spot.key in EFFECT_KEYS or any(
        each.name == spot.key and "effect" in str(each.node) for each in _text_fields(index)
    )
    if is_effect and spot.opens:
        yield from _words("verb")
        yield from _defined(index, ("procedure",), language)
        return
    yield from _words("function", "quantifier", "name", "keyword")
    yield from (each for each in _words("operator") if each.label.replace(" ", "").isalpha())
    yield from _words("verb") if is_effect and before.rstrip().endswith("do") else ()
    yield from _defined(index, _READ, language)
    yield from _own_names(text, spot)


def _words(*sorts: str) -> Iterator[Completion]:
    for word in WORDS:
        if word.sort in sorts and (word.name.replace(" ", "").replace("_", "").isalpha()) and word.name != "call":
            page = "\n".join(word_markdown(word))
            yield Completion(word.name, word.sort, word.forms[0].split("\n")[0], page)


def _defined(index: NameIndex, sorts: tuple[str, ...], language: str) -> Iterator[Completion]:
    for each in index.definitions:
        if each.sort in sorts:
            yield _completion(each, language)


def _completion(each: Definition, language: str) -> Completion:
    title = each.title_in(language)
    owner = f" of {each.owner}" if each.owner else ""
    return Completion(each.name, each.sort, f"{each.sort}{owner}{f': {title}' * bool(title)}")


def _own_names(text: str, spot: Spot) -> Iterator[Completion]:
    """Names that the text has given before this place: by let, pick, for each and in what a procedure takes."""
    near = text.split("\n")[max(0, spot.line - 40) : spot.line]
    for line in near:
        for found in re.finditer(r"\b(?:let|pick|roll|each|for)\s+([a-z_]\w*)|([a-z_]\w*)\s+in\s", line):
            name = found[1] or found[2]
            if name not in ("each", "all"):
                yield Completion(name, "local", "a name of this text")
        for takes in re.finditer(r"takes:\s*\{([^}]*)\}", line):
            for name in re.findall(r"([a-z_]\w*)\s*:", takes[1]):
                yield Completion(name, "local", "a parameter")


def _fields(owner: str, spot: Spot, index: NameIndex, language: str) -> Iterator[Completion]:
    """Yield the fields of what is before the dot, or all fields if its type is not known."""
    type_ = _type_of(owner, spot, index)
    if type_ in ("", "seat"):
        yield from _defined(index, _OF_SEATS, language)
    for each in index.definitions:
        if each.sort in ("field", "face") and type_ in ("", each.owner):
            yield _completion(each, language)
    yield from _words("field")


def _type_of(name: str, spot: Spot, index: NameIndex) -> str:
    """Return the kind or domain of a name in a text or of a marker, or "" if it is not known."""
    if name in ("me", "others"):
        return "seat"
    notes = [each for each in index.locals if each.name == name and each.how == "names"]
    near = [each for each in notes if abs(each.span.line - spot.line) < 30]
    known = [each.type for each in near or notes if each.type is not None]
    types = {kind_of(each.domain) if each.kind == "thing" else each.kind for each in known}
    for each in index.definitions:
        if each.name == name and each.sort == "marker" and isinstance(each.node, Mapping):
            types.add((text_of(each.node.get("on")) or "").removesuffix("_piece"))
    return next(iter(types)) if len(types) == 1 else ""


def _in_value(spot: Spot, index: NameIndex, language: str) -> Iterator[Completion]:
    key = spot.key
    if key in ("change", "delete"):
        watching = key == "change" and spot.section == "triggers"
        for each in index.definitions:
            if (each.sort in ("counter", "marker", "zone")) if watching else (each.key == each.entry):
                yield _completion(each, language)
        return
    if key in ("extends", "ruleset"):
        yield from (Completion(name, "ruleset", "a shipped ruleset") for name in known_names())
    if key == "accept":
        yield from (Completion(code.code, "code", code.title) for code in ACCEPTABLE)
    sorts = _COUNTED if (spot.section, key) == ("positions", "of") else dict(_WANTED).get(key)
    if sorts is not None:
        yield from _defined(index, sorts, language)
    if key in ("per", "on", "gives", "type", "takes", "of"):
        names = (*_BUILT_IN_TYPES, *(_FIELD_TYPES if key == "type" else ()))
        words = (each for each in _words("type") if each.label in names)
        yield from (Completion(each.label, "type", each.detail, each.page) for each in words)
    if key in ("per", "on", "gives", "takes"):
        yield from _pieces(index, sets=key in ("gives", "takes"))
    if key == "takes":
        for each in index.definitions:
            if each.sort == "kind":
                yield Completion(f"{each.name}_piece or none", "type", f"a piece of the kind {each.name}, or none")
        yield Completion("seat or none", "type", "a seat, or none")
    for each in index.definitions:
        if (each.sort == "value" and each.owner in _domains_of_field(index, key)) or (
            each.sort == "component" and _kind_of(each) in _domains_of_field(index, key)
        ):
            yield _completion(each, language)


def _pieces(index: NameIndex, *, sets: bool) -> Iterator[Completion]:
    """Yield the types of pieces, and where sets are allowed also the types of sets of them."""
    for each in index.definitions:
        if each.sort == "kind":
            yield Completion(f"{each.name}_piece", "type", f"a piece of the kind {each.name}")
            if sets:
                yield Completion(f"set of {each.name}_piece", "type", f"several pieces of the kind {each.name}")


def _domains_of_field(index: NameIndex, key: str) -> set[str]:
    """Return the domains from which the values of a field or setting with this key are taken."""
    found = set()
    for each in index.definitions:
        if each.name == key and each.sort == "setting":
            found.add(key)
        elif each.name == key and each.sort == "field":
            of = each.node.get("of") if isinstance(each.node, Mapping) else None
            found.add((text_of(of) if of is not None else field_type(each.node)) or "")
    return found


def _kind_of(component: Definition) -> str:
    return text_of(component.node.get("kind")) or "" if isinstance(component.node, Mapping) else ""
