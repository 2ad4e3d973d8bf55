"""The Belt of Skymines fits what the documents tell, and can be drawn and played on all four sides alike."""

from __future__ import annotations

import heapq
from typing import Any

import pytest

from tests.reference.checkout import RULESETS, data_of
from tests.unit.skymines_data.drawing import crossings, touched

SKYMINES = RULESETS / "skymines"
COMPANIES = ("skymine", "minerva", "astrogo", "tawac")
REWARDS = ("coins", "tank", "track", "research")

# What the documents name (EN Belt, EN Threat cards).
TOLD_ASTEROIDS = {1, 4, 10, 14, 15, 18}
TOLD_SHUTTLE_SPACES = {11, 13, 16, 19}


def _read(name: str) -> Any:
    return data_of(SKYMINES / name)


PLACES = {
    place["id"]: place for name in ("asteroids", "shuttle_spaces") for place in _read(f"belt/{name}.yaml")["components"]
}
NUMBERED = {place["number"]: place for place in PLACES.values() if "number" in place}
ASTEROIDS = {number: place for number, place in NUMBERED.items() if not place.get("for_shuttle", False)}
SHUTTLE_SPACES = {number: place for number, place in NUMBERED.items() if place.get("for_shuttle", False)}
STATIONS = {place["station"]: place for place in PLACES.values() if "station" in place}
MAP = _read("belt/map.yaml")["maps"][0]
EXTRA = {frozenset(border["between"]): border["extra"] for border in MAP["borders"]}
STATION_PIECES = _read("belt/stations.yaml")["components"]
COLUMNS = [each for each in STATION_PIECES if each["kind"] == "home_column"]
PIECES = [each for each in STATION_PIECES if each["kind"] == "outpost"]
RULES = _read("rules.yaml")["rules"]
DOCUMENTS = {document["id"] for document in _read("ruleset.yaml")["documents"]}
REASONS = {
    reason["id"] for name in ("belt/reasons.yaml", "base/reasons_tracks.yaml") for reason in _read(name)["reasons"]
}


def _neighbours(place: str) -> dict[str, int]:
    return {next(iter(pair - {place})): extra for pair, extra in EXTRA.items() if place in pair}


def _distances(company: str) -> dict[str, int]:
    """The energy points it takes to come from the company's station to each place of an empty Belt."""
    found: dict[str, int] = {}
    queue = [(0, f"{company}_station")]
    while queue:
        points, place = heapq.heappop(queue)
        if place in found:
            continue
        found[place] = points
        for other, extra in _neighbours(place).items():
            if "number" in PLACES[other]:
                heapq.heappush(queue, (points + 1 + extra, other))
    del found[f"{company}_station"]
    return found


def test_asteroids_and_shuttle_spaces_share_one_row_of_numbers() -> None:
    assert sorted(NUMBERED) == list(range(1, 27))
    assert [(number, place) for number, place in ASTEROIDS.items() if place["id"] != f"asteroid_{number}"] == []
    assert [(number, place) for number, place in SHUTTLE_SPACES.items() if place["id"] != f"shuttle_{number}"] == []
    assert sorted(STATIONS) == sorted(COMPANIES)


def test_the_numbers_that_are_told_are_asteroids_and_shuttle_spaces() -> None:
    assert ASTEROIDS.keys() >= TOLD_ASTEROIDS
    assert SHUTTLE_SPACES.keys() >= TOLD_SHUTTLE_SPACES


def test_a_number_is_claimed_as_told_only_where_it_is() -> None:
    claimed = {number for number, place in NUMBERED.items() if "number" not in place["reconstructed"]}
    assert claimed == TOLD_ASTEROIDS | TOLD_SHUTTLE_SPACES


def test_a_flight_path_joins_two_asteroids_or_a_station_and_an_asteroid() -> None:
    asteroids = {place["id"] for place in ASTEROIDS.values()}
    assert len(EXTRA) == len(MAP["borders"])
    assert [pair for pair in EXTRA if len(pair & asteroids) != 1] == []
    ends = [frozenset(_neighbours(place["id"])) for place in SHUTTLE_SPACES.values()]
    assert [each for each in ends if len(each) != 2] == []
    assert len(set(ends)) == len(ends)


def test_some_parts_of_flight_paths_show_an_additional_icon_but_never_both_of_one() -> None:
    assert set(EXTRA.values()) == {0, 1}
    assert [place for place in SHUTTLE_SPACES.values() if sum(_neighbours(place["id"]).values()) > 1] == []


def test_places_stand_on_the_drawing_and_each_at_its_own_point() -> None:
    points = [(place["x"], place["y"]) for place in PLACES.values()]
    assert [(x, y) for x, y in points if not (0 <= x <= 100 and 0 <= y <= 100)] == []
    assert len(set(points)) == len(points)


def test_flight_paths_drawn_as_straight_lines_cross_nowhere() -> None:
    assert crossings(PLACES, EXTRA) == []
    assert touched(PLACES, EXTRA) == []


