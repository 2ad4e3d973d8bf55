"""Seats that the rules play: which they are, what a table may look like, what they are called, and who decides."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

import rulewright as rw
from rulewright.cli.screen.session import Session
from rulewright.core.model.events import Changed
from rulewright.core.model.game import Game
from rulewright.core.model.layout import FRAME, SEAT
from rulewright.core.run.steps import WrongSetup, start
from rulewright.observe.naming import option_key, option_title, seat_title, thing_name, thing_title
from rulewright.observe.words.events import sentences
from rulewright.observe.words.seats import with_seat_names
from rulewright.observe.words.table import table_lines
from rulewright.play.jobs.running import played
from rulewright.play.policies.playout import play_out
from rulewright.play.records.replay import (
    RecordedChoice,
    ReplayRefused,
    parse_replay,
    record,
    replay_of,
    replay_text,
    run_replay,
)
from rulewright.play.series.simulate import Series, SeriesJob
from tests.reference.games import both_of, small

GHOSTS = small("ghosts").game


def table(seats: int, ghosts: int) -> rw.State:
    return start(GHOSTS, seats=seats, seed=1, settings={"ghosts": ghosts})


# ---- The table


@pytest.mark.parametrize(("seats", "ghosts", "ruled"), [(2, 0, []), (2, 1, [1]), (4, 1, [3]), (4, 3, [1, 2, 3])])
def test_the_last_seats_are_ruled(seats: int, ghosts: int, ruled: list[int]) -> None:
    assert list(rw.ruled_seats(GHOSTS, table(seats, ghosts))) == ruled


def test_a_game_without_such_a_setting_has_no_ruled_seats() -> None:
    plain = small("together").game
    assert list(rw.ruled_seats(plain, start(plain, seats=3, seed=1))) == []


@pytest.mark.parametrize(("seats", "ghosts"), [(1, 1), (2, 2), (2, 3), (3, 3)])
def test_a_table_without_a_person_is_refused(seats: int, ghosts: int) -> None:
    said = f"'ghosts' is {ghosts}, so a table of {seats} has no seat left for a person"
    with pytest.raises(WrongSetup, match=said):
        table(seats, ghosts)


def test_all_at_the_table_count() -> None:
    with pytest.raises(WrongSetup, match="1 to 4 seats, not 5"):
        table(5, 2)


def test_a_saved_state_without_a_person_is_refused() -> None:
    saved = rw.save_state(GHOSTS, table(2, 1))
    assert rw.load_state(GHOSTS, saved) == table(2, 1)
    with pytest.raises(ValueError, match="settings: 'ghosts' is 2, so a table of 2 has no seat left"):
        rw.load_state(GHOSTS, {**saved, "settings": {**saved["settings"], "ghosts": 2}})


# ---- Names


def test_one_is_called_by_the_setting_and_several_are_numbered() -> None:
    one, three = (with_seat_names(GHOSTS, table(4, ghosts)) for ghosts in (1, 3))
    heads = [line for line in table_lines(one, table(4, 1), 0) if line.isupper()]
    assert heads == ["SEAT 1", "SEAT 2", "SEAT 3", "GHOST"]
    heads = [line for line in table_lines(three, table(4, 3), 0) if line.isupper()]
    assert heads == ["SEAT 1", "GHOST 1", "GHOST 2", "GHOST 3"]


def test_other_seats_keep_their_number_in_every_language() -> None:
    blueprint = with_seat_names(GHOSTS, table(3, 1)).blueprint
    assert [seat_title(blueprint, seat) for seat in range(3)] == ["seat 1", "seat 2", "Ghost"]
    assert [seat_title(blueprint, seat, "pl") for seat in range(3)] == ["gracz 1", "gracz 2", "Ghost"]
    assert [thing_title(blueprint, "seat", seat) for seat in range(-1, 3)] == ["none", "seat 1", "seat 2", "Ghost"]
    assert [thing_name(blueprint, "seat", seat) for seat in range(3)] == ["seat 1", "seat 2", "seat 3"]


def test_the_log_and_the_options_name_it_but_keys_do_not() -> None:
    session = Session(GHOSTS, ("human",), 1, {"ghosts": 1})
    session.start()
    session.choose_option(session.options()["draw_card"])
    told = [each.text for each in session.news(0)]
    assert "Ghost: Coin: 0 -> 2 (+2): Rattle" in told
    rob = session.options()["rob seat 2"]
    blueprint = session.game.blueprint
    site = session.state[2]
    assert option_title(blueprint, site, rob) == "rob: Ghost"
    assert option_title(GHOSTS.blueprint, site, rob) == "rob: seat 2"
    assert option_key(blueprint, site, rob) == "rob seat 2"
    haunted = next(family for family in blueprint.families if family.id == "haunted")
    assert list(sentences(session.game, [Changed(haunted.base, -1, 1)], 0)) == ["Haunted: Ghost"]


# ---- Who decides


def test_policies_play_only_the_other_seats() -> None:
    replay = record(GHOSTS, seats=3, seed=4, settings={"ghosts": 2})
    assert replay.seats == 3
    assert replay.policies == ("random",)
    assert {choice.seat for choice in replay.choices} == {1}


@pytest.mark.parametrize("suffix", [".json", ".yaml"])
def test_a_replay_records_the_table(suffix: str) -> None:
    replay = record(GHOSTS, seats=4, seed=4, settings={"ghosts": 2}, policies=("first", "random"))
    again = parse_replay(f"game{suffix}", replay_text(replay, suffix).encode())
    assert again == replay
    assert list(rw.ruled_seats(GHOSTS, run_replay(GHOSTS, again).state)) == [2, 3]


def test_a_replay_that_names_a_policy_for_a_ruled_seat_is_refused() -> None:
    with pytest.raises(ReplayRefused, match="the replay has 1 deciding seat, but names 2"):
        replay_of(GHOSTS, seats=2, seed=1, settings={"ghosts": 1}, choices=[], policies=("random", "random"))


def test_a_session_goes_on_from_its_save(tmp_path: Path) -> None:
    session = Session(GHOSTS, ("human",), 1, {"ghosts": 2})
    session.start()
    session.choose_option(session.options()["draw_card"])
    session.save(tmp_path / "game.json")
    replay = parse_replay("game.json", (tmp_path / "game.json").read_bytes())
    again = Session(GHOSTS, replay.policies, replay.seed, dict(replay.settings))
    again.resume(replay)
    assert again.state == session.state
    assert again.game.blueprint == session.game.blueprint


# ---- Rules that ask such a seat all the same

ASKING = """\
kind: content
settings:
  - {id: ghosts, title: {en: Ghost}, values: 0..2, default: 1, ruled_seats: true}
