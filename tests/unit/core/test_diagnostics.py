"""Spans, hints and their rendering."""

from __future__ import annotations

import pytest

from rulewright.core.diagnostics import (
    Diagnostic,
    Span,
    did_you_mean,
    error,
    indefinite,
    nearest,
    render,
    sort_diagnostics,
    to_json,
    warning,
)

DISCARD = error(
    "unknown-zone", Span("base/cards.yaml", 3, 38, 7), "no zone is named 'discrad'", "did you mean 'discard'?"
)


def test_render_shows_place_line_carets_and_help() -> None:
    assert render(DISCARD, "  on_play: gain 2 coin; move card to discrad\n") == (
        "base/cards.yaml:3:38: error[unknown-zone]: no zone is named 'discrad'\n"
        "  |   on_play: gain 2 coin; move card to discrad\n"
        "  |                                      ^^^^^^^\n"
        "  = help: did you mean 'discard'?"
    )


def test_render_without_line_and_hint_is_one_line() -> None:
    fault = warning("odd", Span("a.yaml", 1, 2), "this is odd")
    assert render(fault) == "a.yaml:1:2: warning[odd]: this is odd"


def test_render_keeps_carets_inside_the_line() -> None:
    fault = error("odd", Span("a.yaml", 1, 4, 100), "odd")
    assert render(fault, "abcdef").split("\n")[-1] == "  |    ^^^"


def test_render_puts_one_caret_behind_a_line_that_is_too_short() -> None:
    fault = error("odd", Span("a.yaml", 1, 40), "odd")
    assert render(fault, "abc").split("\n")[-1] == "  |    ^"


def test_render_cuts_a_line_of_a_million_letters_around_the_place() -> None:
    shown = render(error("odd", Span("a.yaml", 1, 500_001, 3), "odd"), "x" * 500_000 + "abc" + "x" * 500_000)
    _, line, carets = shown.split("\n")
    assert len(line) < 200
    assert line[carets.index("^") : carets.rindex("^") + 1] == "abc"


def test_render_shows_a_tab_and_hidden_characters_as_spaces() -> None:
    assert render(error("tab", Span("a.yaml", 1, 2), "tab"), "a\tb\x1b[0m").split("\n")[1] == "  | a b [0m"


def test_to_json_has_the_place_and_words() -> None:
    assert to_json(DISCARD) == {
        "code": "unknown-zone",
        "severity": "error",
        "file": "base/cards.yaml",
        "line": 3,
        "column": 38,
        "message": "no zone is named 'discrad'",
        "hint": "did you mean 'discard'?",
    }


def test_diagnostics_are_sorted_by_place_and_told_once() -> None:
    def at(file: str, line: int, column: int) -> Diagnostic:
        return error("odd", Span(file, line, column), "odd")

    mixed = [at("b", 1, 1), at("a", 10, 1), at("a", 9, 7), at("a", 9, 2), at("a", 9, 7)]
    assert sort_diagnostics(mixed) == (at("a", 9, 2), at("a", 9, 7), at("a", 10, 1), at("b", 1, 1))


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("discrad", "discard"),
        ("discad", "discard"),
        ("discardd", "discard"),
        ("Discard", "discard"),
        ("dsicrad", "discard"),
        ("action-cards", "action_cards"),
        ("cards_action", "action_cards"),
        ("hnad", "hand"),
        ("hand", "hand"),
    ],
)
def test_nearest_finds_what_was_meant(written: str, meant: str) -> None:
    assert nearest(written, ["hand", "discard", "action_cards", "stack"]) == meant


@pytest.mark.parametrize("written", ["", "x", "banana", "display", "card"])
def test_nearest_does_not_guess_wildly(written: str) -> None:
    assert nearest(written, ["hand", "discard", "action_cards", "stack"]) in (
        None,
        "hand" if written == "card" else None,
    )


def test_nearest_is_the_same_whatever_the_order() -> None:
    assert nearest("plan", ["plana", "planb"]) == nearest("plan", ["planb", "plana"]) == "plana"


def test_no_candidate_makes_no_hint() -> None:
    assert did_you_mean("discrad", []) == ""


@pytest.mark.parametrize("spoken", ["a card", "an action_card", "an event", "a unit", "a use", "an upgrade", "an hour"])
def test_names_have_the_article_that_they_are_spoken_with(spoken: str) -> None:
    assert indefinite(spoken.split()[1]) == spoken
