"""The Moon of Skymines fits what the documents tell, and can be drawn and played on all four sides alike."""

from __future__ import annotations

import heapq
from collections import Counter
from typing import Any

import pytest

from tests.reference.checkout import RULESETS, data_of
from tests.unit.skymines_data.drawing import crossings, touched

SKYMINES = RULESETS / "skymines"
COMPANIES = ("skymine", "minerva", "astrogo", "tawac")
STRUCTURES = ("coins", "tank", "track", "research")

# Where the outposts of campaign chapter 3 stand (EN Campaign).
HOME = {"skymine": (6, 19, 20), "minerva": (16, 21, 23), "astrogo": (1, 7, 11), "tawac": (2, 3, 4)}


def _read(name: str) -> Any:
    return data_of(SKYMINES / name)


PLACES = {place["id"]: place for place in _read("moon/sectors.yaml")["components"]}
SECTORS = {place["number"]: place for place in PLACES.values() if "station" not in place}
SECTOR_IDS = frozenset(place["id"] for place in SECTORS.values())
STATIONS = {place["station"]: place for place in PLACES.values() if "station" in place}
MAP = _read("moon/map.yaml")["maps"][0]
LINES = {frozenset(border["between"]): border["lines"] for border in MAP["borders"]}
COLUMNS = [each for each in _read("moon/stations.yaml")["components"] if each["kind"] == "home_column"]
RULES = _read("rules.yaml")["rules"]
DOCUMENTS = {document["id"] for document in _read("ruleset.yaml")["documents"]}
REASONS = {
    reason["id"] for name in ("moon/reasons.yaml", "base/reasons_tracks.yaml") for reason in _read(name)["reasons"]
}

# From where the expansion example enters sector 24 is not told; it is one of these.
EXAMPLE_WAY = frozenset({"minerva_station", "sector_21", "sector_16"})


def _sector(number: int) -> str:
    return f"sector_{number}"


def _station(company: str) -> str:
    return f"{company}_station"


def _neighbours(place: str) -> dict[str, int]:
    return {next(iter(pair - {place})): lines for pair, lines in LINES.items() if place in pair}


def _distances(company: str) -> dict[str, int]:
    """The energy points that each sector is away from the company's station on an empty Moon."""
    found: dict[str, int] = {}
    queue = [(0, _station(company))]
    while queue:
        points, place = heapq.heappop(queue)
        if place in found:
            continue
        found[place] = points
        for other, lines in _neighbours(place).items():
            if other in SECTOR_IDS:
                heapq.heappush(queue, (points + lines, other))
    del found[_station(company)]
    return found


def _value(place: str) -> int:
    return sum(PLACES[place].get(structure, 0) for structure in STRUCTURES)


def test_the_moon_has_24_numbered_sectors_and_4_stations() -> None:
    assert sorted(SECTORS) == list(range(1, 25))
    assert [(number, place) for number, place in SECTORS.items() if place["id"] != _sector(number)] == []
    assert sorted(STATIONS) == sorted(COMPANIES)
    assert [(company, place) for company, place in STATIONS.items() if place["id"] != _station(company)] == []


def test_every_border_joins_two_known_places_once_with_one_or_two_lines() -> None:
    assert len(LINES) == len(MAP["borders"])
    assert [pair for pair in LINES if not (len(pair) == 2 and pair <= PLACES.keys())] == []
    assert set(LINES.values()) == {1, 2}


def test_stations_do_not_touch_each_other() -> None:
    assert [pair for pair in LINES if not pair & SECTOR_IDS] == []


def test_places_stand_on_the_drawing_and_each_at_its_own_point() -> None:
    points = [(place["x"], place["y"]) for place in PLACES.values()]
    assert [(x, y) for x, y in points if not (0 <= x <= 100 and 0 <= y <= 100)] == []
    assert len(set(points)) == len(points)


def test_borders_drawn_as_straight_lines_cross_nowhere() -> None:
    """A plane drawing proves that the map is planar."""
    assert crossings(PLACES, LINES) == []


def test_no_place_stands_on_a_border_of_others() -> None:
    assert touched(PLACES, LINES) == []


def test_each_station_stands_at_an_edge_of_its_own() -> None:
    edges = {
        company: min(
            (station["x"], "left"), (100 - station["x"], "right"), (station["y"], "top"), (100 - station["y"], "bottom")
        )
        for company, station in STATIONS.items()
    }
    assert {edge for _, edge in edges.values()} == {"left", "right", "top", "bottom"}
    assert [distance for distance, _ in edges.values() if distance > 3] == []


@pytest.mark.parametrize("company", COMPANIES)
def test_every_sector_can_be_reached_from_a_station(company: str) -> None:
    assert _distances(company).keys() == SECTOR_IDS


def test_two_enclaves_touch_their_surrounding_sector_alone() -> None:
    enclaves = {place: _neighbours(place) for place in SECTOR_IDS if len(_neighbours(place)) == 1}
    assert len(enclaves) == 2
    around = [next(iter(neighbours)) for neighbours in enclaves.values()]
    assert set(around) <= SECTOR_IDS
    assert len(set(around)) == 2


def test_the_lines_crossed_in_the_expansion_example_are_single_single_and_double() -> None:
    assert LINES[frozenset({"minerva_station", "sector_21"})] == 1
    assert LINES[frozenset({"sector_21", "sector_16"})] == 1
    ways_to_24 = {other: lines for other, lines in _neighbours("sector_24").items() if other in EXAMPLE_WAY}
    assert ways_to_24
    assert set(ways_to_24.values()) == {2}