counters:
  - {id: coin, per: [seat], min: 0, max: 9}
procedures:
  - id: play
    does: |
      repeat 3:
        for each s in seat:
          ask s:
            choose:
              take: gain 1 coin
              leave: nothing
        ask each:
          choose:
            keep: nothing
            gain_more: gain 1 coin
scoring:
  - {id: coins, title: {en: Coins}, amount: coin}
"""


def asking() -> Game:
    return both_of(ASKING, low=2, high=3).game


def test_a_ruled_seat_that_is_asked_takes_the_first_option() -> None:
    game = asking()
    state = play_out(game, seats=3, seed=3, settings={"ghosts": 2}).state
    assert [row["total"] for row in rw.scores(game, state)][1:] == [3, 3]


def test_a_simulation_a_recording_and_a_session_do_not_stop_at_it() -> None:
    game = asking()
    report = played(SeriesJob(Series(3, 2, policies=("random",)), (lambda: game,))).merged
    assert [row[1] for result in report.results for row in [result.scores]] == [(3,)] * 3
    replay = record(game, seats=2, seed=1)
    assert {choice.seat for choice in replay.choices} == {1, 2}
    assert run_replay(game, replay).state[FRAME] is None
    session = Session(game, ("human",), 1, {})
    session.start()
    rng = random.Random(1)
    while True:
        session.run_bots()
        if session.is_over:
            break
        assert session.state[SEAT] == 0
        session.choose_option(rng.choice(list(session.options().values())))
    assert RecordedChoice(2, "take") in session.choices
