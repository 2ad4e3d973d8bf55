"""The learned players that rulesets bring choose the same whatever is hidden from them, alone and in searches."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from rulewright.model.chance import Draws
from rulewright.model.game import Game, State
from rulewright.model.layout import FRAME, N_SEATS, OPTIONS, SEALED, SEAT
from rulewright.model.seats import ruled_seats
from rulewright.observe.hiding import relabelled, with_values
from rulewright.observe.offers import offers
from rulewright.pipeline import load_game
from rulewright.play.budget import Budget
from rulewright.play.learned import LearnedPlayer, learned_from
from rulewright.play.learned_files import read_values
from rulewright.play.search import Search
from rulewright.run.steps import clone, start, step
from tests.properties.tables import settings_of, tables_of
from tests.properties.test_hidden import asked_anew, exchanged, other_values
from tests.unit.play.test_brought_players import BROUGHT

QUICK, WHOLE = 40, 10_000
SEARCHED = 25
"""Of so many positions one is searched as well."""


def positions(game: Game, sizes: tuple[int, ...], seed: int) -> Iterator[tuple[State, random.Random]]:
    """Positions of a game in which chance decides, at a table of one of these sizes."""
    rng = random.Random(seed)
    seats, ruled = rng.choice([table for table in tables_of(game) if table[0] in sizes])
    state = start(game, seats=seats, seed=seed, settings=settings_of(game, ruled, seed, rng))
    played_by_rules = ruled_seats(game.blueprint, state)
    while state[FRAME] is not None:
        if len(state[OPTIONS]) > 1 and state[SEALED] is None and state[SEAT] not in played_by_rules:
            yield state, rng
        step(game, state, rng.choice(state[OPTIONS]))


def other_world(game: Game, state: State, rng: random.Random) -> State | None:
    """The position with all that is hidden exchanged; None if it is not asked alike there."""
    seat = state[SEAT]
    other = relabelled(game, state, exchanged(game, state, seat, rng))
    with_values(other, other_values(game, state, seat, rng))
    alike = [[(each.key, len(each.codes)) for each in offers(game, one, seat)] for one in (state, other)]
    return other if asked_anew(game, other) and alike[0] == alike[1] and other != state else None


def chosen(game: Game, state: State, player: LearnedPlayer, seed: int, *, searches: bool) -> list[int]:
    """The numbers of the offers that the player, and a search with it, choose."""
    offered = offers(game, state, state[SEAT])
    codes = [player.choose(game, clone(state), Draws(seed))]
    if searches:
        search = Search(game, state[SEAT], Budget(16), learned=player)
        codes.append(search.choose(game, clone(state), Draws(seed)))
    return [next(at for at, each in enumerate(offered) if code in each.codes) for code in codes]


@pytest.mark.parametrize(
    ("path", "most"),
    [
        *[pytest.param(path, QUICK, id=path.stem) for path in BROUGHT if path.parents[1].name == "tutorial"],
        *[
            pytest.param(path, WHOLE // len(BROUGHT), id=f"{path.stem}-whole", marks=pytest.mark.slow)
            for path in BROUGHT
        ],
    ],
)
def test_what_is_hidden_changes_no_choice(path: Path, most: int) -> None:
    values = read_values(path)
    game, compared = load_game(path.parents[1], modules=values.modules), 0
    for seed in range(most):
        for state, rng in positions(game, values.seats, seed):
            other = other_world(game, state, rng)
            if other is None:
                continue
            player, searches = learned_from(values, game, state[N_SEATS]), compared % SEARCHED == 0
            mine = chosen(game, state, player, seed, searches=searches)
            assert chosen(game, other, player, seed, searches=searches) == mine, f"seed {seed}, position {compared}"
            compared += 1
            if compared == most:
                return
    raise AssertionError(f"only {compared} positions differ in what is hidden")
