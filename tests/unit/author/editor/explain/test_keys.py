"""Every key of every schema can be explained: where it stands, what it is for, what may be written, with an example."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from referencing import Registry
from referencing.jsonschema import DRAFT202012

from rulewright.author.editor.explain.keys import FILES, SchemaKey, all_keys, held_in, root_of
from rulewright.author.editor.explain.keys_told import all_files, key_names, keys_named, of_file
from rulewright.author.editor.explain.meaning import Meaning
from rulewright.author.editor.explain.samples import sample_of, yaml_lines
from rulewright.author.editor.explain.search import meanings
from rulewright.author.editor.explain.shapes import told
from rulewright.core.load.reader import read_yaml
from rulewright.core.model.document import Mapping, Node, Scalar
from rulewright.core.validate.schemas import KINDS, schema_folder

SCHEMAS = {path.name: json.loads(path.read_text("utf-8")) for path in sorted(schema_folder().glob("*.schema.json"))}


def properties(schema: Any) -> Iterator[str]:
    """The names of all properties anywhere in a schema, but not those of conditions."""
    if isinstance(schema, dict):
        for word, inner in schema.items():
            if word == "properties":
                yield from inner
                for each in inner.values():
                    yield from properties(each)
            elif word not in ("examples", "dependentSchemas", "oneOf", "anyOf"):
                yield from properties(inner)


def one(name: str, what: str) -> Meaning:
    (found,) = (each for each in keys_named(name) if each.what == what)
    return found


def test_every_kind_of_file_is_known() -> None:
    assert {kind for kind, _ in FILES} == set(KINDS)
    assert [kind for kind in KINDS if keys_named(kind)[0] != of_file(kind)] == []


@pytest.mark.parametrize("file", SCHEMAS)
def test_every_property_of_a_schema_is_explained(file: str) -> None:
    for name in set(properties(SCHEMAS[file])):
        found = [each for each in keys_named(name) if each.may_be]
        assert found, name
        for each in found:
            assert each.title.endswith("."), f"{name} has no description in {each.what}"
            assert each.what
            assert each.example, name


def test_no_two_keys_of_one_shape_are_told_as_one() -> None:
    for key in all_keys():
        assert sum(len(each.places) for each in all_keys() if each.places[0] == key.places[0]) == len(key.places)


def valid(key: SchemaKey, value: Any, way: str) -> bool:
    registry: Registry[Any] = Registry().with_resources(
        (name, DRAFT202012.create_resource(schema)) for name, schema in SCHEMAS.items()
    )
    return Draft202012Validator({"$ref": f"{key.holder.file}.schema.json#{way}"}, registry=registry).is_valid(value)


def test_the_example_of_a_key_has_it_and_is_valid() -> None:
    for key in all_keys():
        sample = sample_of(key)
        assert key.name in sample
        if len(sample) > 1 and not key.is_of_file:
            assert valid(key, sample, key.holder.way), key.places
        else:
            assert valid(key, sample[key.name], key.shape.way), key.places


def read(lines: Iterator[str]) -> Any:
    root, faults = read_yaml("example.yaml", "\n".join(lines).encode())
    assert root is not None
    assert not faults
    return plain(root)


def plain(node: Node) -> Any:
    if isinstance(node, Scalar):
        return node.value
    if isinstance(node, Mapping):
        return {key.text: plain(value) for key, value in node.entries}
    return [plain(item) for item in node.items]


def ended(value: Any) -> Any:
    """The same with a line break at the end of each text of several lines, as YAML reads them."""
    if isinstance(value, str):
        return value.rstrip("\n") + "\n" if "\n" in value else value
    if isinstance(value, list):
        return [ended(item) for item in value]
    return {name: ended(item) for name, item in value.items()} if isinstance(value, dict) else value


def test_an_example_is_written_as_yaml_that_means_the_same() -> None:
    for key in all_keys():
        sample = sample_of(key)
        assert read(yaml_lines(sample)) == ended(sample)
    odd = {"a": ["1", 1, True, "true", "x: y", "two\nlines\n"], "b": {"c": [{"d": "e, f"}, []], "g": {}}, "h": "- i"}
    assert read(yaml_lines(odd)) == odd


def test_a_section_lists_the_keys_of_its_entries() -> None:
    zones = one("zones", "section of content files")
    assert {each.name for each in zones.keys if each.required} == {"id", "holds", "visible"}
    visible = next(each for each in zones.keys if each.name == "visible")
    assert visible.may_be == "all, owner, others or none, or a test on viewer"
    assert keys_named("zone") == (zones,)
    assert zones.example.startswith("zones:\n  - {id: hand")


def test_a_path_asks_for_one_of_several_keys() -> None:
    (visible,) = keys_named("zones.visible")
    assert (visible.name, visible.what) == ("zones.visible", "key of a zone, in content files")
    assert visible.may_be.startswith("Write all, owner, others or none, or a test on viewer. All, owner")
    assert keys_named("zone.visible") == keys_named("content.zones.visible") == (visible,)
    assert [each.name for each in keys_named("counters.start")] == ["counters.start"]
    assert len(keys_named("start")) == 3
    assert keys_named("given.visible") == keys_named("nothing_of_the_kind") == ()


def test_a_key_of_many_is_told_once_where_it_means_the_same() -> None:
    (relative,) = (each for each in keys_named("relative") if "a patch" in each.what)
    assert relative.what == "key of a patch, in content files, variants and scenario files"
    rules = one("rules", keys_named("rules")[0].what)
    assert rules.what.startswith("key of a setting, an enumeration, a kind, a component and ")
    (about,) = (each for each in keys_named("about") if "a setting" in each.what)
    assert "Optional." in about.may_be


def test_a_value_that_is_listed_for_a_key_is_explained() -> None:
    owner = next(each for each in keys_named("owner") if "zones" in each.what)
    assert owner.what == "value of zones.visible, key of a zone, in content files"
    assert "all, owner, others or none" in owner.may_be


def test_what_keys_need_beside_them_is_told() -> None:
    told_of = {each.name: each.may_be for name in ("change", "before", "game", "set") for each in keys_named(name)}
    assert "Exactly one of `change` and `delete` must be written." in told_of["patches.change"]
    assert "It needs at least one of `set`, `relative`" in told_of["patches.change"]
    assert "Exactly one of `before`, `after` and `change` must be written." in told_of["triggers.before"]
    assert "It also needs `match`." in told_of["given.game"]
    assert "It cannot be used with `delete`." in told_of["patches.set"]


def test_bounds_and_lists_are_told_in_words() -> None:
    shapes = {".".join(key.places[0]): told(key.shape) for key in all_keys()}
    assert shapes["content.components.copies"] == "a whole number from 0 to 1000"
    assert shapes["content.counters.min"] == "a whole number"
    assert shapes["scenarios.given.seed"] == "a whole number, or 64 hexadecimal digits in quotes"
    assert shapes["scenarios.given.seats"] == "a whole number from 1 to 12"
    assert shapes["content.zones.per"] == "a list of 1 to 4, each a type"
    assert shapes["content.components.each_seat"] == "true"
    assert shapes["content.settings.values"] == "a list of 1 to 100, each an id, none twice; or a range such as 0..8"
    assert shapes["content.quantities.takes"] == "values by name, each the type of a parameter"


def test_the_list_of_all_keys_has_each_of_them() -> None:
    listed = {row.name for each in all_files() for row in each.keys}
    assert {key.name for key in all_keys()} <= listed
    (sources,) = (each for each in all_files() if {"place", "doc"} <= {row.name for row in each.keys})
    assert sources.what.startswith("key of a setting, an enumeration, a kind, a component and ")
    assert [each.name for each in all_files() if each.what.startswith("kind of file")] == [kind for kind, _ in FILES]


def test_names_to_guess_from_are_names_that_are_explained() -> None:
    names = key_names()
    assert {"zones", "zones.visible", "given", "variant.patches", "stack", "scenarios"} <= names
    assert [name for name in sorted(names)[::4] if not keys_named(name)] == []


def test_what_holds_keys_is_found_through_lists_and_names() -> None:
    by_place = {key.places[0]: key for key in all_keys()}
    fields = held_in(by_place["content", "kinds", "fields"].shape)
    assert fields is not None
    assert fields.name == "field"
    assert held_in(by_place["content", "zones", "visible"].shape) is None
    assert held_in(root_of("content")) == root_of("content")


def test_a_name_that_only_a_key_knows_leads_to_the_key() -> None:
    found, _ = meanings("viewer", (), "en")
    assert {"counters.visible", "markers.visible", "zones.visible"} <= {each.name for each in found}
    first, *others = meanings("all", (), "en")[0]
    assert "hand[all]" in str(first)
    assert others, "and what it is as a value of keys"
    assert meanings("viewr", (), "en") == ((), ())
