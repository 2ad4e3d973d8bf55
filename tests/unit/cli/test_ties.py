"""Ties on the screen: who wins, by what, and where nothing parts the seats."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.unit.cli.commands import PEBBLES, data, rulewright

TIES = """\
kind: content
patches:
  - {change: pebbles, set: {amount: "min(3, taken)"}, because: a tie is wanted}
  - {change: stones, set: {amount: "0"}, because: a tie is wanted}
tie_breaks:
  - {id: even, title: {en: Even}, amount: taken - taken}
  - {id: last_seat, title: {en: The last seat}, amount: AMOUNT}
"""
BY_BOTS = ("--seats", "first,first", "--seed", "1")


@pytest.fixture
def tied(tmp_path: Path) -> Path:
    return pebbles(tmp_path, "me.number")


def pebbles(folder: Path, amount: str) -> Path:
    copy = folder / "pebbles"
    shutil.copytree(PEBBLES, copy)
    module = copy / "sharing"
    module.mkdir()
    (module / "module.yaml").write_text("kind: module\nid: sharing\ntitle: {en: Sharing}\n", "utf-8")
    (module / "ties.yaml").write_text(TIES.replace("AMOUNT", amount), "utf-8")
    return copy


def test_the_screen_says_by_what_a_tie_was_broken(tied: Path) -> None:
    done = rulewright("play", tied, "--modules", "base,sharing", *BY_BOTS)
    assert done.returncode == 0, done.stderr
    assert "The winner is seat 2. A tie was broken by: The last seat." in done.stdout
    rows = [line.split() for line in done.stdout.splitlines()]
    assert ["total", "3", "3"] in rows
    assert ["The", "last", "seat", "1", "2"] in rows


def test_scores_are_shown_in_the_order_of_the_look(tmp_path: Path) -> None:
    plain = pebbles(tmp_path, "me.number")
    looks = "kind: content\nlooks:\n  - {id: scoring_look, of: scoring, order: [stones]}\n"
    before = rulewright("play", plain, *BY_BOTS).stdout
    (plain / "base" / "order.yaml").write_text(looks, "utf-8")
    after = rulewright("play", plain, *BY_BOTS).stdout
    assert lines_of_scores(before) == ["pebbles", "stones", "total"]
    assert lines_of_scores(after) == ["stones", "pebbles", "total"]


def lines_of_scores(shown: str) -> list[str]:
    words = [line.split() for line in shown[shown.index("Final scoring") :].splitlines()]
    return [each[0].lower() for each in words if len(each) == 3 and each[1].isdigit()]


def test_a_tie_that_nothing_parts_is_told_as_shared(tmp_path: Path) -> None:
    done = rulewright("play", pebbles(tmp_path, "taken - taken"), "--modules", "base,sharing", *BY_BOTS)
    assert "The winners are seat 1, seat 2.\n" in done.stdout
    assert "broken" not in done.stdout


def test_without_a_tie_nothing_is_told_of_them(tied: Path) -> None:
    done = rulewright("play", tied, *BY_BOTS)
    assert "The last seat" not in done.stdout
    assert "broken" not in done.stdout


def test_plain_data_tells_them(tied: Path) -> None:
    shown = data(rulewright("play", tied, "--modules", "base,sharing", *BY_BOTS, "--format", "json"))
    assert (shown["winners"], shown["tie_broken_by"]) == ([2], ["last_seat"])
    assert [seat["tie_breaks"] for seat in shown["seats"]] == [
        {"even": 0, "last_seat": 1},
        {"even": 0, "last_seat": 2},
    ]


def test_a_simulation_counts_them(tied: Path) -> None:
    arguments = ("simulate", tied, "--modules", "base,sharing", "--games", "5", "--seats", "2", "--policy", "first")
    shown = data(rulewright(*arguments, "--format", "json"))
    assert [seat["wins"] for seat in shown["seats"]] == [0, 1]
    assert shown["ties"] == {"games": 5, "shared": 0, "parted_by": {"even": 0, "last_seat": 5}}
    assert "Ties at the highest total: 5; 0 decided by Even; 5 decided by The last seat; 0 shared" in (
        rulewright(*arguments).stdout
    )


def test_a_replay_tells_who_has_won(tied: Path, tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    rulewright("play", tied, "--modules", "base,sharing", *BY_BOTS, "--save", file)
    told = rulewright("replay", file, "--ruleset", tied)
    assert "The winner is seat 2. A tie was broken by: The last seat." in told.stdout
    shown = data(rulewright("replay", file, "--ruleset", tied, "--format", "json"))
    assert (shown["winners"], shown["tie_broken_by"]) == ([2], ["last_seat"])
    under_way = data(rulewright("replay", file, "--ruleset", tied, "--until", "3", "--format", "json"))
    assert (under_way["winners"], under_way["tie_broken_by"]) == ([], [])
