"""The random streams of the rules, one per deck, whose counters are in the state.

`model/chance.py` computes the numbers.
"""

from __future__ import annotations

from typing import Any

from rulewright.core.model.chance import MASK, drawn, scaled
from rulewright.core.model.layout import SEED
from rulewright.core.model.secret_seeds import secret_bits


def below(S: list[Any], stream: int, at: int, bound: int) -> int:  # noqa: N803 - S is the state everywhere
    """Return a number from 0 to bound - 1 from the stream whose counter is at slot `at`.

    `bound` is at least 1.
    """
    counter, seed = S[at], S[SEED]
    S[at] = counter + 1
    return scaled(drawn(seed, stream, counter) if seed <= MASK else secret_bits(seed, stream, counter), bound)
