"""A move along a border is drawn where it begins and where it leads: at the place where something newly stands."""

from __future__ import annotations

import re

import rulewright as rw
from rulewright.play.session.drafts import Draft
from rulewright.play.session.foresight import foresee
from tests.reference.games import build_small
from tests.unit.table.drawing.drawn import drawn_table

CONTENT = """\
kind: content
kinds: [{id: square, title: {en: Square}}]
maps: [{id: board, title: {en: Board}, regions: square, grid: [3, 2]}]
markers: [{id: man, title: {en: Man}, per: [square], "on": seat}]
procedures:
  - id: play
    does: |
      set man[a1] to seat(1)
      set man[b2] to seat(1)
      set man[b1] to seat(2)
      repeat 4: ask seat(1): turn
  - id: turn
    title: {en: Move}
    does: |
      choose:
        step for b in board where man[b.near] is me and not exists(man[b.far]):
          set man[b.far] to me
          set man[b.near] to none
        jump for b in board where man[b.near] is me and man[b.far] is seat(2) and exists(b.on):
          set man[b.on.far] to me
          set man[b.near] to none
          set man[b.far] to none
        wait: nothing
    wording: {step: {en: Step}, jump: {en: Jump}, wait: {en: Wait}}
"""


def drawn(*, foreseen: bool) -> str:
    game = build_small(CONTENT, 2, 2).game()
    state = rw.start(game, seats=2, seed=1)
    known = foresee(game, rw.traced_build(game), Draft(state), 0) if foreseen else ()
    return drawn_table(game, state, 0, rw.decision(game, state), foreseen=known)


def led(table: str) -> set[tuple[str, str]]:
    """Where moves lead to, by what is said of them."""
    return {
        (about[0], told)
        for part in re.split(r'(?=<span class="region)', table)
        if (about := re.findall(r'data-about="(\w+)"', part))
        for told in re.findall(r'data-from="\d+"[^>]* aria-label="([^"]*)"', part)
    }


def test_moves_begin_at_their_near_ends_and_lead_to_where_something_newly_stands() -> None:
    table = drawn(foreseen=True)
    assert re.findall(r'data-start="(\d+)" aria-label="([^"]*)"', table) == [("0", "Step, Jump: a1"), ("4", "Step: b2")]
    assert led(table) == {
        ("a2", "Step: a1 - a2"), ("a2", "Step: b2 - a2"), ("c2", "Step: b2 - c2"), ("c1", "Jump: a1 - b1"),
    }  # fmt: skip
    assert table.count(" hidden") == 4
    assert 'data-listed="step a1-a2"' in table


def test_where_nothing_is_foreseen_a_move_leads_to_the_far_end() -> None:
    assert ("b1", "Jump: a1 - b1") in led(drawn(foreseen=False))


def test_a_move_that_a_click_could_not_tell_from_another_is_not_drawn() -> None:
    rush = "rush for c in board where man[c.near] is me and not exists(man[c.far]): set man[c.far] to me"
    twice = CONTENT.replace("wait: nothing", f"{rush}\n        wait: nothing")
    game = build_small(twice, 2, 2).game()
    state = rw.start(game, seats=2, seed=1)
    known = foresee(game, rw.traced_build(game), Draft(state), 0)
    table = drawn_table(game, state, 0, rw.decision(game, state), foreseen=known)
    assert led(table) == {("c1", "Jump: a1 - b1")}


PIECES = """\
kind: content
kinds:
  - {id: square, title: {en: Square}}
  - {id: checker, title: {en: Man}, faces: [plain, king]}
components: [{id: disc, kind: checker, title: {en: Man}, each_seat: true, copies: 2}]
maps: [{id: board, title: {en: Board}, regions: square, grid: [3, 2]}]
zones:
  - id: man
    holds: checker
    spaces: square
    visible: all
    start: (square is a1 or square is b2) and it.owner is seat(1) or square is b1 and it.owner is seat(2)
  - {id: taken, holds: checker, visible: all}
procedures:
  - id: play
    does: |
      flip man[b2] king
      repeat 4: ask seat(1): turn
  - id: turn
    does: |
      choose:
        step for b in board where man[b.near].owner is me and not exists(man[b.far]): move man[b.near] to man[b.far]
        jump for b in board where man[b.near].owner is me and man[b.far].owner is seat(2) and exists(b.on):
          move man[b.near] to man[b.on.far]
          move man[b.far] to taken
        WAIT
    wording: {step: {en: Step}, jump: {en: Jump}}
"""


def drawn_pieces(wait: str) -> str:
    game = build_small(PIECES.replace("WAIT", wait), 2, 2).game()
    state = rw.start(game, seats=2, seed=1)
    known = foresee(game, rw.traced_build(game), Draft(state), 0)
    return drawn_table(game, state, 0, rw.decision(game, state), foreseen=known)


def test_pieces_on_places_are_discs_of_their_seats_and_move_as_markers_do() -> None:
    table = drawn_pieces("wait: nothing")
    discs = re.findall(r'<span class="manned" data-piece="(\w+)" title="([^"]*)"><span class="([^"]*)"', table)
    assert discs == [
        ("p0", "Man, seat 1", "stands s-0"),
        ("p2", "Man, seat 2", "stands s-1"),
        ("p1", "King, seat 1", "stands man s-0"),
    ]
    assert ("c1", "Jump: a1 - b1") in led(table)
    assert ("a2", "Step: a1 - a2") in led(table)


def test_a_piece_on_a_place_is_clicked_where_it_is_asked_for() -> None:
    table = drawn_pieces("wait for m in man where m.king: flip m plain")
    assert re.findall(r'aria-label="(wait[^"]*)"[^>]* data-piece="p1"', table) == ["wait: Man"]
