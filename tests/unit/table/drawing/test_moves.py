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
