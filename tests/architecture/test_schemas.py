"""The schemas in schemas/: closed, bounded, described, and right about their own examples."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from referencing import Registry
from referencing.jsonschema import DRAFT202012

from rulewright.core.validate.schemas import KINDS
from rulewright.core.validate.shape import _EXPLAINERS

FOLDER = Path(__file__).resolve().parents[2] / "schemas"
SCHEMAS = {path.name.removesuffix(".schema.json"): json.loads(path.read_text("utf-8")) for path in FOLDER.iterdir()}
NAMES = sorted(SCHEMAS)
ASSERTED = {
    *("required", "additionalProperties", "dependentRequired", "dependentSchemas", "oneOf", "anyOf", "type", "minimum"),
    *("maximum", "minLength", "maxLength", "minItems", "maxItems", "minProperties", "maxProperties", "uniqueItems"),
    *("pattern", "enum", "const"),
}
UNASSERTED = {
    *("$schema", "$defs", "$ref", "title", "description", "examples", "properties", "patternProperties", "items"),
}


def parts(schema: Any, path: str = "") -> Iterator[tuple[str, dict[str, Any]]]:
    """Every subschema with its place; not the data inside examples, enums and constants."""
    if not isinstance(schema, dict):
        return
    yield path, schema
    for word in ("properties", "patternProperties", "$defs", "dependentSchemas"):
        for name, inner in schema.get(word, {}).items():
            yield from parts(inner, f"{path}/{word}/{name}")
    yield from parts(schema.get("items"), f"{path}/items")
    for word in ("oneOf", "anyOf"):
        for number, inner in enumerate(schema.get(word, [])):
            yield from parts(inner, f"{path}/{word}/{number}")


def shapes(name: str) -> Iterator[tuple[str, dict[str, Any]]]:
    """Subschemas that describe a value, not those that only forbid keys beside others."""
    for path, schema in parts(SCHEMAS[name]):
        if not any(word in path for word in ("/oneOf/", "/anyOf/", "/dependentSchemas/")):
            yield path, schema


def types(schema: dict[str, Any]) -> set[str]:
    written = schema.get("type", [])
    return {written} if isinstance(written, str) else set(written)


def holds_keys(schema: dict[str, Any]) -> bool:
    return "properties" in schema or "patternProperties" in schema


def validator(name: str, path: str) -> Draft202012Validator:
    registry: Registry[Any] = Registry()
    for each, schema in SCHEMAS.items():
        registry = registry.with_resource(f"{each}.schema.json", DRAFT202012.create_resource(schema))
    return Draft202012Validator({"$ref": f"{name}.schema.json#{path}"}, registry=registry)


def test_there_is_one_schema_for_each_kind_of_file() -> None:
    assert set(NAMES) == {*KINDS, "common"}


@pytest.mark.parametrize("name", NAMES)
def test_a_schema_is_a_schema(name: str) -> None:
    Draft202012Validator.check_schema(SCHEMAS[name])
    assert SCHEMAS[name]["$schema"] == "https://json-schema.org/draft/2020-12/schema"


@pytest.mark.parametrize("name", NAMES)
def test_a_schema_uses_only_words_that_the_shape_checker_explains(name: str) -> None:
    assert ASSERTED - {"dependentSchemas"} == set(_EXPLAINERS)
    assert {word for _, schema in parts(SCHEMAS[name]) for word in schema} <= ASSERTED | UNASSERTED


OWN_OF_VARIANTS = ("ledger.schema.json#/properties/rules", "scenarios.schema.json#/properties/scenarios")
"""What a variant holds in its one file that a ruleset has in files of their own."""


@pytest.mark.parametrize("name", NAMES)
def test_a_schema_refers_only_to_itself_and_the_shared_one(name: str) -> None:
    for path, schema in parts(SCHEMAS[name]):
        target = schema.get("$ref", "#/$defs/")
        if name == "variant" and target.startswith("content.schema.json#/properties/"):
            assert target.rpartition("/")[2] in SCHEMAS["content"]["properties"], path  # what a variant adds
            continue
        if name == "variant" and target in OWN_OF_VARIANTS:
            home, _, key = target.partition(".schema.json#/properties/")
            assert key in SCHEMAS[home]["properties"], path
            continue
        assert target.startswith(("#/$defs/", "common.schema.json#/$defs/")), path
        home = SCHEMAS["common"] if target.startswith("common") else SCHEMAS[name]
        assert target.endswith("/") or target.rpartition("/")[2] in home["$defs"], f"{path}: {target} leads nowhere"


@pytest.mark.parametrize("name", NAMES)
def test_an_object_is_closed_titled_and_described(name: str) -> None:
    for path, schema in shapes(name):
        if "object" in types(schema):
            assert schema.get("additionalProperties") is False, path
            assert holds_keys(schema), path
        if holds_keys(schema) and not path.endswith("/of"):
            assert schema.get("title"), path
            assert schema.get("description"), path


@pytest.mark.parametrize("name", NAMES)
def test_a_property_is_described(name: str) -> None:
    def described(schema: dict[str, Any]) -> bool:
        if schema.get("description"):
            return True
        target = schema.get("$ref", "")
        home = SCHEMAS["common"] if target.startswith("common") else SCHEMAS[name]
        return bool(target) and described(home["$defs"][target.rpartition("/")[2]])

    for path, schema in shapes(name):
        for word, inner in schema.get("properties", {}).items():
            assert described(inner), f"{path}/{word}"


@pytest.mark.parametrize("name", NAMES)
def test_every_number_and_length_has_bounds(name: str) -> None:
    for path, schema in shapes(name):
        if "integer" in types(schema):
            assert {"minimum", "maximum"} <= set(schema), path
        if "string" in types(schema) and "enum" not in schema:
            assert "maxLength" in schema, path
        if "array" in types(schema):
            assert {"items", "maxItems"} <= set(schema), path
        if "patternProperties" in schema:
            assert "maxProperties" in schema, path


@pytest.mark.parametrize("name", NAMES)
def test_examples_are_right(name: str) -> None:
    for path, schema in shapes(name):
        for example in schema.get("examples", []):
            faults = [fault.message for fault in validator(name, path).iter_errors(example)]
            assert not faults, f"{path}: {faults}"


@pytest.mark.parametrize("name", NAMES)
def test_every_shape_with_named_keys_has_an_example(name: str) -> None:
    for path, schema in shapes(name):
        if "properties" in schema:
            assert schema.get("examples"), path
