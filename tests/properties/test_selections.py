"""Several picked at once, as people select them: every set that fits can be marked, and comes to the right choices."""

from __future__ import annotations

import random
from collections import Counter
from itertools import combinations

import pytest

from rulewright.core.model.game import Game, State
from rulewright.core.model.layout import FRAME
from rulewright.core.run.build import traced_build
from rulewright.core.run.steps import IllegalChoice, start, step
from rulewright.observe.sight.selections import Selection, selection_of
from rulewright.observe.words.events import sentences
from rulewright.play.session.moments import Hearing, make_choice
from rulewright.play.session.selecting import choices_of
from tests.properties.test_several import world

PICKS = (
    "pick 2 those_picked from cards_there", "pick up to 3 those_picked from cards_there",
    "pick 2..3 those_picked from cards_there", "pick any those_picked from cards_there where those_picked.cost != 1",
    "pick 3 those_picked from cards_there distinct by those_picked.cost / 2",
)  # fmt: skip


def taken(game: Game, state: State) -> tuple[int, ...]:
    zone = next(each for each in game.blueprint.families if each.id == "taken")
    return tuple(sorted(state[zone.base]))


@pytest.mark.parametrize("visible", ["all", "none"])
@pytest.mark.parametrize("copies", [(1, 1, 1, 1, 1), (1, 2, 1, 2)])
@pytest.mark.parametrize("pick", PICKS)
def test_whatever_is_marked_is_taken(pick: str, copies: tuple[int, ...], visible: str) -> None:
    game = world(copies, pick, visible).game
    state = start(game, seats=2, seed=1)
    selection = selection_of(game, state, 0)
    assert selection is not None
    build = traced_build(game)
    for size in range(selection.least, selection.most + 1):
        for marked in combinations(selection.offers, size):
            after = state[:]
            for code, _ in choices_of(game, build, state, selection, marked, random.Random(1)):
                assert code in after[3]
                step(game, after, code)
            assert after[FRAME] is None
            found = [game.blueprint.pieces[each].design for each in taken(game, after)]
            wanted = [game.blueprint.pieces[each.candidate].design for each in marked if not each.is_hidden]
            assert len(found) == size
            if visible == "all" and "distinct" not in pick:
                assert Counter(found) == Counter(wanted)


def _many(wanted: int) -> tuple[Game, State, Selection]:
    """More sets than are looked at before they are offered, of which 14 cards worth `wanted` pass."""
    guard = f"\n      require sum(c.cost for c in those_picked) = {wanted}"
    game = world((1,) * 28, f"pick 14 those_picked from cards_there{guard}").game
    state = start(game, seats=2, seed=1)
    selection = selection_of(game, state, 0)
    assert selection is not None
    return game, state, selection


def test_nobody_is_held_where_no_set_passes() -> None:
    game, state, selection = _many(999)
    for code, _ in choices_of(game, traced_build(game), state, selection, selection.offers[:14], random.Random(1)):
        step(game, state, code)
    assert state[FRAME] is None
    assert taken(game, state) == ()


def test_what_does_not_pass_is_refused_where_something_does() -> None:
    game, state, selection = _many(sum(range(14)))
    build = traced_build(game)
    with pytest.raises(IllegalChoice):
        choices_of(game, build, state, selection, selection.offers[1:15], random.Random(1))
    for code, _ in choices_of(game, build, state, selection, selection.offers[:14], random.Random(1)):
        step(game, state, code)
    assert taken(game, state) == tuple(range(14))


def test_what_has_been_picked_already_is_left_out() -> None:
    game = world((1, 1, 1, 1, 1), PICKS[2]).game
    state = start(game, seats=2, seed=1)
    step(game, state, state[3][1])
    selection = selection_of(game, state, 0)
    assert selection is not None
    assert (selection.least, selection.most, selection.picked) == (1, 2, (1,))
    assert [each.candidate for each in selection.offers] == [2, 3, 4]
    assert selection_of(game, state, 1) is None


