"""Memory handed out from an address on, in parts that begin at multiples of 8."""

from __future__ import annotations


class Areas:
    """`end` is the first byte that is free."""

    def __init__(self, first: int) -> None:
        self.end = even(first)

    def take(self, size: int) -> int:
        """Return the address of a part of this many bytes."""
        found = self.end
        self.end += even(size)
        return found


def even(offset: int) -> int:
    """Return the multiple of 8 that is not below it."""
    return (offset + 7) // 8 * 8
