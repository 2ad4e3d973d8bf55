"""What others did, step by step: seats that rules play, bots, several who answer at once; nothing hidden is shown."""

from __future__ import annotations

import random
import re
from dataclasses import replace
from itertools import pairwise

import pytest

from rulewright.core.model.events import Opened
from rulewright.core.model.game import State
from rulewright.observe.sight.view import view_of
from rulewright.table.serve import links
from rulewright.table.serve.live import LiveTable
from rulewright.table.serve.steps import SeatUpdate, begin_of_steps, state_in, steps_of
from tests.properties.test_served_pages import move
from tests.unit.table.serve.visitors import Visitor, visiting

LUNA = {"module": ["moon", "luna"], "setting-luna": "1"}


def table(visitor: Visitor, ruleset: str, seats: tuple[str, ...], **more: object) -> LiveTable:
    made = visitor.new_table(ruleset, seats, **more)
    place = visitor.site.tables.find(int(made.split("/")[2]))
    assert place is not None
    return place.live


def play_until(live: LiveTable, rng: random.Random, enough: int) -> None:
    """Play until somebody has been told so many steps of others."""
    for _ in range(300):
        if live.is_over or len(steps_of(live, 0, "en", begin_of_steps(live, 0))) >= enough:
            return
        move(live, rng)


def test_the_turn_of_a_seat_that_nobody_decides_for_is_several_steps() -> None:
    with visiting(names=("skymines",)) as visitor:
        live = table(visitor, "skymines", ("human",), **LUNA)
        play_until(live, random.Random(2), 4)
        steps = steps_of(live, 0, "en", begin_of_steps(live, 0))
        assert len(steps) >= 4
        assert {each.choice for each in steps} == {live.seen_until}, "it all followed one choice"
        assert [line for line in steps[0].lines if "Luna: " in line.text], steps[0].lines
        ends = [each.events for each in steps if each.events is not None]
        assert len(ends) == len(steps)
        assert ends == sorted(set(ends))
        views = [view_of(live.game, state_in(live, each), 0) for each in steps]
        for one, other in pairwise(views):
            shown = [(each.zones, each.counters, each.markers) for each in (one, other)]
            assert shown[0] != shown[1], "each shows another table"
        assert view_of(live.game, state_in(live, steps[-1]), 0) == view_of(live.game, live.state, 0)


@pytest.mark.sampled(1)
@pytest.mark.parametrize(
    ("ruleset", "seats", "more"),
    [("tutorial", ("human", "human"), {}), ("ceres", ("human", "human"), {}), ("skymines", ("human",), LUNA)],
)
def test_the_table_in_between_comes_to_what_the_rules_made_of_it(
    ruleset: str, seats: tuple[str, ...], more: dict[str, object]
) -> None:
    rng = random.Random(f"between {ruleset}")
    with visiting(names=(ruleset,)) as visitor:
        live = table(visitor, ruleset, seats, **more)
        for _ in range(60):
            if not live.is_over:
                move(live, rng)
        compared = 0
        for number, end in enumerate(live.counted[1:], 1):
            if live.moments[end - 1].sealed:
                continue
            found = view_of(live.game, happened(live, number), 0)
            wanted = view_of(live.game, live.state_at(end), 0)
            assert (found.counters, found.markers) == (wanted.counters, wanted.markers)
            assert {name: sorted_zones(each) for name, each in found.zones.items()} == {
                name: sorted_zones(each) for name, each in wanted.zones.items()
            }
            compared += 1
        assert compared > 10


def happened(live: LiveTable, number: int) -> State:
    """The table after a choice as its events alone make it, without the rules."""
    at = live.counted[number] - 1
    moment = live.moments[at]
    live.moments[at] = replace(moment, events=(*moment.events, Opened()))
    try:
        return state_in(live, SeatUpdate(number, len(moment.events), ()))
    finally:
        live.moments[at] = moment


def sorted_zones(zones: dict[tuple[str, ...], tuple[str | None, ...]]) -> dict[tuple[str, ...], list[str]]:
    return {name: sorted(map(str, pieces)) for name, pieces in zones.items()}


def test_a_page_shows_one_step_with_what_it_is_about_and_leads_on_and_back() -> None:
    with visiting(names=("skymines",)) as visitor:
        live = table(visitor, "skymines", ("human",), **LUNA)
        path = links.path(visitor.site.secret, live.record.id, "1")
        assert "Watch step by step" not in visitor.get(path).text
        play_until(live, random.Random(2), 4)
        assert 'href="steps"' in visitor.get(path).text
        page = visitor.get(f"{path}steps").text
        last = len(steps_of(live, 0, "en", begin_of_steps(live, 0)))
        assert f"Step 1 of {last}" in page
        assert 'id="step-back"' not in page
        following = re.findall(r'id="step-on" href="([^"]+)"', page)[0].replace("&amp;", "&")
        page = visitor.get(path + following).text
        assert f"Step 2 of {last}" in page
        assert 'id="step-back"' in page
        page = visitor.get(re.sub(r"at=\d+", f"at={last}", path + following)).text
        assert 'id="step-on"' not in page
        assert 'id="step-end"' in page
        assert 'name="option"' not in page, "nothing is chosen while looking back"


def test_where_others_did_nothing_the_table_is_shown_as_it_is() -> None:
    with visiting() as visitor:
        path = visitor.new_table("tutorial", ("human", "random"))
        assert 'class="board" method="post"' in visitor.get(f"{path}steps?from=9999").text


def test_steps_tell_no_seat_what_another_has_hidden() -> None:
    with visiting(names=("skymines",)) as visitor:
        live = table(visitor, "skymines", ("human", "human"), seed="4")
        rng = random.Random(5)
        for _ in range(60):
            move(live, rng)
        for seat in (-1, 0, 1):
            known = {line.text for _, _, lines, _ in live.told(seat, "en") for line in lines}
            steps = steps_of(live, seat, "en", 0)
            assert steps
            for line in (line.text for step in steps for line in step.lines):
                assert line in known or re.search(r"-?\d+ -> -?\d+", line), "sums of several changes alone are new"
