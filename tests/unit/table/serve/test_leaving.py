"""A seat gives up, and all agree to end a game: what comes of it, who may do it, and what is kept of it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape
from pathlib import Path

import pytest

from rulewright.play.records.replay import parse_replay, replay_text
from rulewright.play.records.replay_files import Quit
from rulewright.table.serve import links
from rulewright.table.serve.live import LiveTable
from tests.unit.table.serve.test_matches import begun
from tests.unit.table.serve.test_rematch import play_to_the_end
from tests.unit.table.serve.visitors import Visitor, hidden, keys_offered, state_line, visiting

NAMES = ("tutorial", "small_chess", "whist", "klondike", "werewolf")


@pytest.fixture(name="visitor", scope="module")
def who_visits() -> Iterator[Visitor]:
    with visiting(names=NAMES) as visitor:
        yield visitor


def seated(visitor: Visitor, ruleset: str, *seats: str) -> tuple[LiveTable, list[str]]:
    """A new table, and the pages of its seats."""
    visitor.new_table(ruleset, seats)
    id_ = visitor.site.store.count()
    paths = [links.path(visitor.site.secret, id_, str(seat + 1)) for seat in range(len(seats))]
    return live_of(visitor, id_), paths


def live_of(visitor: Visitor, id_: int) -> LiveTable:
    place = visitor.site.tables.find(id_)
    assert place is not None
    return place.live


def quit_game(visitor: Visitor, path: str) -> int:
    return visitor.post(f"{path}quit", sure="1").status_code


def vote(visitor: Visitor, path: str, does: str, **more: str) -> int:
    return visitor.post(f"{path}end", does=does, **more).status_code


def told(page: str) -> str:
    """The end in the bar of a page."""
    return " ".join(unescape(re.sub("<[^>]+>", "", re.findall(r'<span class="asks"><b>(.*?)</b>', page)[0])).split())


def test_one_of_two_who_gives_up_has_lost_and_all_pages_say_so(visitor: Visitor) -> None:
    live, (one, other) = seated(visitor, "small_chess", "human", "human")
    visitor.post(f"{one}me", name="Ada")
    assert "Won by seat 2." in visitor.get(one).text
    assert quit_game(visitor, one) == 200
    assert live.quits == (Quit(0, 1, ends=True),)
    watch = links.path(visitor.site.secret, live.record.id, links.WATCH)
    ends = ((one, "You have lost."), (other, "You have won."), (watch, "Seat 2 has won."))
    for path, verdict in ends:
        page = visitor.get(path).text
        assert state_line(page) == "The game is over."
        assert told(page) == f"Ada gives up. {verdict}"
        assert '<p class="action">Ada gives up.</p>' in page
    cards = [visitor.get(f"{path}card").text for path in (one, other, watch)]
    assert [re.findall(r'data-outcome="(\w*)"', each)[0] for each in cards] == ["lost", "won", ""]
    assert "Ada gives up. The winner is seat 2." in unescape(cards[0])
    assert "Play again" in visitor.get(one).text
    visitor.site.tables.places.clear()
    assert told(visitor.get(other).text) == "Ada gives up. You have won."
    french = visitor.get(other, headers={"accept-language": "fr"}).text
    assert "Ada abandonne." in french


def test_a_game_that_was_given_up_is_looked_back_at_and_played_again(visitor: Visitor) -> None:
    live, (one, other) = seated(visitor, "tutorial", "human", "human")
    visitor.choose(one, "snatch")
    visitor.do(one, do="confirm")
    assert quit_game(visitor, other) == 200
    for path in (f"{one}replay?at=1", f"{one}replay?at=0", f"{one}log", f"{other}steps"):
        assert visitor.get(path).status_code == 200
    assert "gives up" in visitor.get(f"{one}replay?at=1").text
    assert "gives up" not in visitor.get(f"{one}replay?at=0").text
    again = visitor.post(f"{one}again", follow=False, do="again").headers["location"]
    made = visitor.site.store.record(int(again.split("/")[2]))
    assert made is not None
    assert (made.quits, made.finished, made.policies, made.sitters.lent) == ((), False, ("human", "human"), ())
    assert live.record.finished


def test_with_more_sides_a_bot_plays_on_and_the_seat_is_not_taken_back(visitor: Visitor) -> None:
    live, (one, other, third) = seated(visitor, "tutorial", "human", "human", "human")
    assert "A bot plays on for you" in visitor.get(one).text
    assert quit_game(visitor, one) == 200
    assert not live.is_over
    assert live.policies == ("greedy", "human", "human")
    assert live.moments
    page = visitor.get(one).text
    assert "You have given up; a bot plays on for you." in page
    assert 'value="human"' not in page
    assert visitor.post(f"{one}hand", policy="human").status_code == 400
    table = links.path(visitor.site.secret, live.record.id, links.TABLE)
    visitor.post(f"{table}seats", seat="1", policy="human")
    assert live.policies[0] == "greedy"
    assert quit_game(visitor, one) == 409
    assert "seat 1 gives up; a bot plays on." in visitor.get(third).text
    assert quit_game(visitor, other) == 200
    assert live.is_over
    assert live.result.winners == (2,)
    made = visitor.post(f"{third}again", follow=False, do="again").headers["location"]
    record = visitor.site.store.record(int(made.split("/")[2]))
    assert record is not None
    assert record.policies == ("human",) * 3


def test_a_side_has_given_up_when_nobody_of_it_is_left(visitor: Visitor) -> None:
    live, paths = seated(visitor, "whist", *["human"] * 4)
    assert quit_game(visitor, paths[0]) == 200
    assert not live.is_over
    assert quit_game(visitor, paths[2]) == 200
    assert live.is_over
    assert live.result.winners == (1, 3)
    mixed, (one, *_) = seated(visitor, "whist", "human", "random", "random", "random")
    assert quit_game(visitor, one) == 200
    assert mixed.result.winners == (1, 3)


def test_who_plays_alone_and_gives_up_has_not_won(visitor: Visitor) -> None:
    live, (one,) = seated(visitor, "klondike", "human")
    assert quit_game(visitor, one) == 200
    assert live.is_over
    assert live.result.winners == ()
    assert 'data-outcome="lost"' in visitor.get(f"{one}card").text


def test_in_a_match_no_game_is_ended_by_people(visitor: Visitor) -> None:
    path = begun(visitor, "human", "human")
    live = live_of(visitor, int(path.split("/")[2]))
    one = links.path(visitor.site.secret, live.record.id, "1")
    assert vote(visitor, one, "propose") == 409
    assert quit_game(visitor, one) == 200
    assert not live.is_over
    assert live.policies == ("greedy", "human")


def test_all_who_sit_there_agree_to_end_it_and_nobody_has_won(visitor: Visitor) -> None:
    live, (one, other, _) = seated(visitor, "tutorial", "human", "human", "random")
    assert vote(visitor, one, "propose") == 200
    assert "You propose to end the game. Waiting for seat 2." in visitor.get(one).text
    assert "seat 1 proposes to end the game" in visitor.get(other).text
    assert not live.is_over
    visitor.site.tables.places.clear()
    assert vote(visitor, other, "agree", of="1") == 200
    live = live_of(visitor, live.record.id)
    assert live.is_over
    assert live.result.winners == ()
    assert live.result.drawn == (0, 1, 2)
    assert told(visitor.get(one).text) == "All agreed to end the game. The game is drawn."
    assert "All agreed to end the game." in visitor.get(f"{other}log").text
    assert 'data-outcome="drawn"' in visitor.get(f"{one}card").text


@pytest.mark.parametrize("decliner", [0, 1])
def test_a_proposal_that_was_declined_or_withdrawn_waits_for_some_choices(visitor: Visitor, decliner: int) -> None:
    live, paths = seated(visitor, "small_chess", "human", "human")
    one, other = paths
    assert vote(visitor, one, "propose") == 200
    assert vote(visitor, paths[decliner], "decline", of="1") == 200
    assert not live.is_over
    assert 'id="end"' not in visitor.get(one).text
    assert 'id="end"' in visitor.get(other).text
    for _ in range(3):
        assert vote(visitor, one, "propose") == 409
        seat = live.asked[0]
        before = live.seen_until
        while live.seen_until == before:
            visitor.do(paths[seat], **({"do": "confirm"} if live.must_confirm(seat) else {"offer": "1"}))
    assert vote(visitor, one, "propose") == 200


def test_whose_seat_a_bot_takes_over_is_not_asked_and_its_proposal_is_gone(visitor: Visitor) -> None:
    live, (one, other, third) = seated(visitor, "tutorial", "human", "human", "human")
    assert vote(visitor, one, "propose") == 200
    visitor.post(f"{third}hand", policy="random")
    assert live.record.sitters.agreed == ()
    assert vote(visitor, other, "agree", of="1") == 409
    assert vote(visitor, third, "propose") == 409
    assert vote(visitor, one, "propose") == 200
    assert vote(visitor, other, "agree", of="1") == 200
    assert live.is_over


def test_nobody_ends_what_is_not_theirs(visitor: Visitor) -> None:
    live, (one, other) = seated(visitor, "small_chess", "human", "human")
    elsewhere, (far, _) = seated(visitor, "small_chess", "human", "human")
    secret, id_ = visitor.site.secret, live.record.id
    for role in (links.WATCH, links.TABLE):
        path = links.path(secret, id_, role)
        assert quit_game(visitor, path) == 403
        assert vote(visitor, path, "propose") == 403
    forged = far.replace(f"/t/{elsewhere.record.id}/", f"/t/{id_}/")
    assert quit_game(visitor, forged) == 404
    assert vote(visitor, forged, "propose") == 404
    screen = links.path(secret, id_, links.SCREEN)
    for seat in ("", "0", "3", "-1", "x", "9" * 30):
        assert visitor.post(f"{screen}quit?seat={seat}", sure="1").status_code == 409
    for does in ("agree", "decline", "", "end", "x" * 2000):
        assert vote(visitor, one, does, of="1") == 409
        assert vote(visitor, one, does) == 409
    assert vote(visitor, one, "propose") == 200
    for of in ("", "2", "0", "-1", "1.0", "x"):
        assert vote(visitor, other, "agree", of=of) == 409
    assert visitor.post(f"{other}quit?seat=1", sure="1").status_code == 200  # a seat gives up itself, whatever it names
    assert live.result.winners == (0,)
    assert elsewhere.quits == ()
    before = live.quits
    for path in (one, other):
        assert quit_game(visitor, path) == 409
        assert vote(visitor, path, "propose") == 409
        assert vote(visitor, path, "agree", of="1") == 409
        assert visitor.post(f"{path}hand", policy="random").status_code == 400
        assert visitor.post(f"{path}act", at="x", offer="1").status_code == 409
    assert live.quits == before
    assert live.moments == []


def test_the_choice_of_who_gave_up_is_not_taken_while_a_bot_thinks(visitor: Visitor) -> None:
    live, (one, *_) = seated(visitor, "tutorial", "human", "human", "human")
    at, key = hidden(visitor.get(one).text, "at"), keys_offered(visitor.get(one).text)[0]
    live.give_up(0, "search:1s")
    assert not live.may_choose(0)
    assert visitor.post(f"{one}act", at=at, typed=key, do="typed").status_code == 409
    assert live.moments == []


def test_who_shares_a_screen_gives_up_one_seat_or_ends_it_for_all(visitor: Visitor) -> None:
    live, _ = seated(visitor, "small_chess", "human", "human")
    screen = links.path(visitor.site.secret, live.record.id, links.SCREEN)
    assert 'action="quit?seat=1"' in visitor.get(f"{screen}?seat=1").text
    assert visitor.post(f"{screen}quit?seat=1", sure="1").status_code == 200
    assert live.result.winners == (1,)
    live, _ = seated(visitor, "small_chess", "human", "human")
    screen = links.path(visitor.site.secret, live.record.id, links.SCREEN)
    assert vote(visitor, f"{screen}", "propose") == 200
    assert live.result.winners == ()
    assert live.is_over


def test_a_saved_game_tells_how_it_was_ended_and_continues_as_ended(visitor: Visitor) -> None:
    live, (one, other, _) = seated(visitor, "tutorial", "human", "human", "human")
    quit_game(visitor, one)
    vote(visitor, other, "propose")
    third = links.path(visitor.site.secret, live.record.id, "3")
    vote(visitor, third, "agree", of="2")
    for suffix in (".json", ".yaml"):
        text = replay_text(live.replay(), suffix)
        read = parse_replay("game" + suffix, text.encode())
        assert read.quits == live.quits
    assert [each.seat for each in live.quits] == [1, 0]
    made = visitor.post("/open", save=replay_text(live.replay()), follow=False)
    assert made.status_code == 303, made.text
    opened = live_of(visitor, int(made.headers["location"].split("/")[2]))
    assert opened.is_over
    assert opened.record.finished
    assert opened.result == live.result


@pytest.mark.parametrize(
    "quits",
    [
        '[{"after": 1, "ends": true}]', '[{"after": 0}]', '[{"after": 0, "seat": 3, "ends": true}]',
        '[{"after": 0, "seat": 1, "ends": true}, {"after": 0, "seat": 2, "ends": true}]',
        '[{"after": 0, "seat": 1}, {"after": 0, "seat": 1}]', '[{"after": -1, "seat": 1}]',
        '[{"after": 0, "seat": 1, "won": 2}]', '[{"seat": 1}]', '"all"',
    ],
)  # fmt: skip
def test_a_saved_game_with_an_impossible_end_is_refused(visitor: Visitor, quits: str) -> None:
    live, _ = seated(visitor, "tutorial", "human", "human")
    text = replay_text(live.replay()).replace('"choices"', f'"quits": {quits},\n  "choices"')
    assert visitor.post("/open", save=text).status_code == 422


def test_statistics_of_minutes_leave_out_games_that_people_ended(tmp_path: Path) -> None:
    with visiting(tmp_path) as visitor:
        table = visitor.new_table(seats=("human", "human"))
        quit_game(visitor, visitor.seat_path(table, 1))
        visitor.site.store.change(live_of(visitor, 1).record, "created")
        visitor.site.store._db.execute("update tables set created = 0, moved = 600")
        assert visitor.site.store.minutes_played() == {}
        other = visitor.new_table(seats=("human", "human"))
        play_to_the_end(visitor, visitor.seat_path(other, 1), visitor.seat_path(other, 2))
        visitor.site.store._db.execute("update tables set created = 0, moved = 600")
        assert visitor.site.store.minutes_played() == {"tutorial": (10.0,)}
