"""What is dealt for a seat is possible for all it has seen, hangs on nothing else, and is as likely as it should be."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from functools import cache

import pytest

import rulewright as rw
from rulewright.core.model.game import Game, State
from rulewright.core.model.layout import N_SEATS, OPTIONS, PARKED, SEALED, SEAT
from rulewright.core.run.atoms import LimitReached
from rulewright.core.run.build import traced_build
from rulewright.core.run.steps import is_over, start, step
from rulewright.observe.sight.dealing import deal
from rulewright.observe.sight.hiding import as_sealed
from rulewright.observe.sight.knowledge import Knowledge
from rulewright.observe.sight.view import view_of
from rulewright.observe.words.events import sentences
from tests.properties.tables import settings_of
from tests.properties.test_hidden import game_of as any_game
from tests.reference.agreement import random_table
from tests.reference.games import both_of
from tests.reference.integrity import faults
from tests.reference.possible_faces import PossibleFaces

SHIPPED = (
    ("skymines", (), 2, 0),
    pytest.param("skymines", (), 4, 0, marks=pytest.mark.slow),
    pytest.param("skymines", ("belt", "missions", "threats"), 3, 0, marks=pytest.mark.slow),
    ("skymines", ("belt", "missions", "threats", "luna"), 3, 2),
    pytest.param("ceres", (), 2, 0, marks=pytest.mark.slow),
    ("ceres", (), 4, 0),
)
OTHERS = (
    *(("small", name) for name in ("statements", "together", "ghosts", "free")),
    *(("hidden", str(number)) for number in range(8)),
    *(("random", str(number)) for number in range(8)),
)


@cache
def table(name: str, modules: tuple[str, ...]) -> Game:
    return rw.load_game(name, modules=("base", *modules) if modules else None)


def watched(
    game: Game, seats: int, seed: int, settings: dict[str, str | int], most: int = 2_000
) -> Iterator[tuple[State, list[Knowledge], list[PossibleFaces]]]:
    """Each decision of a random game, with what every seat knows and what the other reckoning takes for possible."""
    build, chance = traced_build(game), random.Random(seed)
    state = start(game, seats=seats, seed=seed, settings=settings, build=build)
    known = [Knowledge(game, seat, seats=seats) for seat in range(seats)]
    possible = [PossibleFaces(game, seat, seats) for seat in range(seats)]
    for _ in range(most):
        assert build.events is not None
        for each, faces in zip(known, possible, strict=True):
            each.observe(build.events)
            faces.follow(build.events)
        build.events.clear()
        if is_over(state):
            return
        yield state, known, possible
        step(game, state, chance.choice(state[OPTIONS]), build=build)


def fits(game: Game, state: State, knowledge: Knowledge, faces: PossibleFaces, seed: int) -> None:
    """A deal is a sound state, looks to the seat as the table does, and holds nothing that cannot be."""
    dealt, base = deal(state, knowledge, seed), as_sealed(game, state, knowledge.seat)
    assert faults(game, dealt) == []
    assert view_of(game, dealt, knowledge.seat) == view_of(game, base, knowledge.seat)
    unanswered, seen = (view_of(game, each, knowledge.seat) for each in (base, state))
    assert replace(unanswered, deciding=()) == replace(seen, deciding=())  # under seal, who has answered decides again
    assert len(dealt[OPTIONS]) == len(state[OPTIONS])
    assert faces.impossible(base, dealt) == []
    assert faces.impossible(base, base) == []


@pytest.mark.sampled(1)
@pytest.mark.parametrize(("name", "modules", "seats", "ruled"), SHIPPED)
def test_no_deal_holds_what_the_seat_has_seen_to_be_otherwise(
    name: str, modules: tuple[str, ...], seats: int, ruled: int
) -> None:
    game, chance, compared = table(name, modules), random.Random(name), 0
    settings = settings_of(game, ruled, 0, chance)
    for state, known, possible in watched(game, seats, 7, settings):
        if chance.random() < 0.15:
            seat = state[SEAT]
            fits(game, state, known[seat], possible[seat], compared)
            compared += 1
    assert compared > 10


@pytest.mark.sampled(3)
@pytest.mark.parametrize("which", OTHERS, ids=lambda which: " ".join(which))
def test_no_deal_in_any_other_game_does(which: tuple[str, str]) -> None:
    game = any_game(*which)
    for seed in range(3):
        seats, settings = random_table(game, random.Random(seed))
        try:
            for number, (state, known, possible) in enumerate(watched(game, seats, seed, settings, 60)):
                for seat in range(state[N_SEATS]):
                    fits(game, state, known[seat], possible[seat], number)
        except LimitReached:  # random rules may lead outside
            continue


_TAKEN = """\
kind: content
kinds: [{id: card, title: {en: Card}}]
zones:
  - {id: deck, title: {en: Deck}, holds: card, order: stack, visible: none, start: "true"}
  - {id: hand, title: {en: Hand}, per: [seat], holds: card, visible: owner}
  - {id: row, title: {en: Row}, holds: card, visible: all}
