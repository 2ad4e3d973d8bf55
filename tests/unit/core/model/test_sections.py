"""The table of sections has those of the schema."""

from __future__ import annotations

import json

from rulewright.core.model.sections import AT_THE_END, SECTIONS
from tests.reference.checkout import ROOT

NAMES = {each.id for each in SECTIONS}


def test_it_has_the_sections_of_the_schema() -> None:
    schema = json.loads((ROOT / "schemas" / "content.schema.json").read_text("utf-8"))
    assert sorted(NAMES) == sorted(set(schema["properties"]) - {"kind", "with", "patches"})
    assert len(NAMES) == len(SECTIONS)
    assert AT_THE_END == ("scoring", "tie_breaks", "again")


def test_a_variant_adds_to_the_sections_of_modules() -> None:
    of_modules = json.loads((ROOT / "schemas" / "content.schema.json").read_text("utf-8"))["properties"]
    of_variants = json.loads((ROOT / "schemas" / "variant.schema.json").read_text("utf-8"))
    adds = of_variants["properties"]["adds"]["properties"]
    assert sorted(adds) == sorted(NAMES)
    for name, shape in adds.items():
        told = of_modules[name]["description"]
        assert shape == {"$ref": f"content.schema.json#/properties/{name}", "description": told}
