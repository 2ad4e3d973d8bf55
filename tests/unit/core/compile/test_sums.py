"""`A + B` and `A - B`: a set with or without a thing, or those of another set."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.reference.agreement import disagreement
from tests.reference.games import both_of, build_small
from tests.unit.core.compile.small_games import begun, faults_of, value

WORLD = """\
kind: content
enumerations:
  - {id: hue, values: [amber, teal, rose]}
kinds:
  - id: shell
    title: {en: Shell}
    fields:
      weight: {type: number, default: 1}
      hue: {type: hue, default: teal}
      rings: {type: list, of: number}
      prizes: {type: list, of: {at: number}}
  - {id: bay, title: {en: Bay}}
components:
  - {id: conch, kind: shell, title: {en: Conch}, weight: 1, rings: [4, 5], prizes: [{at: 5}, {at: 6}]}
  - {id: whelk, kind: shell, title: {en: Whelk}, weight: 2, hue: rose, rings: []}
  - {id: limpet, kind: shell, title: {en: Limpet}, weight: 3, rings: []}
maps:
  - {id: bays, title: {en: Bays}, regions: bay, grid: [3, 1]}
counters:
  - {id: coin, per: [seat], min: -99, max: 100000}
markers:
  - {id: host, "on": seat}
  - {id: shade, "on": hue}
zones:
  - {id: sea, holds: shell, visible: all, start: "true"}
  - {id: net, holds: shell, visible: all}
procedures:
  - id: play
    does: |
      for each x in %s: set coin to coin * 10 + %s
      choose:
        one: nothing
        two: nothing
"""
HUE = "(1 if x is amber else 2 if x is teal else 3)"
SETS = {
    ("hue - teal", HUE): 13,
    ("hue + teal", HUE): 1232,
    ("hue - teal + teal", HUE): 132,
    ("hue + amber - amber", HUE): 23,
    ("hue - shade", HUE): 123,
    ("hue + shade", HUE): 123,
    ("hue - none + none", HUE): 123,
    ("hue - (hue - rose) + whelk.hue", HUE): 33,
    ("hue - (amber if exists(shade) else rose)", HUE): 12,
    ("seat - me", "x.number"): 2,
    ("others + me", "x.number"): 21,
    ("seat + host - seat(2)", "x.number"): 1,
    ("sea - top(sea)", "x.weight"): 12,
    ("sea + top(net)", "x.weight"): 123,
    ("sea - whelk", "x.weight"): 13,
    ("net + whelk + bottom(sea)", "x.weight"): 21,
    ("shell - conch", "x.weight"): 23,
    ("conch.prizes - first(p in conch.prizes)", "x.at"): 6,
    ("(p in conch.prizes where p.at = 6) + first(p in conch.prizes)", "x.at"): 65,
    ("bay - b1 + a1", "x.column"): 131,
    ("borders(b1) - first(b in borders(b1) by most b.far.column)", "x.far.column"): 1,
    ("borders(a1) + first(b in borders(c1))", "x.near.column"): 13,
    ("(1..4) - 2", "x"): 134,
    ("(1..4) + 9 - size(sea)", "x"): 1249,
    ("conch.rings + 7", "x"): 457,
    ("sea by most x.weight = 2, least x.hue is teal, most x.weight", "x.weight"): 231,
    ("sea by least x.weight = 2 or x.weight = 1, least x.weight", "x.weight"): 312,
}


@pytest.mark.parametrize(("things", "number"), SETS)
def test_a_set_has_what_joined_it_and_not_what_left_it(things: str, number: str) -> None:
    content = WORLD % (things, number)
    game = build_small(content).game()
    assert value(game, begun(game, seats=2), "coin") == SETS[things, number]
    assert not disagreement(both_of(content), 1)


@pytest.mark.parametrize(
    ("text", "words", "hint"),
    [
        ("for each s in me + others: stop", "the set comes first; this is a seat", "write others + me"),
        ("for each s in me + left(me): stop", "this is a seat, not a number", "the number of a seat is me.number"),
        ("for each s in seat - north: stop", "this is a pier, not a seat", ""),
        ("for each c in deck + boat.pays_in: stop", "this is a good, not a card piece", ""),
        ("gain size(deck + 1) coin", "this is a set of card piece, not a number", "how many are there: size(deck)"),
        ("for each c in deck - nix: stop", "nothing here is named 'nix'", ""),
        ("for each s in seat by most s.hand: stop", "candidates are ordered by numbers or truths", ""),
    ],
)
def test_a_mistake_in_it_is_told(tmp_path: Path, text: str, words: str, hint: str) -> None:
    (fault, *_) = faults_of(tmp_path, f"ask seat(1): {text}")
    assert words in fault.message
    assert hint in str(fault.hint)