def test_the_centre_of_the_board_is_free_for_a_threat_card_between_11_and_16() -> None:
    assert [place for place in PLACES.values() if max(abs(place["x"] - 50), abs(place["y"] - 50)) < 12] == []
    one, other = SHUTTLE_SPACES[11], SHUTTLE_SPACES[16]
    assert (one["x"] + other["x"], one["y"] + other["y"]) == (100, 100)


def test_numbers_run_about_from_the_top_to_the_bottom() -> None:
    """No number stands much lower than a number 8 or more above it."""
    for low, place in NUMBERED.items():
        assert [high for high in NUMBERED if high >= low + 8 if place["y"] >= NUMBERED[high]["y"]] == []


def test_the_expansion_example_costs_one_two_two_and_one() -> None:
    """From 18, where Minerva is, to 19, over the additional icon to 14, to 13 with an oust, and to 18 again."""
    assert _neighbours("shuttle_19") == {"asteroid_18": 0, "asteroid_14": 1}
    assert _neighbours("shuttle_13")["asteroid_14"] == 0
    assert ASTEROIDS[18]["spaces"] >= 2


def test_the_rewards_of_the_expansion_example_are_as_printed() -> None:
    assert {name: ASTEROIDS[14][name] for name in REWARDS if name in ASTEROIDS[14]} == {"coins": 1, "research": 1}
    assert SHUTTLE_SPACES[13]["track"] == 1
    assert "track" not in SHUTTLE_SPACES[19]


def test_the_field_scientist_example_finds_three_gas_collectors() -> None:
    assert {number for number in (10, 15) if "tank" in ASTEROIDS[number]} == {10, 15}
    assert {number: place["linked"] for number, place in ASTEROIDS.items() if "linked" in place} == {1: 2, 15: 2}


@pytest.mark.parametrize("company", COMPANIES)
def test_every_space_can_be_reached_from_a_station(company: str) -> None:
    assert _distances(company).keys() == {place["id"] for place in NUMBERED.values()}


def test_each_station_leads_to_two_asteroids_plainly_and_to_a_third_dearly() -> None:
    assert [station for station in STATIONS.values() if sorted(_neighbours(station["id"]).values()) != [0, 0, 1]] == []


def test_no_station_is_much_farther_from_the_spaces_than_another() -> None:
    sums = [sum(_distances(company).values()) for company in COMPANIES]
    assert max(sums) - min(sums) <= 4, sums


@pytest.mark.parametrize("points", [2, 4, 6])
def test_every_station_finds_about_as_much_near_it(points: int) -> None:
    near = [
        sum(
            PLACES[place].get(name, 0)
            for place, far in _distances(company).items()
            if far <= points
            for name in REWARDS
        )
        for company in COMPANIES
    ]
    assert max(near) - min(near) <= 3, near


def test_every_company_comes_to_the_centre_with_as_many_points() -> None:
    assert len({min(_distances(company)[f"shuttle_{number}"] for number in (11, 16)) for company in COMPANIES}) == 1


def test_outpost_spaces_are_fewer_than_outposts_and_shuttle_spaces_fewer_than_shuttles() -> None:
    outposts = sum(piece["copies"] for piece in PIECES if not piece.get("shuttle", False))
    shuttles = sum(piece["copies"] for piece in PIECES if piece.get("shuttle", False))
    assert (outposts, shuttles) == (4 * 12, 4 * 5)
    assert outposts // 2 < sum(place["spaces"] for place in ASTEROIDS.values()) < outposts
    assert shuttles // 2 < len(SHUTTLE_SPACES) < shuttles


def test_about_half_of_the_shuttle_spaces_show_the_track_icon() -> None:
    assert abs(2 * sum("track" in place for place in SHUTTLE_SPACES.values()) - len(SHUTTLE_SPACES)) <= 2


def test_reward_screens_give_two_kinds_of_reward_and_two_or_three_in_all() -> None:
    for place in ASTEROIDS.values():
        given = [place[name] for name in REWARDS if name in place]
        assert len(given) == 2
        assert sum(given) in (2, 3)


@pytest.mark.parametrize("company", COMPANIES)
def test_a_station_has_outposts_on_two_outer_columns_and_shuttles_on_the_middle_one(company: str) -> None:
    columns = [column for column in COLUMNS if column["company"] == company]
    assert [column["spaces"] for column in columns] == [6, 5, 6]
    assert [column.get("shuttles", False) for column in columns] == [False, True, False]
    assert [column for column in columns if len(column["coins"]) != column["spaces"]] == []
    assert sum(columns[0]["coins"]) != sum(columns[2]["coins"])
    assert sum(sum(column["coins"]) for column in columns) == 13


def test_only_the_crossed_out_home_space_shows_two_coins() -> None:
    assert [column for column in COLUMNS if not (column["coins"][-1] == 2 and max(column["coins"][:-1]) <= 1)] == []


def test_an_entry_says_where_it_comes_from() -> None:
    for entry in [*PLACES.values(), *COLUMNS, MAP]:
        assert entry["source"]["doc"] in DOCUMENTS, entry
        assert set(entry["reconstructed"].values()) <= REASONS, entry
        assert set(entry.get("rules", ())) <= RULES.keys(), entry
