"""The shape checker, by small documents and the diagnostics expected of them."""

from __future__ import annotations

import pytest

from rulewright.core.diagnostics import Diagnostic
from rulewright.core.load.reader import read_yaml
from rulewright.core.model.document import Mapping
from rulewright.core.validate.schemas import KINDS
from rulewright.core.validate.shape import check_shape, kind_of

RULESET = """\
kind: ruleset
id: pebbles
title: {en: Pebbles}
seats: {min: 2, max: 4}
languages: [en]
modules: {default: [base]}
begins: play_pebbles
"""
TILE = """\
kind: content
components:
  - id: tile
    kind: tile_kind
    title: {en: Tile}
    source: {doc: EN, place: page 2}
"""


def faults(text: str, kind: str | None = None) -> tuple[Diagnostic, ...]:
    document, unreadable = read_yaml("test.yaml", text.encode())
    assert not unreadable
    assert isinstance(document, Mapping)
    return check_shape(kind or kind_of(document) or "content", document)


def found(text: str) -> list[tuple[str, int]]:
    return [(each.code, each.span.line) for each in faults(text)]


def only(text: str) -> Diagnostic:
    (diagnostic,) = faults(text)
    return diagnostic


def test_a_right_document_has_no_faults() -> None:
    assert faults(RULESET) == ()
    assert faults(TILE) == ()


def test_a_kind_nobody_knows_is_reported_at_its_line() -> None:
    fault = only("about: x\nkind: contents\n")
    assert (fault.code, fault.span.line, fault.hint) == ("unknown-value", 2, "did you mean 'content'?")


def test_a_document_of_another_kind_than_asked_for_is_reported() -> None:
    codes = [each.code for each in faults(RULESET, "module")]
    assert "unknown-value" in codes


def test_a_misspelt_key_is_one_fault_with_the_key_meant() -> None:
    fault = only(RULESET.replace("begins:", "begin:"))
    assert (fault.code, fault.span.line, fault.span.length) == ("unknown-key", 7, 5)
    assert fault.hint == "did you mean 'begins'?"


def test_an_unknown_key_lists_the_known_ones() -> None:
    fault = only(RULESET + "zzz: 1\n")
    assert (fault.code, fault.span.line) == ("unknown-key", 8)
    assert "begins" in fault.hint


def test_a_missing_key_is_reported_at_the_entry() -> None:
    fault = only(TILE.replace("    title: {en: Tile}\n", ""))
    assert (fault.code, fault.span.line, fault.span.column) == ("missing-key", 3, 5)
    assert "'title'" in fault.message


def test_several_missing_keys_are_each_reported_once() -> None:
    assert found("kind: content\nzones:\n  - id: hand\n") == [("missing-key", 3)] * 2


def test_a_misspelt_key_of_an_entry_with_free_fields_is_hinted_at() -> None:
    fault = only(TILE.replace("title:", "titel:"))
    assert (fault.code, fault.hint) == ("missing-key", "found 'titel'; did you mean 'title'?")


@pytest.mark.parametrize(
    ("before", "after", "line", "hint"),
    [
        ("seats: {min: 2, max: 4}", 'seats: {min: "2", max: 4}', 4, "write 2 without quotes"),
        ("begins: play_pebbles", "begins: 3", 7, 'write "3" in quotes'),
        ("languages: [en]", "languages: en", 5, "write [en]"),
        ("title: {en: Pebbles}", "title: Pebbles", 3, "write {en: Pebbles}"),
    ],
)
def test_a_wrong_type_says_what_to_write(before: str, after: str, line: int, hint: str) -> None:
    fault = only(RULESET.replace(before, after))
    assert (fault.code, fault.span.line, fault.hint) == ("wrong-type", line, hint)


def test_a_truth_is_no_number() -> None:
    assert found(RULESET.replace("min: 2", "min: true")) == [("wrong-type", 4)]


@pytest.mark.parametrize(
    ("before", "after", "line"),
    [
        ("max: 4", "max: 40", 4),
        ("min: 2", "min: 0", 4),
        ("languages: [en]", "languages: []", 5),
        ("title: {en: Pebbles}", 'title: {en: ""}', 3),
        ("title: {en: Pebbles}", f"title: {{en: {'x' * 201}}}", 3),
    ],
)
def test_bounds_are_kept(before: str, after: str, line: int) -> None:
    assert found(RULESET.replace(before, after)) == [("out-of-bounds", line)]


def test_an_id_of_another_form_is_respelled() -> None:
    fault = only(TILE.replace("id: tile", "id: Dear Tile"))
    assert (fault.code, fault.span.line, fault.hint) == ("bad-id", 3, "did you mean 'dear_tile'?")


def test_an_id_cannot_end_in_a_line_break() -> None:
    assert found(TILE.replace("id: tile", 'id: "tile\\n"')) == [("bad-id", 3)]


def test_a_field_name_of_another_form_is_reported_at_the_key() -> None:
    assert found(TILE + "    Cost: 3\n") == [("bad-id", 7)]


def test_a_value_outside_a_list_of_words_is_hinted_at() -> None:
    fault = only("kind: content\nzones:\n  - {id: hand, holds: tile, visible: owner, order: stck}\n")
    assert (fault.code, fault.hint) == ("unknown-value", "did you mean 'stack'?")