def test_a_piece_is_taken_with_its_owner() -> None:
    """Copies of one design are alike only if they belong to the same seat."""
    game = world((2,), "pick 1..2 those_picked from cards_there", more=", each_seat: true").game
    state = start(game, seats=2, seed=1)
    selection = selection_of(game, state, 0)
    assert selection is not None
    assert len(selection.offers) == 4
    for each in selection.offers:
        codes = choices_of(game, traced_build(game), state, selection, [each], random.Random(1))
        after = state[:]
        for code, _ in codes:
            step(game, after, code)
        (found,) = taken(game, after)
        assert game.blueprint.pieces[found].owner == game.blueprint.pieces[each.candidate].owner


def test_too_few_and_too_many_are_refused() -> None:
    game = world((1, 1, 1), PICKS[0]).game
    state = start(game, seats=2, seed=1)
    selection = selection_of(game, state, 0)
    assert selection is not None
    build = traced_build(game)
    for marked in (selection.offers[:1], selection.offers):
        with pytest.raises(IllegalChoice):
            choices_of(game, build, state, selection, marked, random.Random(1))


def test_an_unseen_piece_has_no_name_and_each_may_be_marked() -> None:
    game = world((1, 1, 1), PICKS[0], "none").game
    state = start(game, seats=2, seed=1)
    selection = selection_of(game, state, 0)
    assert selection is not None
    assert [(each.key, each.candidate) for each in selection.offers] == [("those_picked hidden card", -1)] * 3
    build = traced_build(game)
    two = selection.offers[:2]
    found = {tuple(choices_of(game, build, state, selection, two, random.Random(seed))) for seed in range(40)}
    assert len(found) == 6


def told_of(pick: str, copies: tuple[int, ...], keys: list[str], seat: int, visible: str = "all") -> list[list[str]]:
    """What a seat is told after each choice of the first seat."""
    game = world(copies, pick, visible).game
    build, hearing, moments = traced_build(game), Hearing(seat), []
    state = start(game, seats=2, seed=1, build=build)
    found = []
    for key in keys:
        moments.append(make_choice(game, build, state, 0, key))
        found.append([text for each in hearing.hear(game, moments) for text in sentences(game, each.events, seat)])
    return found


def test_a_selection_is_told_in_one_line_once_it_is_complete() -> None:
    keys = [f"those_picked design_{number}" for number in (0, 2)]
    told = told_of("pick 3 those_picked from cards_there", (1, 1, 1, 1), keys, 1)
    assert told == [[], ["seat 1: play: those picked: 3 × Card"]]
    told = told_of("pick any those_picked from cards_there", (1, 1, 1), ["done"], 1)
    assert told == [["seat 1: play: those picked: none"]]


def test_what_is_picked_anew_is_told_by_itself() -> None:
    pick = "repeat 2: pick up to 2 few from cards_there\n      pick any those_picked from cards_there where false"
    told = told_of(pick, (1, 1, 1), ["few design_0", "few design_1", "few design_1", "done"], 0)
    assert told == [[], ["seat 1: play: few: 2 × Card"], [], ["seat 1: play: few: Card"]]


def test_nobody_is_told_which_hidden_pieces_were_selected() -> None:
    keys = ["those_picked design_2", "those_picked design_0"]
    told = told_of("pick 2 those_picked from cards_there", (1, 1, 1), keys, 0, "none")
    assert [len(each) for each in told] == [0, 1]
    assert told[1][0].startswith("seat 1: play: those picked: 2 × ")


def test_only_sets_with_which_the_rules_can_go_on_are_taken() -> None:
    """What follows is foreseen by the last choice; a set that it refuses is not taken as another one."""
    game = world((1, 1, 1, 1, 1), PICKS[0] + "\n      require sum(c.cost for c in those_picked) > 4").game
    build, state = traced_build(game), start(game, seats=2, seed=1)
    selection = selection_of(game, state, 0)
    assert selection is not None
    found = {}
    for marked in combinations(selection.offers, 2):
        pair = tuple(each.candidate for each in marked)
        try:
            codes = choices_of(game, build, state, selection, marked, random.Random(1))
        except IllegalChoice:
            continue
        after = state[:]
        for code, _ in codes:
            step(game, after, code)
        found[pair] = taken(game, after)
    assert found == {pair: pair for pair in ((1, 4), (2, 3), (2, 4), (3, 4))}
