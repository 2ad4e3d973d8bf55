"""What lines of the log light: things that are drawn, and nothing that is hidden from who reads them."""

from __future__ import annotations

import random
import re

import pytest

from rulewright.observe.sight.places import place_of
from rulewright.observe.sight.sight import may_see
from rulewright.play.session.moments import ONLOOKER
from rulewright.table.serve.highlights import lights_of
from rulewright.table.serve.live import LiveTable
from tests.properties.test_served_pages import move
from tests.unit.table.serve.visitors import Visitor, visiting


def test_a_move_lights_the_piece_and_the_place_it_has_come_to() -> None:
    with visiting() as visitor:
        seat = visitor.new_table()
        page = visitor.choose(seat, "snatch").text
        line = re.search(r'<li data-lights="([^"]*)" tabindex="-1">[^<]*: Pier → Beak', page)
        assert line is not None, page
        piece, zone = (each.split("=") for each in line[1].split())
        assert f'data-piece="{piece[1]}"' in page
        assert f'data-zone="{zone[1]}"' in page


def test_a_move_along_a_border_lights_where_it_begins_and_where_it_leads() -> None:
    with visiting(names=("draughts",)) as visitor:
        one = visitor.seat_path(visitor.new_table("draughts", ("human", "human")), 1)
        page = visitor.choose(one, "1").text
        line = re.search(r'<li data-lights="([^"]*)" tabindex="-1">.*?Man ([a-h]\d) - ([a-h]\d)', page)
        assert line is not None, page
        assert {f"about={line[2]}", f"about={line[3]}"} <= {*line[1].split()}


def test_how_a_game_ends_for_a_seat_is_told_and_no_number_that_lights_nothing() -> None:
    with visiting(names=("nim",)) as visitor:
        made = visitor.new_table("nim", ("human", "human"), seed="4")
        place = visitor.site.tables.find(int(made.split("/")[2]))
        assert place is not None
        for _ in range(99):
            if place.live.is_over:
                break
            move(place.live, random.Random(1))
        lines = [line for _, _, told, _ in place.live.told(0, "en") for line in told]
        said = [each.text for each in lines]
        assert [text for text in said if "out" in text or "lost" in text], said
        assert "place of the seat" not in str(lines)
        lit = [each for line in lines for each in lights_of(place.live.game, line.events, 0).split()]
        assert [each for each in lit if not re.fullmatch(r"\w+=\S+", each)] == []
        assert "Matches (Long row): 7 → 2 (\u22125)" in visitor.get(visitor.seat_path(made, 1)).text


@pytest.mark.sampled(1)
@pytest.mark.parametrize("ruleset", ["skymines", "ceres"])
def test_only_pieces_that_a_seat_sees_or_saw_are_named_to_it(ruleset: str) -> None:
    with visiting(names=(ruleset,)) as visitor:
        live = table_of(visitor, ruleset)
        rng = random.Random(8)
        viewers = (ONLOOKER, 0, 1)
        seen: dict[int, set[str]] = {each: set() for each in viewers}
        named = 0
        for _ in range(90):
            for each in viewers:
                seen[each] |= pieces_seen(live, each)
                lines = [line for _, _, lines, _ in live.told(each, "en") for line in lines]
                told = {lights_of(live.game, line.events, each) for line in lines}
                pieces = {name for name in " ".join(told).split() if re.match(r"piece=p\d", name)}
                assert pieces <= seen[each], f"viewer {each} after {len(live.moments)} choices"
                named += len(pieces)
            if not live.is_over:
                move(live, rng)
        assert named


def pieces_seen(live: LiveTable, seat: int) -> set[str]:
    """The pieces that lie where somebody sees them, as lines would name them."""
    blueprint, state = live.game.blueprint, live.state_for(seat)
    places = [place_of(blueprint, state[blueprint.piece_zone + piece]) for piece in range(len(blueprint.pieces))]
    return {
        f"piece=p{piece}"
        for piece, place in enumerate(places)
        if place is not None and may_see(live.game, state, place.family, place.indexes, seat)
    }


def table_of(visitor: Visitor, ruleset: str) -> LiveTable:
    made = visitor.new_table(ruleset, ("human", "human"), seed="4")
    place = visitor.site.tables.find(int(made.split("/")[2]))
    assert place is not None
    return place.live
