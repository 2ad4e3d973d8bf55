"""States in native memory: begun, stepped, copied, scored and read as in Python; limits told by name."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

import rulewright as rw
from rulewright.core.model.game import Game, State
from rulewright.core.model.layout import OPTIONS, SEAT, SITE
from rulewright.core.model.limits import LimitReached
from rulewright.core.run.ends import number_of_end
from rulewright.core.run.steps import WrongSetup
from rulewright.native.backend.layout import SCRATCH
from rulewright.native.inside.host import Host
from rulewright.native.on_demand import Native
from rulewright.play.policies.playout import play_out
from rulewright.play.session.result import final_scores, tie_breaks
from tests.properties.test_packing import without_leftovers
from tests.reference.games import build_small


@pytest.fixture(scope="module")
def game() -> Game:
    return rw.load_game("skymines", backend="native")


@pytest.fixture(scope="module")
def host(game: Game) -> Host:
    return Host(game)


def small_game(content: str) -> Game:
    built = build_small(content)
    assert built.compiled is not None
    made = built.compiled.lowered, built.compiled.blueprint
    return replace(built.game(), native=Native(None, lambda: made))


def same(host: Host, number: int, state: State) -> bool:
    return host.get(number) == without_leftovers(host.packing, state)


def test_a_game_is_played_step_by_step_as_in_python(game: Game, host: Host) -> None:
    rng = random.Random(1)
    number, state = host.start(seats=3, seed=11), rw.start(game, seats=3, seed=11)
    while not host.is_over(number):
        assert (host.seat(number), host.site(number), tuple(host.options(number))) == (
            state[SEAT], state[SITE], state[OPTIONS],
        )  # fmt: skip
        code = rng.choice(host.options(number))
        rw.step(game, state, code)
        assert host.step(number, code) == (not host.is_over(number))
    assert same(host, number, state)
    assert host.scores(number) == final_scores(game, state)
    assert host.seat(number) == -1
    assert host.options(number) == []


def test_a_copy_is_independent_and_room_is_used_again(game: Game, host: Host) -> None:
    number = host.start(seats=2, seed=3)
    kept = host.get(number)
    others = [host.clone(number) for _ in range(200)]
    assert len({*others, number}) == 201
    host.step(others[7], host.options(others[7])[-1])
    assert host.get(number) == kept == host.get(others[8])
    assert host.get(others[7]) != kept
    for each in others:
        host.release(each)
    assert host.clone(number) in others


def test_a_state_of_python_goes_on_natively(game: Game, host: Host) -> None:
    state = rw.start(game, seats=4, seed=5)
    for _ in range(60):
        rw.step(game, state, state[OPTIONS][0])
    number = host.put(state)
    assert same(host, number, state)
    for _ in range(60):
        rw.step(game, state, state[OPTIONS][-1])
        host.step(number, host.options(number)[-1])
    assert same(host, number, state)


def test_wrong_tables_are_refused_as_in_python(host: Host) -> None:
    with pytest.raises(WrongSetup, match="2 to 4 seats, not 9"):
        host.start(seats=9, seed=1)
    with pytest.raises(WrongSetup, match="no setting"):
        host.start(seats=2, seed=1, settings={"nonsense": 1})


@pytest.mark.parametrize("policy", ["random", "first", "greedy"])
def test_a_playout_ends_as_in_python(game: Game, host: Host, policy: str) -> None:
    """From the first decision on, with the chance of the same seed."""
    ends = host.playouts(host.start(seats=2, seed=8), [8, 9], policies=(policy,))
    state = play_out(game, seats=2, seed=8, policies=(policy,)).state
    first = ends[0]
    assert first is not None
    assert first.end == number_of_end(state, len(game.blueprint.pieces))
    assert (first.scores, first.breaks, first.is_over) == (final_scores(game, state), tie_breaks(game, state), True)


def test_a_playout_may_be_cut_and_the_state_it_comes_from_stays(game: Game, host: Host) -> None:
    number = host.start(seats=2, seed=8)
    before = host.get(number)
    (cut,) = host.playouts(number, [1], most=5)
    assert cut is not None
    assert (cut.decisions, cut.is_over) == (5, False)
    ends = list(host.playouts(number, list(range(700)), reseeded=True))
    assert len({each.end for each in ends if each is not None}) == 700
    assert host.get(number) == before


@pytest.mark.parametrize("reseeded", [False, True])
def test_playouts_are_added_up_inside(host: Host, reseeded: bool) -> None:
    number = host.start(seats=3, seed=8)
    told = {"policies": ("random", "first"), "reseeded": reseeded}
    for first, most in ((5, 100_000), (-7, 9)):
        ends = host.playouts(number, range(first, first + 40), most=most, **told)  # type: ignore[arg-type]
        games = [each for each in ends if each is not None]
        whole = host.summed_playouts(number, 40, first_seed=first, most=most, **told)  # type: ignore[arg-type]
        assert (whole.games, whole.stopped, whole.over) == (40, 0, 40 if most > 9 else 0)
        assert whole.decisions == sum(each.decisions for each in games)
        assert whole.options == sum(each.options for each in games)
        assert whole.scores == tuple(
            tuple(sum(each.scores[seat][at] for each in games) for at in range(len(games[0].scores[0])))
            for seat in range(3)
        )


def test_a_kept_state_is_gone_back_to_and_drawn_from_anew(game: Game, host: Host) -> None:
    number = host.start(seats=2, seed=8)
    kept = host.clone(number)
    for _ in range(9):
        host.step(number, host.options(number)[0])
    host.copy(number, kept)
    assert host.get(number) == host.get(kept)
    (same_chance,) = host.playouts(number, [5])
    host.reseed(number, 5)
    (other_chance,) = host.playouts(number, [5])
    assert [other_chance] == host.playouts(kept, [5], reseeded=True)
    assert same_chance != other_chance


LOOPS = """kind: content
counters: [{id: gold, title: {en: Gold}, per: [seat], min: 0, max: 9}]
procedures:
  - id: play
    does: |
      may: gain 1 gold
      may:
        repeat while gold < 20: gain 1 gold
scoring: [{id: gold_left, title: {en: Gold}, amount: gold}]
"""


def test_a_limit_is_told_by_name_and_the_host_goes_on() -> None:
    host = Host(small_game(LOOPS))
    number = host.start(seats=1, seed=1)
    host.step(number, host.options(number)[0])
    before = host.clone(number)
    assert list(host.playouts(number, [1, 2, 3], policies=("first",))) == [None] * 3
    whole = host.summed_playouts(number, 200)
    ends = host.playouts(number, range(200))
    assert (whole.games, whole.stopped) == (200 - ends.count(None), ends.count(None))
    assert 0 < whole.stopped < 200
    assert whole.scores[0][0] == sum(each.scores[0][0] for each in ends if each is not None)
    for _ in range(2):
        with pytest.raises(LimitReached, match="more than 10000 steps without a decision in 'play'"):
            host.step(number, host.options(number)[0])
        assert host.get(number) == host.get(before)
    assert host.step(before, host.options(before)[1]) is False


@pytest.mark.parametrize("size", [1, 1_000, 5_000_000])
def test_memory_that_is_taken_is_empty_whatever_was_written_there_before(game: Game, size: int) -> None:
    host = Host(game)
    scratch = host.instance.value("scratch")
    host.instance.write(scratch, b"\xff" * SCRATCH)
    first = host.take(size)
    assert first == scratch
    assert host.instance.read(first, size).count(0) == size
