"""A document as a tree: every node is found once, in the order written, with the way to it."""

from __future__ import annotations

from rulewright.core.load.reader import read_yaml
from rulewright.core.model.document import (
    Mapping,
    Scalar,
    by_language,
    is_true,
    items_of,
    mappings_in,
    nodes_in,
    part_of,
    scalars_in,
    text_of,
    title_of,
)

TEXT = b"a: {b: [1, {c: x}], d: {}}\ne: []\n"


def test_every_node_comes_with_the_way_to_it() -> None:
    root, _ = read_yaml("a.yaml", TEXT)
    assert root is not None
    found = [(way, type(node).__name__) for way, node in nodes_in(root)]
    assert found == [
        ((), "Mapping"),
        (("a",), "Mapping"),
        (("a", "b"), "Sequence"),
        (("a", "b", 0), "Scalar"),
        (("a", "b", 1), "Mapping"),
        (("a", "b", 1, "c"), "Scalar"),
        (("a", "d"), "Mapping"),
        (("e",), "Sequence"),
    ]


def test_single_values_are_found_among_them_and_by_themselves() -> None:
    root, _ = read_yaml("a.yaml", TEXT)
    assert root is not None
    values = list(scalars_in(root))
    assert [(way, node.value) for way, node in values] == [(("a", "b", 0), 1), (("a", "b", 1, "c"), "x")]
    assert list(scalars_in(values[0][1])) == [((), values[0][1])]
    assert isinstance(values[0][1], Scalar)


def test_what_is_under_a_key_is_read_without_looking_what_it_is() -> None:
    root, _ = read_yaml("a.yaml", b"a: x\nb: {c: 1, d: true}\ne: [{id: f}, g, {id: h}]\n")
    assert isinstance(root, Mapping)
    assert [root.text_at(key) for key in ("a", "b", "none")] == ["x", "", ""]
    assert (root.span_of("b").line, root.span_of("none")) == (2, root.span)
    assert (is_true(part_of(root.get("b"), "d")), is_true(part_of(root.get("b"), "c"))) == (True, False)
    assert (part_of(root.get("a"), "c"), part_of(None, "c")) == (None, None)
    assert [each.text_at("id") for each in mappings_in(root.get("e"))] == ["f", "h"]
    assert [text_of(part_of(each, "id") or each) for each in items_of(root.get("e"))] == ["f", "g", "h"]
    assert mappings_in(root.get("a")) == ()


def test_a_text_for_people_is_read_by_language() -> None:
    root, _ = read_yaml("a.yaml", b"title: {en: Gull, fr: Mouette}\nid: gull\n")
    assert isinstance(root, Mapping)
    assert title_of(root) == by_language(root.get("title")) == {"en": "Gull", "fr": "Mouette"}
    assert by_language(root.get("id")) == by_language(root.get("about")) == {}
