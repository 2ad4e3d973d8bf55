"""Which fields hold effect texts: the table agrees with the schemas."""

from __future__ import annotations

import json
from typing import Any

from interpreter.validate.schemas import schema_folder
from interpreter.workbench.layout.texts import EFFECT, EXPRESSION, SCENARIO, SECTIONS

REFERENCES = {"effect": EFFECT, "expression": EXPRESSION, "amount": EXPRESSION}


def told_by_schema(shape: dict[str, Any]) -> dict[str, str]:
    """The fields of a shape whose values are effect texts."""
    found = {}
    for name, field in shape.get("properties", {}).items():
        reference = (field.get("$ref") or field.get("items", {}).get("$ref", "")).rpartition("/")[2]
        if reference in REFERENCES:
            found[name] = REFERENCES[reference]
    return found


def test_the_sections_with_effect_texts_are_those_of_the_schema() -> None:
    schema = json.loads((schema_folder() / "content.schema.json").read_text(encoding="utf-8"))
    told = {}
    for section, shape in schema["properties"].items():
        entry = shape.get("items", shape).get("$ref", "").rpartition("/")[2]
        fields = told_by_schema(schema["$defs"].get(entry, {}))
        if fields:
            told[section] = fields
    told["zones"] = {"start": EXPRESSION}  # a text to the schema, as a set of pieces is no value
    assert dict(SECTIONS) == told


def test_the_effect_texts_of_scenarios_are_those_of_the_schema() -> None:
    shapes = json.loads((schema_folder() / "scenarios.schema.json").read_text(encoding="utf-8"))["$defs"]
    assert told_by_schema(shapes["given"]) == SCENARIO["given"]
    assert told_by_schema(shapes["scenario"]) == {"then": SCENARIO["then"]}
