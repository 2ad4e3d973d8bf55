"""The shape of a document: which keys go where, of which type and within which bounds, as schemas/ says.

What the names and effects in it mean is not checked here.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, cast

from rulewright.core.diagnostics import Diagnostic, Span, did_you_mean, error, nearest, nearest_ones, sort_diagnostics
from rulewright.core.load.assemble import Assembly
from rulewright.core.load.reader import as_plain, node_at
from rulewright.core.locales.tags import usual_tag
from rulewright.core.look_alikes import by_code_point, in_usual_letters
from rulewright.core.model.document import Mapping, Node, Scalar, Sequence, entries_of, items_of, text_of, written_at
from rulewright.core.validate.fitting import surely_fits
from rulewright.core.validate.schemas import KINDS, is_of_languages, validator

if TYPE_CHECKING:
    from jsonschema.exceptions import ValidationError

_SHOWN = 60
_FORMS = (
    (re.compile(r"([0-9]+)\s*(?:-|to)\s*([0-9]+)"), "{}..{}", "a range is written "),
    (re.compile(r"seat\(([0-9]+)\)"), "{}", "a seat is written by its number: "),
)
"""How a text is written elsewhere, how it is written here, and what to say about it."""

_TAGS = "a language is written by its tag, such as de or de-AT"
_SETS = "a quantity gives one value; a set is given by a procedure, or written where it is used: (x in SET where TEST)"

_TYPE_NAMES = {
    "string": "a text",
    "integer": "a whole number",
    "boolean": "true or false",
    "array": "a list",
    "object": "a mapping of names to values",
}


def check_shape(kind: str, document: Mapping) -> tuple[Diagnostic, ...]:
    """Return all faults of the shape of a document of one of `KINDS`, by place."""
    if kind not in KINDS:
        written = document.get("kind") or document
        hint = did_you_mean(kind, KINDS) or f"one of {_listed(KINDS)}"
        return (error("unknown-value", written.span, f"'{kind}' is not a kind of file", hint),)
    plain = as_plain(document)
    if surely_fits(kind, plain):
        return ()
    return sort_diagnostics(
        diagnostic for fault in validator(kind).iter_errors(plain) for diagnostic in _diagnostics(fault, document)
    )


def check_patched(assembly: Assembly) -> tuple[Diagnostic, ...]:
    """Return the faults of the shape of patched entries, as a patch may set meaningless keys."""
    sections: list[tuple[Scalar, Node]] = []
    for section, entries in assembly.sections.items():
        nodes = tuple(entry.node for entry in entries if assembly.account.of(entry.id))
        if nodes:
            alone = len(nodes) == 1 and nodes[0].get("id") is None
            span = nodes[0].span
            sections.append((written_at(section, span), nodes[0] if alone else Sequence(nodes, span)))
    if not sections:
        return ()
    span = sections[0][0].span
    kind = written_at("kind", span), written_at("content", span)
    return check_shape("content", Mapping((kind, *sections), span))


def kind_of(document: Mapping) -> str | None:
    """Return the `kind` that a document states, or None."""
    return text_of(document.get("kind"))


@dataclass(frozen=True, slots=True)
class _Fault:
    """One error of JSON Schema: the keyword that was broken, what it asked for, and what is there instead."""

    rule: str
    asked: Any
    given: Any
    schema: dict[str, Any]
    node: Node
    subject: str

    @property
    def known(self) -> dict[str, Any]:
        known: dict[str, Any] = self.schema.get("properties", {})
        return known

    @property
    def patterns(self) -> tuple[str, ...]:
        known = self.schema.get("patternProperties", ())
        return tuple(each for each in known if not re.fullmatch(r"\^[a-z_]+\\Z", each))  # that is a key of before

    def keys(self) -> tuple[str, ...]:
        return self.node.keys() if isinstance(self.node, Mapping) else ()

    def strangers(self) -> tuple[str, ...]:
        """Keys of the node that the schema does not name."""
        return tuple(key for key in self.keys() if key not in self.known)

    def key_span(self, key: str) -> Span:
        written = self.node.key_node(key) if isinstance(self.node, Mapping) else None
        return written.span if written is not None else self.node.span


def _diagnostics(found: ValidationError, document: Mapping) -> Iterator[Diagnostic]:
    """One error of JSON Schema as what an author can act on."""
    path = list(found.absolute_path)
    if isinstance(found.schema, bool):
        yield _misplaced(node_at(document, path), found.instance, list(found.absolute_schema_path))
        return
    schema = cast("dict[str, Any]", found.schema)
    rule, asked = str(found.validator), found.validator_value
    subject = _subject(path, rule, schema)
    yield from _EXPLAINERS[rule](_Fault(rule, asked, found.instance, schema, node_at(document, path), subject))


def _unknown_keys(fault: _Fault) -> Iterator[Diagnostic]:
    for key in fault.strangers():
        if any(re.search(pattern, key) for pattern in fault.patterns):
            continue
        if fault.patterns:
            message = f"'{_short(key)}' is not a valid name in {fault.subject}"
            strange, plain = _strange(key, fault.patterns)
            hint = plain or _as_path(key, fault.patterns) or _respelled(key, fault.patterns)
            hint = hint or (_TAGS if is_of_languages(fault.schema) else "")
            yield error("bad-id", fault.key_span(key), message + strange, hint)
        else:
            strange, _ = _strange(key, ())
            meant = _meant(fault, in_usual_letters(key) if strange else key)
            hint = _lacks_a_colon(key) or meant or _inside(fault, key)
            hint = hint or f"use one of {_listed(fault.known)}"
            message = f"'{_short(key)}' has no meaning in {fault.subject}{strange}"
            yield error("unknown-key", fault.key_span(key), message, hint)


def _lacks_a_colon(key: str) -> str:
    """The hint for a key and its value with no ':' between them."""
    found = re.match(r"([a-z_]\w*)\s*([{\[])", key)
    return f"a ':' is missing behind '{found[1]}': write {found[1]}: {found[2]}..." if found is not None else ""


def _inside(fault: _Fault, key: str) -> str:
    """The hint for a key that is nested deeper."""
    outer = next((name for name, shape in fault.known.items() if key in shape.get("properties", ())), None)
    return f"it is inside '{outer}'" if outer is not None else ""


def _meant(fault: _Fault, key: str) -> str:
    """The hint for a key that is not known: first of all, a required one that is missing."""
    written = fault.keys()
    lacking = [each for each in fault.schema.get("required", ()) if each not in written]
    wanted = [each for each in nearest_ones(key, fault.known) if each in lacking]
    return did_you_mean(key, wanted or fault.known)


def _missing_keys(fault: _Fault) -> Iterator[Diagnostic]:
    """Names what is missing, unless a misspelt key, reported by itself, is meant to be it."""
    for key in fault.asked:
        if key in fault.given:
            continue
        misspelt = next((name for name in fault.strangers() if key in nearest_ones(name, fault.known)), None)
        if misspelt is None:
            asked: dict[str, str] = fault.known.get(key, {})
            hint = asked.get("$comment") or asked.get("description", "")
            if "const" in asked:
                hint = f"write {key}: {asked['const']}"
        elif fault.patterns:
            hint = f"found '{_short(misspelt)}'; did you mean '{key}'?"
        else:
            continue
        span = _head_span(fault.node) if misspelt is None else fault.key_span(misspelt)
        yield error("missing-key", span, f"{fault.subject} has no '{key}'", hint)


def _missing_companions(fault: _Fault) -> Iterator[Diagnostic]:
    for present, needed in fault.asked.items():
        for key in needed:
            if present in fault.given and key not in fault.given:
                yield error("missing-key", fault.key_span(present), f"'{present}' also needs '{key}'")


def _one_of_keys(fault: _Fault) -> Iterator[Diagnostic]:
    """`oneOf` and `anyOf` are in our schemas only for sets of keys of which one, or some, must be there."""
    if not isinstance(fault.node, Mapping):
        return
    choices = [key for branch in fault.asked for key in branch["required"]]
    present = [key for key in choices if key in fault.given]
    if not present and not any(nearest(name, choices) for name in fault.strangers()):
        yield error("missing-key", _head_span(fault.node), f"{fault.subject} needs one of {_listed(choices)}")
    for extra in present[1:]:
        message = f"'{extra}' cannot be used with '{present[0]}'"
        yield error("misplaced-key", fault.key_span(extra), message, "keep one of them")


def _wrong_type(fault: _Fault) -> Iterator[Diagnostic]:
    wanted = [fault.asked] if isinstance(fault.asked, str) else list(fault.asked)
    node, hint = fault.node, ""
    if isinstance(node, Scalar):
        if "array" in wanted:
            rows = {run.place.line for run in node.runs}
            hint = "begin each of its lines with '- '" if len(rows) > 1 else f"write [{_short(node.text)}]"
        elif wanted == ["string"]:
            hint = f'write "{_short(node.text)}" in quotes'
        elif wanted == ["integer"] and isinstance(node.value, str) and not re.fullmatch("-?[0-9]+", node.text):
            hint = "write a whole number, such as 1"
        elif wanted == ["integer"] and re.fullmatch("-?[0-9]+", node.text) and node.style == "quoted":
            hint = f"write {_short(node.text)} without quotes"
        elif fault.schema.get("title") == "a title":
            hint = f"write {{en: {_short(node.text)}}}"
    if not hint and wanted == ["object"]:
        hint = _as_mapping(fault.schema, node.text if isinstance(node, Scalar) else "")
    elif isinstance(node, Mapping) and wanted == ["array"]:
        hint = "begin each item with '- ' on a line of its own" + _with_id(fault.schema)
    elif isinstance(node, Sequence) and "string" in wanted:
        hint = "write a text; several lines of one go indented below '|'"
        first = node.items[0] if len(node.items) > 1 else None
        if isinstance(first, Scalar) and re.fullmatch(r"\w+", first.text):
            hint = f"write only one: {_short(first.text)}"
    names = " or ".join(_TYPE_NAMES[each] for each in wanted)
    message = f"{fault.subject} must be {names}, not {_TYPE_NAMES[_type_of(node)]}"
    yield error("wrong-type", _head_span(node), message, hint)


def _with_id(schema: dict[str, Any]) -> str:
    items = schema.get("items", {})
    return ": - {id: NAME, ...}" if "id" in items.get("required", ()) or "$ref" in items else ""


def _as_mapping(schema: dict[str, Any], text: str) -> str:
    """The mapping that is wanted where there is a single value, with the numbers of a range if that was meant."""
    keys = schema.get("required") or list(schema.get("properties", ()))[:4]
    bounds = re.fullmatch(r"([0-9]+)\s*(?:-|\.\.|to)\s*([0-9]+)", text)
    if bounds is not None and list(keys) == ["min", "max"]:
        return f"write {{min: {bounds[1]}, max: {bounds[2]}}}"
    return f"write {{{', '.join(f'{key}: ...' for key in keys or ('NAME',))}}}"


def _out_of_bounds(fault: _Fault) -> Iterator[Diagnostic]:
    if fault.rule == "minProperties" and any(key not in fault.given for key in fault.schema.get("required", ())):
        return
    bound = f"{'at least' if fault.rule.startswith('min') else 'at most'} {fault.asked}"
    match fault.rule.removeprefix("min").removeprefix("max"):
        case "imum":
            message = f"{fault.subject} is {fault.given}; it must be {bound}"
        case "Length":
            message = f"{fault.subject} has {len(fault.given)} characters; it must have {bound}"
        case "Items":
            message = f"{fault.subject} has {len(fault.given)} items; it must have {bound}"
        case _:
            message = f"{fault.subject} has {len(fault.given)} entries; it must have {bound}"
    yield error("out-of-bounds", _head_span(fault.node), message)


def _twice(fault: _Fault) -> Iterator[Diagnostic]:
    seen: list[Any] = []
    for item in items_of(fault.node):
        value = as_plain(item)
        if value in seen:
            yield error("duplicate-value", item.span, f"{_quoted(value)} appears twice in {fault.subject}", "keep one")
        seen.append(value)


def _bad_text(fault: _Fault) -> Iterator[Diagnostic]:
    form = fault.schema.get("title", "of the right form")
    hint = _SETS if isinstance(fault.given, str) and fault.given.startswith("set of ") else ""
    strange, plain = _strange(fault.given, (fault.asked,))
    hint = hint or plain or _rewritten(fault.given, fault.asked) or _respelled(fault.given, (fault.asked,))
    hint = hint or fault.schema.get("description", "")
    message = f"{fault.subject} must be {form}, and {_quoted(fault.given)} is not{strange}"
    yield error("bad-id", fault.node.span, message, hint)


def _strange(text: str, patterns: Iterable[str]) -> tuple[str, str]:
    """Return (which letter of a text is unusual, what to write), each '' where there is nothing to say."""
    strange, plain = by_code_point(text), in_usual_letters(text)
    fits = strange and any(re.search(pattern, plain) for pattern in patterns)
    return (f": {strange}" if strange else ""), (f"write {_short(plain)} with ordinary letters" if fits else "")


def _unknown_value(fault: _Fault) -> Iterator[Diagnostic]:
    words = [in_yaml(each) for each in (fault.asked if fault.rule == "enum" else [fault.asked])]
    hint = did_you_mean(in_yaml(fault.given), words) if isinstance(fault.given, str) else ""
    hint = hint or (f"write {words[0]}" if len(words) == 1 else f"one of {_listed(words)}")
    yield error("unknown-value", _head_span(fault.node), f"{fault.subject} cannot be {_quoted(fault.given)}", hint)


def _misplaced(owner: Node, value: object, schema_path: list[str | int]) -> Diagnostic:
    """A key that our schemas forbid next to another one: `set` next to `delete`, for instance.

    jsonschema reports the value that may not be there, and not its key.
    """
    other = str(schema_path[schema_path.index("dependentSchemas") + 1])
    written = next((key for key, each in entries_of(owner) if key.text != other and as_plain(each) == value), None)
    span, key = (written.span, written.text) if written is not None else (owner.span, str(value))
    return error("misplaced-key", span, f"'{key}' cannot be used with '{other}'", "remove one of them")


_EXPLAINERS: dict[str, Callable[[_Fault], Iterable[Diagnostic]]] = {
    "additionalProperties": _unknown_keys,
    "required": _missing_keys,
    "dependentRequired": _missing_companions,
    "oneOf": _one_of_keys,
    "anyOf": _one_of_keys,
    "type": _wrong_type,
    "minimum": _out_of_bounds,
    "maximum": _out_of_bounds,
    "minLength": _out_of_bounds,
    "maxLength": _out_of_bounds,
    "minItems": _out_of_bounds,
    "maxItems": _out_of_bounds,
    "minProperties": _out_of_bounds,
    "maxProperties": _out_of_bounds,
    "uniqueItems": _twice,
    "pattern": _bad_text,
    "enum": _unknown_value,
    "const": _unknown_value,
}


def _subject(path: list[str | int], rule: str, schema: dict[str, Any]) -> str:
    """Return the subject of an error in the author's words: its key, or the title in the schema."""
    if rule in ("additionalProperties", "required", "oneOf", "anyOf", "minProperties") and "title" in schema:
        return str(schema["title"])
    if not path:
        return "the file"
    if isinstance(path[-1], int):
        listed = next((str(step) for step in reversed(path) if isinstance(step, str)), "the list")
        return f"item {path[-1] + 1} of '{_short(listed)}'"
    return f"'{_short(path[-1])}'"


