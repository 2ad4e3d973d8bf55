"""The components of Ceres are complete, fit what the rule book tells, and cost what they are worth."""

from __future__ import annotations

import re
from collections import Counter
from typing import Any

import pytest

from tests.reference.checkout import RULESETS, data_of

BASE = RULESETS / "ceres" / "base"
FILES = sorted(BASE.glob("*.yaml"))
ENTRIES = [entry for path in FILES for entry in data_of(path).get("components", ())]
BY_ID = {entry["id"]: entry for entry in ENTRIES}
PROCEDURES = [entry for path in FILES for entry in data_of(path).get("procedures", ())]
REASON_ENTRIES = [reason for path in FILES for reason in data_of(path).get("reasons", ())]
REASONS = {reason["id"] for reason in REASON_ENTRIES}

# What goods are worth in points, as `facility_costs` in facility_reasons.yaml tells.
WORTH = {"ore": 1.0, "ice": 1.0, "ceramics": 1.5, "energy": 1.5, "influence": 1.5, "credits": 0.7}
COST = {"alloy_cost": 2.5, "ice_cost": 1.0, "ceramics_cost": 1.5, "energy_cost": 1.5, "credit_cost": 0.7}
PROJECT = {**WORTH, "alloys": 2.5, "probes": 4.5}


def _of(kind: str) -> list[Any]:
    return [entry for entry in ENTRIES if entry["kind"] == kind]


FACILITIES = [entry for entry in _of("facility") if not entry.get("each_seat")]
BOARDS = [entry for entry in _of("facility") if entry.get("each_seat")]


def _sum(entry: Any, values: dict[str, float]) -> float:
    return sum(value * entry.get(name, 0) for name, value in values.items())


def test_counts_are_those_of_the_rule_book() -> None:
    pieces = Counter[str]()
    for entry in ENTRIES:
        pieces[entry["kind"]] += entry.get("copies", 1) * (4 if entry.get("each_seat") else 1)
    assert pieces["worker"] == 32
    assert pieces["probe"] == 48
    assert pieces["pawn"] == 20 + 4
    assert pieces["spacecraft"] == 4
    assert pieces["favor"] == 4
    assert pieces["project"] == 21
    assert len(FACILITIES) == 48
    assert len(_of("research_level")) == 9
    assert len(_of("location")) == 4


def test_facilities_are_twelve_of_each_type() -> None:
    assert Counter(entry["type"] for entry in FACILITIES) == {"mine": 12, "factory": 12, "lab": 12, "office": 12}


def test_what_the_examples_tell_is_printed() -> None:
    assert (BY_ID["research_lab"]["points"], BY_ID["research_lab"]["energy"]) == (8, 1)
    assert BY_ID["tech_factory"]["points"] == 3
    assert (BY_ID["bennu"]["points"], BY_ID["bennu"]["ring"]) == (15, "inner_ring")
    assert (BY_ID["aerospace_2"]["points"], BY_ID["aerospace_2"]["energy"]) == (3, 4)
    assert BY_ID["main_factory"]["parts"] == ["ceramics_2"]
    assert BY_ID["main_factory_bottom"]["parts"] == ["manufacture_twice", "manufacture_for_ice"]
    assert BY_ID["manufacture_for_ice"]["ice"] == 1


def test_what_the_examples_tell_is_not_called_reconstructed() -> None:
    assert set(BY_ID["main_factory"]["reconstructed"]) == {"side", "place"}
    assert set(BY_ID["main_factory_bottom"]["reconstructed"]) == {"side", "place", "type"}
    assert "type" not in BY_ID["main_office"]["reconstructed"]
    assert "reconstructed" not in BY_ID["aerospace_2"]
    assert not {"points", "energy", "type"} & set(BY_ID["research_lab"]["reconstructed"])
    assert "points" not in BY_ID["bennu"]["reconstructed"]


def test_each_side_of_the_boards_has_four_upgraded_outstations() -> None:
    for side in (1, 2):
        for lower in (True, False):
            found = [e for e in BOARDS if e["side"] == side and e.get("lower", False) is lower]
            assert sorted(entry["place"] for entry in found) == [1, 2, 3, 4]
            assert [e["type"] for e in sorted(found, key=lambda e: e["place"])] == ["mine", "factory", "lab", "office"]


def test_a_facility_has_one_or_two_parts_and_none_twice() -> None:
    for entry in (*FACILITIES, *BOARDS):
        assert 1 <= len(entry["parts"]) <= 2
        assert len(set(entry["parts"])) == len(entry["parts"])


def test_every_part_is_printed_somewhere() -> None:
    used = {part for entry in (*FACILITIES, *BOARDS) for part in entry["parts"]}
    assert used == {entry["id"] for entry in _of("ability")}


def test_a_facility_costs_about_its_points_and_one_and_a_half_times_its_production() -> None:
    for entry in FACILITIES:
        worth = entry["points"] + 1.5 * _sum(entry, WORTH)
        assert -2 <= _sum(entry, COST) - worth <= 0.5, entry["id"]
        assert entry["alloy_cost"] >= 1, entry["id"]


@pytest.mark.parametrize("entry", _of("project"), ids=lambda entry: str(entry["id"]))
def test_a_project_is_worth_its_cost_and_one_point_more(entry: Any) -> None:
    assert abs(entry["points"] - _sum(entry, PROJECT) - 1) <= 0.5


