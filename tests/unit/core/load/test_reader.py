"""The strict reader: values, places, and plain data for JSON Schema."""

from __future__ import annotations

import pytest

from rulewright.core.diagnostics import Span
from rulewright.core.load.reader import as_plain, node_at, read_yaml
from rulewright.core.model.document import Mapping, Node, Scalar, Sequence, items_of, text_of


def read(text: str) -> Node:
    node, diagnostics = read_yaml("cards.yaml", text.encode())
    assert diagnostics == ()
    assert node is not None
    return node


def scalar(text: str, *path: str | int) -> Scalar:
    node = node_at(read(text), path)
    assert isinstance(node, Scalar)
    return node


@pytest.mark.parametrize(
    ("written", "value"),
    [
        ("5", 5),
        ("0", 0),
        ("-12", -12),
        ("999999999999999", 999999999999999),
        ("true", True),
        ("false", False),
        ("gain 2 coin", "gain 2 coin"),
        ("'no'", "no"),
        ('"010"', "010"),
        ("'~'", "~"),
        ("''", ""),
        ("1.2.3", "1.2.3"),
        ("3 coins", "3 coins"),
        ("nothing", "nothing"),
        ("on_play", "on_play"),
        ("12:75", "12:75"),
        ("'+1'", "+1"),
    ],
)
def test_value_of_a_scalar(written: str, value: object) -> None:
    found = scalar(f"field: {written}\n", "field").value
    assert found == value
    assert type(found) is type(value)


def test_plus_is_read_inside_relative() -> None:
    assert as_plain(read("relative: {cost: +1, 'tiers.2.at': -1}\n")) == {"relative": {"cost": 1, "tiers.2.at": -1}}


def test_words_that_are_truths_as_values_may_be_keys() -> None:
    assert as_plain(read("{on: track, no: nei, y: 1}\n")) == {"on": "track", "no": "nei", "y": 1}


def test_byte_order_mark_and_windows_lines_are_read() -> None:
    node, diagnostics = read_yaml("cards.yaml", b"\xef\xbb\xbfa: 1\r\nb: two\r\n")
    assert diagnostics == ()
    assert isinstance(node, Mapping)
    assert as_plain(node) == {"a": 1, "b": "two"}
    assert node.key_node("a") is not None
    assert node.key_node("a").span == Span("cards.yaml", 1, 1, 1)  # type: ignore[union-attr]


def test_document_may_start_with_dashes() -> None:
    assert as_plain(read("---\na: 1\n")) == {"a": 1}


def test_forty_levels_are_read() -> None:
    assert read("[" * 40 + "]" * 40) is not None


def test_second_of_two_equal_keys_is_left_out() -> None:
    node, _ = read_yaml("cards.yaml", b"a: 1\na: 2\n")
    assert node is not None
    assert as_plain(node) == {"a": 1}


def test_duplicate_key_stands_at_the_second_and_names_the_first() -> None:
    _, diagnostics = read_yaml("cards.yaml", b"card:\n  cost: 1\n  cost: 2\n")
    assert [(each.code, each.span) for each in diagnostics] == [("duplicate-key", Span("cards.yaml", 3, 3, 4))]
    assert "cards.yaml:2" in diagnostics[0].hint


def test_mapping_knows_its_keys() -> None:
    node = read("a: 1\nb: [x]\n")
    assert isinstance(node, Mapping)
    assert node.keys() == ("a", "b")
    assert node.get("c") is None
    assert node.key_node("c") is None
    assert text_of(node.get("a")) is None
    assert [text_of(item) for item in items_of(node.get("b"))] == ["x"]


def test_node_at_follows_keys_and_indexes() -> None:
    node = node_at(read("cards:\n  - {id: one}\n  - {id: two}\n"), ["cards", 1, "id"])
    assert node.span == Span("cards.yaml", 3, 10, 3)


def test_node_at_stops_where_the_path_leads_nowhere() -> None:
    node = node_at(read("cards:\n  - {id: one}\n"), ["cards", 0, "cost"])
    assert isinstance(node, Mapping)
    assert node.span.line == 2


def test_flow_collections_know_their_place() -> None:
    node = node_at(read("a: [1, {b: 2}]\n"), ["a"])
    assert isinstance(node, Sequence)
    assert node.span == Span("cards.yaml", 1, 4)
    assert node.items[1].span == Span("cards.yaml", 1, 8)


def at(found: Scalar, line: int, column: int, length: int = 1) -> tuple[int, int, int]:
    span = found.span_at(line, column, length)
    return span.line, span.column, span.length


def test_place_inside_plain_text() -> None:
    found = scalar("  on_play: gain 2 coin; move card to discrad\n", "on_play")
    assert found.span_at(1, 27, 7) == Span("cards.yaml", 1, 38, 7)


