"""Chance: a counter-based generator with one stream a deck, whose counters stand in the state.

A number is a mix of seed, stream and counter, so that drawing once more from one stream shifts no other.
The mix is the finalizer of SplitMix64 (Steele, Lea, Flood 2014).
"""

from __future__ import annotations

from typing import Any

from rulewright.model.layout import SEED

_MASK = (1 << 64) - 1


def below(S: list[Any], stream: int, at: int, bound: int) -> int:  # noqa: N803 - S is the state everywhere
    """A number from 0 to bound - 1 from the stream whose counter stands at slot `at`; bound is at least 1."""
    counter = S[at]
    S[at] = counter + 1
    z = (S[SEED] + stream * 0xD1342543DE82EF95 + counter * 0x9E3779B97F4A7C15) & _MASK
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & _MASK
    return int(((z ^ (z >> 31)) * bound) >> 64)


def spread_seed(seed: int) -> int:
    """A seed of any size as 64 well-mixed bits."""
    z = (seed * 0x9E3779B97F4A7C15 + 0x2545F4914F6CDD1D) & _MASK
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
    return z ^ (z >> 31)
