"""What counts as a difference between two versions of a ruleset, and what does not."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.unit.author.difference.market import GOODS, LEDGER, NIGHT, RULESET, TURNS, changes, compared, market, told


@pytest.fixture
def before(tmp_path: Path) -> Path:
    return market(tmp_path / "before")


def test_a_ruleset_and_its_copy_do_not_differ(tmp_path: Path, before: Path) -> None:
    found = compared(before, market(tmp_path / "after"))
    assert found.is_empty
    assert told(found) == "No difference: the rules are the same, even if the files differ."


def test_layout_and_comments_are_no_difference(tmp_path: Path, before: Path) -> None:
    goods = GOODS.replace(
        "  - {id: coin, title: {en: Coins}, per: [seat], min: 0, max: 20, start: 5}",
        "  # money\n  - start: 5\n    id: coin\n    min: 0\n    max: 20\n    per:\n      - seat\n"
        "    title:\n      en: 'Coins'",
    )
    turns = TURNS.replace(
        "          pay w.price coin\n          move w to basket", "          pay (w.price) coin; move w to basket"
    )
    turns = turns.replace("      choose:", "      # one of these\n      choose:")
    turns = turns.replace("amount: size(basket) + coin * 2", 'amount: "size( basket )+(coin*2)"')
    assert turns.count("#") == 1
    assert compared(before, market(tmp_path / "after", goods=goods, turns=turns)).is_empty


def test_entries_that_moved_to_another_file_are_no_difference(tmp_path: Path, before: Path) -> None:
    counters = GOODS[GOODS.index("counters:") :]
    after = market(tmp_path / "after", goods=GOODS.replace(counters, ""), turns=TURNS + counters)
    assert compared(before, after).is_empty


def test_a_value_written_as_it_would_be_anyway_is_no_difference(tmp_path: Path, before: Path) -> None:
    goods = GOODS.replace("title: {en: Bread}, worth", "title: {en: Bread}, copies: 1, price: 2, worth")
    assert compared(before, market(tmp_path / "after", goods=goods)).is_empty


def test_rules_cited_in_another_order_are_no_difference(tmp_path: Path) -> None:
    one = market(tmp_path / "one", goods=GOODS.replace("[buy.one]", "[buy.one, sell.all]"))
    other = market(tmp_path / "other", goods=GOODS.replace("[buy.one]", "[sell.all, buy.one]"))
    assert compared(one, other).is_empty


def test_how_far_candidates_are_gone_through_is_a_difference(tmp_path: Path) -> None:
    free = "free_actions:\n  - {id: haul, during: [take_turn], for: n in 1..3 while n < 2, does: gain n coin}\n"
    one = market(tmp_path / "one", turns=TURNS + free)
    other = market(tmp_path / "other", turns=TURNS + free.replace("while", "until"))
    assert changes(compared(one, other)) == [("haul", "for", "n in 1..3 while n < 2", "n in 1..3 until n < 2")]


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("copies: 4", "copies: 5", ("apple", "copies", "4", "5")),
        ("price: 1, ", "", ("apple", "price", "1", "2")),
        ("worth: [1, 2]", "worth: [1, 3]", ("apple", "worth", "[1, 2]", "[1, 3]")),
        ("start: 5", "start: 7", ("coin", "start", "5", "7")),
        ("max: 20, start: 5", "max: 20", ("coin", "start", "5", "0")),
        ("pl: Jabłko", "pl: Gruszka", ("apple", "title.pl", "Jabłko", "Gruszka")),
        ("gives: gain 1 coin", "gives: gain 2 coin", ("bread", "gives", "gain 1 coin", "gain 2 coin")),
        (", rules: [buy.one]", ", rules: [sell.all]", ("apple", "rules", "buy.one", "sell.all")),
        ("default: 2", "default: 3", ("ware", "fields.price.default", "2", "3")),
    ],
)
def test_one_value_that_differs_is_one_change_either_way(
    tmp_path: Path, before: Path, old: str, new: str, expected: tuple[str, str, str, str]
) -> None:
    assert GOODS.count(old) == 1
    after = market(tmp_path / "after", goods=GOODS.replace(old, new))
    found = changes(compared(before, after))
    assert expected in found
    entry, path, one, other = expected
    assert changes(compared(after, before)) == [
        (entry, path, other, one) if each == expected else (each[0], each[1], each[3], each[2]) for each in found
    ]
    assert len(found) == 1 or path == "fields.price.default"


def test_what_is_added_one_way_is_gone_the_other(tmp_path: Path, before: Path) -> None:
    after = market(tmp_path / "after", goods=GOODS + "  - {id: debt, title: {en: Debt}, min: 0, max: 9}\n")
    there, back = compared(before, after), compared(after, before)
    assert [(each.id, each.status) for each in there.entries] == [("debt", "added")]
    assert [(each.id, each.status) for each in back.entries] == [("debt", "removed")]


def test_a_new_id_for_what_says_the_same_is_suggested_as_a_renaming(tmp_path: Path, before: Path) -> None:
    after = market(tmp_path / "after", goods=GOODS.replace("id: apple", "id: pear").replace("copies: 4", "copies: 3"))
    (entry,) = compared(before, after).entries
    assert (entry.id, entry.renamed, entry.status) == ("pear", "apple", "changed")
    assert changes(compared(before, after)) == [("pear", "copies", "4", "3")]
    assert "Apple (pear): seems to be apple, renamed" in told(compared(before, after))


def test_what_has_little_in_common_is_no_renaming(tmp_path: Path, before: Path) -> None:
    line = next(line for line in GOODS.split("\n") if "id: bread" in line)
    new = line[: line.index("id:")] + "id: anvil, kind: ware, title: {en: Anvil}, copies: 9, price: 9, worth: [9], "
    new += "source: {doc: EN, place: Tools}}"
    found = compared(before, market(tmp_path / "after", goods=GOODS.replace(line, new)))
    assert [(each.id, each.status) for each in found.entries] == [("anvil", "added"), ("bread", "removed")]


def test_the_order_of_a_scoring_is_a_difference_of_its_own(tmp_path: Path, before: Path) -> None:
    lines = TURNS.split("\n")
    turns = "\n".join([*lines[:-3], lines[-2], lines[-3], ""])
    assert changes(compared(before, market(tmp_path / "after", turns=turns))) == [
        ("scoring", "scoring", "coins, wares", "wares, coins")
    ]


def test_the_ledger_and_the_manifest_are_compared(tmp_path: Path, before: Path) -> None:
    ledger = LEDGER.replace("Everything is sold.", "Nearly everything is sold.")
    after = market(tmp_path / "after", ledger=ledger, ruleset=RULESET.replace("max: 3", "max: 4"))
    assert changes(compared(before, after)) == [
        ("ruleset", "seats.max", "3", "4"),
        ("sell.all", "text", "Everything is sold.", "Nearly everything is sold."),
    ]


def test_a_module_that_is_off_on_both_sides_is_compared_as_well(tmp_path: Path, before: Path) -> None:
    night = NIGHT.replace("max: 3", "max: 4").replace("price: 3", "price: 5")
    found = compared(before, market(tmp_path / "after", night=night))
    assert changes(found) == [("lamp", "max", "3", "4"), ("apple", "set.price", "3", "5")]
    assert {each.idle for each in found.entries} == {"night"}


def test_a_module_that_is_on_counts_with_what_it_patches(before: Path) -> None:
    found = compared(before, f"{before}:base,night")
    assert found.switched_on == ("night",)
    assert changes(found) == [("apple", "price", "1", "3")]
    assert [(each.id, each.status) for each in found.entries] == [("apple", "changed"), ("lamp", "added")]


def house(folder: Path, patches: str) -> Path:
    """A variant of the market."""
    (folder / "variants").mkdir()
    path = folder / "variants" / "poor.yaml"
    head = "kind: variant\nvariant: poor\ntitle: {en: Poor}\nextends: market\npatches:\n"
    path.write_text(head + patches, "utf-8")
    return path


def test_a_variant_that_takes_an_entry_away_says_why(before: Path) -> None:
    found = compared(before, house(before, "  - {delete: bread, because: the baker is ill}\n"))
    assert [(each.id, each.status) for each in found.entries] == [("bread", "removed")]
    assert "because: the baker is ill (poor)" in told(found)


def test_each_value_has_the_reason_of_the_patch_that_made_or_took_it(before: Path) -> None:
    variant = house(
        before,
        '  - {change: apple, set: {"worth[2]": 9}, because: they last}\n'
        "  - {change: apple, remove: {title: [pl]}, because: nobody reads it}\n"
        "  - {change: bread, remove: {worth: [2]}, because: it is stale}\n",
    )
    found = compared(before, variant)
    reasons = {
        (each.id, ".".join(change.path)): change.after.patched.because if change.after.patched is not None else ""
        for each in found.entries
        for change in each.changes
    }
    assert reasons == {
        ("apple", "title.pl"): "nobody reads it",
        ("apple", "worth"): "they last",
        ("bread", "worth"): "it is stale",
    }


def test_what_the_files_say_otherwise_has_no_reason_of_a_patch(tmp_path: Path, before: Path) -> None:
    after = market(tmp_path / "after", goods=GOODS.replace("copies: 4, ", ""))
    found = compared(before, house(after, "  - {change: apple, set: {price: 3}, because: they are dear}\n"))
    (apple,) = (each for each in found.entries if each.id == "apple")
    told = {change.path: change.after.patched for change in apple.changes}
    assert told["copies",] is None
    assert told["price",] is not None


def test_a_new_patch_of_a_module_that_is_off_says_why(tmp_path: Path, before: Path) -> None:
    night = NIGHT + "  - {change: bread, set: {price: 3}, because: ovens are cold}\n"
    after = market(tmp_path / "after", night=night)
    found = compared(before, after)
    assert "bread is new" in told(found)
    assert "because: ovens are cold" in told(found)
