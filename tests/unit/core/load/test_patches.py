"""Patches: what each kind changes, where its values come from, and what is refused."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from rulewright.core.diagnostics import Diagnostic
from rulewright.core.load.reader import as_plain, read_yaml
from rulewright.core.model.document import Mapping, Scalar, Sequence
from tests.unit.core.load.harbour import BASE, WHY, build, lantern


def patched(folder: Path, change: str) -> Any:
    assembly, diagnostics = build(folder, f"  - {{change: lantern, {WHY}, {change}}}")
    assert diagnostics == ()
    return lantern(assembly)


def refused(folder: Path, change: str) -> Diagnostic:
    """The one diagnostic of a patch, which changes nothing."""
    assembly, diagnostics = build(folder, f"  - {{change: lantern, {WHY}, {change}}}")
    assert len(diagnostics) == 1
    base, _ = read_yaml("base", BASE.encode())
    assert isinstance(base, Mapping)
    assert lantern(assembly) == as_plain(base)["components"][0]
    assert diagnostics[0].span.file == "variant.yaml"
    assert diagnostics[0].span.line == 3
    return diagnostics[0]


def test_set_changes_a_value(tmp_path: Path) -> None:
    assert patched(tmp_path, "set: {cost: 5, title.en: Lamp}")["cost"] == 5


def test_set_writes_a_field_that_was_not_there(tmp_path: Path) -> None:
    assert patched(tmp_path, "set: {worth: 2, title.fr: Lanterne}")["title"]["fr"] == "Lanterne"


@pytest.mark.parametrize("path", ["tiers.4.reward", "tiers[4].reward"])
def test_items_are_found_by_at(tmp_path: Path, path: str) -> None:
    assert patched(tmp_path, f'set: {{"{path}": stop}}')["tiers"][1]["reward"] == "stop"


def test_items_are_found_by_id(tmp_path: Path) -> None:
    assert patched(tmp_path, "set: {slots.right.size: 9}")["slots"][1]["size"] == 9


def test_items_are_found_by_number_from_one(tmp_path: Path) -> None:
    assert patched(tmp_path, "set: {steps.1: 11, slots.2.size: 7}")["steps"] == [11, 20, 30]


def test_a_list_counted_by_at_is_not_counted_by_place(tmp_path: Path) -> None:
    assert refused(tmp_path, "set: {tiers.1.reward: stop}").code == "patch-bad-path"


@pytest.mark.parametrize(("more", "cost"), [("+1", 4), ("-1", 2), ('"+2"', 5), ("-5", -2), ("2", 5)])
def test_relative_adds_to_a_number(tmp_path: Path, more: str, cost: int) -> None:
    assert patched(tmp_path, f"relative: {{cost: {more}}}")["cost"] == cost


def test_add_puts_items_behind_a_list(tmp_path: Path) -> None:
    assert patched(tmp_path, "add: {colours: [white]}")["colours"] == ["red", "green", "blue", "white"]


def test_add_writes_keys_of_a_mapping_and_fields_that_were_not_there(tmp_path: Path) -> None:
    found = patched(tmp_path, "add: {title: {fr: Lanterne}, icons: [sun]}")
    assert (found["title"]["fr"], found["icons"]) == ("Lanterne", ["sun"])


def test_remove_takes_items_by_value_and_name(tmp_path: Path) -> None:
    found = patched(tmp_path, "remove: {colours: [green], slots: [left], steps: [30], title: [pl]}")
    assert found["colours"] == ["red", "blue"]
    assert found["slots"] == [{"id": "right", "size": 2}]
    assert (found["steps"], found["title"]) == ([10, 20], {"en": "Lantern"})


def test_remove_takes_out_all_that_it_names(tmp_path: Path) -> None:
    assert patched(tmp_path, "remove: {colours: [green, red]}")["colours"] == ["blue"]


def test_an_item_that_is_there_twice_is_not_replaced(tmp_path: Path) -> None:
    twice = f"  - {{change: lantern, {WHY}, set: {{colours: [red, green, red]}}}}"
    once = f"  - {{change: lantern, {WHY}, replace: {{colours: {{from: red, to: pink}}}}}}"
    assembly, found = build(tmp_path, f"{twice}\n{once}")
    assert [each.code for each in found] == ["patch-ambiguous"]
    assert lantern(assembly)["colours"] == ["red", "green", "red"]


def test_replace_changes_words_of_a_text(tmp_path: Path) -> None:
    assert patched(tmp_path, "replace: {does: {from: draw 2, to: draw 3}}")["does"] == (
        "gain 1 coin\ndraw 3\ngain 1 point\n"
    )


def test_replace_finds_words_that_are_spaced_otherwise(tmp_path: Path) -> None:
    assert patched(tmp_path, "replace: {does: {from: 'draw   2', to: draw 3}}")["does"] == (
        "gain 1 coin\ndraw 3\ngain 1 point\n"
    )


def test_replace_finds_no_word_in_two_parts(tmp_path: Path) -> None:
    assert refused(tmp_path, "replace: {does: {from: draw2, to: draw 3}}").code == "patch-without-target"


def test_replace_changes_an_item_of_a_list(tmp_path: Path) -> None:
    assert patched(tmp_path, "replace: {colours: {from: green, to: grey}}")["colours"] == ["red", "grey", "blue"]


def test_delete_takes_an_entry_away(tmp_path: Path) -> None:
    assembly, diagnostics = build(tmp_path, f"  - {{delete: rope, {WHY}}}")
    assert diagnostics == ()
    assert assembly.entry("rope") is None


def test_two_kinds_of_change_in_one_patch(tmp_path: Path) -> None:
    found = patched(tmp_path, "set: {rare: false}, relative: {cost: +1}, replace: {title.en: {from: tern, to: p}}")
    assert (found["rare"], found["cost"], found["title"]["en"]) == (False, 4, "Lanp")


def test_changed_values_stand_in_the_file_that_set_them(tmp_path: Path) -> None:
    change = f"  - {{change: lantern, {WHY}, set: {{title.en: Lamp, worth: 2}}, relative: {{cost: +1}}}}"
    assembly, _ = build(tmp_path, change)
    entry = assembly.entry("lantern")
    assert entry is not None
    title = entry.node.get("title")
    assert isinstance(title, Mapping)
    files = {}
    for key, node in [("en", title.get("en")), ("pl", title.get("pl")), ("cost", entry.node.get("cost"))]:
        assert node is not None
        files[key] = node.span.file
    assert files == {"en": "variant.yaml", "pl": "base/content.yaml", "cost": "variant.yaml"}
    written = entry.node.key_node("worth")
    assert written is not None
    assert written.span.file == "variant.yaml"


def test_added_items_stand_in_the_patch_and_the_others_where_they_stood(tmp_path: Path) -> None:
    assembly, _ = build(tmp_path, f"  - {{change: lantern, {WHY}, add: {{colours: [white]}}}}")
    entry = assembly.entry("lantern")
    colours = entry.node.get("colours") if entry else None
    assert isinstance(colours, Sequence)
    assert [item.span.file for item in colours.items] == [*["base/content.yaml"] * 3, "variant.yaml"]


def test_replaced_text_knows_both_files(tmp_path: Path) -> None:
    assembly, _ = build(tmp_path, f"  - {{change: lantern, {WHY}, replace: {{does: {{from: draw 2, to: look 3}}}}}}")
    entry = assembly.entry("lantern")
    does = entry.node.get("does") if entry else None
    assert isinstance(does, Scalar)
    places = [(span.file, span.line, span.column) for span in (does.span_at(line, 6) for line in (1, 2, 3))]
    assert places == [("base/content.yaml", 16, 12), ("variant.yaml", 3, 85), ("base/content.yaml", 18, 12)]


def test_unknown_target_gets_a_hint(tmp_path: Path) -> None:
    _, diagnostics = build(tmp_path, f"  - {{change: lantren, {WHY}, set: {{cost: 1}}}}")
    assert [(each.code, each.span.column, each.span.length) for each in diagnostics] == [
        ("patch-without-target", 14, 7)
    ]
    assert diagnostics[0].hint == "did you mean 'lantern'?"


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ("set: {titel.en: Lamp}", "patch-bad-path"),
        ("set: {cost.more: 1}", "patch-bad-path"),
        ("set: {slots.middle.size: 1}", "patch-bad-path"),
        ("set: {steps.0: 1}", "patch-bad-path"),
        ("set: {steps.4: 1}", "patch-bad-path"),
        ('set: {"steps.²": 1}', "patch-bad-path"),
        ('set: {".": 1}', "patch-bad-path"),
        ("set: {id: lamp}", "patch-bad-path"),
        ("relative: {cots: +1}", "patch-bad-path"),
        ("remove: {worth: [a]}", "patch-bad-path"),
        ("remove: {cost: [3]}", "patch-bad-path"),
        ("set: {cost: [3]}", "patch-wrong-type"),
        ("set: {cost: true}", "patch-wrong-type"),
        ("set: {title: Lamp}", "patch-wrong-type"),
        ("set: {colours: {red: 1}}", "patch-wrong-type"),
        ("relative: {cost: more}", "patch-wrong-type"),
        ("relative: {cost: true}", "patch-wrong-type"),
        ("relative: {does: +1}", "patch-wrong-type"),
        ("relative: {rare: +1}", "patch-wrong-type"),
        ("add: {colours: white}", "patch-wrong-type"),
        ("add: {cost: [1]}", "patch-wrong-type"),
        ("add: {title: {en: Lamp}}", "patch-wrong-type"),
        ("replace: {cost: {from: 3, to: 4}}", "patch-wrong-type"),
        ("replace: {worth: {from: a, to: b}}", "patch-wrong-type"),
        ("replace: {does: {from: '', to: b}}", "patch-wrong-type"),
        ("replace: {does: {from: [a], to: b}}", "patch-wrong-type"),
        ("replace: {does: {from: draw 9, to: draw 1}}", "patch-without-target"),
        ("replace: {colours: {from: pink, to: red}}", "patch-without-target"),
        ("remove: {colours: [pink]}", "patch-without-target"),
        ("remove: {title: [fr]}", "patch-without-target"),
        ("replace: {does: {from: gain 1, to: gain 2}}", "patch-ambiguous"),
        ("replace: {does: draw 3}", "bad-patch"),
        ("replace: {does: {from: draw 2}}", "bad-patch"),
        ("set: 5", "bad-patch"),
        ("set: {}", "bad-patch"),
        ("after: []", "bad-patch"),
    ],
)
def test_change_that_cannot_be_made_is_refused(tmp_path: Path, change: str, code: str) -> None:
    assert refused(tmp_path, change).code == code


def test_misspelt_field_gets_a_hint(tmp_path: Path) -> None:
    assert refused(tmp_path, "relative: {cots: +1}").hint == "did you mean 'cost'?"
    assert refused(tmp_path / "again", "set: {titel.en: Lamp}").hint == "did you mean 'title'?"


@pytest.mark.parametrize("path", ["title/en", "title:en", "title->en"])
def test_a_path_is_shown_as_it_is_written(tmp_path: Path, path: str) -> None:
    told = refused(tmp_path, f'set: {{"{path}": Lamp}}')
    assert (told.code, told.hint) == ("patch-bad-path", "write title.en")


@pytest.mark.parametrize(
    ("first", "then"),
    [
        ("replace: {does: {from: draw 2, to: draw 3}}", "replace: {does: {from: draw 2, to: draw 4}}"),
        ("remove: {colours: [red]}", "remove: {colours: [red]}"),
        ("replace: {colours: {from: red, to: pink}}", "remove: {colours: [red]}"),
    ],
)
def test_what_an_earlier_patch_has_taken_away_is_told_with_its_place(tmp_path: Path, first: str, then: str) -> None:
    _, told = build(tmp_path, "".join(f"  - {{change: lantern, {WHY}, {each}}}\n" for each in (first, then)))
    assert [(each.code, each.span.line) for each in told] == [("patch-without-target", 4)]
    assert "variant.yaml:3 changed it first" in told[0].hint


def test_what_was_never_there_is_not_laid_on_an_earlier_patch(tmp_path: Path) -> None:
    changes = ("replace: {does: {from: draw 2, to: draw 3}}", "replace: {does: {from: draw 9, to: draw 4}}")
    _, told = build(tmp_path, "".join(f"  - {{change: lantern, {WHY}, {each}}}\n" for each in changes))
    assert [each.hint for each in told] == ["copy the text from there"]


@pytest.mark.parametrize(
    ("patch", "code"),
    [
        ("{change: lantern, set: {cost: 1}}", "missing-because"),
        ("{change: lantern, because: ' ', set: {cost: 1}}", "missing-because"),
        ("{delete: lantern}", "missing-because"),
        ("{because: x, set: {cost: 1}}", "bad-patch"),
        ("{change: lantern, delete: rope, because: x}", "bad-patch"),
        ("{change: 5, because: x, set: {cost: 1}}", "bad-patch"),
        ("lantern", "bad-patch"),
        ("{change: lantern, because: x, sett: {cost: 1}, set: {cost: 1}}", "bad-patch"),
        ("{change: lantern, because: x, after: hose, set: {cost: 1}}", "unknown-module"),
    ],
)
def test_patch_that_is_none_is_told(tmp_path: Path, patch: str, code: str) -> None:
    _, diagnostics = build(tmp_path, f"  - {patch}")
    assert [(each.code, each.span.line) for each in diagnostics] == [(code, 3)]


def test_replace_with_all_changes_every_one_of_a_text_and_of_a_list(tmp_path: Path) -> None:
    changed = patched(tmp_path, "replace: {does: {from: gain 1, to: gain 3, all: true}}")["does"]
    assert changed == "gain 3 coin\ndraw 2\ngain 3 point\n"


def test_replace_with_all_still_needs_one(tmp_path: Path) -> None:
    assert refused(tmp_path, "replace: {does: {from: gain 7, to: gain 3, all: true}}").code == "patch-without-target"


def test_a_replacement_has_no_other_keys(tmp_path: Path) -> None:
    assert refused(tmp_path, "replace: {does: {from: draw 2, to: draw 3, every: true}}").code == "bad-patch"
