"""Cards of which nobody says how they look: the fields that tell them apart are on them, on the screen of text too."""

from __future__ import annotations

import re

import pytest

import rulewright as rw
from rulewright.core.model.game import Game
from rulewright.core.model.kinds import PieceOf
from rulewright.observe.words.table import details, table_lines
from rulewright.table.drawing.still import scene_of, still_designs
from tests.reference.games import build_small
from tests.unit.table.drawing.drawn import drawn_table

_CARDS = """\
kind: content
enumerations:
  - {id: guild, title: {en: Guild}, values: [fishers, masons]}
kinds:
  - id: card
    title: {en: Card}
    fields:
      guild: {type: guild, about: Whose it is}
      wood: {type: number, default: 0, about: Its price}
      salt: {type: number, default: 0, about: Its price}
      weight: {type: number, default: 3, about: The same for all}
      is_old: {type: truth, default: false, about: Whether it is}
      built: {type: effect, optional: true, about: What it does}
      needs: {type: test, about: When it may be built}
  - id: suit
    title: {en: Suit card}
    fields: {rank: {type: number, about: Its rank}}
components:
  - {id: inn, kind: card, title: {en: Inn}, guild: masons, wood: 2, salt: 1, built: gain 1 coin, needs: coin > 1, FROM}
  - {id: pan, kind: card, title: {en: Pan}, guild: fishers, wood: 1, is_old: true, needs: is_dear(pan), FROM}
  - {id: five, kind: suit, title: {en: Five}, rank: 5, FROM}
  - {id: six, kind: suit, title: {en: Six}, rank: 6, FROM}
counters:
  - {id: coin, title: {en: Coins}, per: [seat], min: 0, max: 9}
  - {id: wood, title: {en: Timber}, per: [seat], min: 0, max: 9}
zones:
  - {id: hand, title: {en: Hand}, holds: card, visible: all, start: "true"}
  - {id: row, title: {en: Row}, holds: suit, visible: all, start: "true"}
quantities:
  - {id: is_dear, takes: {c: card}, gives: truth, amount: c.wood > 1}
procedures:
  - id: play
    does: |
      choose:
        one: gain 1 coin
        two: gain 1 wood
"""


@pytest.fixture(scope="module", name="game")
def game_without_a_look() -> Game:
    return build_small(_CARDS.replace("FROM", "source: {doc: DOC, place: a}")).game()


def _faces(game: Game) -> list[list[str]]:
    scene = scene_of(game, rw.start(game, seats=2, seed=1), 0, "en")
    drawn = [str(shown) for kind in still_designs(scene) for shown, _ in kind.shown]
    return [[each.strip() for each in re.split(r"<[^>]*>", one) if each.strip()] for one in drawn]


def test_what_tells_cards_apart_is_on_them_and_what_is_the_same_is_not(game: Game) -> None:
    assert _faces(game) == [
        ["Inn", "Timber 2", "Salt 1", "Built: Coins: +1", "Needs: Coins: at least 2"],
        ["Pan", "Timber 1", "Is old"],
        ["Five", "5"],
        ["Six", "6"],
    ]


def test_the_screen_of_text_tells_the_numbers_and_a_list_of_options_everything(game: Game) -> None:
    state = rw.start(game, seats=2, seed=1)
    shown = [each for each in table_lines(game, state, 0) if each.startswith(("Hand", "Row"))]
    assert shown == ["Hand: Inn (Timber 2, Salt 1), Pan (Timber 1)", "Row: Five, Six"]
    told = [details(game, state, 0, "card", value) for value in range(2)]
    assert told == [
        "Guild: masons, Timber 2, Salt 1, Built: Coins: +1, Needs: Coins: at least 2",
        "Guild: fishers, Timber 1, Is old",
    ]
    assert details(game, state, 0, PieceOf("suit"), 3) == "Rank 6"


_PLACES = """\
kind: content
kinds:
  - {id: square, title: {en: Square}}
  - {id: die, title: {en: Die}, faces: 1..6}
components:
  - {id: white, kind: die, title: {en: White}, copies: 2, source: {doc: DOC, place: a}}
maps:
  - {id: board, title: {en: Board}, regions: square, grid: [2, 2]}
markers:
  - {id: stands, title: {en: Walker}, per: [seat], "on": square}
counters:
  - {id: coin, title: {en: Coins}, per: [seat], min: 0, max: 9, start: 4}
zones:
  - {id: dice, title: {en: Dice}, holds: die, visible: all, start: "true"}
procedures:
  - id: play
    does: |
      for each s in seat: ask s: set stands to (a1 if me is seat(1) else b2)
      roll (d in dice)
      choose:
        one: gain 1 coin
        two: gain 2 coin
"""


def test_dice_markers_on_a_map_and_counters_of_a_seat_are_drawn_without_a_look() -> None:
    game = build_small(_PLACES).game()
    state = rw.start(game, seats=2, seed=1)
    page = drawn_table(game, state, 0, None)
    assert len(re.findall(r'class="pips"', page)) == 2, page
    assert re.findall(r'data-number="coin.(\d)"><span class="label">Coins</span><b>4<', page) == ["0", "1"], page
    regions = dict(re.findall(r'class="region [^>]*data-about="(\w+)"(.*?)class="unseen"', page))
    stands = {name: re.findall(r"stands s-(\d)", drawn) for name, drawn in regions.items()}
    assert stands == {"a1": ["0"], "b1": [], "a2": [], "b2": ["1"]}, page
