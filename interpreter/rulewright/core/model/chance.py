"""Random numbers without a memory, each a mix of a seed, a stream and the number of draws before.

Only the counters are kept, so that one more draw from a stream shifts no other, and every back end draws the same. The
streams from 0 on are those of the rules, whose counters are in the state (`run/random_streams.py`). The streams from
`POLICIES` on belong to the policies: one for each decision of a game, in order.

The seed, and with it all other numbers, can be found from a few of these numbers: where people play, the seed is a
secret, and the rules draw from `secret_seeds.py` instead.
"""

from __future__ import annotations

from hashlib import blake2b
from typing import TypeVar

from rulewright.core.model.secret_seeds import is_secret, secret_bits

Item = TypeVar("Item")

MASK = (1 << 64) - 1
STREAM_STEP = 0xD1342543DE82EF95
COUNTER_STEP = 0x9E3779B97F4A7C15
SEED_OFFSET = 0x2545F4914F6CDD1D
STIR_1, STIR_2 = 0xBF58476D1CE4E5B9, 0x94D049BB133111EB
"""What `stirred` multiplies by, one after the other."""
POLICIES = 1 << 32
"""The stream of a game's first decision."""


def stirred(z: int) -> int:
    """64 bits, well mixed: the finalizer of SplitMix64 (Steele, Lea, Flood 2014)."""
    z = ((z ^ (z >> 30)) * STIR_1) & MASK
    z = ((z ^ (z >> 27)) * STIR_2) & MASK
    return z ^ (z >> 31)


def drawn(seed: int, stream: int, counter: int) -> int:
    """Return the 64-bit number at an index of a stream.

    `seed` is one that `spread_seed` has made.
    """
    return stirred((seed + stream * STREAM_STEP + counter * COUNTER_STEP) & MASK)


def scaled(bits: int, bound: int) -> int:
    """Return a number from 0 to bound - 1 from 64 bits: the upper half of their product."""
    return (bits * bound) >> 64


def spread_seed(seed: int) -> int:
    """Return a seed of any size as 64 well-mixed bits.

    Raises ValueError if the seed is a secret, which would no longer be one.
    """
    if is_secret(seed):
        raise ValueError("a secret is only what a game begins with; take another number here")
    z = (seed * COUNTER_STEP + SEED_OFFSET) & MASK
    z = ((z ^ (z >> 30)) * STIR_1) & MASK
    return z ^ (z >> 31)


def mixed(*parts: int) -> int:
    """Return 64 well-mixed bits that depend on each of some numbers."""
    z = 0
    for part in parts:
        z = mixed_with(z, part)
    return z


def mixed_with(z: int, part: int) -> int:
    """Return the mix of some numbers and one more, given the mix `z` without the last one."""
    return stirred((z + part * COUNTER_STEP + SEED_OFFSET) & MASK)


def hash_of(text: str) -> int:
    """64 bits of a text, the same on every machine."""
    return int.from_bytes(blake2b(text.encode(), digest_size=8).digest())


def draws_of(seed: int, decision: int) -> Draws:
    """Return the draws of a policy for one decision of a game.

    In a game with a secret seed they come from a seed of their own. So no look-ahead has the secret, and no draw of a
    policy leads back to it.
    """
    if is_secret(seed):
        return Draws(secret_bits(seed, POLICIES + decision, 0), decision)
    return Draws(seed, decision)


class Draws:
    """The draws of a policy for one decision: the numbers of its stream, from the first on.

    They depend on the game's seed and the number of the decision (from 0) alone, not on earlier draws: a game
    that was left and resumed continues as it would have, and a policy that draws more shifts no other.
    """

    __slots__ = ("_counter", "_seed", "_stream")

    def __init__(self, seed: int, decision: int = 0) -> None:
        self._seed = spread_seed(seed)
        self.turn_to(decision)

    def turn_to(self, decision: int) -> None:
        """Go to the start of the stream of a decision."""
        self._stream = POLICIES + decision
        self._counter = 0

    @property
    def place(self) -> tuple[int, int]:
        """The seed, as `spread_seed` has made it, and the number of the decision."""
        return self._seed, self._stream - POLICIES

    def bits(self) -> int:
        """Return the next 64-bit number."""
        counter = self._counter
        self._counter = counter + 1
        return drawn(self._seed, self._stream, counter)

    def below(self, bound: int) -> int:
        """Return the next number scaled to 0 to bound - 1.

        `bound` is at least 1.
        """
        return (self.bits() * bound) >> 64

    def shuffle(self, items: list[Item]) -> None:
        """Put items in random order, from the last place down: each swaps places with one up to itself."""
        for last in range(len(items) - 1, 0, -1):
            other = self.below(last + 1)
            items[last], items[other] = items[other], items[last]
