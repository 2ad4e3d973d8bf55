"""Sets in scratch memory or between two numbers, and the memory they take."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from rulewright.core.model import lowered_values as lv
from rulewright.native.backend.areas import even
from rulewright.native.backend.source import Code, get, plus, put


@dataclass(frozen=True, slots=True)
class Stored:
    """Things in memory: locals with their address and number, their distance, and their offset.

    With a `length`, that local holds the number of things traversed, for the step limit.
    """

    address: str
    count: str
    stride: int = 8
    offset: int = 0
    length: str = ""


@dataclass(frozen=True, slots=True)
class Held:
    """A set that is a value, by the local of 32 bits that holds its address."""

    address: str


@dataclass(frozen=True, slots=True)
class Numbers:
    """A range of numbers, by the locals that hold the first and the last."""

    first: str
    last: str


PLACE = "(;place;)"
"""Stands, in the text that reads a thing, for the number of its place."""
SetSource = lv.Expression | Stored | Held | Numbers


class ReadySet(NamedTuple):
    """A set ready for traversal, with the text that must come before."""

    before: str
    source: SetSource


def taking(code: Code, address: str, size: int) -> str:
    """Return text that takes N bytes of scratch memory until the function is left."""
    code.function.takes_scratch = True
    after = plus(get(address), even(size))
    return f"{put(address, '(global.get $scratch)')} (global.set $scratch {after})"
