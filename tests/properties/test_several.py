"""Several picked at once: each set is reached by one series of choices, and pieces that are alike count once."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from math import comb

import pytest

from rulewright.core.model.game import Game, State
from rulewright.core.model.layout import FRAME, OPTIONS
from rulewright.core.run.steps import start, step
from tests.reference.games import Both, both_of

_WORLD = """\
kind: content
kinds:
  - {{id: card, title: {{en: Card}}, fields: {{cost: {{type: number, about: Its price}}}}}}
components:
{cards}
zones:
  - {{id: deck, holds: card, visible: none}}
  - {{id: cards_there, holds: card, visible: {visible}, start: "true"}}
  - {{id: taken, holds: card, visible: all}}
procedures:
  - id: play
    does: |
      {pick}
      move those_picked to taken
"""


def world(copies: tuple[int, ...], pick: str, visible: str = "all", more: str = "") -> Both:
    """A game that is one `pick`, from this many copies of designs, each with `more` keys."""
    cards = "\n".join(
        f"  - {{id: design_{number}, kind: card, copies: {count}, cost: {number}, title: {{en: Card}},"
        f" source: {{doc: DOC, place: a}}{more}}}"
        for number, count in enumerate(copies)
    )
    return both_of(_WORLD.format(cards=cards, pick=pick, visible=visible))


def ends(game: Game, state: State) -> list[tuple[int, ...]]:
    """What has been taken at the end of each series of choices."""
    if state[FRAME] is None:
        taken = next(each for each in game.blueprint.families if each.id == "taken")
        return [tuple(sorted(state[taken.base]))]
    found = []
    for code in state[OPTIONS]:
        after = state[:]
        step(game, after, code)
        found += ends(game, after)
    return found


def ways(copies: tuple[int, ...], pick: str) -> list[tuple[int, ...]]:
    game = world(copies, pick).game
    return ends(game, start(game, seats=2, seed=1))


@pytest.mark.parametrize(
    ("pick", "sizes"),
    [("pick 2 those_picked", (2,)), ("pick up to 3 those_picked", (0, 1, 2, 3)), ("pick 2..3 those_picked", (2, 3)),
     ("pick any those_picked", range(6))],
)  # fmt: skip
def test_each_set_is_reached_in_one_way(pick: str, sizes: tuple[int, ...]) -> None:
    found = Counter(ways((1, 1, 1, 1, 1), f"{pick} from cards_there"))
    assert found == Counter(each for size in sizes for each in combinations(range(5), size))


def test_alike_pieces_do_not_multiply_the_ways() -> None:
    found = ways((3, 2), "pick 2 those_picked from cards_there")
    assert sorted(sum(piece >= 3 for piece in each) for each in found) == [0, 1, 2]


def test_pieces_with_the_same_value_count_once_where_they_are_told_apart_by_it() -> None:
    found = ways((1, 1, 1), "pick 2 those_picked from cards_there distinct by those_picked.cost / 2")
    assert len(found) == 2


def test_too_few_candidates_leave_the_effect() -> None:
    assert ways((1,), "pick 2 those_picked from cards_there") == [()]


def test_of_pieces_nobody_sees_any_may_be_next() -> None:
    """Their order would decide how likely each set is, as it is chance that picks among them."""
    game = world((1, 1, 1), "pick 2 those_picked from cards_there", "none").game
    state = start(game, seats=2, seed=1)
    assert len(state[OPTIONS]) == 3
    assert set(Counter(ends(game, state)).values()) == {2}


def test_what_follows_is_foreseen_by_the_last_choice_and_by_done() -> None:
    require = "\n      require sum(c.cost for c in those_picked) >= 5"
    found = ways((1, 1, 1, 1, 1), "pick up to 3 those_picked from cards_there" + require)
    wanted = [each for size in range(4) for each in combinations(range(5), size) if sum(each) >= 5]
    assert Counter(found) == Counter(wanted)


@pytest.mark.parametrize(("k", "n"), [(10, 12), (3, 14), (2, 20), (0, 5), (5, 5)])
def test_as_many_ways_lead_through_a_pick_as_there_are_sets(k: int, n: int) -> None:
    """No order is told apart: C(n, k) ways, and never more options than candidates."""
    game = world((1,) * n, f"pick {k} those_picked from cards_there").game
    assert len(ends(game, start(game, seats=2, seed=1))) == comb(n, k)


def test_20_choose_10_is_asked_one_after_another() -> None:
    """A search meets at most 11 options at each of at most ten decisions, never 184,756 at one."""
    game = world((1,) * 20, "pick 10 those_picked from cards_there").game
    state, decisions = start(game, seats=2, seed=1), 0
    while state[FRAME] is not None:
        assert len(state[OPTIONS]) <= 11
        step(game, state, state[OPTIONS][0])
        decisions += 1
    assert decisions == 10


@pytest.mark.parametrize("visible", ["none", "owner", "viewer is not seat", "all"])
def test_that_pieces_are_hidden_is_known_of_a_set_with_a_name(visible: str) -> None:
    """What a set is called does not tell whether its pieces are seen: where they lie does."""
    sets = {"mine": "hands", "theirs": "seat(2).hands"}
    for whose, zone in sets.items():
        content = _WORLD.replace("visible: {visible}, start", "visible: all, start").format(
            cards="  - {id: a, kind: card, copies: 4, cost: 1, title: {en: A}, source: {doc: DOC, place: a}}\n"
            "  - {id: b, kind: card, cost: 2, title: {en: B}, source: {doc: DOC, place: a}}",
            pick=f"move cards_there to {zone}\n      let named = (c in {zone} where c.cost < 9)\n"
            "      pick 2 those_picked from named",
        )
        hands = f"  - {{id: hands, per: [seat], holds: card, visible: {visible}}}"
        content = content.replace("procedures:", f"{hands}\nprocedures:")
        game = both_of(content, 2).game
        state = start(game, seats=2, seed=1)
        seen = {"none": (), "owner": ("mine",), "viewer is not seat": ("theirs",), "all": ("mine", "theirs")}[visible]
        assert len(state[OPTIONS]) == (4 if whose in seen else 5), (visible, whose)
        assert len(ends(game, state)) == (comb(5, 2) if whose in seen else 5 * 4)


def test_an_option_about_two_sets_is_one_choice_and_a_pick_after_it() -> None:
    some = "choose:\n        both for a in cards_there{}{}\n      pick any those_picked from cards_there where false"
    done = "move a to taken; move b to taken"
    two = some.format(", b in cards_there where a.cost + 1 < b.cost: ", done)
    one = some.format(": pick b from cards_there where a.cost + 1 < b.cost; ", done)
    found = Counter(ways((1, 1, 1, 1), two))
    assert found == Counter(ways((1, 1, 1, 1), one)) == Counter([(0, 2), (0, 3), (1, 3)])


def test_what_is_in_one_set_and_not_in_another() -> None:
    pick = "pick 1 those_picked from (cards_there - low) + low - low"
    found = ways((1, 2, 1, 1), f"let low = (c in cards_there where c.cost < 2)\n      {pick}")
    assert Counter(found) == Counter([(3,), (4,)])
