"""A move on a board says what is moved, where to, and what it takes: in the options, the steps and the log."""

from __future__ import annotations

import random
import re

import pytest

from rulewright.play.session.foresight import MOST_FORESEEN
from rulewright.play.session.moments import ONLOOKER
from rulewright.table.serve.live import LiveTable
from rulewright.table.serve.logged_actions import turns_told
from rulewright.table.serve.offers import asked_of
from rulewright.table.serve.seeing import sight_of
from tests.unit.table.serve.visitors import Visitor, visiting


def live_of(visitor: Visitor, ruleset: str) -> LiveTable:
    """A table of two people."""
    links = visitor.new_table(ruleset, ("human", "human"))
    place = visitor.site.tables.find(int(links.split("/")[2]))
    assert place is not None
    return place.live


def asked_now(live: LiveTable) -> int:
    return next(seat for seat in (0, 1) if live.may_choose(seat) or live.must_confirm(seat))


def settle(live: LiveTable, seat: int, key: str) -> None:
    live.choose(seat, key)
    if live.must_confirm(seat):
        live.confirm(seat)


def plain(told: str) -> str:
    return told.replace("\u00a0", " ")


@pytest.mark.parametrize(
    ("language", "man", "told"),
    [("en", "Pawn", "Move: Pawn a2"), ("pl", "Pionek", "Rusz: Pionek a2"), ("fr", "Pion", "Jouer: Pion a2")],
)
def test_a_move_says_what_is_moved(language: str, man: str, told: str) -> None:
    with visiting(names=("small_chess",)) as visitor:
        links = visitor.new_table("small_chess", ("human", "human"))
        place = visitor.site.tables.find(int(links.split("/")[2]))
        assert place is not None
        live = place.live
        asked = asked_of(live.game, live.state_for(0), 0, language)
        assert f"{man} a2" in [each.title for each in asked.offers]
        live.choose(0, "move a2")  # there is but one square for it to go to
        (step,) = sight_of(live, 0, language).decision.trail
        assert f"{man} a2" in step.answer
        live.confirm(0)
        (turn,) = turns_told(live, 1, language)
        title = turn.actions[0].title.replace("\u00a0", " ").replace(" :", ":")
        assert title.startswith(told)
        assert title.endswith("a3")


@pytest.mark.parametrize(
    ("language", "knight", "pawn"),
    [("en", "Move: Knight b5, to a3", "takes Pawn"), ("pl", "Rusz: Skoczek b5, na a3", "zabiera: Pionek"),
     ("fr", "Jouer : Cavalier b5, vers a3", "prend : Pion")],
)  # fmt: skip
def test_a_move_says_what_it_takes(language: str, knight: str, pawn: str) -> None:
    with visiting(names=("small_chess",)) as visitor:
        live = live_of(visitor, "small_chess")
        for key in ("move a2", "move b5", "a3"):
            seat = asked_now(live)
            sight = sight_of(live, seat, language)
            assert sight.decision.asked is not None
            offer = next(each for each in sight.decision.asked.offers if each.key == key)
            if key == "a3":  # only the last of these takes anything: the like of what had moved there
                assert (offer.more, sight.decision.leads[offer.codes[0]]) == ("", (pawn,))
            live.choose(seat, key)
            if live.must_confirm(seat):
                confirmed = sight_of(live, seat, language).decision.trail
                live.confirm(seat)
        assert plain(confirmed[-1].answer) == f"a3, {pawn}"
        title = turns_told(live, 1, language)[-1].actions[-1].title
        assert plain(title) == f"{knight}, {pawn}"


def test_a_step_says_once_where_a_man_goes() -> None:
    with visiting(names=("draughts",)) as visitor:
        live = live_of(visitor, "draughts")
        asked = sight_of(live, 0, "en").decision.asked
        assert asked is not None
        settle(live, 0, asked.offers[0].key)
        ((told,),) = (turn.actions for turn in turns_told(live, ONLOOKER, "en"))
        assert (told.title, told.folds, len(told.lines)) == (f"Step: {asked.offers[0].title}", False, 1)