def test_an_item_listed_twice_is_reported_where_it_stands_again() -> None:
    fault = only(RULESET.replace("languages: [en]", "languages:\n- en\n- pl\n- en"))
    assert (fault.code, fault.span.line) == ("duplicate-value", 8)


def test_a_nested_value_of_a_component_is_checked() -> None:
    assert found(TILE + "    tiers:\n      - {at: 2}\n      - {At: 3}\n") == [("bad-id", 9)]


PATCH = "kind: content\npatches:\n  - {because: too dear, %s}\n"


@pytest.mark.parametrize("rest", ["change: tile, set: {cost: 2}", "change: tile, relative: {cost: -1}", "delete: tile"])
def test_a_patch_changes_or_deletes(rest: str) -> None:
    assert faults(PATCH % rest) == ()


@pytest.mark.parametrize(
    ("rest", "codes"),
    [
        ("set: {cost: 2}", ["missing-key"]),
        ("change: tile", ["missing-key"]),
        ("change: tile, sett: {cost: 2}", ["unknown-key"]),
        ("change: tile, relative: {cost: two}", ["wrong-type"]),
        ("delete: tile, set: {cost: 2}", ["misplaced-key"]),
    ],
)
def test_a_patch_that_says_too_little_or_too_much_is_refused(rest: str, codes: list[str]) -> None:
    assert [each.code for each in faults(PATCH % rest)] == codes


def test_a_patch_that_changes_and_deletes_is_refused() -> None:
    codes = [each.code for each in faults(PATCH % "change: tile, delete: tile, set: {cost: 2}")]
    assert codes == ["misplaced-key", "misplaced-key"]


def test_a_trigger_watches_exactly_one_thing() -> None:
    both = only("kind: content\ntriggers:\n  - {id: last, before: take, change: heap, does: stop}\n")
    none = only("kind: content\ntriggers:\n  - {id: last, does: stop}\n")
    assert (both.code, none.code) == ("misplaced-key", "missing-key")
    assert "before, after, change" in none.message


def test_a_rule_of_a_ledger_is_a_text_or_a_mapping() -> None:
    ledger = "kind: ledger\nruleset: pebbles\nrules:\n  turn.take: Take one.\n  turn.end: %s\n"
    assert faults(ledger % "{kind: example, text: One is left.}") == ()
    assert found(ledger % "{kind: exmple, text: One is left.}") == [("unknown-value", 5)]
    assert found(ledger % "3") == [("wrong-type", 5)]


def test_a_refused_choice_may_say_its_reason_and_one_that_is_made_may_not() -> None:
    opening = "kind: scenarios\nscenarios:\n- scenario: x\n  rules: [a.b]\n  given: {seats: 2}\n"
    scenario = opening + "  when:\n  - {seat: 1, %s}\n"
    assert faults(scenario % "refused: take 4, because: three is the most") == ()
    assert faults(scenario % "refused: take 4") == ()
    assert found(scenario % "choose: take 4, because: why not") == [("misplaced-key", 7)]


def test_faults_come_in_the_order_of_their_places() -> None:
    text = RULESET.replace("min: 2", "min: 0").replace("begins: play_pebbles", "begins: 3") + "zzz: 1\n"
    assert found(text) == [("out-of-bounds", 4), ("wrong-type", 7), ("unknown-key", 8)]


@pytest.mark.parametrize("kind", KINDS)
def test_an_empty_document_has_faults_and_raises_nothing(kind: str) -> None:
    assert "missing-key" in [each.code for each in faults("{}", kind)]


@pytest.mark.parametrize("wrong", ["3", "[]", "{}", "text", "true", "[{}]", "{a: {b: 3}}", "[[[1]]]"])
def test_nothing_an_author_writes_raises(wrong: str) -> None:
    for section in ("settings", "kinds", "components", "maps", "patches", "triggers", "reasons"):
        for text in (f"{section}: {wrong}", f"{section}: [{wrong}]", f"{section}: [{{id: {wrong}, kind: {wrong}}}]"):
            assert isinstance(faults(f"kind: content\n{text}\n"), tuple)


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        (RULESET.replace("{min: 2, max: 4}", "3-4"), "write {min: 3, max: 4}"),
        (RULESET.replace("{min: 2, max: 4}", "4"), "write {min: ..., max: ...}"),
        (RULESET.replace("{min: 2, max: 4}", "[2, 4]"), "write {min: ..., max: ...}"),
        ("kind: content\ncounters:\n  coin: {min: 0, max: 9}\n", "begin each item with '- '"),
        ("kind: content\nprocedures:\n  - {id: p, does: [stop]}\n", "several lines of one go indented below '|'"),
        ("kind: content\nprocedures:\n  - {id: p, does: stop, takes: [it]}\n", "write {NAME: ...}"),
        ("kind: content\nkinds:\n  - {id: k, title: {en: K}, fields: {rank: 1-9}}\n", "a range is written 1..9"),
        ("kind: content\npatches:\n  - {change: k, because: w, set: {fields/rank: number}}\n", "'.': fields.rank"),
    ],
)
def test_what_fixes_a_value_of_the_wrong_sort(text: str, hint: str) -> None:
    assert [each.hint for each in faults(text) if hint in each.hint]
