"""The texts for people in entries and manifests, as the schemas say: a text by language, or one that is in English.

A field of a kind, of its records or of a border that is declared as a `text` is one as well.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from collections.abc import Mapping as Lookup
from dataclasses import dataclass, field
from functools import cache
from typing import Any, NamedTuple

from rulewright.core.load.entries import Entry, field_type
from rulewright.core.locales.tags import ENGLISH
from rulewright.core.model.document import (
    Mapping,
    Node,
    Scalar,
    Sequence,
    Way,
    entries_of,
    items_of,
    part_of,
    text_of,
)
from rulewright.core.validate.schemas import is_of_languages, schema_at, whole_reference


class FoundText(NamedTuple):
    """A text for people: the way to it, the mapping by language or the text in English, and its most characters."""

    way: Way
    node: Node
    longest: int


FieldTypes = Lookup[str, Lookup[str, Node]]
"""The fields that each kind declares, and those that each map declares for its borders, by name."""
SCENARIO = "scenario"
LONGEST = 2000
"""The most characters of a text in a field, for which no schema has a limit."""


@dataclass(slots=True)
class _Shape:
    """The texts below a value: here if they have a length, under keys, under keys that match, in items."""

    longest: int = 0
    reference: str = ""
    keys: dict[str, _Shape] = field(default_factory=dict)
    patterns: list[tuple[re.Pattern[str], _Shape]] = field(default_factory=list)
    items: _Shape | None = None

    def inner(self) -> Iterator[_Shape]:
        """Yield the shapes right below this one."""
        yield from self.keys.values()
        yield from (each for _, each in self.patterns)
        yield from (self.items,) if self.items is not None else ()

    def of_key(self, key: str) -> _Shape | None:
        """Return the shape of the value of a key, None if no text is below it."""
        if key in self.keys:
            return self.keys[key]
        return next((shape for pattern, shape in self.patterns if pattern.search(key)), None)


def field_types(entries: Iterable[Entry]) -> FieldTypes:
    """Return the fields that kinds, and maps for their borders, declare."""
    keys = {"kinds": "fields", "maps": "border_fields"}
    return {each.id: _declared(each.node.get(keys[each.section])) for each in entries if each.section in keys}


def _declared(fields: Node | None) -> dict[str, Node]:
    return {key.text: declared for key, declared in entries_of(fields)}


def texts_of_entry(section: str, node: Mapping, types: FieldTypes) -> Iterator[FoundText]:
    """Yield the texts for people in an entry with their ways: mappings by language, or values in English."""
    shape = _shape_at(f"content.schema.json#/properties/{section}")
    entry = shape.items if shape.items is not None else shape
    yield from _texts(entry, node, ())
    if section == "components":
        yield from _texts_of_fields(types.get(node.text_at("kind"), {}), node, ())
    elif section == "maps":
        for index, border in enumerate(items_of(node.get("borders"))):
            if isinstance(border, Mapping):
                yield from _texts_of_fields(types.get(node.text_at("id"), {}), border, ("borders", index))


def texts_of_manifest(kind: str, node: Mapping) -> Iterator[FoundText]:
    """Yield the texts for people in a document of a kind that is not content, such as `module`, or in a scenario."""
    if kind == SCENARIO:
        listed = _shape_at("scenarios.schema.json#").of_key("scenarios")
        yield from _texts(listed.items, node, ()) if listed is not None and listed.items is not None else ()
        return
    yield from _texts(_shape_at(f"{kind}.schema.json#"), node, ())


def _texts_of_fields(fields: Lookup[str, Node], holder: Mapping, way: Way) -> Iterator[FoundText]:
    for key, value in holder.entries:
        declared, place = fields.get(key.text), (*way, key.text)
        sort = field_type(declared)
        if sort == "text" and (isinstance(value, Mapping) or text_of(value) is not None):
            yield FoundText(place, value, LONGEST)
        elif sort == "list" and isinstance(of := part_of(declared, "of"), Mapping):
            for index, record in enumerate(items_of(value)):
                if isinstance(record, Mapping):
                    yield from _texts_of_fields(_declared(of), record, (*place, index))


def _texts(shape: _Shape, node: Node, way: Way) -> Iterator[FoundText]:
    if shape.reference:
        yield from _texts(_shape_at(shape.reference), node, way)
    elif shape.longest:
        if isinstance(node, Mapping) or (isinstance(node, Scalar) and isinstance(node.value, str)):
            yield FoundText(way, node, shape.longest)
    elif isinstance(node, Mapping):
        for key, value in node.entries:
            inner = shape.of_key(key.text)
            if inner is not None:
                yield from _texts(inner, value, (*way, key.text))
    elif isinstance(node, Sequence) and shape.items is not None:
        for index, item in enumerate(node.items):
            yield from _texts(shape.items, item, (*way, index))


@cache
def _shape_at(target: str) -> _Shape:
    """Return where texts are below what a reference leads to."""
    return _pruned(_shape(schema_at(target), target.partition("#")[0]))


def _shape(schema: Any, file: str) -> _Shape:
    if not isinstance(schema, dict):
        return _Shape()
    if isinstance(schema.get("$ref"), str):
        return _Shape(reference=whole_reference(schema["$ref"], file))
    if is_of_languages(schema):
        return _Shape(longest=schema["properties"][ENGLISH]["maxLength"])
    return _Shape(
        keys={key: _shape(each, file) for key, each in schema.get("properties", {}).items()},
        patterns=[(re.compile(key), _shape(each, file)) for key, each in schema.get("patternProperties", {}).items()],
        items=_shape(schema["items"], file) if "items" in schema else None,
    )


def _pruned(shape: _Shape) -> _Shape:
    """Return a shape without the keys and items below which there is no text."""
    shape.keys = {key: _pruned(each) for key, each in shape.keys.items() if _leads_to_text(each, set())}
    shape.patterns = [(key, _pruned(each)) for key, each in shape.patterns if _leads_to_text(each, set())]
    shape.items = _pruned(shape.items) if shape.items is not None and _leads_to_text(shape.items, set()) else None
    return shape


def _leads_to_text(shape: _Shape, met: set[str]) -> bool:
    if shape.reference:
        if shape.reference in met:
            return False
        met.add(shape.reference)
        return _leads_to_text(_shape(schema_at(shape.reference), shape.reference.partition("#")[0]), met)
    return shape.longest > 0 or any(_leads_to_text(each, met) for each in shape.inner())