def test_the_expansion_example_costs_five_points_with_the_oust() -> None:
    way = [("minerva_station", "sector_21"), ("sector_21", "sector_16"), ("sector_16", "sector_24")]
    assert sum(LINES[frozenset(step)] for step in way) + 1 == 5


def test_no_cheaper_way_lets_the_expansion_example_keep_a_point() -> None:
    assert _distances("minerva")["sector_16"] == 2
    assert min(lines for other, lines in _neighbours("sector_24").items() if other in EXAMPLE_WAY) == 2


def test_a_skymine_outpost_can_stand_in_sector_24_early() -> None:
    assert _distances("skymine")["sector_24"] <= 3


def test_the_sectors_of_the_expansion_example_give_1_coin_and_3_research_points() -> None:
    given: Counter[str] = Counter()
    for number in (21, 16, 24):
        structures = {name: SECTORS[number][name] for name in STRUCTURES if SECTORS[number].get(name, 0)}
        assert len(structures) == 1
        given.update(structures)
    assert given == {"coins": 1, "research": 3}
    assert sorted(SECTORS[number].get("research", 0) for number in (21, 16, 24)) == [0, 1, 2]


@pytest.mark.parametrize("company", COMPANIES)
def test_the_home_sectors_lie_near_their_own_station(company: str) -> None:
    own = _distances(company)
    for number in HOME[company]:
        others = [_distances(other)[_sector(number)] for other in COMPANIES if other != company]
        assert own[_sector(number)] <= 2
        assert own[_sector(number)] < min(others)


@pytest.mark.parametrize("company", COMPANIES)
def test_the_home_sectors_hang_together_with_their_station(company: str) -> None:
    mine = {_station(company), *map(_sector, HOME[company])}
    seen: set[str] = set()
    todo = {_station(company)}
    while todo:
        place = todo.pop()
        seen.add(place)
        todo |= (_neighbours(place).keys() & mine) - seen
    assert seen == mine


def test_structures_give_1_or_2_and_research_stations_up_to_3() -> None:
    for sector in SECTORS.values():
        assert [name for name in ("coins", "tank", "track") if sector.get(name, 1) not in (1, 2)] == []
        assert sector.get("research", 1) in (1, 2, 3)


def test_every_sector_has_one_or_two_structures() -> None:
    kinds = {number: sum(name in sector for name in STRUCTURES) for number, sector in SECTORS.items()}
    assert set(kinds.values()) == {1, 2}
    assert sum(kind == 2 for kind in kinds.values()) >= 8


def test_the_four_kinds_of_structure_are_about_as_many() -> None:
    many = [sum(name in sector for sector in SECTORS.values()) for name in STRUCTURES]
    assert max(many) - min(many) <= 5
    totals = [sum(sector.get(name, 0) for sector in SECTORS.values()) for name in STRUCTURES]
    assert max(totals) - min(totals) <= 5


@pytest.mark.parametrize("company", COMPANIES)
def test_a_company_can_come_to_control_three_or_four_gas_collectors(company: str) -> None:
    near = [place for place, points in _distances(company).items() if points <= 4 and "tank" in PLACES[place]]
    assert len(near) >= 3


def test_no_station_is_much_farther_from_the_sectors_than_another() -> None:
    sums = [sum(_distances(company).values()) for company in COMPANIES]
    assert max(sums) - min(sums) <= len(SECTORS) // 3


def test_every_station_finds_about_as_much_within_three_and_four_points() -> None:
    for reach, spread in ((3, 2), (4, 4)):
        near = [
            sum(_value(place) for place, points in _distances(company).items() if points <= reach)
            for company in COMPANIES
        ]
        assert max(near) - min(near) <= spread, (reach, near)


def test_each_station_has_two_single_lines_and_one_double_line() -> None:
    assert [company for company in COMPANIES if sorted(_neighbours(_station(company)).values()) != [1, 1, 2]] == []


@pytest.mark.parametrize("company", COMPANIES)
def test_a_station_has_three_different_columns_of_five_home_spaces(company: str) -> None:
    columns = [column for column in COLUMNS if column["company"] == company]
    assert [column["id"] for column in columns] == [f"{company}_column_{number}" for number in (1, 2, 3)]
    assert [column["number"] for column in columns] == [1, 2, 3]
    assert [column for column in columns if not len(column["coins"]) == column["spaces"] == 5] == []
    assert len({sum(column["coins"]) for column in columns}) == 3


def test_only_the_crossed_out_home_space_shows_two_coins() -> None:
    assert [column for column in COLUMNS if not (column["coins"][-1] == 2 and max(column["coins"][:-1]) <= 1)] == []


@pytest.mark.parametrize("company", COMPANIES)
def test_a_share_comes_to_be_worth_6_and_8_and_at_most_15(company: str) -> None:
    values = {0}
    for column in COLUMNS:
        if column["company"] == company:
            tops = [sum(column["coins"][:taken]) for taken in range(6)]
            values = {value + top for value in values for top in tops}
    assert {6, 8} <= values
    assert max(values) == 15


def test_an_entry_says_where_it_comes_from() -> None:
    for entry in [*PLACES.values(), *COLUMNS, MAP]:
        assert entry["source"]["doc"] in DOCUMENTS, entry
        assert set(entry["reconstructed"].values()) <= REASONS, entry
        assert set(entry.get("rules", ())) <= RULES.keys(), entry
