"""A secret ballot at a table with people: taken back, looked at by others, saved and continued; in the browser too."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from rulewright.core.model.game import Game
from rulewright.core.model.layout import SEALED
from rulewright.core.run.steps import IllegalChoice
from rulewright.observe.sight.view import view_of
from rulewright.play.records.replay import PERSON, read_replay, write_replay
from rulewright.play.records.saves import state_from_json, state_to_json
from rulewright.play.session.moments import ONLOOKER
from rulewright.play.session.table_in_play import TableInPlay
from rulewright.table.serve.live import LiveTable
from rulewright.table.serve.logged_actions import turns_told
from rulewright.table.serve.seeing import sight_of
from tests.reference.games import both_of, write_small
from tests.reference.tables import live_table
from tests.unit.table.serve.visitors import Visitor, visiting

# Whoever votes against is asked once more, so that an answer tells by its length.
CONTENT = """\
kind: content
counters:
  - {id: vote, title: {en: Vote}, per: [seat], min: 0, max: 9, visible: owner}
  - {id: against, title: {en: Against}, min: 0, max: 9}
  - {id: turn_of, title: {en: Turn}, min: 0, max: 9}
  - {id: named, title: {en: Named}, per: [seat], min: 0, max: 9, visible: owner}
procedures:
  - id: play
    does: |
      repeat 2:
        ask each: ballot
        set against to count(s in seat where s.vote > 1)
        gain 1 turn_of
  - id: ballot
    title: {en: Ballot}
    does: |
      choose:
        for_it: set vote to 1
        against_it:
          pick s from others
          set named to s.number
          set vote to 2
    wording: {for_it: {en: for it}, against_it: {en: against it}}
