"""A scenario whose expectations fail tells all of them, how each number came about, and what changed it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from rulewright.play.scenarios.expectations import Failure
from rulewright.play.scenarios.runner import ScenarioRunner
from rulewright.play.scenarios.runs import run_files

RULES = """\
kind: content
counters:
  - {id: coin, title: {en: Coins}, per: [seat], min: 0, max: 50, start: 5}
  - {id: mood, min: 0, max: 9}
quantities:
  - {id: toll, title: {en: Toll}, amount: coin / 2 + mood}
modifiers:
  - {id: fair, quantity: toll, add: 1, when: mood > 0}
procedures:
  - id: play_game
    does: |
      for each s in seat: ask s: take_turn
  - id: take_turn
    title: {en: Turn}
    does: |
      choose:
        earn:
          gain 2 coin
          gain 1 mood
        spend: pay 3 coin
      if mood > 1:
        choose:
          rest: gain 1 coin
          sing: pay 20 coin
scoring:
  - {id: coins, title: {en: Coins}, amount: coin}
"""
FILES = {
    "ruleset.yaml": """\
kind: ruleset
id: small
title: {en: Small}
seats: {min: 2, max: 2}
languages: [en]
modules: {default: [base]}
begins: play_game
documents:
  - {id: EN, title: Rules}
""",
    "rules.yaml": 'kind: ledger\nruleset: small\nrules:\n  turn.one: "A turn."\n',
    "base/module.yaml": "kind: module\nid: base\ntitle: {en: Base}\n",
    "base/game.yaml": RULES,
}
ARRANGED = "ask seat(1): gain 1 coin"
BOTH = ("{seat: 1, choose: earn}", "{seat: 2, choose: spend}")
Failing = Callable[..., Failure]


@pytest.fixture
def failing(tmp_path: Path) -> Failing:
    """The failure of a scenario of two turns, or of other steps, with these expectations."""

    def run(*then: str, explains: bool = True, steps: tuple[str, ...] = BOTH, arrange: str = ARRANGED) -> Failure:
        for name, text in FILES.items():
            path = tmp_path / "small" / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, "utf-8")
        file = tmp_path / "small" / "scenarios" / "turns.yaml"
        file.parent.mkdir(exist_ok=True)
        head = f"""\
kind: scenarios
scenarios:
  - scenario: two turns
    rules: [turn.one]
    given:
      seats: 2
      arrange: "{arrange}"
      play: play_game