procedures:
  - id: play
    does: |
      shuffle deck
      draw 2 from deck to row
      for each s in seat: draw 1 from deck to s.hand
      ask each:
        pick c from row
        move c to hand
        choose:
          keep: nothing
          swap for d in hand: move d under deck
components:
  - {id: ace, kind: card, title: {en: Ace}, copies: 5}
"""


def test_what_others_take_under_seal_is_not_heard_before_it_is_opened() -> None:
    game, compared = both_of(_TAKEN, 2, 2).game, 0
    row = next(each.base for each in game.blueprint.families if each.id == "row")
    for seed in range(4):
        for number, (state, known, possible) in enumerate(watched(game, 2, seed, {})):
            for knowledge, faces in zip(known, possible, strict=True):
                fits(game, state, knowledge, faces, number)
            compared += len(state[row]) < 2  # what all may take is taken one after another, at the opening
            assert state[SEALED] is None or len(state[row]) == 2
    assert compared


_PLANNED = """\
kind: content
kinds: [{id: card, title: {en: Card}}]
zones:
  - {id: deck, title: {en: Deck}, holds: card, order: stack, visible: none, start: "true"}
  - {id: hand, title: {en: Hand}, per: [seat], holds: card, visible: owner}
  - {id: planned, title: {en: Planned}, per: [seat], holds: card, visible: all}
procedures:
  - id: play
    does: |
      shuffle deck
      for each s in seat: draw 3 from deck to s.hand
      ask each:
        pick c from hand
        move c to planned
components:
  - {id: ace, kind: card, title: {en: Ace}, copies: 3}
  - {id: king, kind: card, title: {en: King}, copies: 6}
"""


def test_what_others_lay_out_under_seal_is_known_once_it_is_opened() -> None:
    game, sealed = both_of(_PLANNED, 3, 3).game, 0
    for seed in range(4):
        for number, (state, known, possible) in enumerate(watched(game, 3, seed, {})):
            for knowledge, faces in zip(known, possible, strict=True):
                fits(game, state, knowledge, faces, number)
            sealed += state[SEALED] is not None and len(state[PARKED]) < 2
            if state[SEALED] is not None and state[SEAT] == 1:
                hands = Counter(aces_of(game, deal(state, known[1], each), 0) for each in range(60))
                assert hands[0], f"seed {seed}: seat 2 knows nothing of the card that seat 1 has laid out, or not"
    assert sealed


def aces_of(game: Game, state: State, seat: int) -> int:
    """How many aces a seat has in its hand and laid out."""
    places = {each.id: each.base + seat for each in game.blueprint.families if each.sort == "zone" and each.per}
    held = (*state[places["hand"]], *state[places["planned"]])
    return sum(game.blueprint.pieces[each].design == "ace" for each in held)


def test_who_comes_later_deals_what_it_finds_kind_by_kind() -> None:
    game, chance = table("skymines", ()), random.Random(3)
    for state, _, _ in watched(game, 3, 5, {}):
        if chance.random() < 0.1:
            seat = state[SEAT]
            dealt = deal(state, Knowledge.of_table(game, state, seat), 1)
            assert faults(game, dealt) == []
            assert view_of(game, dealt, seat) == view_of(game, state, seat)


def test_who_has_not_been_told_all_is_refused() -> None:
    game = table("skymines", ())
    known = Knowledge(game, 0, seats=2)
    build = traced_build(game)
    state = start(game, seats=2, seed=1, build=build)
    known.observe(build.events or ())
    for _ in range(160):
        step(game, state, state[OPTIONS][0])
    with pytest.raises(ValueError, match="has not observed all"):
        deal(state, known, 1)


# ---- Likely as the rules have it: every hidden order that fits what a seat was told, counted over whole games

_SECRETS = """\
kind: content
kinds:
  - {id: card, title: {en: Card}}
