"""How a difference is told: titles, places, reasons, and texts with what has changed in them marked."""

from __future__ import annotations

from pathlib import Path

from rulewright.author.difference.affected import Reaches
from rulewright.author.difference.text_meanings import compared_lines, options_of
from rulewright.author.difference.wording import Wording
from tests.unit.author.difference.market import GOODS, TURNS, compared, market, told


def test_one_number_is_one_line_with_both_places(tmp_path: Path) -> None:
    one = market(tmp_path / "one")
    found = compared(one, market(tmp_path / "other", goods=GOODS.replace("copies: 4", "copies: 5")))
    assert told(found).split("\n") == [
        "Components",
        f"  Apple (apple): copies: 4 -> 5  ({one}/base/goods.yaml:10 -> {tmp_path}/other/market/base/goods.yaml:10)",
        "    rules: buy.one",
        "    1 scenario: market/scenarios/turns.yaml:3",
        "",
        "1 entry differs: 1 changed",
        "reaches 1 rule and 1 scenario",
    ]


def test_what_a_line_tells_of_is_not_read_from_its_text(tmp_path: Path) -> None:
    goods = GOODS.replace("{en: Apple,", "{en: '- Apple',")
    dearer = goods.replace("price: 1", "price: 2")
    found = compared(market(tmp_path / "one", goods=goods), market(tmp_path / "two", goods=dearer))
    sorts = [(each.sort, each.text.strip().split(" ")[0]) for each in Wording(found).told()]
    assert sorts[:4] == [("removed", "-"), ("added", "+"), ("heading", "Components"), ("said", "-")]


def test_an_effect_is_told_in_full_with_its_options_and_the_changed_part_marked(tmp_path: Path) -> None:
    turns = TURNS.replace("        wait: gain 1 coin\n", "        rest: nothing\n").replace(
        "w.price coin", "w.price + 1 coin"
    )
    found = compared(
        market(tmp_path / "one"),
        market(tmp_path / "other", turns=turns.replace("pay w.price + 1", "pay (w.price + 1)")),
    )
    assert told(found).split("\n")[2:14] == [
        "    the option 'rest' is new",
        "    the option 'wait' is gone",
        "        choose:",
        "          buy for w in stall where w.price <= coin:",
        "      -     pay w.price coin",
        "      +     pay (w.price + 1) coin",
        "                ^        ^^^^",
        "            move w to basket",
        "      -   wait: gain 1 coin",
        "      +   rest: nothing",
        "    rules: buy.one",
        "    read by: play_game",
    ]


def test_a_changed_component_reaches_what_reads_its_field(tmp_path: Path) -> None:
    found = compared(
        market(tmp_path / "one"),
        market(tmp_path / "other", goods=GOODS.replace("title: {en: Bread}", "title: {en: Bread}, price: 7")),
    )
    (changed,) = found.entries
    reach = Reaches(found.before, found.after).of(changed)
    assert [entry.id for entry in reach.readers] == ["take_turn"]
    assert (reach.rules, reach.through) == ((), ("buy.one",))
    assert [each.place for each in reach.scenarios] == ["market/scenarios/turns.yaml:3"]


def test_lines_are_compared_word_by_word() -> None:
    lines = compared_lines("a\nlose 1 coin\nb", "a\nlose 2 coin\nb")
    assert [(line.side, line.text, line.marked) for line in lines] == [
        (" ", "a", ()),
        ("-", "lose 1 coin", ((5, 6),)),
        ("+", "lose 2 coin", ((5, 6),)),
        (" ", "b", ()),
    ]


def test_lines_with_nothing_in_common_are_not_marked() -> None:
    assert {line.marked for line in compared_lines("shuffle bag", "end game")} == {()}


def test_options_are_found_wherever_they_stand() -> None:
    assert options_of("if coin > 1:\n  choose:\n    buy: gain 1 coin\n    sell:\n      may haggle: nothing") == (
        "buy",
        "sell",
        "haggle",
    )
