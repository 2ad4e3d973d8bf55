"""Weights by which `random` takes the parts of a `pick` of several, so that all sets are equally likely.

The rules ask for the parts one after another, in an order in which each set is reached in one way. So an option weighs
as much as the number of sets that go on with it. That is exact where all sets pass and no two candidates are alike.
Sets that fail a guard after the `pick` are counted as well, so that of those that pass some are likelier than others.
Of candidates that are alike only the first is offered, and counts for each of them, which is about as likely as they
are together.

The native back end computes the same in the same order (`native/inside/even_sets.py`).
"""

from __future__ import annotations

from typing import Final

from rulewright.core.model.game import Game, State
from rulewright.core.model.layout import FRAME, FRAME_LOCALS, LABEL_BITS, LEAST_FREE_CODE, OPTIONS
from rulewright.core.model.parts_played import MOST_COUNTED
from rulewright.core.model.rounded_sums import one_by_one
from rulewright.observe.sight.selections import ENOUGH, locals_of

_ONE: Final = float(1 << 53)


def weights_of(game: Game, state: State) -> list[float] | None:
    """Return the relative probability of each option of a decision, or None if all are the same.

    Free actions keep the probability that they would have if all options were equal.
    """
    of = locals_of(game, state)
    if of is None:
        return None
    held = state[FRAME][FRAME_LOCALS:]
    pool, picked, least, most = held[of.pool], len(held[of.picked]), held[of.least], held[of.most]
    if len(pool) + picked > MOST_COUNTED:
        return None
    codes = state[OPTIONS]
    own = [code for code in codes if code < LEAST_FREE_CODE]
    if of.is_in_order(held):
        found = _in_order(own, pool, max(0, least - picked), most - picked, shared=bool(of.shared))
    else:
        found = _in_any_order(own, len(pool), picked, least, most)
    total = one_by_one(found)
    scale = len(own) / total if total else 0.0
    return [each * scale for each in found] + [1.0] * (len(codes) - len(own))


def _in_order(own: list[int], pool: tuple[int, ...], least: int, most: int, *, shared: bool) -> list[float]:
    """Return the number of sets that go on with each option, where parts are picked in the order of the pool."""
    size, found, place = len(pool), list[float](), 0
    for number, code in enumerate(own):
        if code == ENOUGH:
            found.append(1.0)
            continue
        place = pool.index(code >> LABEL_BITS, place)
        end = place + 1
        if shared:
            following = own[number + 1] if number + 1 < len(own) else ENOUGH
            end = pool.index(following >> LABEL_BITS, end) if following != ENOUGH else size
        ways = 0.0
        for each in range(place, end):
            ways += sets_of(size - each - 1, max(least, 1) - 1, most - 1)
        found.append(ways)
    return found


def _in_any_order(own: list[int], size: int, picked: int, least: int, most: int) -> list[float]:
    """Return the number of sets that go on with each option, where any candidate may be next.

    Of the sets that are larger than what is picked, each option gets an equal part.
    """
    whole = size + picked
    stops = sets_of(whole, picked, picked)
    parts = len(own) - (ENOUGH in own)
    larger = sets_of(whole, max(picked + 1, least), most)
    return [stops if code == ENOUGH else larger / parts for code in own]


def sets_of(size: int, least: int, most: int) -> float:
    """Return the number of subsets of `size` things that hold `least` to `most` of them."""
    found, ways = 0.0, 1.0
    for number in range(min(most, size) + 1):
        if number >= least:
            found += ways
        ways = ways * (size - number) / (number + 1)
    return found


def one_of(weights: list[float], bits: int) -> int:
    """Return the index of one option, drawn by 64 random bits."""
    wanted, passed = (bits >> 11) / _ONE * one_by_one(weights), 0.0
    for place, each in enumerate(weights):
        passed += each
        if wanted < passed:
            return place
    return len(weights) - 1
