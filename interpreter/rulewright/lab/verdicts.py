"""From the evidence of many numbers to what may be said of each, so that all that is said together holds.

The few primary questions are tested closed, by averages of e-values (Vovk and Wang 2021); the hundreds of others by
e-BH (Wang and Ramdas 2022), which bounds the share of false findings among those told.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from rulewright.lab.evidence import ALPHA, Sums, e_value, interval, pairs_needed

ShownAnswer = Literal["more", "less", "equal", "changed", "not shown"]
"""`changed` is: certainly not the same, but which way, or how little, is all that is not known."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """What is shown of one number: the e-value that all rests on, where the mean difference lies, the answer.

    `pairs_needed` is about how many pairs in all an answer takes, 0 where there is one.
    """

    e_value: float
    interval: tuple[float, float]
    answer: ShownAnswer
    pairs_needed: int = 0


def primary_verdicts(sums: Sequence[Sums], within: Sequence[float], alpha: float = ALPHA) -> list[Verdict]:
    """The answers to the primary questions; `within` is, for each, how small a difference counts as none."""
    share = alpha / max(1, len(sums))
    closed = closed_e_values([e_value(each, alpha) for each in sums])
    found = []
    for each, evidence, bound in zip(sums, closed, within, strict=True):
        low, high = interval(each, share)
        answer = _answer(evidence >= 1 / alpha, low, high, bound)
        needed = pairs_needed(each, bound, share) if answer in ("not shown", "changed") else 0
        found.append(Verdict(evidence, (low, high), answer, needed))
    return found


def _answer(is_shown: bool, low: float, high: float, within: float) -> ShownAnswer:
    if -within <= low and high <= within:
        return "equal"
    if not is_shown:
        return "not shown"
    return "more" if low > 0 else "less" if high < 0 else "changed"


def other_verdicts(sums: Mapping[str, Sums], alpha: float = ALPHA) -> dict[str, Verdict]:
    """The answers about all other numbers, by their names; none is ever called equal."""
    evidence = {name: e_value(each, alpha) for name, each in sums.items()}
    shown = found_by_e_bh(evidence, alpha)
    share = alpha * max(1, len(shown)) / max(1, len(sums))
    found = {}
    for name, each in sums.items():
        low, high = interval(each, share)
        answer: ShownAnswer = "not shown"
        if name in shown:
            answer = "more" if low > 0 else "less" if high < 0 else "changed"
        found[name] = Verdict(evidence[name], (low, high), answer)
    return found


def closed_e_values(values: Sequence[float]) -> list[float]:
    """For each e-value the least average over it and any of the others."""
    found = []
    for place, own in enumerate(values):
        total, least = own, own
        others = sorted(each for at, each in enumerate(values) if at != place)
        for count, each in enumerate(others, 2):
            total += each
            least = min(least, total / count)
        found.append(least)
    return found


def found_by_e_bh(values: Mapping[str, float], alpha: float = ALPHA) -> frozenset[str]:
    """The names whose e-values are shown: the most k whose least is at least m / (k alpha)."""
    ordered = sorted(values.items(), key=lambda each: (-each[1], each[0]))
    most = 0
    for k, (_, value) in enumerate(ordered, 1):
        if value * k * alpha >= len(ordered):
            most = k
    return frozenset(name for name, _ in ordered[:most])
