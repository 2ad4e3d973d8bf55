"""The log tells actions: what was chosen, what it cost and gave the seat, and folded under it all that happened."""

from __future__ import annotations

import random
import re
from itertools import accumulate
from pathlib import Path

import pytest

from rulewright.core.locales.wording import said_of
from rulewright.core.model.events import Changed
from rulewright.play.session.moments import ONLOOKER
from rulewright.table.serve import links
from rulewright.table.serve.logged_actions import LoggedAction, Turn, turns_told
from tests.properties.test_served_pages import move
from tests.properties.test_words_of_people import GALLERY, SEATS
from tests.reference.games import write_small
from tests.unit.table.serve.visitors import visiting

SEED = "actions"


def test_an_action_has_all_its_lines_and_what_its_seat_has_more_or_less_of() -> None:
    with visiting(names=("skymines",)) as visitor:
        visitor.new_table("skymines", seats=("human", "human"))
        place = visitor.site.tables.find(1)
        assert place is not None
        live, rng = place.live, random.Random(SEED)
        for _ in range(150):
            if live.is_over:
                break
            move(live, rng)
        for viewer in (ONLOOKER, 0):
            turns = turns_told(live, viewer, "en")
            assert [most for most in (1, 5, 99) if turns_told(live, viewer, "en", most=most) != turns[-most:]] == [], (
                SEED
            )
            until = turns[-3].first
            assert turns_told(live, viewer, "en", until, most=4) == turns_told(live, viewer, "en", until)[-4:], SEED
            actions = [each for turn in turns for each in turn.actions]
            lines = [line for _, _, lines, _ in live.told(viewer, "en") for line in lines]
            told = [line.text for line in lines]
            shown = [line.text for each in actions for line in (each.line, *each.lines)]
            assert len(shown) == len(told)
            assert [
                (before, after) for (before, after) in zip(told, shown, strict=True) if not before.endswith(after)
            ] == [], SEED
            assert len(actions) < len(told) / 2
            assert [each for each in actions if each.changes], actions
            firsts = accumulate((1 + len(each.lines) for each in actions), initial=0)
            chosen = [lines[first].choice for first, _ in zip(firsts, actions, strict=False)]
            words = [said_of("en", *each.parts) if each is not None else "" for each in chosen]
            titles = [each.title for each in actions]
            assert [each for each in zip(words, titles, strict=True) if each[0] not in each[1]] == [], SEED
            assert [each for each in actions if each.title.startswith("Turn: ")] == []
            assert [each for each in actions if each.title.startswith("Place a bonus marker: ")], actions


def test_what_an_action_gave_is_the_sum_of_its_changes_and_its_moves_are_folded() -> None:
    with visiting(names=("skymines",)) as visitor:
        seats = visitor.new_table("skymines", seats=("human", "human"), seed="4")
        place = visitor.site.tables.find(1)
        assert place is not None
        live, rng = place.live, random.Random(SEED)
        for _ in range(160):
            move(live, rng)
        told = [each for turn in turns_told(live, 0, "en") for each in turn.actions]
        folded = [each for each in told if each.folds]
        log = visitor.get(f"{visitor.seat_path(seats, 1)}log").text
        assert folded
        assert log.count('<details class="action"') == len(folded) < len(told)
        signs = set(re.findall(r'href="#(i-mark-\d+)"', log))
        assert len(signs) == 2, "each seat has its sign"
        assert [each for each in signs if f'id="{each}"' not in log] == []
        coin = next(each for each in live.game.blueprint.families if each.id == "coin")
        compared = 0
        for turn in turns_told(live, ONLOOKER, "en"):
            ends = [each.number for each in turn.actions[1:]] + [turn.last + 1]
            for action, end in zip(turn.actions, ends, strict=True):
                begin, until = live.counted[action.number - 1], live.counted[end - 1]
                seat = live.moments[begin].seat
                slot = coin.base + seat * coin.strides[0]
                events = [each for moment in live.moments[begin:until] for each in moment.events]
                by = sum(each.after - each.before for each in events if isinstance(each, Changed) and each.slot == slot)
                assert dict(action.changes).get("CrypCoin", 0) == by, (SEED, action)
                compared += bool(by)
        assert compared > 1


def test_the_only_move_of_an_action_stands_beside_it() -> None:
    with visiting() as visitor:
        seat = visitor.new_table(seats=("human", "human"))
        visitor.choose(visitor.seat_path(seat, 1), "fly_home")
        one = visitor.seat_path(seat, 1)
        visitor.do(one, do="confirm")
        page = visitor.get(one).text
        log = page[page.index('id="log"') :]
        assert re.search(r'<p class="action"[^>]*>Fly home: [A-Z][a-z]+</p>', log), log