"""
PEOPLE = (PERSON,) * 3
FOR = ("for_it",)
viewers = pytest.mark.parametrize("viewer", [0, 2, ONLOOKER])


def against(seat: int) -> tuple[str, ...]:
    """The answer of a seat (from 0) that is against it: it names the next one."""
    return "against_it", f"seat {(seat + 1) % 3 + 1}"


def game() -> Game:
    return both_of(CONTENT, 3, 3).game


def vote(live: TableInPlay, seat: int, keys: tuple[str, ...], *, settle: bool = True) -> None:
    for key in keys:
        live.choose(seat, key)
    if settle:
        live.confirm(seat)


def shown(live: LiveTable, viewer: int) -> tuple[object, ...]:
    told = sight_of(live, viewer, "en"), turns_told(live, viewer, "en"), live.version(viewer)
    return *told, live.waited_for(viewer), view_of(live.game, live.state_for(viewer), viewer)


@viewers
def test_a_ballot_and_its_being_taken_back_are_seen_by_nobody_else(viewer: int) -> None:
    live = live_table(game(), PEOPLE, 1)
    before = shown(live, viewer)
    vote(live, 1, against(1), settle=False)
    assert shown(live, viewer) == before
    assert view_of(live.game, live.state_for(1), 1).counters["vote"][("seat 2",)] == 2
    live.undo(1)
    live.undo(1)
    with pytest.raises(IllegalChoice, match="no choice to take back"):
        live.undo(1)
    assert view_of(live.game, live.state_for(1), 1).counters["vote"][("seat 2",)] == 0
    assert shown(live, viewer) == before
    vote(live, 1, FOR)
    with pytest.raises(IllegalChoice, match="no choice to take back"):
        live.undo(1)


@viewers
def test_what_was_voted_changes_no_page_of_others_even_after_the_count(viewer: int) -> None:
    """The counts are the same: once seat 2 is against it, once the seat that does not look."""
    other = next(seat for seat in (0, 2) if seat != viewer)
    found = []
    for traitor in (1, other):
        live = live_table(game(), PEOPLE, 1)
        pages = []
        for seat in (1, other):
            vote(live, seat, against(seat) if seat == traitor else FOR)
            pages.append(shown(live, viewer))
        vote(live, next(each for each in range(3) if each not in (1, other)), FOR)
        found.append([*pages, shown(live, viewer), live.told(viewer, "en")])
    assert found[0][1:] == found[1][1:], "after both have voted, and after the count"
    assert found[0][0] == found[1][0], "after seat 2 has voted"


def test_the_last_vote_is_taken_back_before_the_count_is_shown() -> None:
    live = live_table(game(), PEOPLE, 1)
    vote(live, 0, FOR)
    vote(live, 2, against(2))
    vote(live, 1, against(1), settle=False)
    assert view_of(live.game, live.state_for(1), 1).counters["against"][()] == 0
    live.undo(1)
    live.undo(1)
    vote(live, 1, FOR)
    assert view_of(live.game, live.state, 0).counters["against"][()] == 1
    assert live.seen_until == 1


@pytest.mark.parametrize(
    "votes", [((1, against(1)),), ((2, FOR), (0, against(0))), ((2, against(2)), (0, FOR), (1, against(1)))]
)
def test_a_game_saved_in_the_middle_of_a_ballot_goes_on(
    votes: tuple[tuple[int, tuple[str, ...]], ...], tmp_path: Path
) -> None:
    played, resumed = (TableInPlay(game(), PEOPLE, 1, {}) for _ in range(2))
    played.begin(3)
    for seat, keys in votes:
        vote(played, seat, keys)
    assert state_from_json(played.game, state_to_json(played.game, played.state)) == played.state
    write_replay(tmp_path / "game.json", played.replay())
    resumed.resume(read_replay(tmp_path / "game.json"))
    assert resumed.state == played.state
    assert resumed.counted == played.counted
    for viewer in (*range(3), ONLOOKER):
        assert resumed.heard(viewer) == played.heard(viewer)
        assert resumed.waited_for(viewer) == played.waited_for(viewer)
    rest = [seat for seat in range(3) if seat in played.asked]
    for table in (played, resumed):
        for seat in rest:
            vote(table, seat, against(seat))
    assert resumed.state == played.state
    assert played.state[SEALED] is not None or played.is_over, "the next ballot"


def test_the_same_state_goes_on_from_a_save_whatever_the_order_of_the_votes() -> None:
    states = []
    for order in ((0, 1, 2), (2, 1, 0), (1, 0, 2)):
        table = TableInPlay(game(), PEOPLE, 1, {})
        table.begin(3)
        for seat in order:
            vote(table, seat, against(seat) if seat else FOR)
        states.append(state_to_json(table.game, table.state))
    assert states[1:] == states[:1] * 2


# ---- In the browser


def without_marks(page: str) -> str:
    """A page without what is drawn for each request: signatures of forms and links."""
    return re.sub(r'(name="(at|back)" value|href|action|data-version|data-due)="[^"]*"', "", page)


def pages_of(visitor: Visitor, path: str) -> list[str]:
    return [without_marks(visitor.get(f"{path}{each}").text) for each in ("", "log", "replay", "steps", "why")]


def test_the_pages_of_another_seat_are_the_same_byte_for_byte(tmp_path: Path) -> None:
    write_small(tmp_path / "small", CONTENT, 3, 3)
    name, found = str(tmp_path / "small"), list[list[list[str]]]()
    with visiting(names=(name,)) as visitor:
        for traitor in (0, 2):
            made = visitor.new_table(name, PEOPLE)
            paths = [visitor.seat_path(made, seat) for seat in (1, 2, 3)]
            pages = [pages_of(visitor, paths[1])]
            for seat in (0, 2, 1):
                for key in against(seat) if seat == traitor else FOR:
                    visitor.choose(paths[seat], key)
                if seat != 1:
                    pages.append(pages_of(visitor, paths[1]))
                visitor.do(paths[seat], do="confirm")
                pages.append(pages_of(visitor, paths[1]))
            place = visitor.site.tables.find(len(found) + 1)
            assert place is not None
            assert place.live.seen_until == 1, "the votes are counted"
            found.append(pages)
    for number, (one, other) in enumerate(zip(*found, strict=True)):
        assert one == other, number
