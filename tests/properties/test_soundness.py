"""A game that is stopped by what it asks of data is stopped at a place that was not called proven.

Over random rulesets, and over shipped ones in which one word of a text is another. A game that stops is played by the
native back end too, which is to stop there at the same decision.
"""

from __future__ import annotations

import pytest

from tests.properties.soundness import Tried, found_after_another, missed_by, mutant_tried

FEW_RANDOM, MANY_RANDOM, RANDOM_AT_ONCE = 6, 2_000, 250
GAMES = (
    "tutorial", "whist", "oh_hell", "dominoes", "werewolf", "shares", "crazy_eights",
    "mancala", "klondike", "rummy", "yacht", "draughts", "small_chess", "reversi",
    "nine_mens_morris", "go", "hex", "halma", "dots_and_boxes", "five_in_a_row", "four_in_a_row", "nim",
    "three_in_a_row", "black_path", "ceres", "skymines",
)  # fmt: skip
FEW_MUTANTS, MANY_MUTANTS = 4, 2_000


def expect_no_missed(found: Tried | None, what: str) -> None:
    """Fails with the stops at places that were called proven."""
    assert (found.missed if found is not None else ()) == (), what


@pytest.mark.parametrize("seed", range(20_000, 20_000 + FEW_RANDOM))
def test_a_random_ruleset_stops_only_at_open_places(seed: int) -> None:
    expect_no_missed(missed_by(seed), f"random ruleset {seed}")


@pytest.mark.sampled(3)
@pytest.mark.parametrize("name", GAMES)
def test_mutants_of_a_shipped_ruleset_stop_only_at_open_places(name: str) -> None:
    for seed in range(FEW_MUTANTS):
        expect_no_missed(mutant_tried(name, seed, games=2), f"{name}, change {seed}")


@pytest.mark.sampled(3)
@pytest.mark.parametrize("name", GAMES)
def test_what_is_kept_of_an_earlier_look_changes_nothing(name: str) -> None:
    for seed in range(FEW_MUTANTS):
        found = found_after_another(name, seed)
        assert found is None or found[0] == found[1], f"{name}, change {seed}"


@pytest.mark.slow
@pytest.mark.parametrize("start", range(30_000, 30_000 + MANY_RANDOM, RANDOM_AT_ONCE))
def test_many_random_rulesets_stop_only_at_open_places(start: int) -> None:
    stops = 0
    for seed in range(start, start + RANDOM_AT_ONCE):
        found = missed_by(seed)
        expect_no_missed(found, f"random ruleset {seed}")
        stops += len(found.stops)
    assert stops > RANDOM_AT_ONCE // 50, "too few stops to say anything"


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_many_mutants_stop_only_at_open_places(name: str) -> None:
    for seed in range(10_000, 10_000 + MANY_MUTANTS // len(GAMES)):
        expect_no_missed(mutant_tried(name, seed), f"{name}, change {seed}")
