"""The account of patches: every change in its order, and which of them made a value what it is."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from rulewright.core.load.account import Account
from rulewright.core.load.reader import as_plain
from tests.unit.core.load.harbour import WHY, build


def one(change: str, because: str = WHY) -> str:
    return f"  - {{change: lantern, {because}, {change}}}\n"


def account(folder: Path, patches: str = "", **modules: str) -> Account:
    assembly, diagnostics = build(folder, patches, **modules)
    assert diagnostics == ()
    return assembly.account


def plain(node: Any) -> Any:
    return None if node is None else as_plain(node)


def test_every_change_is_kept_in_its_order_with_what_it_found_and_left(tmp_path: Path) -> None:
    made = account(tmp_path, one("relative: {cost: +1}, after: ships"), ships=one("set: {cost: 10, worth: 2}"))
    assert [
        (each.patch.source, each.operation, each.path, plain(each.before), plain(each.after))
        for each in made.of("lantern")
    ] == [
        ("ships", "set", ("cost",), 3, 10),
        ("ships", "set", ("worth",), None, 2),
        ("house", "relative", ("cost",), 10, 11),
    ]


def test_a_change_knows_its_module_its_reason_and_its_place(tmp_path: Path) -> None:
    made = account(tmp_path, one("set: {rare: false}"), ships=one("set: {cost: 10}", 'because: "far\\n away"'))
    ships, house = made.of("lantern")
    assert (ships.patch.module, ships.patch.because, ships.span.file) == ("ships", "far away", "ships/content.yaml")
    assert (house.patch.module, house.patch.source, house.span.file) == ("", "house", "variant.yaml")


def test_entries_that_nothing_changes_are_not_in_it(tmp_path: Path) -> None:
    made = account(tmp_path, one("set: {cost: 10}"))
    assert set(made.by_entry) == {"lantern"}
    assert made.of("rope") == ()


def test_a_deletion_keeps_what_was_there(tmp_path: Path) -> None:
    made = account(tmp_path, f"  - {{delete: rope, {WHY}}}\n")
    (gone,) = made.deletions()
    assert (gone.entry, gone.path, gone.after) == ("rope", (), None)
    assert plain(gone.before) == {"id": "rope", "cost": 1}
    assert made.deletion("rope") is gone


@pytest.mark.parametrize(
    ("written", "path"),
    [
        ("slots.1.size: 4", ("slots", "left", "size")),
        ("slots.left.size: 4", ("slots", "left", "size")),
        ('"tiers[4].reward": stop', ("tiers", "4", "reward")),
        ("steps.2: 21", ("steps", "2")),
        ("title.fr: Lanterne", ("title", "fr")),
    ],
)
def test_a_path_names_items_as_they_are_called(tmp_path: Path, written: str, path: tuple[str, ...]) -> None:
    (change,) = account(tmp_path, one(f"set: {{{written}}}")).of("lantern")
    assert change.path == path


def test_a_change_that_cannot_be_made_is_not_in_it_and_is_in_nobodys_way(tmp_path: Path) -> None:
    assembly, diagnostics = build(tmp_path, one("set: {cost: 4}"), ships=one("relative: {cost: much}"))
    assert [(each.code, each.span.file) for each in diagnostics] == [("patch-wrong-type", "ships/content.yaml")]
    assert [each.patch.source for each in assembly.account.of("lantern")] == ["house"]


@pytest.mark.parametrize(
    ("path", "source"),
    [
        (("cost",), "house"),  # ships set it before
        (("title", "pl"), "ships"),
        (("title", "fr"), "house"),
        (("title", "en"), None),  # the mapping around it changed, it did not
        (("title", "de"), None),  # not there before or after
        (("colours", "white"), "house"),
        (("colours", "green"), "ships"),  # taken away
        (("colours", "red"), None),
        (("tiers", "2"), "ships"),
        (("tiers", "2", "reward"), "ships"),
        (("tiers", "4", "reward"), None),
        (("rare",), None),
        (("slots",), "house"),  # something in it changed
        (("slots", "right"), "house"),
        (("slots", "right", "size"), "house"),
        (("slots", "left"), None),
    ],
)
def test_the_last_change_of_a_path_is_found(tmp_path: Path, path: tuple[str, ...], source: str | None) -> None:
    made = account(
        tmp_path,
        one("relative: {cost: +1}, add: {title: {fr: Lanterne}, colours: [white]}, after: ships")
        + one("set: {slots.right.size: 3}"),
        ships=one("set: {cost: 10, title.pl: Lampa}, remove: {colours: [green], tiers: [2]}"),
    )
    change = made.last("lantern", path)
    assert (change.patch.source if change is not None else None) == source
