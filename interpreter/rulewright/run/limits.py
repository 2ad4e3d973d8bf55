"""The functions by which emitted code checks values that may be out of bounds: they stop the game with the line.

Each takes, last, the number of its limit in the list `LIMITS` of the namespace they are made for.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from rulewright.model.game import State
from rulewright.model.limits import UNTOLD, LimitReached
from rulewright.run.atoms import MOST_NUMBERS_KEPT


def told(work: Callable[[], Any]) -> Any:
    """A value of an explanation."""
    try:
        return work()
    except LimitReached:
        return UNTOLD


def limit_names(names: dict[str, Any]) -> dict[str, Any]:
    """The functions for the code of one namespace."""

    def outside(value: int, limit: int) -> int:
        """No value at all: this one is out of bounds."""
        file, line, words = names["LIMITS"][limit]
        raise LimitReached(f"{words.replace('{}', str(value))} ({file}:{line})")

    def inside(value: int, low: int, high: int, limit: int) -> int:
        return value if low <= value <= high else outside(value, limit)

    def there(thing: int, limit: int) -> int:
        return thing if thing >= 0 else outside(thing, limit)

    def not_zero(value: int, limit: int) -> int:
        return value or outside(value, limit)

    def element(items: tuple[int, ...], index: int, limit: int) -> int:
        return items[index] if 0 <= index < len(items) else outside(index, limit)

    def room(S: State, piece: int, to: int, limit: int) -> int:  # noqa: N803
        """A space that a piece goes to, where it may be already."""
        return to if S[to] < 0 or S[to] == piece or piece < 0 else outside(piece, limit)

    def once(things: Iterable[int], limit: int) -> tuple[int, ...]:
        found = tuple(dict.fromkeys(things))
        return found if limit < 0 or len(found) <= MOST_NUMBERS_KEPT else (outside(len(found), limit),)

    return {each.__name__: each for each in (once, outside, inside, there, not_zero, element, room, told)}
