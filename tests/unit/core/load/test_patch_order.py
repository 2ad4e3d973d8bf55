"""Patches of several modules and a variant: what conflicts, what agrees, and in which order they are applied."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.core.load.assemble import assemble
from rulewright.core.load.folder import read_ruleset
from rulewright.core.load.reader import read_yaml
from rulewright.core.model.document import Mapping, Sequence
from tests.unit.core.load.harbour import WHY, build, lantern


def one(change: str) -> str:
    return f"  - {{change: lantern, {WHY}, {change}}}\n"


DELETE = f"  - {{delete: lantern, {WHY}}}\n"


@pytest.mark.parametrize(
    ("first", "second"),
    [
        (one("set: {cost: 1}"), one("set: {cost: 2}")),
        (one("relative: {cost: +1}"), one("relative: {cost: +1}")),
        (one("set: {tiers.2: {at: 2}}"), one("set: {tiers.2.at: 3}")),
        (one("set: {slots.left.size: 3}"), one("set: {slots.1.size: 4}")),
        (one("set: {does: stop}"), one("replace: {does: {from: stop, to: draw 1}}")),
        (DELETE, one("set: {cost: 2}")),
        (one("set: {cost: 2}"), DELETE),
    ],
)
def test_two_sources_that_change_one_place_conflict(tmp_path: Path, first: str, second: str) -> None:
    _, diagnostics = build(tmp_path, second, ships=first)
    assert [(each.code, each.span.file, each.span.line) for each in diagnostics] == [
        ("patch-conflict", "variant.yaml", 3)
    ]
    assert "'ships'" in diagnostics[0].message
    assert "'house'" in diagnostics[0].message
    assert "ships/content.yaml:3" in diagnostics[0].hint


@pytest.mark.parametrize(
    ("first", "second"),
    [
        (one("set: {cost: 1}"), one("set: {rare: false}")),
        (one("set: {slots.left.size: 3}"), one("set: {slots.right.size: 4}")),
        (one("add: {colours: [white]}"), one("add: {colours: [black]}")),
        (one("add: {colours: [white]}"), one("remove: {colours: [red]}")),
    ],
)
def test_two_sources_that_change_different_places_agree(tmp_path: Path, first: str, second: str) -> None:
    assert build(tmp_path, second, ships=first)[1] == ()


def test_after_in_a_patch_settles_a_conflict(tmp_path: Path) -> None:
    assembly, diagnostics = build(tmp_path, one("relative: {cost: +1}, after: ships"), ships=one("set: {cost: 10}"))
    assert diagnostics == ()
    assert lantern(assembly)["cost"] == 11


def test_after_in_a_patch_moves_it_behind_a_later_module(tmp_path: Path) -> None:
    assembly, diagnostics = build(
        tmp_path, cranes=one("relative: {cost: +1}, after: [ships]"), ships=one("set: {cost: 10}")
    )
    assert diagnostics == ()
    assert assembly.modules == ("base", "cranes", "ships")
    assert lantern(assembly)["cost"] == 11


def test_after_in_a_manifest_settles_a_conflict_also_through_another_module(tmp_path: Path) -> None:
    assembly, diagnostics = build(
        tmp_path,
        cranes="after: [masts]\n---\n" + one("relative: {cost: +1}"),
        masts="after: [ships]\n---\n" + one("set: {rare: false}"),
        ships=one("set: {cost: 10}"),
    )
    assert diagnostics == ()
    assert lantern(assembly)["cost"] == 11


def test_after_in_a_circle_of_patches_is_told(tmp_path: Path) -> None:
    _, diagnostics = build(
        tmp_path, cranes=one("set: {cost: 1}, after: ships"), ships=one("set: {rare: false}, after: cranes")
    )
    assert [each.code for each in diagnostics] == ["order-cycle"]


def test_patch_of_what_an_earlier_source_deleted_has_no_target(tmp_path: Path) -> None:
    _, diagnostics = build(tmp_path, one("set: {cost: 1}, after: ships"), ships=DELETE)
    assert [each.code for each in diagnostics] == ["patch-without-target"]
    assert "deleted by 'ships'" in diagnostics[0].message


AFTER = f"  - {{delete: lantern, {WHY}, after: ships}}\n"


@pytest.mark.parametrize(
    ("cranes", "ships", "there"),
    [
        (AFTER, DELETE, False),
        (AFTER, one("set: {cost: 2}"), False),
        (one("set: {cost: 2}, after: ships"), DELETE, False),
        (one("set: {cost: 2}, after: ships"), "  []\n", True),
        ("after: [ships]\n---\n" + DELETE, DELETE, False),
        ("after: [ships]\n---\n" + one("set: {cost: 2}"), DELETE, False),
    ],
)
def test_modules_that_delete_what_the_other_patches_go_together_in_order(
    tmp_path: Path, cranes: str, ships: str, there: bool
) -> None:
    assembly, diagnostics = build(tmp_path, cranes=cranes, ships=ships)
    assert diagnostics == ()
    assert (assembly.entry("lantern") is not None) is there


@pytest.mark.parametrize(
    ("cranes", "ships"),
    [
        (DELETE, DELETE),
        (DELETE, one("set: {cost: 2}")),
        (one("set: {cost: 2}"), DELETE),
        (one("set: {cost: 2}"), one("set: {cost: 3}")),
    ],
)
def test_the_hint_of_a_conflict_of_modules_works_when_it_is_followed(tmp_path: Path, cranes: str, ships: str) -> None:
    (found,) = build(tmp_path / "before", cranes=cranes, ships=ships)[1]
    wins = "ships" if found.span.file.startswith("ships") else "cranes"
    other = "cranes" if wins == "ships" else "ships"
    assert f"write 'after: {other}'" in found.hint
    texts = {"cranes": cranes, "ships": ships}
    texts[wins] = texts[wins].replace("}\n", f", after: {other}}}\n")
    assert build(tmp_path / "after", **texts)[1] == ()


def test_one_source_may_not_set_one_place_twice(tmp_path: Path) -> None:
    _, diagnostics = build(tmp_path, one("set: {cost: 1}") + one("set: {cost: 2}"))
    assert [(each.code, each.span.line) for each in diagnostics] == [("patch-conflict", 4)]


def test_one_source_may_replace_twice_in_one_text(tmp_path: Path) -> None:
    assembly, diagnostics = build(
        tmp_path,
        one("replace: {does: {from: draw 2, to: draw 3}}") + one("replace: {does: {from: 1 point, to: 5 point}}"),
    )
    assert diagnostics == ()
    assert lantern(assembly)["does"] == "gain 1 coin\ndraw 3\ngain 5 point\n"


def test_extra_patches_win_over_everything(tmp_path: Path) -> None:
    build(tmp_path, ships=one("set: {cost: 10}"))
    extra, _ = read_yaml("command line", b"- {change: lantern, because: tried, relative: {cost: +5}}\n")
    assert isinstance(extra, Sequence)
    variant, _ = read_yaml("variant.yaml", f"variant: house\npatches:\n{one('set: {rare: false}')}".encode())
    assert isinstance(variant, Mapping)
    assembly, diagnostics = assemble(read_ruleset(tmp_path, tmp_path), ("ships",), variant, extra)
    assert diagnostics == ()
    assert lantern(assembly)["cost"] == 15


def test_a_third_source_that_sets_the_place_after_both_settles_their_conflict(tmp_path: Path) -> None:
    settled = one("set: {cost: 4}, after: [ships, cranes]")
    assembly, diagnostics = build(tmp_path, settled, ships=one("set: {cost: 10}"), cranes=one("relative: {cost: +1}"))
    assert diagnostics == ()
    assert lantern(assembly)["cost"] == 4


@pytest.mark.parametrize(
    "third",
    [one("set: {cost: 4}"), one("set: {cost: 4}, after: ships"), one("relative: {cost: +1}, after: [ships, cranes]"),
     one("set: {rare: false}, after: [ships, cranes]")],
)  # fmt: skip
def test_any_other_third_one_does_not(tmp_path: Path, third: str) -> None:
    _, diagnostics = build(tmp_path, third, ships=one("set: {cost: 10}"), cranes=one("set: {cost: 1}"))
    assert "patch-conflict" in {each.code for each in diagnostics}


def test_a_patch_may_come_after_a_module_that_is_not_installed(tmp_path: Path) -> None:
    _, diagnostics = build(tmp_path, one("set: {cost: 4}, after: [lighthouse_keeper]"))
    assert diagnostics == ()
