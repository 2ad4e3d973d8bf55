"""What a player of Ceres sees: prices, gains, open slots, and whose marker moves."""

from __future__ import annotations

from functools import cache

import pytest

from rulewright.core.model.game import Game, State
from rulewright.core.model.layout import OPTIONS, SEAT, SITE
from rulewright.core.run.build import make_build
from rulewright.core.run.steps import start, step
from rulewright.native.loading import load_game
from rulewright.observe.naming import option_key
from rulewright.observe.words.events import sentences
from rulewright.observe.words.table import details, table_lines


@cache
def game() -> Game:
    return load_game("ceres")


def begun() -> State:
    return start(game(), seats=3, seed=1)


def table() -> list[str]:
    return [" ".join(line.split()) for line in table_lines(game(), begun(), 0, width=400)]


def test_favors_tell_what_they_do_and_cost_the_printed_grant_too() -> None:
    lines = table()
    assert "Mars Droid - Once, in place of a worker, on any own outstation; for 2 ore" in lines
    assert [line for line in lines if line.startswith("Special Grant - ") and line.endswith("; for 1 credit")], lines


def test_open_slots_stand_beside_each_location() -> None:
    assert "Trade Bureau 3 -" in table()


def test_what_can_be_bought_is_shown_with_its_price_and_what_it_gives() -> None:
    assert (
        "Hull Works (5) - factory, 5 points, for 2 alloys, 1 ceramics; gives 1 ceramics; Manufacture, 1 energy: launch"
        in (table())
    )
    assert " points for " in "\n".join(table())


@pytest.mark.parametrize(
    ("card", "told"),
    [
        ("fusion_reactor", "; gives 2 energy; "),
        ("main_office", "; gives 1 influence, 2 credits; "),
        ("archive_vault", "; gives 1 influence; "),
    ],
)
def test_a_facility_says_that_it_gives_whatever_it_gives(card: str, told: str) -> None:
    names = game().blueprint.domains["facility"].names
    assert told in details(game(), begun(), 0, "facility", names.index(card))


def test_whose_leader_and_whose_marker_moves_is_told() -> None:
    code = game().traced_code
    assert code is not None
    build = make_build(game().blueprint, code, traced=True)
    state = start(game(), seats=3, seed=1, build=build)
    assert build.events is not None
    while state[SEAT] == 0:
        build.events.clear()
        keys = {option_key(game().blueprint, state[SITE], each): each for each in state[OPTIONS]}
        step(game(), state, keys.get("pass_round", state[OPTIONS][0]), build=build)
        told = list(sentences(game(), build.events, 1))
    assert [line for line in told if line.startswith("seat 1: Order marker: Player order")], told
