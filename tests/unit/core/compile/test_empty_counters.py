"""A counter that starts as `none` may hold no number: in texts, for both back ends, in words and on pages."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import rulewright as rw
from rulewright.author.handbook.gathering import material_of
from rulewright.author.handbook.handbook_page import handbook
from rulewright.author.testing.extraction.outcome import outcome
from rulewright.author.testing.extraction.position import lines_between
from rulewright.core.run.atoms import LimitReached
from rulewright.core.run.build import traced_build
from rulewright.core.run.steps import start, step
from rulewright.observe.words.events import sentences
from rulewright.observe.words.table import table_lines
from rulewright.play.records.replay import offered
from tests.reference.games import build_small, write_small
from tests.reference.lockstep import parting, small_pair
from tests.unit.core.compile.small_games import begun, faults_of, game_of, value
from tests.unit.table.drawing.drawn import drawn_table

WORLD = """\
kind: content
counters:
  - {id: bid, title: {en: Bid}, min: 0, max: 9, start: none}
  - {id: guess, title: {en: Guess}, per: [seat], min: 0, max: 3, start: none, visible: owner}
  - {id: coin, title: {en: Coins}, per: [seat], min: 0, max: 9, start: 4}
procedures:
  - id: play
    title: {en: Play}
    does: |
      repeat 4: for each s in seat: ask s: turn
  - id: turn
    title: {en: Turn}
    does: |
      choose:
        raise for n in 1..coin where bid is none or n > bid: set bid to n
        guess_it for n in 0..3 where guess is not n: set guess to n
        drop: require exists(bid); lose bid coin; set bid to none
        earn: gain (guess or else 1) coin
scoring:
  - {id: scored, title: {en: Scored}, amount: coin}
triggers:
  - {id: hears, change: bid, when: bid is none, does: gain 1 coin}
"""
MORE = """\
counters:
  - {id: bid, min: 0, max: 9, start: none}
  - {id: call, per: [seat], min: 0, max: 9, start: none}
