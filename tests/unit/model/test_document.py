"""A document as a tree: every node is found once, in the order written, with the way to it."""

from __future__ import annotations

from rulewright.load.reader import read_yaml
from rulewright.model.document import Scalar, nodes_in, scalars_in

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
