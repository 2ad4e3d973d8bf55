"""A hint that is followed works: one message, and none once what it says is written."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import pytest

from tests.errors.rulesets.skeleton import build_with


class Slip(NamedTuple):
    """A file with a slip, what is wrong in it, the part of the hint that is followed, and what is written then."""

    text: str
    wrong: str
    says: str
    right: str


def does(*lines: str, more: str = "") -> str:
    """A trigger with these lines, after other entries."""
    body = "\n".join(f"      {line}" for line in lines)
    return f"kind: content\n{more}triggers:\n  - id: gust\n    after: play\n    does: |\n{body}\n"


def entry(section: str, *entries: str) -> str:
    return f"kind: content\n{section}:\n" + "".join(f"  - {each}\n" for each in entries)


BID = "procedures:\n  - {id: bid, gives: truth, does: stop with true}\n"
DICE = (
    "kinds:\n  - {id: die, title: {en: Die}, faces: 1..6}\n"
    "components:\n  - {id: white, kind: die, title: {en: White}, copies: 3, source: {doc: DOC, place: a}}\n"
    'zones:\n  - {id: dice, holds: die, visible: all, start: "true"}\n'
)
BOAT = "{id: raft, kind: card, %s, title: {en: R}, source: {doc: DOC, place: a}}"
ASKS = """\
kind: content
quantities:
  - {id: crew_size, amount: 2}
procedures:
  - id: propose
    does: |
      pick n from 1..crew_size
      set tide to n
    asks: {en: "How many of {crew_size}?"}
"""
MOST = "let most = crew_size\n      pick n"
SLIPS = {
    "a procedure of a seat without ()": Slip(
        does("ask seat(1):", "  let x = me.bid", "  if x: gain 1 coin", more=BID),
        "me.bid",
        "let x = me.bid()",
        "me.bid()",
    ),
    "a thing before the set that it joins": Slip(
        does("let rest = others", "let more = me + rest", "gain size(more) tide"),
        "me + rest",
        "rest + me",
        "rest + me",
    ),
    "all of a counter": Slip(does("ask seat(1): lose all coin"), "lose all coin", "lose coin coin", "lose coin coin"),
    "all of a counter of another": Slip(
        does("for each s in seat: pay everything s.coin"),
        "pay everything s.coin",
        "pay s.coin s.coin",
        "pay s.coin s.coin",
    ),
    "two sets, of which the first is made distinct": Slip(
        does(
            "ask seat(1):",
            "  choose:",
            "    give for n in 1..3 distinct by n % 2, s in others where s.coin > 0: gain n tide",
            "    rest: nothing",
        ),
        "give for n in 1..3 distinct by n % 2, s in others where s.coin > 0:",
        "write give for n in 1..3, s in others where s.coin > 0 distinct by n % 2:",
        "give for n in 1..3, s in others where s.coin > 0 distinct by n % 2:",
    ),
    "a quantity in a question": Slip(ASKS, "pick n", "let NAME = crew_size, and write {NAME} here", MOST),
    "two families of one id": Slip(
        entry(
            "components",
            '{id: "a_{cost}", kind: card, each: {cost: 1..2}, steps: [], title: {en: A}, source: {doc: DOC, place: c}}',
            '{id: "a_{cost}", kind: card, each: {cost: 3..5}, steps: [], title: {en: B}, source: {doc: DOC, place: c}}',
        ),
        '"a_{cost}", kind: card, each: {cost: 3',
        "'a_{cost}_b'",
        '"a_{cost}_b", kind: card, each: {cost: 3',
    ),
    "a comma missing behind a word": Slip(
        entry("counters", "{id: gold, title: {en: Gold}, min: 0 max: 9}"), "min: 0 max", "min: 0, max: 9", "min: 0, max"
    ),
    "a comma missing behind a mapping": Slip(
        entry("counters", "{id: gold, title: {en: Gold} min: 0, max: 9}"), "Gold} min", "Gold}, min: 0", "Gold}, min"
    ),
    "a comma missing behind quotes": Slip(
        entry("counters", '{id: gold, about: "shiny" min: 0, max: 9}'), '"shiny" min', '"shiny", min: 0', '"shiny", min'
    ),
    "brackets in a value": Slip(
        entry("quantities", "{id: half, amount: stock[wood] + max(coin, 1), about: Half}"),
        "stock[wood] + max(coin, 1)",
        'amount: "stock[wood] + max(coin, 1)"',
        '"stock[wood] + max(coin, 1)"',
    ),
    "brackets in a value behind a question": Slip(
        entry("quantities", "{id: half, about: How much?, amount: stock[wood]}"),
        "stock[wood]",
        'amount: "stock[wood]"',
        '"stock[wood]"',
    ),
    "typographic quotes around a colon": Slip(
        entry("procedures", "{id: gust, does: “if coin > 1: gain 1 coin”}"),
        "“if coin > 1: gain 1 coin”",
        'does: "if coin > 1: gain 1 coin"',
        '"if coin > 1: gain 1 coin"',
    ),
    "typographic quotes around a comma": Slip(
        entry("quantities", "{id: most, amount: “max(coin, 1)”}"),
        "“max(coin, 1)”",
        'amount: "max(coin, 1)"',
        '"max(coin, 1)"',
    ),
    "typographic quotes around an effect": Slip(
        entry("procedures", "{id: gust, does: “gain 1 coin”}"), "“gain 1 coin”", "without quotes", "gain 1 coin"
    ),
    "a list whose first item has no dash": Slip(
        "kind: content\nprocedures:\n  - id: gust\n    does: nothing\n    rules:\n      one\n      - one\n",
        "      one\n      - one",
        "begin each of its lines with '- '",
        "      - one",
    ),
    "a letter that looks like another": Slip(does("ask seat(1): gain 1 cоin"), "cоin", "write coin", "coin"),
}


@pytest.mark.parametrize("name", SLIPS)
def test_a_hint_that_is_followed_works(tmp_path: Path, name: str) -> None:
    slip = SLIPS[name]
    assert slip.wrong in slip.text
    found = build_with(tmp_path / "before", slip.text).diagnostics
    assert len(found) == 1, found
    assert slip.says in found[0].hint, found[0]
    text = slip.text.replace(slip.wrong, slip.right)
    if name == "a quantity in a question":
        text = text.replace("{crew_size}", "{most}")
    assert build_with(tmp_path / "after", text).diagnostics == ()
