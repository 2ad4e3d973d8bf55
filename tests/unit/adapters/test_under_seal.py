"""The faces of each library under seal: no seat is shown anything that depends on what others have answered."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from itertools import islice
from typing import Any

import pytest

from rulewright.adapters.table import Layout, Table
from rulewright.core.model.layout import SEALED
from rulewright.core.run.atoms import LimitReached
from tests.reference.games import small_text
from tests.reference.random_rules import random_ruleset
from tests.unit.adapters.needing import needed
from tests.unit.adapters.test_many import native
from tests.unit.table.serve.test_ballots_at_tables import CONTENT

SEED, SEATS, MOST = 23, 3, 40
GAMES = ["ballot", "together", "statements", *map(str, range(12))]
games = pytest.mark.parametrize("name", GAMES)


@cache
def layout_of(name: str) -> Layout:
    text = random_ruleset(int(name)) if name.isdigit() else CONTENT if name == "ballot" else small_text(name)
    return Layout(native(text), SEATS, numbers=range(-50, 1000))


def alternatives(name: str, most: int = 4) -> Iterator[tuple[int, list[list[int]]]]:
    """Yield (seat that answers under seal, actions of some games until it is asked).

    The games of one seat are the same but for what another has answered before.
    """
    layout, rng, found = layout_of(name), random.Random(f"{name} {SEED}"), 0
    try:
        table, made, sealed = Table(layout, SEED), list[int](), None
        for _ in range(MOST):
            if table.acting is None or found == most:
                return
            if table.state[SEALED] is not None and table.state[SEALED] is not sealed:
                sealed = table.state[SEALED]
                ways = [way for _ in range(6) if (way := answered(table, rng)) is not None]
                for seat in {seat for seat, _ in ways}:
                    same = [[*made, *way] for each, way in ways if each == seat]
                    if len(same) > 1:
                        found += 1
                        yield seat, same
            made.append(rng.choice(table.legal()))
            table.act(made[-1])
    except LimitReached:
        return


def answered(table: Table, rng: random.Random) -> tuple[int, list[int]] | None:
    """The next seat that is asked once the one asked has answered under the same seal, and what that one has chosen."""
    after, way, seat = table.clone(), list[int](), table.acting
    try:
        while after.acting == seat and after.state[SEALED] is table.state[SEALED] and len(way) < MOST:
            way.append(rng.choice(after.legal()))
            after.act(way[-1])
    except LimitReached:
        return None
    is_same = after.state[SEALED] is table.state[SEALED] and after.acting is not None
    return (after.acting, way) if is_same and after.acting is not None else None


def shown_alike(name: str, show: Callable[[Layout, int, Sequence[int]], Any]) -> None:
    compared = 0
    for seat, ways in islice(alternatives(name), 4):
        first = show(layout_of(name), seat, ways[0])
        for way in ways[1:]:
            assert show(layout_of(name), seat, way) == first, (name, SEED, seat, ways[0], way)
            compared += 1
    assert compared or name.isdigit()


@games
def test_a_pettingzoo_agent_observes_no_answer_of_others(name: str) -> None:
    needed("pettingzoo", "pettingzoo")
    from rulewright.adapters.pettingzoo import GameEnv

    def show(layout: Layout, seat: int, way: Sequence[int]) -> dict[str, Any]:
        env = GameEnv(layout.game, seats=SEATS, numbers=range(-50, 1000))
        env.reset(seed=0)
        env.table = Table(layout, SEED)
        for action in way:
            env.step(action)
        assert env.agent_selection == f"seat_{seat + 1}"
        return {key: each.tolist() for key, each in env.observe(f"seat_{seat + 1}").items()}

    shown_alike(name, show)


@games
def test_a_gymnasium_seat_observes_no_answer_of_others(name: str) -> None:
    needed("gymnasium", "gymnasium")
    from rulewright.adapters.gymnasium import SeatEnv

    def show(layout: Layout, seat: int, way: Sequence[int]) -> list[Any]:
        env = SeatEnv(layout.game, seats=SEATS, seat=seat, numbers=range(-50, 1000))
        env.table = Table(layout, SEED)
        for action in way:
            env.table.act(action)
        seen, info = env._seen()
        return [seen.tolist(), info["action_mask"].tolist()]

    shown_alike(name, show)


@games
def test_an_openspiel_player_observes_no_answer_of_others(name: str) -> None:
    needed("pyspiel", "openspiel")
    from rulewright.adapters.openspiel import spiel_game

    def show(layout: Layout, seat: int, way: Sequence[int]) -> list[Any]:
        game = spiel_game(layout.game, seats=SEATS, deals=1, first_seed=SEED, numbers=range(-50, 1000))
        state = game.new_initial_state()
        for action in (0, *way):
            state.apply_action(action)
        observer = game.make_py_observer()
        observer.set_from(state, seat)
        assert state.current_player() == seat
        return [observer.string_from(state, seat), observer.tensor.tolist(), state.legal_actions()]

    shown_alike(name, show)


@games
def test_a_row_of_many_games_shows_no_answer_of_others(name: str) -> None:
    needed("numpy", "gymnasium")
    from rulewright.adapters.many import Many

    def show(layout: Layout, seat: int, way: Sequence[int]) -> list[Any]:
        games = Many(layout, 1)
        games.begin([0], [SEED])
        for action in way:
            games.act([action])
        assert games.acting.tolist() == [seat]
        return [games.vectors().tolist(), games.masks().tolist()]

    shown_alike(name, show)