def test_projects_are_enough_for_three_rounds() -> None:
    for seats, least in ((2, 15), (3, 18), (4, 21)):
        assert sum(entry["from_seats"] <= seats for entry in _of("project")) == least
        assert least >= 3 * (seats + 2)


def test_rings_have_asteroids_in_each_zone() -> None:
    zones = Counter((entry["ring"], entry["zone"]) for entry in _of("asteroid"))
    for zone in range(1, 6):
        assert zones["outer_ring", zone] == 2
        assert zones["intermediate_ring", zone] == 2
        assert zones["inner_ring", zone] == 1


def test_farther_rings_have_more_points() -> None:
    points = {
        ring: [entry["points"] for entry in _of("asteroid") if entry["ring"] == ring]
        for ring in ("outer_ring", "intermediate_ring", "inner_ring")
    }
    assert max(points["outer_ring"]) < min(points["intermediate_ring"])
    assert max(points["intermediate_ring"]) < min(points["inner_ring"])


def test_each_spacecraft_has_four_trades_that_no_other_has() -> None:
    trades = [trade for entry in _of("spacecraft") for trade in entry["trades"]]
    assert len(trades) == len(set(trades)) == 16
    assert set(trades) == {entry["id"] for entry in _of("bargain")}


def test_levels_of_research_rise_in_cost_and_points() -> None:
    for field in ("aerospace", "construction", "logistics"):
        levels = sorted((e for e in _of("research_level") if e["field"] == field), key=lambda entry: entry["level"])
        assert [entry["points"] for entry in levels] == [1, 3, 6]
        costs = [_sum(entry, WORTH) for entry in levels]
        assert costs == pytest.approx([costs[0], 2 * costs[0], 3 * costs[0]])


def _crossings(zone: int) -> int:
    """Zone separators on the shorter way from one of the entry zones."""
    return min(min((zone - entry) % 5, (entry - zone) % 5) for entry in BY_ID["board"]["entry_zones"])


def test_asteroids_are_worth_what_their_reason_says() -> None:
    text = _reason("asteroids")
    way = sum(_crossings(zone) for zone in range(1, 6)) / 5
    assert "(0.8, 3.8 or 8.8)" in text
    assert way == pytest.approx(0.8)
    rings = (("outer_ring", 6.8, 1.3), ("intermediate_ring", 9.8, 1.3), ("inner_ring", 17.3, 2))
    for (ring, middle, leeway), ice, more in zip(rings, (0, 3, 3 + 5), (0, 0, 2.5), strict=True):
        assert way + ice + PROJECT["probes"] + WORTH["influence"] + more == pytest.approx(middle)
        assert f"{middle}" in text
        assert f"give or take {leeway}" in text
        for entry in _of("asteroid"):
            if entry["ring"] == ring:
                assert abs(entry["points"] + 1.5 * _sum(entry, WORTH) - middle) <= leeway, entry["id"]


def test_trades_gain_what_their_reason_says() -> None:
    text = _reason("bargains")
    worth = {**WORTH, "alloy": COST["alloy_cost"], "alloys": COST["alloy_cost"]}
    gains = []
    for entry in _of("bargain"):
        parts = re.findall(r"(pay|gain) (\d+) (\w+)|gain_(alloys) (\d+)", entry["does"])
        assert len(parts) == entry["does"].count(";") + 1, entry["id"]
        spent = sum(int(n) * worth[what] for verb, n, what, _, _ in parts if verb == "pay")
        gained = sum(int(n) * worth[what] for verb, n, what, _, _ in parts if verb == "gain")
        gains.append(gained - spent + sum(int(n) * worth[what] for _, _, _, what, n in parts if what))
    assert (f"{min(gains):.1f}", f"{max(gains):.0f}") == ("0.4", "2")
    assert f"{sum(gains) / len(gains):.1f}" == "1.2"
    assert "0.4 more at least, 2 at most, 1.2 on average" in text


def test_one_facility_alone_gives_an_action_that_reassigns_a_worker() -> None:
    """Two of them, a worker going back and forth between them, would be credits without end."""
    texts = dict(map(_name_and_text, [*ENTRIES, *PROCEDURES]))
    leads = {"reassign"}
    while more := {name for name, text in texts.items() if leads & set(re.findall(r"\w+", text))} - leads:
        leads |= more
    # A location is activated by a part only through its procedure, by a leader or the assistant through `l.does`.
    leads -= {"take_turn", "use_assistant", "activation_phase", "play_game"}
    parts = {entry["id"] for entry in _of("ability")} & leads
    assert parts == {"contractors_action"}
    assert [entry["id"] for entry in (*FACILITIES, *BOARDS) if parts & set(entry["parts"])] == ["staff_agency"]


def _name_and_text(entry: dict[str, Any]) -> tuple[str, str]:
    """The id of an entry and what it does, by its head or by its keys."""
    head = next((key for key in entry if "(" in key), None)
    return (entry["id"], str(entry.get("does", ""))) if head is None else (head.partition("(")[0], str(entry[head]))


def _reason(name: str) -> str:
    return next(reason["text"] for reason in REASON_ENTRIES if reason["id"] == name)


def test_every_reason_is_written_and_used() -> None:
    named = {reason for entry in ENTRIES for reason in entry.get("reconstructed", {}).values()}
    assert named == REASONS
