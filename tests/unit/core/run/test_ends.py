"""The number that tells the end of a game hangs on all that is left on the table."""

from __future__ import annotations

from rulewright import load_game
from rulewright.core.model.game import State
from rulewright.core.model.layout import FRAME, HEADER, OVER, SEED, STEPS
from rulewright.core.run.ends import number_of_end, weights
from rulewright.play.policies.playout import play_out

GAME = load_game("tutorial")
PIECES = len(GAME.blueprint.pieces)


def an_end() -> State:
    return play_out(GAME, seats=2, seed=4).state


def test_it_is_the_sum_that_is_specified() -> None:
    state = an_end()
    of_slots, of_pieces = weights(len(state), PIECES)
    expected = 0
    for slot, held in enumerate(state):
        if isinstance(held, tuple) and slot >= HEADER:
            expected += sum(place * of_pieces[piece] for place, piece in enumerate(held, 1))
        elif slot >= HEADER or SEED <= slot <= OVER:
            expected += held * of_slots[slot]
    assert number_of_end(state, PIECES) == expected % 2**64


def test_every_slot_counts_and_the_order_of_every_pile() -> None:
    state = an_end()
    known = number_of_end(state, PIECES)
    for slot in range(SEED, len(state)):
        other = state[:]
        if slot == STEPS or not isinstance(state[slot], int | tuple):
            continue
        if isinstance(state[slot], int):
            other[slot] += 1
        elif len(state[slot]) > 1:
            other[slot] = (state[slot][1], state[slot][0], *state[slot][2:])
        else:
            continue
        assert number_of_end(other, PIECES) != known, slot
    assert state[FRAME] is None


def test_many_games_end_in_many_numbers() -> None:
    ends = {number_of_end(play_out(GAME, seats=2, seed=seed).state, PIECES) for seed in range(40)}
    assert len(ends) == 40