def _type_of(node: Node) -> str:
    """The JSON Schema type of a node."""
    match node:
        case Mapping():
            return "object"
        case Sequence():
            return "array"
        case Scalar(value=bool()):
            return "boolean"
        case Scalar(value=int()):
            return "integer"
        case _:
            return "string"


def _rewritten(text: str, pattern: str) -> str:
    """Return a hint how to write a text that has the form it would have in an effect or a sentence."""
    for written, form, hint in _FORMS:
        found = written.fullmatch(text)
        if found is not None and re.search(pattern, here := form.format(*found.groups())):
            return hint + here
    return ""


def _as_path(key: str, patterns: Iterable[str]) -> str:
    """The path with its steps separated as they are here, where paths may be."""
    path = re.sub(r"\s*(?:/|\\|->|:)\s*", ".", key.strip("/"))
    fits = path != key and any(re.search(pattern, path) for pattern in patterns)
    return f"separate the steps of a path by '.': {_short(path)}" if fits else ""


def _respelled(name: str, patterns: Iterable[str]) -> str:
    """Return a hint with the nearest spelling that fits a pattern, '' for what was not meant as a name."""
    if re.search(r"[][(){}=<>+*/^~]| v?[0-9]+\.", name):
        return ""
    for tried in (usual_tag(name) or name, *(re.sub(r"[^a-z0-9]+", each, name.lower()).strip(each) for each in "_-")):
        if tried != name and any(re.search(pattern, tried) for pattern in patterns):
            return f"did you mean '{_short(tried)}'?"
    return ""


def _head_span(node: Node) -> Span:
    """The place to point at: of a mapping its first key, else the node itself."""
    return node.entries[0][0].span if isinstance(node, Mapping) and node.entries else node.span


def in_yaml(value: object) -> str:
    """A value as YAML has it."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def _quoted(value: object) -> str:
    return f"'{_short(in_yaml(value))}'"


def _short(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= _SHOWN else line[: _SHOWN - 3] + "..."


def _listed(words: Iterable[str]) -> str:
    return ", ".join(words)
