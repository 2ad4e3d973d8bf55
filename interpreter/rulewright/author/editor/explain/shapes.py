"""The values that a schema allows, in words: types, bounds, and keys that need or exclude others."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from rulewright.author.editor.explain.keys import SchemaKey, SchemaShape, resolved
from rulewright.core.validate.shape import in_yaml

_UNBOUNDED = 10**15


def told(shape: SchemaShape) -> str:
    """Return the allowed values in words: `an id`, `all, owner or none`, `a list of 1 to 4, each a type`."""
    schema = resolved(shape).schema
    if "const" in schema:
        return in_yaml(schema["const"])
    if "enum" in schema:
        return listed([in_yaml(each) for each in schema["enum"]], "or")
    written = schema.get("type", ())
    types = [written] if isinstance(written, str) else list(written)
    if _names_itself(schema, types):
        return str(schema["title"])
    ways = [_of_type(resolved(shape), each) for each in types]
    return "; or ".join(ways) if any("," in each for each in ways) else listed(ways, "or")


def names_told(shape: SchemaShape) -> Iterator[str]:
    """Yield what the names in `told` mean: `An id: lower-case letters ...`.

    Shapes that are shown key by key are left out.
    """
    inner = resolved(shape)
    schema = inner.schema
    types = schema.get("type", "")
    if "properties" in schema and types == "object":
        return
    if "title" in schema and _names_itself(schema, [types] if isinstance(types, str) else types):
        about = schema.get("description", "")
        if about and about != shape.schema.get("description") and "const" not in schema and "enum" not in schema:
            yield f"{schema['title'][0].upper()}{schema['title'][1:]}: {about}"
        return
    if "items" in schema:
        yield from names_told(inner.inner("items"))
    for name in schema.get("patternProperties", ()):
        yield from names_told(inner.inner("patternProperties", name))


def conditions(key: SchemaKey) -> Iterator[str]:
    """Yield sentences on the keys that a key needs, excludes or replaces."""
    holder = key.holder.schema
    in_full = holder.get("dependentSchemas", {}).get("does", {})  # not with a head, which says as much
    for word, how_many in (("oneOf", "Exactly one"), ("anyOf", "At least one")):
        others = [_only(each) for each in (*holder.get(word, ()), *in_full.get(word, ()))]
        if key.name in others:
            yield f"{how_many} of {listed([f'`{each}`' for each in others], 'and')} must be written."
    needed = [*holder.get("dependentRequired", {}).get(key.name, ())]
    if needed:
        yield f"It also needs {listed([f'`{each}`' for each in needed], 'and')}."
    barred = list(_barred(key))
    if barred:
        yield f"It cannot be used with {listed([f'`{each}`' for each in barred], 'or')}."
    some = [_only(each) for each in holder.get("dependentSchemas", {}).get(key.name, {}).get("anyOf", ())]
    if some:
        yield f"It needs at least one of {listed([f'`{each}`' for each in some], 'and')}."


def listed(words: Iterable[str], last: str) -> str:
    """Words with commas, and the last one joined by a word."""
    *first, end = words
    return f"{', '.join(first)} {last} {end}" if first else end


def _names_itself(schema: dict[str, Any], types: list[str]) -> bool:
    """Return whether a shape's title names its values.

    The title of a list or of keys only says their purpose.
    """
    if "title" not in schema:
        return False
    return "properties" in schema or not {"array", "object"} & set(types) or len(types) > 2


def _of_type(shape: SchemaShape, type_: str) -> str:
    schema = shape.schema
    match type_:
        case "array":
            return _list(shape)
        case "object":
            return _values(shape)
        case "integer":
            return f"a whole number{_bounds(schema)}"
        case "boolean":
            return "true or false"
        case _:
            return str(schema.get("title") or ("a name" if "pattern" in schema else _text(schema)))


def _list(shape: SchemaShape) -> str:
    schema = shape.schema
    least, most = schema.get("minItems", 0), schema["maxItems"]
    size = f"{most}" if least == most else f"{least} to {most}" if least else f"up to {most}"
    ending = ", none twice" if schema.get("uniqueItems") else ""
    return f"a list of {size}, each {told(shape.inner('items'))}{ending}"


def _values(shape: SchemaShape) -> str:
    if "properties" in shape.schema:
        return "keys"
    names = list(shape.schema["patternProperties"])
    return f"values by name, each {told(shape.inner('patternProperties', names[0]))}"


def _text(schema: dict[str, Any]) -> str:
    return f"a text of up to {schema['maxLength']} characters"


def _bounds(schema: dict[str, Any]) -> str:
    least, most = schema["minimum"], schema["maximum"]
    if least <= 1 - _UNBOUNDED:
        return "" if most >= _UNBOUNDED - 1 else f" up to {most}"
    return f" from {least} on" if most >= _UNBOUNDED - 1 else f" from {least} to {most}"


def _only(schema: dict[str, Any]) -> str:
    """Return the key that one part of `oneOf` or `anyOf` is about."""
    return str(schema["required"][0])


def _barred(key: SchemaKey) -> Iterator[str]:
    """Yield the keys that forbid this one, and those it forbids."""
    for other, schema in key.holder.schema.get("dependentSchemas", {}).items():
        forbidden = [name for name, inner in schema.get("properties", {}).items() if inner is False]
        if other == key.name:
            yield from forbidden
        elif key.name in forbidden:
            yield other
