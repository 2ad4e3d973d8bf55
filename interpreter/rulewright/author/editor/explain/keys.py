"""The keys of YAML files, found in the schemas, each with its holder and whether it is required.

A key of a shape that several kinds of file share, such as a patch, is one key with several places. The possible values
in words are in shapes.py, descriptions of keys in keys_told.py.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache
from typing import Any, Final

from rulewright.core.model.texts import SIGHT_WORDS
from rulewright.core.validate.schemas import schema_folder

FILES: Final[tuple[tuple[str, str], ...]] = (
    ("content", "content files"),
    ("variant", "variants"),
    ("scenarios", "scenario files"),
    ("module", "module.yaml"),
    ("ruleset", "ruleset.yaml"),
    ("ledger", "rules.yaml"),
    ("match", "matches"),
    ("translation", "translation files"),
    ("replay", "saved games"),
    ("saved_match", "saved matches"),
)
"""The kinds of file, those that people write most first, and what they are called."""


@dataclass(frozen=True, slots=True)
class SchemaShape:
    """A place in a schema: the file it is in, the path to it, and what is written there."""

    file: str
    way: str
    schema: dict[str, Any]

    @property
    def name(self) -> str:
        """The name under which a schema keeps it."""
        return self.way.rpartition("/")[2]

    def inner(self, *steps: str) -> SchemaShape:
        """Return a place further in."""
        schema = self.schema
        for step in steps:
            schema = schema[step]
        return SchemaShape(self.file, "/".join((self.way, *steps)), schema)


@dataclass(frozen=True, slots=True)
class SchemaKey:
    """A key of a file: its shape as its holder says it, the shape that holds it, and where it belongs.

    A place is the kind of file and the keys that lead to it; what an author names, such as a field, is left out. A key
    that must be there is `required`.
    """

    name: str
    shape: SchemaShape
    holder: SchemaShape
    places: tuple[tuple[str, ...], ...]

    @property
    def required(self) -> bool:
        """Whether it must be written."""
        return self.name in self.holder.schema.get("required", ())

    @property
    def is_of_file(self) -> bool:
        """Whether it belongs at the top of a file."""
        return not self.holder.way

    @property
    def kinds(self) -> tuple[str, ...]:
        """The kinds of file it belongs to."""
        return tuple(dict.fromkeys(place[0] for place in self.places))

    @property
    def description(self) -> str:
        """The description by its holder, or else by its shape."""
        return str(self.shape.schema.get("description") or resolved(self.shape).schema.get("description", ""))


@cache
def all_keys() -> tuple[SchemaKey, ...]:
    """Return the keys of all kinds of file, each once."""
    found: dict[tuple[str, str, str], SchemaKey] = {}
    for kind, _ in FILES:
        for key in _keys(root_of(kind), (kind,), ()):
            same = (key.holder.file, key.holder.way, key.name)
            known = found.get(same)
            found[same] = replace(known, places=known.places + key.places) if known is not None else key
    return tuple(found.values())


def keys_in(holder: SchemaShape) -> tuple[SchemaKey, ...]:
    """Return the keys of one shape, in their order."""
    return tuple(key for key in all_keys() if (key.holder.file, key.holder.way) == (holder.file, holder.way))


def root_of(kind: str) -> SchemaShape:
    """Return the shape of a whole file."""
    return SchemaShape(kind, "", _schema(kind))


def resolved(shape: SchemaShape) -> SchemaShape:
    """Return the shape that a shape refers to, or the shape itself."""
    while (target := shape.schema.get("$ref")) is not None:
        file, _, way = target.partition("#")
        home = file.removesuffix(".schema.json") or shape.file
        shape = SchemaShape(home, "", _schema(home)).inner(*way.split("/")[1:])
    return shape


def words_of(shape: SchemaShape) -> list[str]:
    """Return the words that may be written: all of them, or those in addition to a text."""
    schema = resolved(shape).schema
    return list(schema.get("enum", [each for each in schema.get("examples", ()) if each in SIGHT_WORDS]))


def held_in(shape: SchemaShape, inside: tuple[SchemaShape, ...] = ()) -> SchemaShape | None:
    """Return the shape with keys inside a key's shape, None if there is none.

    It is the shape itself, an item of its list, or each of its values.
    """
    shape = resolved(shape)
    if "properties" in shape.schema:
        return shape
    if _is_among(shape, inside):
        return None
    inner = [*_named_by_authors(shape), *([shape.inner("items")] if "items" in shape.schema else [])]
    held = (held_in(each, (*inside, shape)) for each in inner)
    return next((each for each in held if each is not None), None)


@cache
def _schema(name: str) -> dict[str, Any]:
    schema: dict[str, Any] = json.loads((schema_folder() / f"{name}.schema.json").read_text("utf-8"))
    return schema


def _keys(shape: SchemaShape, place: tuple[str, ...], inside: tuple[SchemaShape, ...]) -> Iterator[SchemaKey]:
    shape = resolved(shape)
    if _is_among(shape, inside):
        return
    inside = (*inside, shape)
    for name in shape.schema.get("properties", ()):
        inner = shape.inner("properties", name)
        if _is_of_another_file(inner):
            continue
        yield SchemaKey(name, inner, shape, ((*place, name),))
        yield from _keys(inner, (*place, name), inside)
    for each in _named_by_authors(shape):
        yield from _keys(each, place, inside)
    if "items" in shape.schema:
        yield from _keys(shape.inner("items"), place, inside)


def _is_of_another_file(shape: SchemaShape) -> bool:
    """Return whether a key is described by another kind of file, such as a variant's additions."""
    return ".schema.json#/properties/" in str(shape.schema.get("$ref", ""))


def _is_among(shape: SchemaShape, shapes: tuple[SchemaShape, ...]) -> bool:
    return any((each.file, each.way) == (shape.file, shape.way) for each in shapes)


def _named_by_authors(shape: SchemaShape) -> tuple[SchemaShape, ...]:
    return tuple(shape.inner("patternProperties", name) for name in shape.schema.get("patternProperties", ()))
