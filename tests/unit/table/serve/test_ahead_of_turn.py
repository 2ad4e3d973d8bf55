"""A choice ahead of one's turn: played at once if possible, dropped with a word if not, seen by nobody else."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Sequence
from html import unescape

import pytest

from rulewright.core.model.game import Game, State
from rulewright.core.model.layout import SEAT
from rulewright.core.run.steps import clone, step
from rulewright.play.records.replay import offered
from rulewright.play.session.premoves import turn_ahead
from rulewright.table.serve import links
from rulewright.table.serve.live import LiveTable, MoveAhead
from tests.unit.table.serve.test_leaving import live_of, quit_game, seated
from tests.unit.table.serve.visitors import Visitor, hidden, keys_offered, state_line, visiting


@pytest.fixture(name="visitor", scope="module")
def who_visits() -> Iterator[Visitor]:
    with visiting(names=("small_chess", "reversi", "draughts", "mancala", "tutorial", "whist")) as visitor:
        yield visitor


def chosen_so_far(page: str) -> list[str]:
    return [unescape(each) for each in re.findall(r'name="key" value="([^"]*)"', page)]


def choose_ahead(visitor: Visitor, path: str, *keys: str) -> str:
    """The page after choices made ahead."""
    page = visitor.get(f"{path}ahead").text
    for key in keys:
        fields = {"at": hidden(page, "at"), "key": chosen_so_far(page), "typed": key}
        answer = visitor.post(f"{path}ahead", **fields)
        assert answer.status_code == 200, answer.text
        page = answer.text
    return page


def move(visitor: Visitor, path: str, *keys: str) -> None:
    for key in keys:
        visitor.do(path, typed=key, do="typed")
    visitor.do(path, do="confirm")


def made(live: LiveTable) -> list[tuple[int, str]]:
    return [(each.seat, each.key) for each in live.moments]


def test_what_is_chosen_ahead_is_played_at_once_when_its_turn_comes(visitor: Visitor) -> None:
    live, (one, other) = seated(visitor, "small_chess", "human", "human")
    assert 'id="go-ahead"' in visitor.get(other).text
    assert 'id="go-ahead"' not in visitor.get(one).text
    page = choose_ahead(visitor, other, "move b5", "c3")
    assert "Chosen ahead: Knight b5, c3" in page
    assert state_line(page) == "Waiting for seat 1."
    visitor.site.tables.places.clear()  # it is stored
    live = live_of(visitor, live.record.id)
    assert live.ahead[1].keys == ("move b5", "c3")
    move(visitor, one, "move a2", "a3")
    assert made(live)[-2:] == [(1, "move b5"), (1, "c3")]
    assert state_line(visitor.get(one).text) == "It is your turn."
    assert live.ahead == {}
    assert visitor.site.store.drafts(live.record.id) == {}


def test_what_is_not_possible_any_more_is_dropped_with_a_word_until_the_next_choice(visitor: Visitor) -> None:
    live, (one, other) = seated(visitor, "small_chess", "human", "human")
    choose_ahead(visitor, other, "move b4", "c3")  # it takes whoever comes there
    before = visitor.get(f"{other}events?once=1").text
    move(visitor, one, "move b1", "a3")
    assert {seat for seat, _ in made(live)} == {0}
    page = visitor.get(other).text
    assert visitor.get(f"{other}events?once=1").text != before
    assert "What you chose ahead is not possible now: Pawn b4, c3" in page
    assert state_line(page) == "It is your turn."
    assert "not possible now" not in visitor.get(one).text
    visitor.do(other, offer="1")
    assert "not possible now" not in visitor.get(other).text


def test_it_is_cancelled_and_may_be_chosen_anew(visitor: Visitor) -> None:
    live, (one, other) = seated(visitor, "reversi", "human", "human")
    choose_ahead(visitor, other, "c3")
    page = visitor.post(f"{other}ahead", do="cancel").text
    assert "Chosen ahead" not in page
    assert live.ahead == {}
    choose_ahead(visitor, other, "e3")
    visitor.site.tables.places.clear()
    visitor.post(f"{other}ahead", do="cancel")
    assert visitor.site.store.drafts(live.record.id) == {}
    live = live_of(visitor, live.record.id)
    visitor.do(one, offer="1")
    visitor.do(one, do="confirm")
    assert {seat for seat, _ in made(live)} == {0}


def test_nobody_else_learns_of_it(visitor: Visitor) -> None:
    live, (one, other) = seated(visitor, "reversi", "human", "human")
    watch = links.path(visitor.site.secret, live.record.id, links.WATCH)
    table = links.path(visitor.site.secret, live.record.id, links.TABLE)
    strangers = (one, watch, f"{one}log", f"{watch}card", f"{table}seats")
    before = [visitor.get(each).text for each in strangers]
    marks = [visitor.get(f"{each}events?once=1").text for each in (one, watch, other)]
    choose_ahead(visitor, other, "c3")
    assert [visitor.get(each).text for each in strangers] == before
    after = [visitor.get(f"{each}events?once=1").text for each in (one, watch, other)]
    assert [one != other for one, other in zip(marks, after, strict=True)] == [False, False, True]
    assert "c3" not in str(live.replay().choices)


def test_it_is_offered_where_the_table_alone_decides_and_to_people_who_wait(visitor: Visitor) -> None:
    for ruleset, seats in (("tutorial", 2), ("whist", 4)):
        _, paths = seated(visitor, ruleset, *["human"] * seats)
        for path in paths:
            assert 'id="go-ahead"' not in visitor.get(path).text
            page = visitor.get(f"{path}ahead").text
            assert "Choose ahead" not in page
    live, (_, other) = seated(visitor, "reversi", "human", "human")
    visitor.post(f"{other}hand", policy="random")
    assert 'id="go-ahead"' not in visitor.get(other).text
    visitor.post(f"{other}hand", policy="human")
    choose_ahead(visitor, other, "c3")
    visitor.post(f"{other}hand", policy="random")
    assert live.ahead == {}


def test_nothing_is_chosen_ahead_that_is_not_offered_or_not_one_s_own(visitor: Visitor) -> None:
    live, (one, other) = seated(visitor, "small_chess", "human", "human")
    far_live, (_, far) = seated(visitor, "small_chess", "human", "human")
    page = visitor.get(f"{other}ahead").text
    at, offered_now = hidden(page, "at"), keys_offered(page)
    for role in (links.WATCH, links.TABLE, links.SCREEN):
        path = links.path(visitor.site.secret, live.record.id, role)
        assert visitor.post(f"{path}ahead", at=at, typed=offered_now[0]).status_code == 403
        assert visitor.get(f"{path}ahead").status_code == 403
    assert visitor.post(f"{one}ahead", at=at, typed=offered_now[0]).status_code == 409
    assert visitor.post(f"{far}ahead", at=at, typed=offered_now[0]).status_code == 409
    for wrong in ("move a1", "a1", "", "99", "0", "-1", "x" * 3000, "<b>"):
        assert visitor.post(f"{other}ahead", at=at, typed=wrong).status_code == 409
        assert visitor.post(f"{other}ahead", at=at, option=wrong).status_code == 409
        assert visitor.post(f"{other}ahead", at=at, key=[wrong], typed="c3").status_code == 409
    assert visitor.post(f"{other}ahead", at=at, do="keep").status_code == 409
    assert visitor.post(f"{other}ahead", at="", typed=offered_now[0]).status_code == 409
    assert visitor.post(f"{other}ahead", at=at, key=["move b5"] * 40, typed="c3").status_code == 409
    assert (live.ahead, far_live.ahead) == ({}, {})
    choose_ahead(visitor, other, "move b5", "c3")
    choose_ahead(visitor, other, "move b5", "a3")  # the last one counts
    assert live.ahead[1].keys == ("move b5", "a3")
    assert quit_game(visitor, one) == 200
    assert live.ahead == {}
    assert visitor.post(f"{other}ahead", at=at, typed=offered_now[0]).status_code == 409
    assert live.moments == []


def test_a_choice_ahead_that_cannot_be_played_takes_no_choice_of_the_other_along(visitor: Visitor) -> None:
    live, (one, _) = seated(visitor, "reversi", "human", "human")
    live.ahead[1] = MoveAhead(("no such key",), "nothing")
    visitor.do(one, offer="1")
    assert visitor.do(one, do="confirm").status_code == 200
    assert made(live)[-1][0] == 0
    assert live.lost_ahead == {1: "nothing"}


@pytest.mark.parametrize("ruleset", ["small_chess", "draughts", "mancala", "reversi"])
def test_of_random_choices_ahead_those_are_played_that_are_possible(visitor: Visitor, ruleset: str) -> None:
    seed = random.randrange(10**6)
    print(f"seed {seed}")  # noqa: T201 - shown if it fails
    chance = random.Random(seed)
    live, _ = seated(visitor, ruleset, "human", "human")
    played = dropped = 0
    for _ in range(40):
        (seat,) = live.asked
        other, keys = 1 - seat, tuple[str, ...]()
        turn = turn_ahead(live.asking, live.state, other)
        while turn is not None and turn.asked is not None:
            keys = (*keys, chance.choice(sorted(offered(live.asking, turn.asked))))
            turn = turn_ahead(live.asking, live.state, other, keys)
        if keys and turn is not None:
            live.keep_ahead(other, MoveAhead(keys, "ahead"))
        before = clone(live.state)
        while not live.must_confirm(seat):
            live.choose(seat, chance.choice(sorted(offered(live.game, live.state_for(seat)))))
        own = [each.key for each in live.drafts[seat].moments]
        live.confirm(seat)
        if live.is_over:
            break
        if keys and turn is not None:
            fits = is_possible(live.asking, before, seat, own, keys)
            assert (other not in live.lost_ahead) == fits
            played, dropped = played + fits, dropped + (not fits)
            assert other not in live.ahead
        live.lost_ahead.clear()
    print(f"{played} played, {dropped} dropped")  # noqa: T201 - shown if it fails
    assert played


def is_possible(game: Game, state: State, seat: int, own: list[str], ahead: Sequence[str]) -> bool:
    """Whether choices ahead are possible after the choices of a seat, in a game that asks about single options too.

    What the other had to do while the seat chose on is one of them, or none is possible.
    """
    own, left = [*own], [*ahead]
    while left:
        options = offered(game, state)
        (only,) = [*options] if len(options) == 1 else [""]
        if state[SEAT] == seat:
            key = own.pop(0) if own and own[0] in options else only
            if not key:
                return False
        else:
            key = left.pop(0)
            if key not in options or (own and key != only):
                return False
        step(game, state, options[key])
    return True
