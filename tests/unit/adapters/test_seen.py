"""What programs that learn are shown of a game: all that the seat sees, nothing that is hidden from it."""

from __future__ import annotations

import random
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import rulewright as rw
from rulewright.adapters.actions import NumberBeyond
from rulewright.adapters.table import Layout, Table
from rulewright.core.model.game import State
from rulewright.core.model.layout import N_SEATS, OPTIONS, SEALED, SEAT
from rulewright.core.model.limits import PolicyFailed
from rulewright.core.run.steps import IllegalChoice
from rulewright.observe.sight.hiding import hidden_pieces, relabelled
from rulewright.observe.sight.offers import offers
from rulewright.observe.sight.view import view_of
from rulewright.play.policies.learned_files import write_values
from tests.properties.test_hidden import HIDDEN_RULES, exchanged, game_of
from tests.properties.test_invariants import positions
from tests.properties.weighing import weighs_all

LARGE = pytest.mark.slow
GAMES: list[Any] = [("shipped", "tutorial"), pytest.param("shipped", "skymines", marks=LARGE), ("shipped", "ceres")]
GAMES += [("hidden", str(number)) for number in range(0, HIDDEN_RULES, 2)]
games = pytest.mark.parametrize(("sort", "name"), GAMES)
SEED = 31


@cache
def layout_of(sort: str, name: str, seats: int) -> Layout:
    return Layout(game_of(sort, name), seats, numbers=range(-50, 1000))


def legal(layout: Layout, state: State) -> tuple[int, ...]:
    return Table(layout, 0, state).legal()


@games
def test_nothing_depends_on_what_is_hidden(sort: str, name: str) -> None:
    game, rng, moved = game_of(sort, name), random.Random(SEED), 0
    for state, _ in positions(game, SEED, 40):
        layout = layout_of(sort, name, state[N_SEATS])
        for seat in range(state[N_SEATS]):
            instead = exchanged(game, state, seat, rng)
            other = relabelled(game, state, instead)
            moved += other != state
            assert layout.vectors.vector(other, seat) == layout.vectors.vector(state, seat), (name, seat, SEED)
            if seat == state[SEAT]:
                assert legal(layout, other) == legal(layout, state), (name, seat, SEED)
    assert moved or name == "tutorial" or sort == "hidden"


@games
def test_the_answers_of_others_under_seal_are_not_shown(sort: str, name: str) -> None:
    game = game_of(sort, name)
    for state, _ in positions(game, SEED):
        if state[SEALED] is None:
            continue
        layout = layout_of(sort, name, state[N_SEATS])
        parts = layout.vectors.parts
        for seat in range(state[N_SEATS]):
            told = dict(zip((part.name for part in parts), layout.vectors.vector(state, seat), strict=True))
            seen = view_of(game, state, seat)
            for id_, members in seen.counters.items():
                for indexes, value in members.items():
                    assert told[f"{id_}[{', '.join(indexes)}]" if indexes else id_] == value


@games
def test_it_says_what_the_view_says(sort: str, name: str) -> None:
    game = game_of(sort, name)
    for state, _ in positions(game, SEED, 30):
        layout = layout_of(sort, name, state[N_SEATS])
        vectors = layout.vectors
        for seat in range(state[N_SEATS]):
            found = vectors.vector(state, seat)
            told = dict(zip((part.name for part in vectors.parts), found, strict=True))
            for part, value in zip(vectors.parts, found, strict=True):
                assert part.low <= value <= part.high, part
            seen = view_of(game, state, seat)
            for id_, members in seen.zones.items():
                for indexes, held in members.items():
                    zone = f"{id_}[{', '.join(indexes)}]" if indexes else id_
                    for piece in held:
                        if piece not in (None, "?"):
                            assert vectors.zones[int(told[f"{piece} zone"]) - 1] == zone
                    if "?" in held and f"{zone} pieces" in told:
                        assert told[f"{zone} pieces"] == len(held)
            shown = sum(
                each not in (None, "?") for members in seen.zones.values() for held in members.values() for each in held
            )
            assert sum(told[f"{piece.key} zone"] > 0 for piece in game.blueprint.pieces) == shown


@games
def test_every_offer_is_one_action(sort: str, name: str) -> None:
    game = game_of(sort, name)
    for state, _ in positions(game, SEED, 30):
        layout = layout_of(sort, name, state[N_SEATS])
        codes = layout.actions.codes(state)
        assert sorted(code for each in codes.values() for code in each) == sorted(state[OPTIONS])
        offered = offers(game, state, state[SEAT])
        assert sorted(map(sorted, codes.values())) == sorted(sorted(each.codes) for each in offered)
        assert hidden_pieces(game, state, state[SEAT]) == {
            piece for piece in range(len(game.blueprint.pieces)) if layout.sight.is_hidden(state, state[SEAT], piece)
        }


@pytest.mark.parametrize("name", ["tutorial", pytest.param("skymines", marks=LARGE), "ceres"])
def test_actions_and_places_have_names_of_their_own(name: str) -> None:
    layout = Layout(rw.load_game(name), 2)
    assert len({(each.site, each.option, each.candidate) for each in layout.actions.all}) == len(layout.actions)
    assert len({part.name for part in layout.vectors.parts}) == len(layout.vectors)


def test_a_number_that_no_action_has_is_told() -> None:
    game = rw.load_game("skymines")
    table = Table(Layout(game, 2, numbers=range(2)), 4)
    with pytest.raises(NumberBeyond, match=r"'slot_number' of 'use_token' can be 2, not only 0 to 1; give numbers="):
        table.legal()


def test_a_game_is_the_same_for_the_same_seed_and_a_clone_goes_its_own_way() -> None:
    layout = Layout(rw.load_game("tutorial"), 2)
    one, two = Table(layout, 5), Table(layout, 5)
    for table in (one, two):
        for _ in range(6):
            table.act(table.legal()[0])
    assert one.state == two.state
    copy = one.clone()
    copy.play("greedy")
    assert one.state == two.state != copy.state
    with pytest.raises(IllegalChoice):
        one.act(len(layout.actions))


def test_what_a_victory_is_worth_sums_to_nothing() -> None:
    table = Table(Layout(rw.load_game("tutorial"), 4), 5)
    while table.acting is not None:
        table.play("random")
    assert sum(table.worth()) == pytest.approx(0)
    assert max(table.worth()) > 0
    assert table.legal() == ()


def test_a_policy_suggests_an_action_of_the_seat_and_plays_it(tmp_path: Path) -> None:
    game = rw.load_game("tutorial")
    file = tmp_path / "player.json"
    write_values(file, weighs_all(game, 2).values)
    table = Table(Layout(game, 2), 5)
    for policy in ("greedy", f"learned:{file}", f"search:8+{file}"):
        other = table.clone()
        other.act(table.suggested(policy))
        table.play(policy)
        assert table.state == other.state
    with pytest.raises(PolicyFailed, match="there is no file 'nowhere'"):
        table.suggested("learned:nowhere")
