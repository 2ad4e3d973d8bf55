"""What a value can be, told from the bounds that are declared: of counters, settings, seats, parameters and fields.

What is printed on components is not looked at: rules are written for cards that do not exist yet. A quantity can be
changed by a house rule, so nothing is known of it but its type.
"""

from __future__ import annotations

from typing import NamedTuple

from rulewright.compile.world import World
from rulewright.model import bound as b
from rulewright.model.bound import Bound, Type


class Range(NamedTuple):
    """The lowest and the highest number that something can be; None where it is not known."""

    low: int | None = None
    high: int | None = None

    def meets(self, other: Range) -> Range:
        """What lies in both."""
        lows = [each for each in (self.low, other.low) if each is not None]
        highs = [each for each in (self.high, other.high) if each is not None]
        return Range(max(lows, default=None), min(highs, default=None))

    def is_empty(self) -> bool:
        return self.low is not None and self.high is not None and self.low > self.high


ANY = Range()
TRUTHS = Range(0, 1)


def of_type(world: World, type_: Type) -> Range:
    """The range of a type; things are numbered, and -1 is none."""
    if type_.kind == "truth":
        return TRUTHS
    if type_.kind == "number":
        return Range(type_.low, type_.high)
    domain = world.domains.get(type_.domain)
    if type_.kind == "thing":
        low = -1 if type_.optional else 0
        return Range(low, domain.size - 1) if domain is not None and domain.size else Range(low)
    return ANY


def joined(op: str, ranges: list[Range]) -> Range:
    """The range of an operator from those of its arguments."""
    match op, ranges:
        case "+", [one, other]:
            return Range(_sum(one.low, other.low), _sum(one.high, other.high))
        case "-", [one, other]:
            return Range(_sum(one.low, _turned(other.high)), _sum(one.high, _turned(other.low)))
        case "neg", [one]:
            return Range(_turned(one.high), _turned(one.low))
        case "*", [one, other] if None not in (*one, *other):
            ends = [left * right for left in one for right in other]  # type: ignore[operator]  # none is None
            return Range(min(ends), max(ends))
        case "min", _:
            highs = [each.high for each in ranges if each.high is not None]
            return Range(_least([each.low for each in ranges]), min(highs, default=None))
        case "max", _:
            lows = [each.low for each in ranges if each.low is not None]
            return Range(max(lows, default=None), _most([each.high for each in ranges]))
        case "abs", _:
            return Range(0)
        case "%", [_, Range(low=int(low), high=int(high))] if low == high > 0:
            return Range(0, high - 1)
        case "if", [_, one, other]:
            return Range(_least([one.low, other.low]), _most([one.high, other.high]))
        case "within", [_, Range(high=high)]:
            return Range(-1, high)
        case _:
            return ANY


def inside(node: b.Inside, value: Range) -> Range:
    """The range of a value that is looked at, from what it could be before."""
    bounds = Range(0) if node.type.kind == "thing" else Range(node.low, node.high)
    found = value.meets(bounds)
    return bounds if found.is_empty() else found


def without_facts(world: World, node: Bound) -> Range:
    """The range of what is no operator."""
    if isinstance(node, b.Const):
        return Range(node.value, node.value)
    if isinstance(node, b.SetSize) or (isinstance(node, b.Quantify) and node.function == "count"):
        return Range(0)
    if isinstance(node, b.Evaluate | b.EvaluateField) and node.type.kind != "truth":
        return ANY
    if isinstance(node, b.Quantify | b.Element) and node.type.kind == "number":
        return ANY
    return of_type(world, node.type)


def _sum(one: int | None, other: int | None) -> int | None:
    return None if one is None or other is None else one + other


def _turned(value: int | None) -> int | None:
    return None if value is None else -value


def _least(values: list[int | None]) -> int | None:
    known = [each for each in values if each is not None]
    return min(known) if len(known) == len(values) else None


def _most(values: list[int | None]) -> int | None:
    known = [each for each in values if each is not None]
    return max(known) if len(known) == len(values) else None