"""


@pytest.mark.parametrize(
    ("does", "tide"),
    [
        ("if not exists(bid): gain 1 tide", 1),
        ("if bid is none: gain 1 tide", 1),
        ("if bid is not none: gain 1 tide", 0),
        ("set bid to 0\nif exists(bid) and bid is not none: gain 1 tide", 1),
        ("set bid to 7\nset bid to none\nif bid is none: gain 1 tide", 1),
        ("set bid to 7\ngain bid tide", 7),
        ("set bid to none if tide > 0 else 3\ngain bid tide", 3),
        ("set bid to 7\nset bid to none if tide = 0 else 3\ngain (bid or else 1) tide", 1),
        ("set bid to 7\nset bid to seat(1).call\ngain (bid or else 1) tide", 1),
        ("set seat(1).call to 4\nset bid to seat(1).call\ngain bid tide", 4),
        ("set bid to tide + 12\ngain bid tide", 9),
        ("set bid to 0 - 12\ngain (3 if exists(bid) and bid = 0 else 1) tide", 3),
        ("gain (bid or else 5) tide", 5),
        ("if bid = 0 or bid = tide - 1 or bid is seat(1).number: gain 1 tide", 0),
        ("if bid != 0 and bid != tide - 1 and bid = seat(1).call: gain 1 tide", 1),
        ("set bid to 1\nif bid = 1 and bid != 2 and bid is not seat(1).call: gain 1 tide", 1),
        ("if 0 = bid or tide - 1 = bid or 0 is bid: gain 1 tide", 0),
        ("if 0 != bid and tide - 1 is not bid: gain 1 tide", 1),
        ("set bid to 1\nif tide + 1 = bid and tide != bid and 1 is bid: gain 1 tide", 1),
        ("set bid to (bid or else 2) + 1\ngain bid tide", 3),
        ("set seat(1).call to 4\ngain (seat(1).call or else 1) tide", 4),
        ("gain count(s in seat where not exists(s.call)) tide", 1),
        ("set seat(1).call to 4\ngain highest(s.call or else 0 for s in seat) tide", 4),
    ],
)
def test_it_holds_a_number_or_none(tmp_path: Path, does: str, tide: int) -> None:
    game = game_of(tmp_path, does, MORE)
    assert value(game, begun(game), "tide") == tide


@pytest.mark.parametrize("does", ["gain bid tide", "set tide to bid + 1", "if bid > 3: stop", "let n = bid"])
def test_a_number_that_is_not_there_stops_the_game(tmp_path: Path, does: str) -> None:
    with pytest.raises(LimitReached, match="'bid' is read while it is none"):
        begun(game_of(tmp_path, does, MORE))


@pytest.mark.parametrize(
    ("does", "code", "words"),
    [
        ("gain 2 bid", "wrong-type", "write set bid to (bid or else 0) + AMOUNT"),
        ("ask seat(1): pay 2 call", "wrong-type", "write set call to (call or else 0) - AMOUNT"),
        ("set bid to 10", "out-of-bounds", ""),
        ("set bid to me", "wrong-type", "me.number"),
        ("set tide to none", "unknown-name", "can be none"),
    ],
)
def test_a_mistake_with_it_is_told(tmp_path: Path, does: str, code: str, words: str) -> None:
    (fault, *_) = faults_of(tmp_path, does, MORE)
    assert fault.code == code
    assert words in str(fault.hint)


@pytest.mark.parametrize(
    ("entry", "code", "message"),
    [
        ("{id: bid, min: -3, max: 9, start: none}", "out-of-bounds", "its numbers begin at 0"),
        ("{id: bid, min: 0, max: 9, start: nothing}", "bad-id", "must be a number, true, false or none"),
        ("{id: bid, max: 9, start: none}", "missing-key", "has no 'min'"),
    ],
)
def test_its_declaration_is_checked(tmp_path: Path, entry: str, code: str, message: str) -> None:
    (fault, *_) = faults_of(tmp_path, "nothing", f"counters:\n  - {entry}\n")
    assert (fault.code, message in fault.message) == (code, True), fault


def test_both_back_ends_and_the_reference_play_it_alike() -> None:
    pair = small_pair(WORLD, 2, 3)
    for seed in range(4):
        assert not parting(pair, seed, walks=True)


def test_people_read_a_dash_or_a_number() -> None:
    game = build_small(WORLD, 2, 3).game()
    build = traced_build(game)
    before = start(game, seats=2, seed=1, build=build)
    after = list(before)
    assert build.events is not None
    build.events.clear()
    step(game, after, offered(game, after)["raise 2"], build=build)
    assert table_lines(game, before, 0)[:1] == ["Bid: –"]
    assert table_lines(game, after, 0)[:1] == ["Bid: 2"]
    assert list(sentences(game, build.events, 1)) == ["Bid: 2"]
    drawn = [drawn_table(game, state, 0, rw.decision(game, state)) for state in (before, after)]
    assert [re.findall(r'data-number="(\w+\.?\d?)".*?<b>(.*?)</b>', each)[:2] for each in drawn] == [
        [("bid", "–"), ("guess.0", "–")],
        [("bid", "2"), ("guess.0", "–")],
    ]
    assert 'data-number="guess.1"><span class="label">Guess</span><b>?</b>' in drawn[0]
    assert [each.text for each in lines_between(game.blueprint, before, after)] == ["set bid to 2"]
    assert [each.text for each in lines_between(game.blueprint, after, before)] == ["set bid to none"]
    assert "bid is none" in outcome(game.blueprint, after, before)
    assert rw.load_state(game, rw.save_state(game, after)) == after


def test_the_handbook_says_that_it_may_be_none(tmp_path: Path) -> None:
    write_small(tmp_path / "small", WORLD, 2, 3)
    page = handbook(material_of(str(tmp_path / "small")), "en").html
    assert "0\u00a0…\u00a09, –" in page
