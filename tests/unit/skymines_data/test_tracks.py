"""The ten sides of the company tracks fit what the documents tell, and none is idle or free of cost."""

from __future__ import annotations

from typing import Any

import pytest

from tests.reference.checkout import RULESETS, data_of

SKYMINES = RULESETS / "skymines"


def _read(name: str) -> Any:
    return data_of(SKYMINES / name)


SIDES = {side["id"]: side for side in _read("base/tracks.yaml")["components"]}

each_side = pytest.mark.parametrize("side", SIDES.values(), ids=list(SIDES))


def test_five_tracks_have_two_sides_each() -> None:
    assert list(SIDES) == [f"side_{letter}{number}" for letter in "abcde" for number in (1, 2)]
    assert [
        side for side in SIDES.values() if side["id"] != f"side_{side['letter'].removeprefix('track_')}{side['side']}"
    ] == []


@each_side
def test_a_number_stands_for_every_space_from_0_to_the_last(side: dict[str, Any]) -> None:
    assert 15 <= side["length"] <= 20
    assert len(side["shares"]) == len(side["barriers"]) == side["length"] + 1


@each_side
def test_shares_grow_from_0_and_never_shrink(side: dict[str, Any]) -> None:
    assert side["shares"][0] == 0
    assert side["shares"] == sorted(side["shares"])


@each_side
def test_shares_grow_by_one_save_for_a_prize_on_the_last_space(side: dict[str, Any]) -> None:
    steps = [later - earlier for earlier, later in zip(side["shares"], side["shares"][1:], strict=False)]
    assert set(steps[:-1]) == {0, 1}
    assert steps[-1] in (1, 2)


@each_side
def test_five_shares_can_be_reached(side: dict[str, Any]) -> None:
    assert 5 in side["shares"]


@each_side
def test_a_side_has_one_or_two_money_barriers(side: dict[str, Any]) -> None:
    prices = [price for price in side["barriers"] if price]
    assert len(prices) in (1, 2)
    assert set(prices) <= {1, 2, 3}
    assert side["barriers"][0] == 0


@each_side
def test_two_thresholds_lie_on_the_way_and_pay_1_or_2(side: dict[str, Any]) -> None:
    assert 0 < side["first_threshold"] < side["second_threshold"] < side["length"]
    assert {side["first_coins"], side["second_coins"]} <= {1, 2}


@each_side
def test_a_share_costs_about_two_spaces(side: dict[str, Any]) -> None:
    paid = side["length"] + sum(side["barriers"])
    assert 1.7 <= paid / side["shares"][-1] <= 2.8


def test_three_spaces_on_a1_can_pass_its_first_threshold_for_1_coin() -> None:
    side = SIDES["side_a1"]
    first = side["first_threshold"]
    assert side["first_coins"] == 1
    assert not any(side["barriers"][first - 2 : first + 1])


@each_side
def test_no_starting_bonus_of_3_spaces_passes_a_threshold(side: dict[str, Any]) -> None:
    assert side["first_threshold"] > 3


def test_every_reconstructed_value_has_a_reason_and_a_field() -> None:
    reasons = {reason["id"] for reason in _read("base/reasons_tracks.yaml")["reasons"]}
    for side in SIDES.values():
        assert side["reconstructed"].keys() <= side.keys()
        assert set(side["reconstructed"].values()) <= reasons


def test_the_coins_of_the_first_threshold_of_a1_are_the_only_ones_told() -> None:
    assert [side["id"] for side in SIDES.values() if "first_coins" not in side["reconstructed"]] == ["side_a1"]


def test_only_the_markers_and_the_moves_are_told_with_their_side() -> None:
    told = [side["id"] for side in SIDES.values() if "side" not in side["reconstructed"]]
    assert told == ["side_a2", "side_d2"]


def test_the_ledger_keeps_a_reason_for_every_mended_statement() -> None:
    ledger = _read("rules.yaml")
    assert ledger["mended"].keys() <= ledger["rules"].keys()
    assert all(ledger["mended"].values())


def test_rules_cited_by_a_side_are_in_the_ledger() -> None:
    rules = _read("rules.yaml")["rules"].keys()
    assert [side for side in SIDES.values() if not set(side["rules"]) <= rules] == []
