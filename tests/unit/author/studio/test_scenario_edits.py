"""Scenario files that a studio writes into: a scenario more, a line more that one expects, and what is refused."""

from __future__ import annotations

import pytest

from rulewright.author.studio.scenario_edits import with_scenario, with_test
from rulewright.table.serve.studio.studio_tools import CannotStudy

NEW = """\
kind: scenarios
ruleset: nim

# A guess.
scenarios:
  - scenario: new
    rules: [turn]
    given:
      seats: 2
    then:
      - a = 1
"""
ONE = """\
kind: scenarios

scenarios:
  - scenario: old
    rules: [turn]
    given: {seats: 2}
    then: ["a = 1"]
"""


def test_an_empty_file_becomes_the_new_one() -> None:
    assert with_scenario("", NEW) == (NEW, 6)


@pytest.mark.parametrize("end", ["", "\n", "\n\n# the end\n"])
def test_a_scenario_is_written_after_the_last_one(end: str) -> None:
    text, line = with_scenario(ONE.rstrip("\n") + end, NEW)
    lines = text.split("\n")
    assert lines[line - 2 : line + 1] == ["  # A guess.", "  - scenario: new", "    rules: [turn]"]
    assert lines[line - 3] == ""
    assert lines[line - 4] in ('    then: ["a = 1"]', "# the end")


def test_a_scenario_is_indented_as_the_others_are() -> None:
    flush = ONE.replace("\n  - ", "\n- ").replace("\n    ", "\n  ")
    text, line = with_scenario(flush, NEW)
    assert text.split("\n")[line - 1 : line + 1] == ["- scenario: new", "  rules: [turn]"]


@pytest.mark.parametrize("text", ["kind: content\n", "kind: scenarios\nscenarios: []\n", "kind: [", "a: 1\na: 2\n"])
def test_a_file_that_holds_no_scenarios_line_by_line_is_refused(text: str) -> None:
    with pytest.raises(CannotStudy):
        with_scenario(text, NEW)


def test_a_test_is_added_to_a_list_to_brackets_and_to_a_scenario_without() -> None:
    assert with_test(NEW, 6, "b = 2") == (NEW + "      - b = 2\n", 12)
    text, line = with_test(ONE, 4, "b = 2")
    assert (text.split("\n")[line - 1], line) == ('    then: ["a = 1", b = 2]', 7)
    bare = NEW.replace("    then:\n      - a = 1\n", "    ends: true\n")
    text, line = with_test(bare, 6, "b = 2")
    assert text == bare + "    then:\n      - b = 2\n"
    assert text.split("\n")[line - 1] == "      - b = 2"


def test_a_test_goes_to_the_scenario_at_its_line() -> None:
    two, line = with_scenario(ONE, NEW)
    assert with_test(two, 4, "b = 2")[0] == with_scenario(with_test(ONE, 4, "b = 2")[0], NEW)[0]
    assert with_test(two, line, "b = 2")[0] == two + "      - b = 2\n"


def test_a_test_that_is_there_is_not_written_again() -> None:
    assert with_test(ONE, 4, "a = 1") == (ONE, 7)
    assert with_test(NEW, 6, "a = 1") == (NEW, 11)


def test_a_test_that_needs_quotes_gets_them() -> None:
    assert '      - "any(x in y where x: z)"\n' in with_test(NEW, 6, "any(x in y where x: z)")[0]


def test_brackets_over_several_lines_are_refused() -> None:
    text = ONE.replace('["a = 1"]', '[\n      "a = 1",\n      "b = 2"\n    ]')
    with pytest.raises(CannotStudy, match="brackets over several lines"):
        with_test(text, 4, "c = 3")
