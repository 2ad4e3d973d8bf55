"""Keys of files at a place, from the schemas: those that may be written there, their values, and what one means."""

from __future__ import annotations

import re
from collections.abc import Iterator

from rulewright.author.editor.explain.keys import FILES, SchemaKey, SchemaShape, keys_in, resolved, root_of, words_of
from rulewright.author.editor.explain.shapes import conditions, names_told, told
from rulewright.author.editor.key_path import KeyPath, key_path_at
from rulewright.author.editor.names.index import Definition, NameIndex
from rulewright.core.load.entries import field_type

_KIND = re.compile(r"^kind:[ \t]*([a-z_]+)", re.MULTILINE)


class KeysHere:
    """The keys and values that the schema of a file allows at a place of it."""

    def __init__(self, text: str, line: int, column: int) -> None:
        """Look at a line and column, both from 1."""
        found = _KIND.search(text)
        self.kind = found[1] if found is not None else ""
        self.path: KeyPath | None = key_path_at(text, line, column)

    def offered(self) -> tuple[SchemaKey, ...]:
        """Return the keys that may be written here and are not yet."""
        if self.path is None or not self.path.is_key:
            return ()
        return tuple(each for each in self._holder_keys() if each.name not in self.path.written)

    def fields(self, index: NameIndex) -> Iterator[Definition]:
        """Yield the fields of the kind of the component whose keys are written here."""
        if self.path is None or not self.path.is_key or self.path.keys[-1:] != ("components",):
            return
        kind = self.path.written.get("kind", "")
        for each in index.definitions:
            if each.sort == "field" and each.owner == kind and each.name not in self.path.written:
                yield each

    def values(self) -> tuple[str, ...]:
        """Return the words that may be written as the value here."""
        if self.path is None or self.path.is_key or not self.path.keys:
            return ()
        if self.path.keys == ("kind",):
            return tuple(name for name, _ in FILES)
        shape = self._shape(self.path.keys)
        if shape is None:
            return ()
        schema = shape.schema
        types = schema.get("type", ())
        truths = ("true", "false") if "boolean" in ([types] if isinstance(types, str) else types) else ()
        return (*map(str, words_of(shape)), *truths)

    def named(self, name: str) -> SchemaKey | None:
        """Return the key with a name that is written here, None if there is none."""
        return next((each for each in self._holder_keys() if each.name == name), None)

    def _holder_keys(self) -> tuple[SchemaKey, ...]:
        if self.path is None:
            return ()
        shape = self._shape(self.path.keys)
        return keys_in(shape) if shape is not None else ()

    def _shape(self, keys: tuple[str, ...]) -> SchemaShape | None:
        """Return the shape of what keys lead to, an item's where that is a list."""
        if self.kind not in {name for name, _ in FILES}:
            return None
        shape = root_of(self.kind)
        for key in keys:
            inner = _inside(_item(shape), key)
            if inner is None:
                return None
            shape = inner
        return _item(shape)


def key_page(key: SchemaKey) -> str:
    """Return a Markdown page on a key: what it is for, what may be written and what else it needs."""
    lines = [f"**{key.name}**: {key.description}", f"Write {told(key.shape)}.", *names_told(key.shape)]
    lines += ["Required."] if key.required else []
    return "\n\n".join((*lines, *conditions(key)))


def field_page(definition: Definition) -> str:
    """Return a few words on the field of a kind."""
    return f"field of {definition.owner}: {field_type(definition.node) or 'a value'}"


def _item(shape: SchemaShape) -> SchemaShape:
    shape = resolved(shape)
    while "items" in shape.schema and "properties" not in shape.schema:
        shape = resolved(shape.inner("items"))
    return shape


def _inside(shape: SchemaShape, key: str) -> SchemaShape | None:
    if key in shape.schema.get("properties", ()):
        return shape.inner("properties", key)
    for pattern in shape.schema.get("patternProperties", ()):
        if re.search(pattern, key):
            return shape.inner("patternProperties", pattern)
    return None
