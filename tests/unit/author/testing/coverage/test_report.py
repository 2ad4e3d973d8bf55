"""What a report tells: what was reached, why not, and the same however the files are laid out."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from rulewright.author.testing.coverage.coverage_report import CoverageReport, Share
from rulewright.author.testing.coverage.data import report_data, reports_data
from tests.unit.author.testing.coverage.shop import ANEW, CONTENT, SCENARIOS, at, report_on


@pytest.fixture
def report(tmp_path: Path) -> CoverageReport:
    return report_on(tmp_path)


def test_what_was_reached_is_counted(report: CoverageReport) -> None:
    assert (report.by, report.ruleset) == ("1 scenario", "small")
    for name in ("shop.does", "shop.does/0", "shop.does/1/leave", "shop.does/2/then/2", "ace.act/0"):
        assert at(report, name).reached
        assert at(report, name).count.ran == 1
    assert report.share.reached == sum(each.reached for each in report.places)
    assert report.share.places == len(report.places)


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("never.does", "uncalled"),
        ("never.does/0", "inside"),
        ("deeper.does", "inside"),
        ("deeper.does/1", "inside"),
        ("king.act", "unused"),
        ("rich.when/then", "never-true"),
        ("rich.does/0", "inside"),
        ("dear.add", "unadded"),
        ("shop.does/1/buy", "never-chosen"),
        ("shop.does/1/buy/0", "inside"),
        ("shop.does/1/steal", "never-open"),
        ("shop.does/2/else", "never-false"),
        ("shop.does/2/else/0", "inside"),
        ("shop.does/3/do/0", "no-rounds"),
    ],
)
def test_what_was_not_reached_says_why(report: CoverageReport, name: str, code: str) -> None:
    why = at(report, name).why
    assert why is not None
    assert why.code == code


def test_what_begins_the_game_is_not_told_as_uncalled(report: CoverageReport) -> None:
    why = at(report, "play.does").why
    assert why is not None
    assert why.code == "unbegun"
    assert "begins the game" in why.text


def test_an_option_that_is_never_open_says_what_failed(report: CoverageReport) -> None:
    why = at(report, "shop.does/1/steal").why
    assert why is not None
    ((reason, count),) = why.reasons
    assert (reason[0], count) == ("coin > 8", 1)
    assert reason[1].endswith("content.yaml")
    assert "coin > 8" in CONTENT.split("\n")[reason[2] - 1]


def test_an_effect_that_ends_early_leaves_what_follows(tmp_path: Path) -> None:
    ends = CONTENT.replace("does: gain 1 coin; gain 1 coin", "does: stop; gain 1 coin")
    ends = ends.replace("if coin > 0", "if coin < 0")
    why = at(report_on(tmp_path, ends, SCENARIOS.replace("coin = 4", "coin = 3")), "deeper.does/1").why
    assert why is not None
    assert why.code == "ended"


def test_gaps_begin_with_what_keeps_most_from_being_reached(report: CoverageReport) -> None:
    behind = {gap.report.place.id.name: gap.behind for gap in report.gaps}
    assert behind["shop.does/2/else"] == 4, "the call, the effect and its two statements"
    assert behind["shop.does/1/buy"] == 2
    assert "deeper.does" not in behind
    assert [gap.behind for gap in report.gaps] == sorted(behind.values(), reverse=True)
    assert sum(behind.values()) + len(behind) == report.share.places - report.share.reached


def test_values_that_only_a_table_shows_are_left_out(report: CoverageReport) -> None:
    names = {each.place.id.name for each in report.places}
    assert "price.amount" in names
    assert "shown_only.amount" not in names


def test_components_tell_what_became_of_them(report: CoverageReport) -> None:
    told = {each.design.id: (each.count.moved, each.count.shown, each.ran, each.why) for each in report.designs}
    assert told == {"ace": (1, 1, 1, ""), "king": (0, 0, 0, "never moved")}


def test_what_a_scenario_patches_is_no_part_of_the_rules(tmp_path: Path) -> None:
    patched = SCENARIOS.replace(
        "given: {play: shop}", "given: {play: shop, patches: [{change: deeper, because: so, set: {does: gain 2 coin}}]}"
    )
    assert {file.file for file in report_on(tmp_path, CONTENT, patched).files} == {"small/base/content.yaml"}


def test_percents_are_rounded_down() -> None:
    assert Share(1999, 2000).percent == 99.9
    assert Share(2000, 2000).percent == 100.0
    assert Share(0, 0).percent == 100.0


def without_places_in_files(data: Any) -> Any:
    """The data without lines and columns; places in the order of their ids."""
    if isinstance(data, dict):
        return {key: without_places_in_files(each) for key, each in data.items() if key not in ("line", "column")}
    if isinstance(data, list):
        return sorted((without_places_in_files(each) for each in data), key=str)
    return data


def test_laying_a_ruleset_out_anew_changes_nothing_but_lines(tmp_path: Path) -> None:
    one, two = report_data(report_on(tmp_path / "one")), report_data(report_on(tmp_path / "two", ANEW))
    assert one != two
    assert without_places_in_files(one) == without_places_in_files(two)


def test_the_data_has_a_format(report: CoverageReport) -> None:
    data = reports_data([report])
    assert data["format"] == 1
    (ruleset,) = data["rulesets"]
    assert ruleset["share"]["places"] == sum(each["places"] for each in ruleset["sorts"].values())
    steal = next(each for each in ruleset["files"][0]["places"] if each["id"] == "shop.does/1/steal")
    assert (steal["asked"], steal["opened"], steal["reached"]) == (1, 0, False)
    assert steal["why"]["reasons"][0]["text"] == "coin > 8"


def test_files_of_modules_that_were_never_on_are_told_apart(tmp_path: Path) -> None:
    night = tmp_path / "small" / "night"
    night.mkdir(parents=True)
    (night / "module.yaml").write_text("kind: module\nid: night\ntitle: {en: Night}\nneeds: [base]\n")
    (night / "more.yaml").write_text("kind: content\nprocedures:\n  - {id: sleep, does: gain 1 coin}\n")
    report = report_on(tmp_path)
    assert [(each.file, each.module, each.entries) for each in report.off] == [("small/night/more.yaml", "night", 1)]
    assert [each for each in report.places if each.place.id.text.startswith("sleep")] == []
