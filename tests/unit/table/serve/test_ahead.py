"""What follows an option that is about nothing is chosen at once where it lies; options say what they cost."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from rulewright.core.model.layout import FREE_CODES
from rulewright.table.serve.offers import code_in
from tests.reference.games import write_small
from tests.unit.table.serve.visitors import Visitor, hidden, visiting

CONTENT = """\
kind: content
kinds: [{id: card, title: {en: Card}}, {id: gem, title: {en: Gem}}]
components:
  - {id: red, kind: card, title: {en: Red}, source: {doc: DOC, place: a}}
  - {id: green, kind: card, title: {en: Green}, source: {doc: DOC, place: a}}
  - {id: opal, kind: gem, title: {en: Opal}, source: {doc: DOC, place: a}}
  - {id: ruby, kind: gem, title: {en: Ruby}, source: {doc: DOC, place: a}}
  - {id: onyx, kind: gem, title: {en: Onyx}, source: {doc: DOC, place: a}}
counters:
  - {id: coin, title: {en: Coins}, per: [seat], start: 5, min: 0, max: 9}
  - {id: way, title: {en: Way}, per: [seat], start: 1, min: 0, max: 9}
zones:
  - {id: shelf, holds: card, visible: all, start: "true", title: {en: Shelf}}
  - {id: deck, holds: gem, order: stack, visible: none, start: it is not opal, title: {en: Deck}}
  - {id: case, holds: gem, visible: all, start: it is opal, title: {en: Case}}
  - {id: path, holds: gem, spaces: 6, visible: all, title: {en: Path}}
  - {id: taken, holds: card, visible: all, title: {en: Taken}}
  - {id: found, holds: gem, visible: all, title: {en: Found}}
procedures:
  - id: play
    does: |
      shuffle deck
      repeat 3:
        choose:
          buy:
            pick card from shelf
            pay 2 coin
            move card to taken
          look:
            move top(deck) to found
            pick gem from case
            move gem to found
          walk:
            pay 1 coin
            gain 2 way
looks: [{id: way_look, of: way, along: path}]
"""


@pytest.fixture
def seat(tmp_path: Path) -> Iterator[tuple[Visitor, str]]:
    write_small(tmp_path / "small", CONTENT, 1, 2)
    with visiting(names=(str(tmp_path / "small"),)) as visitor:
        yield visitor, visitor.new_table(str(tmp_path / "small"), ("human",))


def ahead(page: str) -> dict[str, str]:
    """What is chosen with two codes, by what is told of it."""
    return {told: codes for codes, told in re.findall(r'name="ahead" value="([^"]*)"[^>]* aria-label="([^"]*)"', page)}


def trail(page: str) -> int:
    return len(re.findall(r"<li[ >]", page[page.find('class="trail"') : page.find('class="options"')]))


def test_what_follows_an_option_is_chosen_with_it_unless_that_would_show_what_is_hidden(
    seat: tuple[Visitor, str],
) -> None:
    visitor, path = seat
    page = visitor.get(path).text
    ways = ahead(page)
    assert set(ways) == {"buy: Red", "buy: Green"}
    assert "data-leads" not in page
    bought = visitor.do(path, ahead=next(codes for told, codes in ways.items() if "Green" in told)).text
    assert trail(bought) == 2
    assert "Green" in bought[bought.index('class="trail"') :]


@pytest.mark.parametrize(("which", "found"), [("where it is red", {"swap: Red: Opal", "swap: Red: Ruby"}), ("", set())])
def test_what_follows_the_one_thing_that_can_be_meant_is_chosen_with_it(
    tmp_path: Path, which: str, found: set[str]
) -> None:
    swap = f"          swap for it in shelf {which}:\n            pick gem from case\n            move gem to found\n"
    content = CONTENT.replace("          look:\n", f"{swap}          look:\n").replace("is not opal", "is onyx")
    content = content.replace("it is opal", "it is not onyx")
    write_small(tmp_path / "small", content, 1, 2)
    with visiting(names=(str(tmp_path / "small"),)) as visitor:
        page = visitor.get(visitor.new_table(str(tmp_path / "small"), ("human",))).text
    assert {told for told in ahead(page) if told.startswith("swap")} == found


def test_a_piece_that_is_to_be_put_somewhere_may_be_dragged_there(tmp_path: Path) -> None:
    content = CONTENT.replace("    does: |\n", "    does: |\n      pick card from shelf\n      pick space from 1..6\n")
    write_small(tmp_path / "small", content, 1, 2)
    with visiting(names=(str(tmp_path / "small"),)) as visitor:
        page = visitor.get(visitor.new_table(str(tmp_path / "small"), ("human",))).text
    assert len(re.findall(r"<button[^>]*data-leads", page)) == 2


def test_two_codes_that_nothing_offers_are_refused_and_change_nothing(seat: tuple[Visitor, str]) -> None:
    visitor, path = seat
    page = visitor.get(path).text
    first, then = next(iter(ahead(page).values())).split()
    look = re.search(r'name="option" value="(\d+)"[^>]*title="look"', page)
    assert look is not None
    for codes in (f"{first} 99999", f"99999 {then}", f"{look[1]} {then}", first, "a b", f"{first} {then} {then}"):
        answer = visitor.post(f"{path}act", at=hidden(page, "at"), ahead=codes)
        assert (codes, answer.status_code) == (codes, 409)
    assert visitor.get(path).text.count('class="trail"') == 0


def test_an_option_says_what_it_costs_and_gives_and_the_space_it_leads_to_is_lit(seat: tuple[Visitor, str]) -> None:
    visitor, path = seat
    page = visitor.get(path).text
    walk = page[page.index("<span>walk</span>") :].split("</button>")[0]
    assert re.findall(r'class="change">([^<]*)<', walk) == ["Coins −1", "Way +2"]
    space = re.search(r'<button[^>]*class="cell place open"[^>]*>', page)
    assert space is not None
    assert 'aria-label="walk"' in space[0]
    looked = page[page.index("<span>look</span>") :].split("</button>")[0]
    assert "change" not in looked


@pytest.mark.parametrize(
    ("written", "code"),
    [("7", 7), ("-3", -3), (f"{FREE_CODES}", FREE_CODES), ("", None), ("x", None), ("²", None), ("9" * 25, None)],
)
def test_a_page_names_options_by_their_codes_also_those_of_free_actions(written: str, code: int | None) -> None:
    assert code_in(written) == code
