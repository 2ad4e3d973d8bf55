"""The chart at the end of a game: over rounds where the game counts them, else over choices; its axis says which."""

from __future__ import annotations

import re
from functools import cache
from itertools import pairwise

from tests.unit.table.serve.visitors import visiting


def chart_of(page: str) -> tuple[list[int], str, str, str]:
    """How many points each curve has, what is counted from left to right, up to where, and the words below."""
    counts = [len(each.split()) for each in re.findall(r'<polyline[^>]*points="([^"]*)"', page)]
    found = re.search(r'class="counted">([^<]*)</text>.*?class="to">([^<]*)<', page)
    told = re.search(r"<figcaption>([^<]*)<", page)
    assert found is not None
    assert told is not None
    return counts, found[1], found[2], told[1]


@cache
def finished(ruleset: str) -> str:
    """The page of a game that bots have played."""
    with visiting(names=(ruleset,)) as visitor:
        links = visitor.new_table(ruleset, ("random", "random"))
        watch = re.search(r'href="(/t/\d+/watch/[^"]+)"', visitor.get(links).text)
        assert watch is not None
        return str(visitor.get(watch[1]).text)


def test_a_game_that_counts_rounds_has_a_point_for_the_end_of_each() -> None:
    counts, counted, last, told = chart_of(finished("skymines"))
    assert counted == "Round"
    assert counts == [int(last) + 1] * 2
    assert told == f"Totals over the game: Round 0 to {last}"


def test_the_chart_is_opened_by_who_wants_it_so_that_the_last_board_is_in_sight() -> None:
    page = finished("skymines")
    opened = re.search(r'<details class="course" id="course"><summary>[^<]+</summary>(.*?)</details>', page, re.DOTALL)
    assert opened is not None
    assert '<figure class="chart">' in opened[1]


def test_scores_are_in_the_order_in_which_the_table_has_what_they_count() -> None:
    page = finished("skymines")
    companies = ["Skymine", "Minerva", "Astrogo", "Tawac"]
    rows = re.findall(r'<th scope="row">([^<]+)<', page)[:8]
    assert rows == ["Cash", *companies, "Helium-3", "Research", "Total"]
    table = page[page.rindex(">Companies<") :]
    places = [table.index(f"{each} ") for each in companies]
    assert places == sorted(places)


def test_a_game_that_counts_no_rounds_has_points_for_choices() -> None:
    counts, counted, last, told = chart_of(finished("tutorial"))
    assert counted == "Choices"
    assert counts == [int(last) + 1] * 2
    assert "choice by choice" in told


def test_names_at_the_ends_of_curves_do_not_lie_on_each_other() -> None:
    with visiting(names=("tutorial",)) as visitor:
        links = visitor.new_table("tutorial", ("first", "first", "first"))
        watch = re.search(r'href="(/t/\d+/watch/[^"]+)"', visitor.get(links).text)
        assert watch is not None
        page = str(visitor.get(watch[1]).text)
    heights = sorted(float(each) for each in re.findall(r'<text class="end" x="[^"]*" y="([^"]*)"', page))
    assert len(heights) == 3
    assert [(low, high) for low, high in pairwise(heights) if low + 4.9 > high] == [], heights
    assert -1 <= heights[0] <= heights[-1] <= 41.5
    view = re.search(r'viewBox="(\S+) \S+ (\S+) \S+"', page[page.index('<figure class="chart">') :])
    assert view is not None
    names = re.findall(r'<text class="end" x="([^"]*)"[^>]*>([^<]*)<', page)
    assert [(x, name) for x, name in names if float(x) + 2.7 * len(name) > float(view[1]) + float(view[2])] == []
