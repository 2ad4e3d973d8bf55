"""Asking all seats at once inside of asking all at once is a diagnostic, also where a call hides it."""

from __future__ import annotations

from rulewright.core.compile.overlay import bind_overlay
from rulewright.core.diagnostics import Span
from rulewright.core.model.document import Scalar
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


def test_a_text_outside_the_ruleset_may_not_ask_all_where_it_asks_all_either() -> None:
    compiled = build_small(CONTENT.format(outer="repeat 2")).compiled
    assert compiled is not None
    texts = [Scalar(text, text, "literal", Span("more", 1, 1)) for text in ("ask each: middle", "repeat 2: middle")]
    nested, other = (bind_overlay(compiled, {"more": text}, {}) for text in texts)
    assert isinstance(nested, tuple)
    assert [each.code for each in nested] == ["nested-ask-each"]
    assert not isinstance(other, tuple)