def test_a_jump_says_where_it_ends_and_what_it_takes() -> None:
    with visiting(names=("draughts",)) as visitor:
        live = live_of(visitor, "draughts")
        for _ in range(60):
            seat = asked_now(live)
            sight = sight_of(live, seat, "en")
            assert sight.decision.asked is not None
            jumps = [each for each in sight.decision.asked.offers if each.key.startswith("jump")]
            offer = (jumps or sight.decision.asked.offers)[-1]
            settle(live, seat, offer.key)
            if jumps:
                break
        to, taken = sight.decision.leads[offer.codes[0]]
        assert re.fullmatch(r"→ [a-h][1-8]", to)
        assert taken == "takes Man"
        titles = [each.title for turn in sight_of(live, seat, "en").log.turns for each in turn.actions]
        assert f"Jump: {offer.title} {to}, {taken}" in titles


def test_what_a_seat_takes_as_it_has_to_is_told_in_its_own_turn() -> None:
    with visiting(names=("draughts",)) as visitor:
        live = live_of(visitor, "draughts")
        for _ in range(60):
            last = turns_told(live, ONLOOKER, "en")[-2:]
            if any("Jump" in action.title for turn in last for action in turn.actions):
                break
            asked = sight_of(live, asked_now(live), "en").decision.asked
            assert asked is not None
            settle(live, asked_now(live), asked.offers[-1].key)
        told = [[action.title for action in turn.actions] for turn in turns_told(live, ONLOOKER, "en")]
        assert [each for each in told if len(each) != 1 or " -> " in each[0]] == []


@pytest.mark.parametrize(
    ("language", "man", "king"), [("en", "Man", "King"), ("pl", "Pionek", "Damka"), ("fr", "Pion", "Dame")]
)
def test_a_man_of_no_sort_is_called_what_marks_its_seat(language: str, man: str, king: str) -> None:
    with visiting(names=("draughts",)) as visitor:
        live = live_of(visitor, "draughts")
        moved: set[str] = set()
        for turn in range(150):
            seat = asked_now(live)
            asked = sight_of(live, seat, language).decision.asked
            assert asked is not None
            firsts = [each for each in asked.offers if each.key.startswith(("step", "jump"))]
            assert [each for each in firsts if not each.title.startswith((man, king))] == []
            kings = [each for each in firsts if each.title.startswith(king)]
            offer = (kings or asked.offers)[turn % len(kings or asked.offers)]
            settle(live, seat, offer.key)
            if offer in firsts:
                sight = sight_of(live, seat, language)  # what is not confirmed yet is a step
                actions = [action.title for turn in sight.log.turns for action in turn.actions]
                told = (*actions, *(step.answer for step in sight.decision.trail))
                assert [each for each in told if offer.title in plain(each)], (offer.title, told)
                moved.add(offer.title.split()[0])
            if king in moved:
                break
        assert moved == {man, king}


def test_where_a_hop_ends_is_told_with_it_and_not_with_what_was_chosen_then() -> None:
    with visiting(names=("halma",)) as visitor:
        live = live_of(visitor, "halma")
        chance = random.Random(1)
        for _ in range(60):
            seat = asked_now(live)
            offers = asked_of(live.game, live.state_for(seat), seat, "en").offers
            stays = [each for each in offers if each.key == "stay"]
            settle(live, seat, chance.choice(stays or offers).key)
        actions = [each for turn in turns_told(live, 0, "en") for each in turn.actions]
        stayed = [each.title for each in actions if any("Stay" in line.text for line in each.lines)]
        assert stayed
        assert [each for each in stayed if not re.fullmatch(r"Hop: Man \w\d - \w\d → \w\d", each)] == []