"""
        when = "    when:\n" + "".join(f"      - {each}\n" for each in steps)
        file.write_text(head + when + "    then:\n" + "".join(f"      - {each}\n" for each in then), "utf-8")
        results, diagnostics = ScenarioRunner(str(tmp_path / "small"), explains=explains).results(file)
        assert diagnostics == ()
        failure = results[0].failure
        assert failure is not None
        return failure

    return run


@pytest.fixture
def outcomes(tmp_path: Path) -> Callable[..., list[str]]:
    """What is wrong with scenarios of one file, each given by its keys; "" where nothing is."""

    def run(*scenarios: str, shared: str = "") -> list[str]:
        for name, text in FILES.items():
            path = tmp_path / "small" / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, "utf-8")
        file = tmp_path / "turns.yaml"
        listed = (f"  - {{scenario: number {at}, rules: [turn.one], {each}}}\n" for at, each in enumerate(scenarios))
        head = f"kind: scenarios\nruleset: small\n{shared}scenarios:\n"
        file.write_text(head + "".join(listed), "utf-8")
        results, diagnostics = ScenarioRunner(str(tmp_path / "small"), explains=True).results(file)
        if diagnostics:
            return [f"{each.code}: {each.message}" for each in diagnostics]
        return [
            "; ".join((each.failure.message, *(change.line for change in each.failure.changes)))
            if each.failure is not None
            else ""
            for each in results
        ]

    return run


def test_the_changes_of_a_counter_are_told_with_their_causes(failing: Failing) -> None:
    failure = failing("seat(1).coin = 9")
    assert failure.message == "expected seat(1).coin = 9; found 8 and 9"
    assert failure.reasons == ()
    assert [each.text for each in failure.changes] == ["seat 1: Coins: 5 -> 6 (+1)", "seat 1: Coins: 6 -> 8 (+2)"]
    assert failure.changes[0].after == ""
    assert (failure.changes[1].course, failure.changes[1].after) == (("Turn", "play game"), "seat 1: Turn: earn")


def test_a_quantity_is_told_from_its_base_and_its_modifiers(failing: Failing) -> None:
    failure = failing("mood = 1", "seat(1).toll = 4")
    assert failure.message == "expected seat(1).toll = 4; found 6 and 4"
    (toll,) = failure.reasons
    assert toll.line == "Toll 6 = coin / 2 + mood - base 5, seat 1: Coins 8, mood 1"
    assert [each.line for each in toll.behind] == ["+1 fair - mood 1"]


def test_a_test_that_compares_nothing_is_told_with_the_values_it_saw(failing: Failing) -> None:
    failure = failing("mood = 1 and not seat(2).coin = 2")
    assert [each.line for each in failure.reasons] == ["not seat(2).coin = 2 - seat 2: Coins 2"]


def test_every_expectation_that_fails_is_told(failing: Failing) -> None:
    failure = failing("mood = 3", "seat(2).coin = 2", "seat(2).coin = 7")
    assert [each.message for each in (failure, *failure.more)] == [
        "expected mood = 3; found 1 and 3",
        "expected seat(2).coin = 7; found 2 and 7",
    ]


def test_nothing_is_explained_where_nobody_asks(failing: Failing) -> None:
    failure = failing("mood = 3", "seat(2).coin = 7", explains=False)
    assert (failure.reasons, failure.changes, failure.more) == ((), (), ())


EARNED = ("{seat: 1, choose: earn}", "{seat: 2, choose: earn}")


def test_a_step_after_a_decision_that_was_taken_by_itself_tells_so(failing: Failing) -> None:
    failure = failing("mood = 2", steps=(*EARNED, "{seat: 2, refused: sing, because: pay 20 coin}"))
    assert failure.message == (
        "nothing is left to decide; a decision with one option is made automatically, as just before "
        "(seat 2: rest); give it a second option, or state the result in `then`"
    )
    assert failing("mood = 2", steps=(*BOTH, "{seat: 1, choose: earn}")).message == "nothing is left to decide"


def test_a_step_of_another_decision_tells_what_was_taken_by_itself_before(failing: Failing) -> None:
    steps = ("{seat: 1, choose: earn}", "{seat: 2, refused: sing, because: pay 20 coin}")
    assert failing("mood = 1", steps=steps).message == (
        "'sing' is not a candidate of this decision; the options are earn, spend"
    )
    steps = ("{seat: 1, choose: earn}", "{seat: 1, refused: sing, because: pay 20 coin}")
    assert failing("mood = 1", steps=steps, arrange="set mood to 1").message == (
        "seat 2 decides here, not seat 1; it may choose earn, spend; "
        "a decision with one option is made automatically, as just before (seat 1: rest)"
    )


TURNS = "given: {play: play_game}"


def test_a_scenario_that_fails_leaves_nothing_to_the_next_report(outcomes: Callable[..., list[str]]) -> None:
    stops = TURNS + ", when: [{seat: 1, choose: earn}, {seat: 2, choose: sing}]"
    wrong = 'given: {arrange: "ask seat(1): gain 1 coin"}, then: [seat(1).coin = 7, mood = 0]'
    (alone,) = outcomes(wrong)
    assert outcomes(stops, wrong)[1] == alone
    assert alone == "expected seat(1).coin = 7; found 6 and 7; seat 1: Coins: 5 -> 6 (+1)"


def test_a_step_may_expect_something_at_its_point(outcomes: Callable[..., list[str]]) -> None:
    when = TURNS + ", when: [{seat: 1, choose: earn, then: [mood = %d]}, {then: [seat(1).coin = %d]}]"
    assert outcomes(when % (1, 7), when % (2, 7), when % (1, 6)) == [
        "",
        "expected mood = 2; found 1 and 2; mood: 0 -> 1 - Turn in play game (small/base/game.yaml:15); "
        "seat 1: Turn: earn",
        "expected seat(1).coin = 6; found 7 and 6; seat 1: Coins: 5 -> 7 (+2) - Turn in play game "
        "(small/base/game.yaml:15); seat 1: Turn: earn",
    ]


def test_what_all_scenarios_of_a_file_are_given_holds_where_one_says_nothing_else(
    outcomes: Callable[..., list[str]],
) -> None:
    shared = 'given: {arrange: "ask seat(1): gain 3 coin; set mood to 2", play: "ask seat(1): take_turn"}\n'
    first = "when: [{seat: 1, choose: spend}, {seat: 1, choose: rest}], then: [seat(1).coin = %d]"
    own = "given: {arrange: set seat(1).coin to coin + mood}, "
    other = 'given: {play: "ask seat(2): take_turn"}, when: [{seat: 2, choose: earn}, {seat: 2, choose: rest}]'
    assert outcomes(first % 6, own + first % 0, other + ", then: [mood = 3, seat(1).coin = 8]", shared=shared) == [
        "",
        "expected seat(1).coin = 0; found 8 and 0; seat 1: Coins: 5 -> 8 (+3); seat 1: Coins: 8 -> 10 (+2); "
        "seat 1: Coins: 10 -> 7 (-3) - Turn (small/base/game.yaml:15); seat 1: Turn: spend; "
        "seat 1: Coins: 7 -> 8 (+1) - Turn (small/base/game.yaml:15); seat 1: Turn: rest",
        "",
    ]
    (fault,) = outcomes(first % 6, shared="given: {arrange: gain 1 cion}\n")
    assert fault.startswith("unknown-name: nothing here is named 'cion'")


def test_a_change_is_counted_from_before_the_choice_or_from_the_arranged_table(
    outcomes: Callable[..., list[str]],
) -> None:
    given = 'given: {arrange: "ask seat(1): gain 9 coin", play: play_game}, '
    when = "when: [{seat: 1, choose: earn, relative: {seat(1).coin: %s, mood: +1}}, {relative: {seat(2).coin: 0}}, "
    more = "{seat: 2, choose: spend, relative: {seat(2).coin: -3, seat(1).coin: 0}}], relative: {seat(1).coin: %s}"
    whole = given + when + more
    assert outcomes(whole % ("+2", "+2"), whole % ("+3", "+2"), whole % ("+2", "+11")) == [
        "",
        "expected seat(1).coin +3; found +2, from 14 to 16",
        "expected seat(1).coin +11; found +2, from 14 to 16",
    ]


def test_a_seat_that_is_not_asked_and_what_was_taken_by_itself(outcomes: Callable[..., list[str]]) -> None:
    earned = TURNS + ", when: [{seat: 1, choose: earn}, {seat: 2, choose: earn}, %s]"
    assert outcomes(
        TURNS + ", when: [{seat: 2, not_asked: true}]",
        TURNS + ", when: [{seat: 1, not_asked: true}]",
        earned % "{seat: 2, by_itself: rest}, {seat: 2, not_asked: true}",
        earned % "{seat: 2, by_itself: sing}",
        TURNS + ", when: [{seat: 1, by_itself: earn}]",
    ) == [
        "",
        "seat 1 is asked; it may choose earn, spend",
        "",
        "nothing is left to decide; a decision with one option is made automatically, as just before "
        "(seat 2: rest); give it a second option, or state the result in `then`",
        "'earn' was not taken automatically; seat 1 may choose earn, spend",
    ]


def test_what_the_log_tells_is_looked_at(outcomes: Callable[..., list[str]]) -> None:
    told = "log: ['seat 1: Coins: 5 -> 7 (+2)'], not_in_log: ['7 -> 8']"
    assert outcomes(
        f"{TURNS}, when: [{{seat: 1, choose: earn, {told}}}]",
        TURNS + ", when: [{seat: 1, choose: earn}, {seat: 2, choose: spend, log: ['+2']}]",
        TURNS
        + ", when: [{seat: 1, choose: earn}, {seat: 2, choose: spend}], log: ['(+2)', '(-3)'], not_in_log: ['-3']",
        "given: {arrange: nothing}, log: [anything]",
    ) == [
        "",
        "no line of the log contains '+2'; it says: seat 2: Turn: spend; seat 2: Coins: 5 -> 2 (-3)",
        "the log says 'seat 2: Coins: 5 -> 2 (-3)'",
        "no line of the log contains 'anything'; it has been empty since then",
    ]


def test_a_refusal_needs_no_reason(outcomes: Callable[..., list[str]]) -> None:
    turn = 'given: {arrange: "ask seat(1): lose 4 coin", play: play_game}, '
    refused = "{seat: 1, refused: spend}"
    mood = (
        'given: {arrange: "ask seat(1): gain 20 coin; set mood to 1", play: play_game}, when: [{seat: 1, choose: earn}'
    )
    assert outcomes(mood + ", {seat: 1, options: [rest, sing]}], refused: {seat: 1, choose: earn}") == [
        "'earn' is not a candidate of this decision; the options are rest, sing"
    ]
    assert outcomes(turn + f"when: [{refused}]") == [
        "seat 2 decides here, not seat 1; it may choose earn, spend; a decision with one option is made "
        "automatically, as just before (seat 1: earn)"
    ]


def test_steps_that_say_two_things_or_nothing_are_refused(outcomes: Callable[..., list[str]]) -> None:
    for step, wanted in (
        ("{seat: 1, choose: earn, refused: spend}", "misplaced-key: 'refused' cannot be used with 'choose'"),
        ("{seat: 1, choose: earn, because: pay}", "misplaced-key: 'because' cannot be used with 'choose'"),
        ("{choose: earn}", "missing-key: 'choose' also needs 'seat'"),
        (
            "{seat: 1}",
            "missing-key: a step needs one of choose, refused, options, by_itself, not_asked, then, relative,",
        ),
        ("{seat: 1, relative: {coin: many}}", "wrong-type: 'coin' must be a whole number, not a text"),
        ("{seat: 1, relative: {con: +1}}", "unknown-name: nothing here is named 'con'"),
        ("{seat: 1, relative: {coin > 1: +1}}", "wrong-type: "),
    ):
        assert outcomes(TURNS + f", when: [{step}]")[0].startswith(wanted)


def test_an_option_that_is_a_number_may_be_written_as_one(tmp_path: Path) -> None:
    scenario = """\
