"""The walk of docs/how-to/empty.md: `lint` says what it shows; the table names every code of such places."""

from __future__ import annotations

import re
from pathlib import Path

from rulewright.author.lint.may_stop import LINTS
from rulewright.core.sound.open_places import doubts_of
from tests.reference.games import build_small

PAGE = (Path(__file__).resolve().parents[2] / "docs" / "how-to" / "empty.md").read_text(encoding="utf-8")
WORLD = """\
kind: content
kinds:
  - {id: fish, title: {en: Fish}, fields: {cost: {type: number, default: 2}}}
components:
  - {id: cod, kind: fish, title: {en: Cod}, copies: 4}
counters:
  - {id: coin, per: [seat], min: 0, max: 9}
zones:
  - {id: market, holds: fish, visible: all, start: "true"}
  - {id: hand, per: [seat], holds: fish, visible: all}
procedures:
  - {id: play, does: "repeat 9: for each s in seat: ask s: buy"}
"""


def told_of(effect: str) -> list[str]:
    """Return what is said of the places in the page's effect, written so."""
    lines = "".join(f"      {line}\n" for line in effect.split("\n"))
    compiled = build_small(f"{WORLD}  - id: buy\n    title: {{en: Buy}}\n    does: |\n{lines}", 2, 4).compiled
    assert compiled is not None
    return [f"{code}: {message}" for code, _, message, _ in doubts_of(compiled.bound)]


def test_the_place_of_the_page_is_told_as_it_says() -> None:
    assert told_of("pick card from market\nmove card to hand\npay top(market).cost coin") == [
        line.strip() for line in PAGE.splitlines() if line.startswith("    may-be-")
    ]


def test_what_the_page_writes_instead_is_proven() -> None:
    for written in ("if exists(market): pay top(market).cost coin", "pay (top(market).cost or else 0) coin"):
        assert (written, told_of(f"pick card from market\nmove card to hand\n{written}")) == (written, [])


def test_the_table_names_every_code() -> None:
    assert set(re.findall(r"^\| `(may-be-\w+)`", PAGE, re.MULTILINE)) == {each.code for each in LINTS.explained}
