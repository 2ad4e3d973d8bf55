"""What a difference does to scenarios and to games: exactly those that speak of the changed value."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.author.difference.impact import rerun_scenarios
from rulewright.author.difference.partings import play_both
from rulewright.core.pipeline import Choice
from tests.unit.author.difference.market import GOODS, TURNS, market


def choices(tmp_path: Path, **edited: str) -> tuple[Choice, Choice]:
    return Choice(str(market(tmp_path / "one"))), Choice(str(market(tmp_path / "other", **edited)))


def files(choice: Choice) -> list[Path]:
    return sorted(Path(choice.ruleset).glob("scenarios/*.yaml"))


@pytest.mark.parametrize(
    ("old", "new", "failing", "line", "said"),
    [
        ("price: 1", "price: 3", ["an apple costs one"], 7, "expected seat(1).coin = 4; found 2 and 4"),
        ("price: 1", "price: 9", ["an apple costs one"], 7, "'buy apple.1' is not offered"),
        ("copies: 4", "copies: 5", ["who waits earns a coin"], 13, "expected size(stall) = 5; found 6 and 5"),
    ],
)
def test_a_planted_change_fails_just_the_scenarios_that_speak_of_it(
    tmp_path: Path, old: str, new: str, failing: list[str], line: int, said: str
) -> None:
    before, after = choices(tmp_path, goods=GOODS.replace(old, new))
    outcomes = rerun_scenarios(before, after, files(before))
    assert [each.sentence for each in outcomes.failing] == failing
    assert said in outcomes.failing[0].message
    assert (outcomes.run, outcomes.apart, outcomes.failing_before) == (2, 0, 0)


def test_the_same_rules_fail_nothing_and_part_no_game(tmp_path: Path) -> None:
    before, after = choices(tmp_path)
    assert rerun_scenarios(before, after, files(before)).failing == ()
    assert [each for each in play_both(before, after, 4) if each.parts] == []


def test_a_scenario_that_fails_on_both_sides_is_told_apart(tmp_path: Path) -> None:
    before, after = choices(tmp_path, goods=GOODS.replace("price: 1", "price: 3"))
    (path,) = files(before)
    path.write_text(path.read_text("utf-8").replace("seat(1).coin = 6", "seat(1).coin = 7"), "utf-8")
    outcomes = rerun_scenarios(before, after, files(before))
    assert ([each.sentence for each in outcomes.failing], outcomes.failing_before) == (["an apple costs one"], 1)


def test_what_the_other_side_does_not_know_cannot_be_played(tmp_path: Path) -> None:
    turns = TURNS.replace("id: stall", "id: booth").replace("in stall", "in booth")
    before, after = choices(tmp_path, turns=turns)
    outcomes = rerun_scenarios(before, after, files(before))
    assert [each.message for each in outcomes.failing] == ["it cannot be played: nothing here is named 'stall'"]


def test_a_variant_is_played_where_a_scenario_names_none(tmp_path: Path) -> None:
    folder = market(tmp_path)
    variant = tmp_path / "dear.yaml"
    text = "kind: variant\nvariant: dear\ntitle: {en: Dear}\nextends: market\npatches:\n"
    variant.write_text(text + "  - {change: apple, relative: {price: +1}, because: inflation}\n", "utf-8")
    before, after = Choice(str(folder)), Choice(str(folder), variant=variant)
    assert [each.sentence for each in rerun_scenarios(before, after, files(before)).failing] == ["an apple costs one"]