def test_a_seat_that_the_rules_play_has_actions_of_its_own() -> None:
    with visiting(names=("skymines",)) as visitor:
        visitor.new_table("skymines", seats=("human",), module=["base", "moon", "luna"], **{"setting-luna": "1"})
        place = visitor.site.tables.find(1)
        assert place is not None
        live, rng = place.live, random.Random(SEED)
        for _ in range(40):
            move(live, rng)
        turns = turns_told(live, 0, "en")
    named = {turn.seat for turn in turns}
    assert "Luna" in named
    assert len(named) == 2
    for turn in turns:
        told = [line.text for action in turn.actions for line in (action.line, *action.lines)]
        assert [each for each in told if each.startswith("Luna: ")] == [], SEED


@pytest.mark.parametrize("name", [
    "yacht", *(pytest.param(each, marks=pytest.mark.slow) for each in GALLERY if each != "yacht"),
])  # fmt: skip
def test_a_game_without_a_look_is_played_at_a_table_that_is_shown_to_everybody(name: str) -> None:
    seats = SEATS.get(name, 2)
    with visiting(names=(name,)) as visitor:
        visitor.new_table(name, seats=("human",) * seats)
        place = visitor.site.tables.find(1)
        assert place is not None
        live, rng = place.live, random.Random(SEED)
        for number in range(60):
            if live.is_over:
                break
            move(live, rng)
            if number % 12 == 0:
                for viewer in (ONLOOKER, *range(seats)):
                    turns_told(live, viewer, "pl")
        assert turns_told(live, ONLOOKER, "pl"), SEED
        for viewer in range(1, seats + 1):
            at = links.path(visitor.site.secret, live.record.id, str(viewer))
            for page in ("", "log", "replay", "rules"):
                assert visitor.get(f"{at}{page}").status_code == 200, (SEED, viewer, page)


FORCED = """\
kind: content
kinds: [{id: card, title: {en: Card}}]
components:
  - {id: red, kind: card, title: {en: Red}, source: {doc: DOC, place: a}}
  - {id: green, kind: card, title: {en: Green}, source: {doc: DOC, place: a}}
  - {id: blue, kind: card, title: {en: Blue}, source: {doc: DOC, place: a}}
zones:
  - {id: shelf, holds: card, visible: all, start: it is not blue, title: {en: Shelf}}
  - {id: case, holds: card, visible: all, start: it is blue, title: {en: Case}}
  - {id: taken, holds: card, visible: all, title: {en: Taken}}
procedures:
  - id: play
    does: |
      ask seat(1): take_one
      ask seat(2): give_one
      ask seat(1): take_one
  - id: take_one
    title: {en: Take}
    does: |
      choose:
        take for card in shelf: move card to taken
        wait: nothing
  - id: give_one
    title: {en: Give}
    does: |
      pick card from case
      move card to taken
"""


def test_what_another_seat_had_to_do_is_a_line_of_its_own_in_the_log_and_before_the_confirmation(
    tmp_path: Path,
) -> None:
    write_small(tmp_path / "small", FORCED, 2, 2)
    name = str(tmp_path / "small")
    with visiting(names=(name,)) as visitor:
        links = visitor.new_table(name, seats=("human", "human"))
        path, place = visitor.seat_path(links, 1), visitor.site.tables.find(1)
        assert place is not None
        page = visitor.choose(path, "take red").text
        trail = page[page.index('class="trail"') : page.index("</ol>")]
        told = re.findall(r'<li data-lights="([^"]*)"[^>]*>(?:<span class="quiet">([^<]*)</span> )?([^<]*)</li>', trail)
        assert [(asked, answer) for _, asked, answer in told] == [("", "take: Red"), ("seat 2:", "Blue")]
        assert [lights for lights, _, _ in told if "piece=p" not in lights] == []
        visitor.choose(path, "wait")
        visitor.do(path, do="confirm")
        turns = turns_told(place.live, 0, "en")
        told_first = [(turn.seat, turn.actions[0].title) for turn in turns[:2]]
        assert told_first == [("seat 1", "take: Red"), ("seat 2", "Give: Blue")]


