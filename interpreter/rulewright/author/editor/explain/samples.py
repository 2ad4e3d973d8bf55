"""Short examples of keys, from the `examples` of the schemas, as lines of YAML."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from rulewright.author.editor.explain.keys import SchemaKey, SchemaShape, resolved
from rulewright.author.editor.formatting.quotes import written_value

_WIDTH: Final = 88


def sample_of(key: SchemaKey) -> dict[str, Any]:
    """Return an example with a key: one of its holder if there is one, else the key with a value.

    If a whole file holds it, only the key is shown.
    """
    for example in key.holder.schema.get("examples", ()):
        if isinstance(example, dict) and key.name in example:
            return {key.name: example[key.name]} if key.is_of_file else dict(example)
    return {key.name: value_for(key.shape)}


def value_for(shape: SchemaShape) -> Any:
    """Return a value that a shape allows."""
    inner = resolved(shape)
    for schema in (shape.schema, inner.schema):
        if schema.get("examples"):
            return schema["examples"][0]
        if "const" in schema:
            return schema["const"]
        if "enum" in schema:
            return schema["enum"][0]
    if "items" in inner.schema:
        return [value_for(inner.inner("items"))]
    raise AssertionError(f"no example of {inner.file}{inner.way}")


def yaml_lines(value: Any) -> Iterator[str]:
    """Yield a value as YAML, on one line if it fits."""
    if isinstance(value, dict) and value:
        for name, inner in value.items():
            yield from _led(f"{_plain(name, in_flow=False)}:", inner)
    elif isinstance(value, list) and value:
        for inner in value:
            yield from _item(inner)
    else:
        yield _flow(value)


def _led(lead: str, value: Any) -> Iterator[str]:
    if isinstance(value, str) and "\n" in value:
        yield f"{lead} |"
        yield from (f"  {line}" for line in value.rstrip("\n").split("\n"))
    elif _fits(value, len(lead)) and not _is_list_of_entries(value):
        yield f"{lead} {_flow(value) if isinstance(value, dict | list) else _plain(value, in_flow=False)}"
    else:
        yield lead
        yield from (f"  {line}" for line in yaml_lines(value))


def _item(value: Any) -> Iterator[str]:
    if _fits(value, 2):
        yield f"- {_flow(value) if isinstance(value, dict | list) else _plain(value, in_flow=False)}"
        return
    first, *rest = yaml_lines(value)
    yield f"- {first}"
    yield from (f"  {line}" for line in rest)


def _fits(value: Any, lead: int) -> bool:
    return not any("\n" in text for text in _texts(value)) and lead + len(_flow(value)) < _WIDTH


def _is_list_of_entries(value: Any) -> bool:
    return isinstance(value, list) and any(isinstance(each, dict) for each in value)


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict | list):
        for inner in value.values() if isinstance(value, dict) else value:
            yield from _texts(inner)


def _flow(value: Any) -> str:
    if isinstance(value, dict):
        return f"{{{', '.join(f'{_plain(name, in_flow=True)}: {_flow(inner)}' for name, inner in value.items())}}}"
    if isinstance(value, list):
        return f"[{', '.join(map(_flow, value))}]"
    return _plain(value, in_flow=True)


def _plain(value: Any, *, in_flow: bool) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    return written_value(value, in_flow, keeps_quotes=False) if isinstance(value, str) else str(value)
