"""Which values are texts of the effect language: the table agrees with the schemas."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from rulewright.core.model.sections import TextSort
from rulewright.core.model.texts import GIVEN, SCENARIO, TEXTS
from rulewright.core.validate.schemas import schema_folder

REFERENCES = ("effect", "expression", "amount", "sight")


def in_schemas(fields: Mapping[str, TextSort]) -> dict[str, str]:
    """Return the fields as a schema calls them.

    A number may be written plainly as an amount, but not as a test. A word may stand for the test of who sees a thing.
    """
    called = {"test": "expression", "over": "expression"}
    return {field: "sight" if field == "visible" else called.get(sort, sort) for field, sort in fields.items()}


def told_by_schema(shape: dict[str, Any]) -> dict[str, str]:
    """The fields of a shape whose values are effect texts."""
    found = {}
    for name, field in shape.get("properties", {}).items():
        reference = (field.get("$ref") or field.get("items", {}).get("$ref", "")).rpartition("/")[2]
        if reference in REFERENCES:
            found[name] = reference
    return found


def test_the_sections_with_effect_texts_are_those_of_the_schema() -> None:
    schema = json.loads((schema_folder() / "content.schema.json").read_text(encoding="utf-8"))
    told = {}
    for section, shape in schema["properties"].items():
        entry = shape.get("items", shape).get("$ref", "").rpartition("/")[2]
        fields = told_by_schema(schema["$defs"].get(entry, {}))
        if fields:
            told[section] = fields
    told["zones"]["start"] = "expression"  # a text to the schema, as a set of pieces is not a value
    assert {section: in_schemas(fields) for section, fields in TEXTS.items()} == told


def test_the_texts_of_scenarios_are_those_of_the_schema() -> None:
    shapes = json.loads((schema_folder() / "scenarios.schema.json").read_text(encoding="utf-8"))["$defs"]
    assert told_by_schema(shapes["given"]) == in_schemas(GIVEN)
    assert told_by_schema(shapes["scenario"]) == in_schemas(SCENARIO)