kind: scenarios
scenarios:
  - scenario: a number is picked
    rules: [turn.one]
    given: {play: "ask seat(1): pick_one"}
    when:
      - {seat: 1, options: [3, 4, "5", 6]}
      - {seat: 1, refused: 7}
      - {seat: 1, choose: 4}
    then: [mood = 4]
    refused: {seat: 1, choose: 4}
"""
    more = "  - {id: pick_one, does: 'pick n from 3..6; set mood to n; pick m from 5..6; set mood to 4'}\nscoring:"
    files = FILES | {"base/game.yaml": RULES.replace("scoring:", more), "scenarios/numbers.yaml": scenario}
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    results, faults, _ = run_files([tmp_path], {})
    assert faults == ()
    assert [each.failure for each in results] == [None]


def test_a_step_that_names_a_seat_alone_is_about_the_log_as_it_reads_it(tmp_path: Path) -> None:
    cards = """\
kinds:
  - {id: card, title: {en: Card}}
components:
  - {id: ace, kind: card, title: {en: Ace}, source: {doc: EN, place: a}}
zones:
  - {id: deck, title: {en: Deck}, holds: card, visible: none, start: "true"}
  - {id: hand, title: {en: Hand}, per: [seat], holds: card, visible: owner}
"""
    for name, text in {**FILES, "base/game.yaml": RULES + cards}.items():
        path = tmp_path / "small" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    file = tmp_path / "small" / "scenarios" / "cards.yaml"
    file.parent.mkdir()
    file.write_text(
        """\
kind: scenarios
given: {arrange: nothing, play: "ask seat(1): draw 1 from deck to hand; may: gain 1 coin"}
scenarios:
  - scenario: who draws reads what it was
    rules: [turn.one]
    when:
      - {seat: 1, log: [Ace]}
      - {seat: 2, log: [Card], not_in_log: [Ace]}
      - {seat: 1, options: ["no", "yes"], log: [Ace]}
  - scenario: nobody else does
    rules: [turn.one]
    when: [{seat: 2, log: [Ace]}]
""",
        "utf-8",
    )
    results, diagnostics = ScenarioRunner(str(tmp_path / "small")).results(file)
    failures = [each.failure.message if each.failure is not None else "" for each in results]
    assert (diagnostics, failures[0]) == ((), "")
    assert failures[1].startswith("no line of the log contains 'Ace'; it says: seat 1: Card")
