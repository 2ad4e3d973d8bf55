"""The numbers of chance: what their specification says, whoever computes them."""

from __future__ import annotations

import rulewright as rw
from rulewright.core.model.chance import POLICIES, Draws, drawn, scaled, spread_seed, stirred
from rulewright.core.run.steps import step
from rulewright.play.policies.policies import POLICIES as DECIDERS
from rulewright.play.records.replay import record


def test_the_mix_is_that_of_splitmix64() -> None:
    """The first numbers of the published generator for the seed 1234567."""
    assert [drawn(1234567, 0, counter) for counter in (1, 2, 3)] == [
        6457827717110365317, 3203168211198807973, 9817491932198370423,
    ]  # fmt: skip


def test_a_decision_draws_from_a_stream_of_its_own() -> None:
    seed = spread_seed(-7)
    late = Draws(-7, 12)
    assert [late.bits() for _ in range(3)] == [drawn(seed, POLICIES + 12, counter) for counter in range(3)]
    draws = Draws(-7)
    for _ in range(5):
        draws.bits()
    draws.turn_to(12)
    assert draws.below(1000) == scaled(drawn(seed, POLICIES + 12, 0), 1000)


def test_numbers_are_spread_evenly_over_decisions_and_over_the_draws_of_one() -> None:
    """Chi squared with nine degrees of freedom stays below its 99.99 % point."""
    many = Draws(3)
    for numbers in (
        [Draws(3, decision).below(10) for decision in range(5000)],
        [many.below(10) for _ in range(5000)],
        [Draws(seed).below(10) for seed in range(5000)],
    ):
        counts = [numbers.count(each) for each in range(10)]
        assert sum((count - 500) ** 2 / 500 for count in counts) < 33.7, counts


def test_a_shuffle_reaches_every_order_alike() -> None:
    found: dict[tuple[int, ...], int] = {}
    for decision in range(6000):
        items = [1, 2, 3]
        Draws(1, decision).shuffle(items)
        found[tuple(items)] = found.get(tuple(items), 0) + 1
    assert len(found) == 6
    assert sum((count - 1000) ** 2 / 1000 for count in found.values()) < 25.7, found


def test_mixing_keeps_numbers_apart() -> None:
    assert len({stirred(number) for number in range(10_000)}) == 10_000


def test_a_policy_taken_up_again_in_the_middle_goes_on_as_it_would_have() -> None:
    game = rw.load_game("tutorial")
    whole = record(game, seats=3, seed=5, policies=("greedy", "random"))
    state = rw.start(game, seats=3, seed=5)
    for number, choice in enumerate(whole.choices):
        asked = rw.decision(game, state)
        assert asked is not None
        policy = ("greedy", "random", "greedy")[asked.seat]
        code = DECIDERS[policy](game, state, Draws(5, number))
        assert code == asked.code(choice.choose)
        step(game, state, code)
