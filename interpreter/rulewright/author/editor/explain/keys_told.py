"""Explanations of keys of files: of one by its name or path, of a kind of file, of all of them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from rulewright.author.editor.explain.keys import (
    FILES,
    SchemaKey,
    SchemaShape,
    all_keys,
    held_in,
    keys_in,
    resolved,
    root_of,
    words_of,
)
from rulewright.author.editor.explain.meaning import KeyRow, Meaning
from rulewright.author.editor.explain.samples import sample_of, value_for, yaml_lines
from rulewright.author.editor.explain.shapes import conditions, listed, names_told, told

_CALLED = dict(FILES)
_MOST_HOLDERS = 5


def keys_named(name: str) -> tuple[Meaning, ...]:
    """Return the meanings in files of a key, a path of keys (`zones.visible`), a kind of file or a value.

    A singular stands for items of a list: `zone` for `zones`.
    """
    files = [of_file(name)] if name in _CALLED else []
    keys = [key for key in all_keys() if _is_path(name, key)]
    if not keys and not files:
        keys = [key for key in all_keys() if (held := held_in(key.shape)) is not None and held.name == name]
    values = [key for key in all_keys() if name in words_of(key.shape)]
    return (*files, *(_of_keys(same) for same in _alike(keys)), *(_of_value(name, same) for same in _alike(values)))


def keys_that_mention(name: str) -> tuple[Meaning, ...]:
    """Return the keys whose description quotes a name that has a meaning only there, such as `viewer`."""
    quoted = f"`{name}`"
    return tuple(_of_keys(same) for same in _alike([key for key in all_keys() if quoted in key.description]))


def key_names() -> frozenset[str]:
    """Return every name of a key or a kind of file, the paths of two keys, and every listed value."""
    found = set(_CALLED)
    for key in all_keys():
        found |= {key.name, *words_of(key.shape)}
        found |= {_path(place) for place in key.places}
    return frozenset(found)


def all_files() -> tuple[Meaning, ...]:
    """Return every kind of file, each followed by its shapes with keys, in order of appearance."""
    found: list[Meaning] = []
    told_already: set[tuple[str, str]] = set()
    for kind, _ in FILES:
        found.append(of_file(kind))
        for key in all_keys():
            held = held_in(key.shape)
            if kind not in key.kinds or held is None or not keys_in(held):
                continue
            if (held.file, held.way) not in told_already:
                told_already.add((held.file, held.way))
                found.append(_of_keys(tuple(each for each in all_keys() if _is_another(key, each))))
    return tuple(found)


def of_file(kind: str) -> Meaning:
    """Return the meaning of a kind of file, with the keys at its top."""
    root = root_of(kind)
    return Meaning(
        name=kind,
        what=f"kind of file: {_CALLED[kind]}",
        title=root.schema["description"],
        keys=_rows(root),
        example=_yaml(value_for(root)),
    )


def _of_keys(keys: tuple[SchemaKey, ...]) -> Meaning:
    """Return the meaning of keys that share one explanation."""
    key = keys[0]
    held = held_in(key.shape)
    paths = {_path(place) for each in keys for place in each.places}
    written = () if held is not None and held == resolved(key.shape) else (f"Write {told(key.shape)}.",)
    return Meaning(
        name=paths.pop() if len(paths) == 1 else key.name,
        what=_where(keys),
        title=key.description,
        may_be=" ".join((*written, *names_told(key.shape), *_conditions(keys))),
        keys=_rows(held) if held is not None else (),
        example=_yaml(_around(key, sample_of(key))),
    )


def _of_value(value: str, keys: tuple[SchemaKey, ...]) -> Meaning:
    whole = _of_keys(keys)
    return replace(whole, name=value, what=f"value of {whole.name}, {whole.what}", keys=())


def _path(place: tuple[str, ...]) -> str:
    """Return the shortest path of a key: a section by its name, any other key with its holder."""
    return place[-1] if len(place) == 2 and place[0] == FILES[0][0] else ".".join(place[-2:])


def _is_path(name: str, key: SchemaKey) -> bool:
    """Return whether a name or path means a key.

    A path is the end of the key's own path, in which a shape's name may stand for its list.
    """
    parts = tuple(name.split("."))
    if len(parts) == 1:
        return key.name == name
    ways = set(key.places) | {(*place[:-2], key.holder.name, key.name) for place in key.places}
    return any(way[-len(parts) :] == parts for way in ways)


def _is_another(key: SchemaKey, other: SchemaKey) -> bool:
    """Return whether a key has the name of another and the same is in it."""
    return key.name == other.name and held_in(key.shape) == held_in(other.shape)


def _alike(keys: list[SchemaKey]) -> Iterator[tuple[SchemaKey, ...]]:
    """Keys that share one explanation, together."""
    found: dict[tuple[str, ...], list[SchemaKey]] = {}
    for key in keys:
        same = (key.name, key.description, told(key.shape), *names_told(key.shape), *conditions(key))
        found.setdefault(same, []).append(key)
    return map(tuple, found.values())


def _where(keys: tuple[SchemaKey, ...]) -> str:
    """Return the files and entries that keys belong to."""
    of_files = [kind for key in keys if key.is_of_file for kind in key.kinds]
    holders: dict[tuple[str, ...], list[str]] = {}
    for key in keys:
        if not key.is_of_file:
            holders.setdefault(key.kinds, []).append(_titled(key))
    what = "section" if of_files == ["content"] and held_in(keys[0].shape) is not None else "key"
    found = [
        f"key of {_some(titles)}, in {listed([_CALLED[kind] for kind in kinds], 'and')}"
        for kinds, titles in holders.items()
    ]
    found += [f"{what} of {listed([_CALLED[kind] for kind in of_files], 'and')}"] if of_files else []
    return "; ".join(found)


def _titled(key: SchemaKey) -> str:
    title = key.holder.schema["title"]
    return title if title.startswith(("a ", "an ", "the ")) else f"`{key.places[0][-2]}`"


def _some(titles: list[str]) -> str:
    if len(titles) <= _MOST_HOLDERS:
        return listed(titles, "and")
    shown = titles[: _MOST_HOLDERS - 1]
    return f"{', '.join(shown)} and {len(titles) - len(shown)} more"


def _conditions(keys: tuple[SchemaKey, ...]) -> Iterator[str]:
    """Return whether keys are required, and the keys they need or exclude."""
    others = list(conditions(keys[0]))
    required = [key for key in keys if key.required]
    if len(required) == len(keys):
        yield "Required."
    elif required:
        where = [_titled(key) if not key.is_of_file else _CALLED[key.kinds[0]] for key in required]
        yield f"Required in {listed(where, 'and')}; optional elsewhere."
    elif not any("must be written" in each for each in others):
        yield "Optional."
    yield from others


def _rows(holder: SchemaShape) -> tuple[KeyRow, ...]:
    """Return the keys of a shape, one line each, and the description of names that an author gives."""
    rows = [KeyRow(key.name, key.required, told(key.shape), key.description) for key in keys_in(holder)]
    for pattern in holder.schema.get("patternProperties", ()):
        named = holder.inner("patternProperties", pattern)
        rows.append(KeyRow("NAME", False, told(named), named.schema.get("description", "")))
    return tuple(rows)


def _around(key: SchemaKey, sample: dict[str, Any]) -> dict[str, Any]:
    """Return an example with the section it is in, if that is at the top of a file."""
    place = key.places[0]
    if len(place) != 3 or not any(sample == each for each in key.holder.schema.get("examples", ())):
        return sample
    parent = next(each for each in all_keys() if place[:2] in each.places)
    inner = resolved(parent.shape).schema
    if "items" in inner:
        return {parent.name: [sample]}
    return {parent.name: sample} if "properties" in inner else sample


def _yaml(value: Any) -> str:
    return "\n".join(yaml_lines(value))