zones:
  - {id: deck, title: {en: Deck}, holds: card, order: stack, visible: none, start: "true"}
  - {id: hand, title: {en: Hand}, per: [seat], holds: card, visible: owner}
  - {id: row, title: {en: Row}, holds: card, visible: all}
  - {id: shut, title: {en: Shut}, per: [seat], holds: card, spaces: 1, visible: none}
scoring:
  - {id: cards, title: {en: Cards}, amount: size(hand)}
procedures:
  - id: play
    title: {en: Play}
    does: |
      shuffle deck
      for each s in seat: draw 1 from deck to s.hand
      repeat 2:
        for each s in seat:
          ask s:
            turn
      for each c in row: move c to deck
      shuffle deck
      for each s in seat:
        ask s:
          turn
  - id: turn
    title: {en: Turn}
    does: |
      if size(deck) > 0: draw 1 from deck to hand
      choose:
        shown for c in hand: move c to row
        laid for c in hand: move c under deck
        locked for c in hand where not exists(shut[1]): move c to shut[1]
components:
  - {id: ace, kind: card, title: {en: Ace}}
  - {id: king, kind: card, title: {en: King}}
  - {id: queen, kind: card, title: {en: Queen}}
  - {id: jack, kind: card, title: {en: Jack}}
"""


FEW, MANY = 500, 2_600


@cache
def secrets() -> Game:
    return both_of(_SECRETS, 2, 2).game


@cache
def transcripts(games: int) -> dict[tuple[str, ...], list[tuple[State, Knowledge]]]:
    """Games at the third decision of the first seat, by all that it was told so far.

    It chooses alike in all games; the other one by lot, whatever the cards are.
    """
    game = secrets()
    build = traced_build(game)
    found: dict[tuple[str, ...], list[tuple[State, Knowledge]]] = {}
    for seed in range(games):
        chance, told, asked = random.Random(seed), list[str](), 0
        state = start(game, seats=2, seed=seed, build=build)
        known = Knowledge(game, 0, seats=2)
        while not is_over(state):
            assert build.events is not None
            known.observe(build.events)
            told += sentences(game, build.events, 0)
            build.events.clear()
            if state[SEAT] == 0:
                told.append(repr(view_of(game, state, 0)))
                asked += 1
                if asked == 3:
                    found.setdefault(tuple(told), []).append((state, known))
                    break
            options = state[OPTIONS]
            code = options[asked % len(options)] if state[SEAT] == 0 else chance.choice(options)
            step(game, state, code, build=build)
    return found


def hidden_order(game: Game, state: State) -> str:
    return repr(view_of(game, state, None).zones)


@pytest.mark.slow
def test_deals_are_as_likely_as_the_rules_make_them() -> None:
    """What really lay hidden in games that looked alike, against deals for one of them: the sum of all chi squares."""
    game, off, freedom, deals = secrets(), 0.0, 0, 600
    for alike in transcripts(MANY).values():
        if len(alike) < 9:
            continue
        real = Counter(hidden_order(game, state) for state, _ in alike)
        state, known = alike[0]
        dealt = Counter(hidden_order(game, deal(state, known, seed)) for seed in range(deals))
        assert set(real) <= set(dealt)
        for order, count in dealt.items():
            expected = len(alike) * count / deals
            off += (real[order] - expected) ** 2 / expected
        freedom += len(dealt) - 1
    assert freedom > 30
    assert abs(off - freedom) < 4 * (2 * freedom) ** 0.5, (off, freedom)


def test_deals_hang_on_nothing_but_what_the_seat_was_told() -> None:
    game, compared = secrets(), 0
    for alike in transcripts(FEW).values():
        deals = {hidden_order(game, deal(state, known, 11)) for state, known in alike}
        assert len(deals) == 1
        compared += len(alike) - 1
    assert compared > 50
