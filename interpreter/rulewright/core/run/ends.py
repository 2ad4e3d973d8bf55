"""A number that distinguishes the end of a game from others, cheap on every back end.

It is a sum over the state, each slot and each piece with a weight of 64 bits of its own: a slot that holds a number
counts that many times its weight, a piece in a pile as many times as its place there, the lowest being 1.
"""

from __future__ import annotations

from functools import lru_cache
from operator import mul

from rulewright.core.model.chance import COUNTER_STEP, MASK, STREAM_STEP, stirred
from rulewright.core.model.game import State
from rulewright.core.model.layout import HEADER, N_SEATS, OVER, SEED


def number_of_end(state: State, pieces: int) -> int:
    """64 bits that identify the state of a game that is over, with this many pieces."""
    of_slots, of_pieces = weights(len(state), pieces)
    numbers = [*[0] * HEADER, *state[HEADER:]]
    numbers[SEED], numbers[N_SEATS], numbers[OVER] = state[SEED], state[N_SEATS], state[OVER]
    total: int = 0
    for slot, held in enumerate(numbers):
        if held.__class__ is tuple:
            numbers[slot] = 0
            for place, piece in enumerate(held, 1):
                total += place * of_pieces[piece]
    total += sum(map(mul, of_slots, numbers))
    return total & MASK


@lru_cache(maxsize=16)
def weights(slots: int, pieces: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return the weights of slots and of pieces."""
    return (
        tuple(stirred((number + 1) * COUNTER_STEP & MASK) for number in range(slots)),
        tuple(stirred((number + 1) * STREAM_STEP & MASK) for number in range(pieces)),
    )