def test_what_another_seat_has_to_do_then_is_no_part_of_a_step() -> None:
    with visiting(names=("draughts",)) as visitor:
        live = live_of(visitor, "draughts")
        for title in ("Man c3 - d4", "Man b6 - c5"):
            sight = sight_of(live, asked_now(live), "en")
            assert sight.decision.asked is not None
            offer = next(each for each in sight.decision.asked.offers if each.title == title)
            assert sight.decision.leads[offer.codes[0]] == (), "the second one is jumped over at once"
            settle(live, sight.who.seat, offer.key)
        trail = sight_of(live, 1, "en").decision.trail
        assert [each.answer for each in trail] == ["Step: Man b6 - c5", "Jump: d4 - c5"]


@pytest.mark.parametrize(
    ("language", "named", "more", "told"),
    [("en", "Pit 3", "Seeds 4", "Sow from: Pit 3 (Seeds 4)"),
     ("pl", "Dołek 3", "Ziarna 4", "Siej z: Dołek 3 (Ziarna 4)"),
     ("fr", "Trou 3", "Graines 4", "Semer de : Trou 3 (Graines 4)")],
)  # fmt: skip
def test_a_place_that_is_a_number_is_told_with_what_is_numbered_and_counted_there(
    language: str, named: str, more: str, told: str
) -> None:
    with visiting(names=("mancala",)) as visitor:
        live = live_of(visitor, "mancala")
        asked = asked_of(live.game, live.state_for(0), 0, language)
        assert {each.title: str(each.more) for each in asked.offers}[named] == more
        live.choose(0, "pit_3")
        assert plain(sight_of(live, 0, language).decision.trail[0].answer).startswith(named)
        if live.must_confirm(0):
            live.confirm(0)
        sight = sight_of(live, 0, language)
        titles = [each.title for turn in sight.log.turns for each in turn.actions]
        assert not titles or plain(titles[0]) == told


def test_a_column_is_called_a_column() -> None:
    with visiting(names=("four_in_a_row",)) as visitor:
        live = live_of(visitor, "four_in_a_row")
        told = [str(each.more) for each in asked_of(live.game, live.state_for(0), 0, "en").offers]
        assert told == [f"column {number}" for number in range(1, 8)]


def test_an_empty_field_says_nothing_more() -> None:
    with visiting(names=("reversi",)) as visitor:
        page = visitor.get(visitor.seat_path(visitor.new_table("reversi", ("human", "human")), 1)).text
        assert not re.search(r'<button name="offer"[^>]*>.*?<small>.*?</button>', page)


def test_of_many_options_what_one_leads_to_is_told_when_it_is_asked_for() -> None:
    with visiting(names=("halma",)) as visitor:
        links = visitor.new_table("halma", ("human", "human"))
        place = visitor.site.tables.find(int(links.split("/")[2]))
        assert place is not None
        live, chance = place.live, random.Random(2)
        for _ in range(60):
            seat = asked_now(live)
            asked = sight_of(live, seat, "en").decision.asked
            assert asked is not None
            hop = next((each for each in asked.offers if each.key.startswith("hop")), None)
            if len(asked.offers) > MOST_FORESEEN and hop is not None:
                break
            settle(live, seat, chance.choice(asked.offers).key)
        assert hop is not None
        path, part = visitor.seat_path(links, seat + 1), {"x-rulewright-part": "1"}
        assert f'data-ahead="{hop.codes[0]}"' in visitor.get(path).text
        told = visitor.get(f"{path}why?ahead={hop.codes[0]}", headers=part)
        assert re.fullmatch(r' <small class="change">→ [a-h][1-8]</small>', told.text)
        other = visitor.seat_path(links, 2 - seat)
        for asks in (f"{path}why?ahead=999999", f"{path}why?ahead=x", f"{other}why?ahead={hop.codes[0]}"):
            assert visitor.get(asks, headers=part).status_code == 204
