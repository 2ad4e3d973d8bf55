"""Asking all seats at once inside of asking all at once is a diagnostic, also where a call hides it."""

from __future__ import annotations

from tests.reference.games import build_small

CONTENT = """\
kind: content
counters: [{{id: coin, per: [seat], min: 0, max: 9}}]
procedures:
  - {{id: play, does: "{outer}: middle"}}
  - {{id: middle, does: inner}}
  - {{id: inner, does: "ask each: may: gain 1 coin"}}
"""


def test_a_call_inside_of_asking_all_may_not_ask_all_again() -> None:
    found = build_small(CONTENT.format(outer="ask each")).diagnostics
    assert [(each.code, each.span.line) for each in found] == [("nested-ask-each", 4)]


def test_a_call_outside_of_asking_all_may() -> None:
    assert build_small(CONTENT.format(outer="repeat 2")).diagnostics == ()