def turns_played(name: str, choices: int, seats: int = 2, viewer: int = 0) -> list[Turn]:
    """The turns of a game as one seat reads them."""
    with visiting(names=(name,)) as visitor:
        visitor.new_table(name, seats=("human",) * seats)
        place = visitor.site.tables.find(1)
        assert place is not None
        rng = random.Random(SEED)
        for _ in range(choices):
            if not place.live.is_over:
                move(place.live, rng)
        return list(turns_told(place.live, viewer, "en"))


def played(name: str, choices: int, seats: int = 2, viewer: int = 0) -> list[LoggedAction]:
    """The actions of a game as one seat reads them."""
    return [each for turn in turns_played(name, choices, seats, viewer) for each in turn.actions]


def otherwise_told(actions: list[LoggedAction], pattern: str) -> list[str]:
    """The short lines that do not read like any of those that are expected."""
    return [each.title for each in actions if not re.fullmatch(pattern, each.title)]


def test_an_action_says_what_was_done_and_not_a_thing_alone() -> None:
    assert otherwise_told(played("mancala", 12), r"Sow from: Pit \d+ \(Seeds \d+\)") == [], SEED


def test_choices_that_one_effect_asks_for_one_after_the_other_are_one_action() -> None:
    assert otherwise_told(played("small_chess", 16), r"Move: [A-Z][a-z]+ \w\d, to \w\d(, \w+)?") == [], SEED


CARD = r"(10|[2-9AJQK])[♠♥♦♣]"


def test_a_card_that_was_hidden_in_a_hand_is_what_answered_the_question_for_it() -> None:
    assert otherwise_told(played("whist", 12, 4, ONLOOKER), f"Play a card: {CARD}") == [], SEED


def test_what_went_where_is_told_of_what_others_did_not_see_being_chosen() -> None:
    told = played("rummy", 30, viewer=ONLOOKER)
    went = rf"(, {CARD}(, {CARD})* -> (Discard pile|Meld \d+))*"
    assert otherwise_told(told, f"Take from the (stock|discard pile){went}") == [], SEED


def test_a_plain_no_is_not_what_an_action_was_about() -> None:
    told = played("crazy_eights", 60, 3)
    assert [each.title for each in told if each.title == "Draw a card"]
    assert [each.title for each in told if re.search(r"\b(yes|no)$", each.title)] == [], SEED


def test_what_is_known_by_its_kind_alone_is_told_with_where_it_comes_from() -> None:
    told = [each for name in ("skymines", "dominoes") for each in played(name, 60, 3, ONLOOKER)]
    moved = [each.title for each in told if re.match(r"(\d+ × )?(Action card|Tile|Bonus marker)\b.* -> ", each.title)]
    assert [title for title in moved if title.startswith("3 × Action card: Hand -> ")], SEED
    assert [title for title in moved if not re.match(r"(\d+ × )?[A-Z][a-z]+( [a-z]+)?: .+ -> ", title)] == [], SEED


def test_a_number_of_what_was_chosen_stands_beside_it() -> None:
    first, *_ = played("nim", 6)
    assert re.fullmatch(r"Take matches: (Short|Middle|Long) row", first.title), first.title
    assert [title for title, _ in first.beside] == ["Matches"]


@pytest.mark.parametrize("name", ["skymines", "ceres", "rummy", "shares", "werewolf"])
def test_a_line_of_the_log_is_short_and_not_cut(name: str) -> None:
    told = played(name, 60, 6 if name == "werewolf" else 3)
    long = [each.title for each in told if len(each.title) > 64 or "…" in each.title]
    assert long == [], SEED


def test_who_is_out_has_a_line_of_its_own() -> None:
    told = [(turn.of, each) for turn in turns_played("werewolf", 20, 6, ONLOOKER) for each in turn.actions]
    out = [(of, each.title) for of, each in told if each.title.startswith("Out")]
    assert out
    assert [title for _, title in out if not re.match(r"Out, (Villager|Werewolf|Seer) is turned up", title)] == [], SEED
    assert len({of for of, _ in out}) == len(out), "each seat is out once"


def test_what_a_seat_does_before_it_is_asked_is_its_own_action() -> None:
    drawn: list[tuple[str, str]] = []
    for turn in turns_played("dominoes", 40, 3, ONLOOKER):
        for each in turn.actions:
            told = (each.line.text, *(line.text for line in each.lines))
            drawn += [(turn.seat, text) for text in told if re.match(r"(seat \d: )?([23] × )?Tile: Boneyard", text)]
    assert drawn
    assert [(seat, text) for seat, text in drawn if text.startswith("seat ")] == [], SEED
