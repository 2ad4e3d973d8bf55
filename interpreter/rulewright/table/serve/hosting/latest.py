"""A mapping that never holds more than so many things, or bytes: what was put into it, or moved to its end, last."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from typing import TypeVar

Key = TypeVar("Key")
Value = TypeVar("Value")


class Latest(OrderedDict[Key, Value]):
    """Lets the first things in it go when more is put in than it may hold. What is put in last stays in any case.

    `most` counts things, or what they weigh together.
    """

    def __init__(self, most: int, weight: Callable[[Value], int] | None = None) -> None:
        super().__init__()
        self._most, self._weight = most, weight

    def __setitem__(self, key: Key, value: Value) -> None:
        super().__setitem__(key, value)
        self.move_to_end(key)
        weigh = self._weight
        total = len(self) if weigh is None else sum(map(weigh, self.values()))
        while total > self._most and len(self) > 1:
            _, first = self.popitem(last=False)
            total -= 1 if weigh is None else weigh(first)
