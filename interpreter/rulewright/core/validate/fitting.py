"""Whether a document surely has the shape its schema asks for, found out fast: yes or no, and not what is wrong.

A no is left to the validator in schemas.py; a yes needs no more. So what is not understood here never fits.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from typing import Any

from rulewright.core.validate.schemas import schema_at, whole_reference

Fits = Callable[[Any], bool]

_TYPES: dict[str, type] = {"string": str, "integer": int, "boolean": bool, "array": list, "object": dict}
_REMARKS = frozenset({"$schema", "$defs", "$comment", "title", "description", "examples"})
_ENTRIES = frozenset({"properties", "patternProperties", "additionalProperties"})


def surely_fits(kind: str, value: object) -> bool:
    """Whether the validator of the kind has nothing against the value: dicts, lists, texts, whole numbers, booleans."""
    return _at(f"{kind}.schema.json#")(value)


@cache
def _at(target: str) -> Fits:
    """The check for what a reference leads to."""
    return _check(schema_at(target), target.partition("#")[0])


def _check(schema: Any, file: str) -> Fits:
    """Return the check for one schema.

    The check of a reference is made when the first value reaches it.
    """
    if not isinstance(schema, dict):
        return _never
    asked = {word: value for word, value in schema.items() if word not in _REMARKS}
    if "$ref" in asked:
        target = whole_reference(asked["$ref"], file)
        return (lambda value: _at(target)(value)) if len(asked) == 1 else _never
    named = asked.pop("type", list(_TYPES))
    checks: dict[type, list[Fits]] = {_TYPES[each]: [] for each in ([named] if isinstance(named, str) else named)}
    if not _ENTRIES.isdisjoint(asked):
        shapes = {word: asked.pop(word) for word in _ENTRIES & asked.keys()}
        if dict in checks:
            checks[dict].append(_entries(shapes, file))
    for word, wanted in asked.items():
        of_type, check = _keyword(word, wanted, file)
        for each in checks:
            if of_type in (each, object):
                checks[each].append(check)
    return _all_by_type({each: tuple(wanted) for each, wanted in checks.items()})


def _all_by_type(checks: dict[type, tuple[Fits, ...]]) -> Fits:
    def fits(value: Any) -> bool:
        wanted = checks.get(type(value))
        return wanted is not None and all(check(value) for check in wanted)

    return fits


def _keyword(word: str, wanted: Any, file: str) -> tuple[type, Fits]:
    """The type of value a keyword applies to (`object` for any), and its check."""
    match word:
        case "minLength" | "minItems" | "minProperties":
            return _measured(word), lambda value: len(value) >= wanted
        case "maxLength" | "maxItems" | "maxProperties":
            return _measured(word), lambda value: len(value) <= wanted
        case "minimum":
            return int, lambda value: value >= wanted
        case "maximum":
            return int, lambda value: value <= wanted
        case "pattern":
            found = re.compile(wanted).search
            return str, lambda value: found(value) is not None
        case "items":
            item = _check(wanted, file)
            return list, lambda value: all(map(item, value))
        case "uniqueItems":
            return list, _has_no_twins if wanted is True else _never
        case "required":
            needed = frozenset(wanted)
            return dict, lambda value: needed <= value.keys()
        case "dependentRequired":
            return dict, lambda value: all(key not in value or value.keys() >= set(wanted[key]) for key in wanted)
        case "dependentSchemas":
            checks = {key: _check(schema, file) for key, schema in wanted.items()}
            return dict, lambda value: all(key not in value or check(value) for key, check in checks.items())
        case "oneOf":
            branches = [_check(schema, file) for schema in wanted]
            return object, lambda value: sum(check(value) for check in branches) == 1
        case "anyOf":
            branches = [_check(schema, file) for schema in wanted]
            return object, lambda value: any(check(value) for check in branches)
        case "enum":
            return object, lambda value: any(type(each) is type(value) and each == value for each in wanted)
        case "const":
            return object, lambda value: type(wanted) is type(value) and bool(wanted == value)
        case _:
            return object, _never


def _measured(word: str) -> type:
    return {"Length": str, "Items": list, "Properties": dict}[word[3:]]


def _entries(shapes: dict[str, Any], file: str) -> Fits:
    """The check of each entry of a mapping: by its key, by the patterns of its key, or that there is no other key."""
    patterns = [
        (re.compile(pattern).search, _check(schema, file))
        for pattern, schema in shapes.get("patternProperties", {}).items()
    ]
    is_closed = shapes.get("additionalProperties") is False
    if not is_closed and "additionalProperties" in shapes:
        return _never
    known = {
        key: (_check(schema, file), *(check for matches, check in patterns if matches(key)))
        for key, schema in shapes.get("properties", {}).items()
    }

    def fit(value: dict[str, Any]) -> bool:
        for key, inner in value.items():
            checks = known.get(key)
            if checks is None:
                checks = tuple(check for matches, check in patterns if matches(key))
                if is_closed and not checks:
                    return False
            if not all(check(inner) for check in checks):
                return False
        return True

    return fit


def _has_no_twins(items: list[Any]) -> bool:
    """Python holds more items equal than JSON does: true and 1."""
    return not any(item in items[:place] for place, item in enumerate(items))


def _never(value: object) -> bool:
    return False
