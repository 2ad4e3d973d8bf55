"""States side by side: stepped by one call as one by one in Python, and seen without copying."""

from __future__ import annotations

import gc
import random

import pytest

import rulewright as rw
from rulewright.core.model.game import Game
from rulewright.core.model.layout import OPTIONS, SEAT, SITE
from rulewright.core.model.limits import LimitReached
from rulewright.core.run.steps import WrongSetup
from rulewright.native.backend.block import StateBlock
from rulewright.native.inside.host import Host
from tests.properties.test_packing import without_leftovers
from tests.unit.native.inside.test_host import LOOPS, small_game

STATES = 9


@pytest.fixture(scope="module")
def game() -> Game:
    return rw.load_game("skymines", backend="native")


@pytest.fixture
def host(game: Game) -> Host:
    return Host(game)


@pytest.fixture
def block(host: Host) -> StateBlock:
    found = host.block(STATES)
    found.start(range(STATES), seats=3)
    return found


def test_games_side_by_side_go_as_one_by_one_in_python(game: Game, host: Host, block: StateBlock) -> None:
    """To their ends, which come at different times; choices that no decision has are among those made."""
    rng = random.Random(1)
    states = [rw.start(game, seats=3, seed=seed) for seed in range(STATES)]
    waiting = STATES
    while waiting:
        for number, state in enumerate(states):
            place = rng.randrange(len(state[OPTIONS]) + (rng.random() < 0.1)) if state[OPTIONS] else rng.randrange(3)
            block.choices[number] = place
            if place < len(state[OPTIONS]):
                rw.step(game, state, state[OPTIONS][place])
        waiting = block.step()
        assert waiting == sum(bool(state[OPTIONS]) for state in states)
        assert list(block.n_options) == [len(state[OPTIONS]) for state in states]
        assert list(block.seats) == [state[SEAT] for state in states]
        assert list(block.sites) == [state[SITE] for state in states]
    packing = host.packing
    assert [host.get(block.at(each)) for each in range(STATES)] == [
        without_leftovers(packing, state) for state in states
    ]


def test_states_are_put_beside_one_another_and_read(game: Game, host: Host, block: StateBlock) -> None:
    state = rw.start(game, seats=2, seed=77)
    block.put(3, state)
    assert host.get(block.at(3)) == without_leftovers(host.packing, state)
    block.put_all([block.at(3)] * 2)
    assert host.get(block.at(1)) == host.get(block.at(3)) != host.get(block.at(2))
    assert len(block) == STATES
    for beyond in (-1, STATES):
        with pytest.raises(IndexError, match="has no state"):
            block.at(beyond)


def test_a_block_is_apart_from_what_a_host_makes_room_for(game: Game) -> None:
    host = Host(game)
    before = [host.start(seats=2, seed=seed) for seed in range(3)]
    block = host.block(5)
    block.start(range(5), seats=2)
    more = [host.start(seats=2, seed=seed) for seed in range(300)]
    other = host.block(1)
    other.start([4], seats=2)
    assert len({*before, *more, *(block.at(each) for each in range(5)), other.at(0)}) == 309
    assert [each for each in range(5) if host.get(block.at(each)) != host.get(more[each])] == []
    assert host.get(other.at(0)) == host.get(more[4])
    with pytest.raises(WrongSetup, match="2 to 4 seats"):
        block.start([1], seats=9)


def test_what_is_seen_outlives_the_host(game: Game) -> None:
    block = Host(game).block(2)
    block.start([1, 2], seats=2)
    seen, known = block.n_options, list(block.n_options)
    del block
    gc.collect(1)  # what is young, and not all that other tests have left
    assert list(seen) == known


def test_room_ends_somewhere(game: Game) -> None:
    with pytest.raises(MemoryError, match="native memory cannot have"):
        Host(game).block(1 << 20)


def test_arrays_show_the_same_memory(host: Host, block: StateBlock) -> None:
    numpy = pytest.importorskip("numpy")
    codes, options, choices = (numpy.asarray(each) for each in (block.codes, block.n_options, block.choices))
    assert codes.shape == (STATES, host.layout.most_options)
    for number in range(STATES):
        assert codes[number, : options[number]].tolist() == host.options(block.at(number))
    choices[:] = options - 1
    before = options.copy()
    assert block.step() == STATES
    assert list(block.n_options) == options.tolist() != before.tolist()
    del block
    gc.collect(1)  # what is young, and not all that other tests have left
    assert codes.any()


def test_who_comes_to_a_limit_stays_and_all_others_are_stepped() -> None:
    host = Host(small_game(LOOPS))
    block = host.block(6)
    block.start(range(6), seats=1)
    block.choices[:] = memoryview(bytes(24)).cast("i")
    assert block.step() == 6
    for number, place in enumerate((0, 1, 0, 0, 7, 1)):
        block.choices[number] = place
    kept = [host.get(block.at(each)) for each in range(6)]
    with pytest.raises(LimitReached, match="more than 10000 steps without a decision in 'play'"):
        block.step()
    over = [host.is_over(block.at(each)) for each in range(6)]
    assert over == [False, True, False, False, False, True]
    assert [each for each in (0, 2, 3, 4) if host.get(block.at(each)) != kept[each]] == []
    block.choices[:] = memoryview(b"\1\0\0\0" * 6).cast("i")
    assert block.step() == 0
