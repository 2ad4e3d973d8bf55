"""Verdicts from the evidence of many numbers: what may be said of each, and how often that is wrong.

**The primary questions**: all that is said of them holds together in a share 1 - alpha of all runs. Of alpha 80 % is
for their intervals, on which 'more', 'less' and 'equal' rest; 20 % is for 'changed', which rests on e-values, tested
closed by their averages (Vovk and Wang 2021).

**All other numbers**, hundreds of them: of those reported, about a share alpha may be wrong. Half of it is for
choosing them, by e-BH (Wang and Ramdas 2022) among all numbers that the games have, met so far or not; half for their
intervals, each widened by how few of how many are reported (Benjamini and Yekutieli 2005).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from rulewright.lab.statistics.evidence import ALPHA, Sums, e_value, interval, pairs_needed

ShownAnswer = Literal["more", "less", "equal", "changed", "not shown"]
"""`changed` is: pairs do not differ as much one way as the other; what that does to the mean is not known."""

_FOR_CHANGED = 0.2
"""The share of alpha that 'changed' may spend of a primary question."""
_FOR_TOLD = 0.5
"""The share of alpha that reporting another number may spend."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """The verdict on one number: its e-value, the interval of the mean difference, the answer.

    `pairs_needed` is about the total number of pairs that an answer takes, 0 if there is one.
    """

    e_value: float
    interval: tuple[float, float]
    answer: ShownAnswer
    pairs_needed: int = 0


def primary_verdicts(sums: Sequence[Sums], within: Sequence[float], alpha: float = ALPHA) -> list[Verdict]:
    """Return the verdicts on the primary questions.

    `within` has, for each, the difference up to which it counts as equal.
    """
    share = alpha * (1 - _FOR_CHANGED) / max(1, len(sums))
    closed = closed_e_values([e_value(each, alpha) for each in sums])
    found = []
    for each, evidence, bound in zip(sums, closed, within, strict=True):
        low, high = interval(each, share)
        answer = _answer(evidence >= 1 / (alpha * _FOR_CHANGED), low, high, bound)
        needed = pairs_needed(each, bound, share) if answer in ("not shown", "changed") else 0
        found.append(Verdict(evidence, (low, high), answer, needed))
    return found


def _answer(has_changed: bool, low: float, high: float, within: float | None = None) -> ShownAnswer:
    if within is not None and -within <= low and high <= within:
        return "equal"
    if low > 0 or high < 0:
        return "more" if low > 0 else "less"
    return "changed" if has_changed else "not shown"


def other_verdicts(sums: Mapping[str, Sums], alpha: float = ALPHA, *, of: int = 0) -> dict[str, Verdict]:
    """Return the verdicts on all other numbers, by name, of which none is ever 'equal'.

    `of` is the number of measures that the games have, if some were not met yet.
    """
    evidence = {name: e_value(each, alpha) for name, each in sums.items()}
    shown = found_by_e_bh(evidence, alpha * _FOR_TOLD, of=of)
    share = alpha * (1 - _FOR_TOLD) * max(1, len(shown)) / max(1, of, len(sums))
    found = {}
    for name, each in sums.items():
        low, high = interval(each, share)
        answer: ShownAnswer = _answer(True, low, high) if name in shown else "not shown"
        found[name] = Verdict(evidence[name], (low, high), answer)
    return found


def closed_e_values(values: Sequence[float]) -> list[float]:
    """Return, for each e-value, the least average over it and any of the others."""
    found = []
    for place, own in enumerate(values):
        total, least = own, own
        others = sorted(each for at, each in enumerate(values) if at != place)
        for count, each in enumerate(others, 2):
            total += each
            least = min(least, total / count)
        found.append(least)
    return found


def found_by_e_bh(values: Mapping[str, float], alpha: float = ALPHA, *, of: int = 0) -> frozenset[str]:
    """Return the names whose e-values are significant: the most k whose least is at least m / (k alpha).

    m is how many there are, or `of` if there are more, which show nothing yet.
    """
    ordered = sorted(values.items(), key=lambda each: (-each[1], each[0]))
    most, many = 0, max(of, len(ordered))
    for k, (_, value) in enumerate(ordered, 1):
        if value * k * alpha >= many:
            most = k
    return frozenset(name for name, _ in ordered[:most])