def test_place_inside_quoted_text() -> None:
    assert at(scalar("a: 'gain 2'\n", "a"), 1, 6) == (1, 10, 1)
    assert at(scalar('a: "gain 2"\n', "a"), 1, 6) == (1, 10, 1)


def test_place_behind_escapes() -> None:
    assert at(scalar("a: 'it''s x'\n", "a"), 1, 6) == (1, 11, 1)
    assert at(scalar('a: "\\u00e9t\\n x"\n', "a"), 1, 2) == (1, 11, 1)
    assert at(scalar('a: "\\u00e9t\\n x"\n', "a"), 2, 2) == (1, 15, 1)


def test_place_inside_literal_block() -> None:
    found = scalar("cards:\n  - does: |\n      gain 1 coin\n\n      if x:\n        draw 2\n", "cards", 0, "does")
    assert found.text == "gain 1 coin\n\nif x:\n  draw 2\n"
    assert at(found, 1, 6) == (3, 12, 1)
    assert at(found, 3, 4) == (5, 10, 1)
    assert at(found, 4, 3, 4) == (6, 9, 4)


@pytest.mark.parametrize("header", ["|", "|-", "|+", "| # why", "|2"])
def test_place_inside_literal_block_of_any_header(header: str) -> None:
    found = scalar(f"a: {header}\n  gain 1\n    draw\n", "a")
    assert at(found, 2, 3) == (3, 5, 1)


def test_place_inside_literal_block_that_starts_with_blank_lines() -> None:
    assert at(scalar("a: |\n\n\n  gain\n", "a"), 3, 2) == (4, 4, 1)


def test_place_inside_folded_block() -> None:
    found = scalar("a: >-\n  one two\n  three\n\n  four\n", "a")
    assert found.text == "one two three\nfour"
    assert at(found, 1, 5) == (2, 7, 1)
    assert at(found, 1, 9) == (3, 3, 1)
    assert at(found, 2, 2) == (5, 4, 1)


@pytest.mark.parametrize(("opening", "closing"), [("", ""), ("'", "'"), ('"', '"')])
def test_place_inside_text_over_several_lines(opening: str, closing: str) -> None:
    found = scalar(f"a: {opening}one\n  two\n\n  three{closing}\n", "a")
    shift = len(opening)
    assert found.text == "one two\nthree"
    assert at(found, 1, 1) == (1, 4 + shift, 1)
    assert at(found, 1, 6) == (2, 4, 1)
    assert at(found, 2, 1) == (4, 3, 1)


def test_every_letter_of_a_document_is_found_where_it_stands() -> None:
    text = "a: |\n   one\n     two\nb: 'x''y\n  z'\nc: [plain text, \"q\\\\r\"]\nd: >\n  fold\n  ed\n"
    lines = text.split("\n")
    for path in (("a",), ("b",), ("c", 0), ("c", 1), ("d",)):
        found = scalar(text, *path)
        for number, content in enumerate(found.text.split("\n"), start=1):
            for column, letter in enumerate(content, start=1):
                span = found.span_at(number, column)
                written = lines[span.line - 1]
                assert letter == " " or written[span.column - 1] == letter


@pytest.mark.parametrize(
    ("text", "column", "hint"),
    [
        ("then: [seat(2).bid = 1, seat[2].bid = 1]", 29, "put the whole item in quotes"),
        ("a: [x {y}, z]", 7, "put the whole item in quotes"),
        ("a: {then: hand[1] = 3}", 15, "put the whole value in quotes"),
        ("title: 'Don't'", 13, "of the other sort where a quote is in it"),
        ("a: [b, c", 1, "close with ']'"),
    ],
)
def test_what_fixes_a_text_that_is_not_yaml(text: str, column: int, hint: str) -> None:
    _, told = read_yaml("f.yaml", f"{text}\n".encode())
    assert [(each.code, each.span.column) for each in told] == [("yaml-syntax", column)]
    assert hint in told[0].hint


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("about: Note: this is it\n", 'put the whole value in quotes: about: "Note: this is it"'),
        ("one: {about: Note: this is it, two: 2}\n", 'put the whole value in quotes: about: "Note: this is it"'),
        ("one: {does: gain 1 coin, draw 1 card}\n", 'put the whole value in quotes: does: "gain 1 coin, draw 1 card"'),
        ("one: {about: “a, b”}\n", 'put the whole value in quotes: about: "a, b"'),
        ("one: {id: wind, title {en: Turn}}\n", "write title: {..."),
    ],
)
def test_a_value_that_yaml_cuts_is_told_with_its_quotes(text: str, line: str) -> None:
    _, found = read_yaml("wrong.yaml", text.encode())
    assert line in [each.hint for each in found]
