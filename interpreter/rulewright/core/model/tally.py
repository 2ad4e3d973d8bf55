"""The counts of a coverage build while games are played on it, by number.

The places that the numbers stand for are recorded elsewhere.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TypeVar

Key = TypeVar("Key", tuple[int, int], tuple[int, int, int])


@dataclass(slots=True)
class Tally:
    """Counts of one build, from one game or many.

    `ran` and `looked` are by place: how often it was run, and how often it was only looked at to find out what can be
    chosen. By site and option: `asked`, how often a decision with the option was reached; `opened`, how often the
    option was open there; `closed`, with the number of the reason, why it was not, for options that were never open so
    far (0: nothing to choose from). `chosen` is by site and option code; `moved` and `shown` are by piece: how often it
    was moved, and moved to where a seat sees it.
    """

    ran: list[int]
    looked: list[int]
    moved: list[int]
    shown: list[int]
    asked: dict[tuple[int, int], int] = field(default_factory=dict)
    opened: dict[tuple[int, int], int] = field(default_factory=dict)
    closed: dict[tuple[int, int, int], int] = field(default_factory=dict)
    chosen: dict[tuple[int, int], int] = field(default_factory=dict)

    def add(self, other: Tally) -> None:
        """Add the counts of another tally of the same build."""
        for own, others in (
            (self.ran, other.ran), (self.looked, other.looked), (self.moved, other.moved), (self.shown, other.shown)
        ):  # fmt: skip
            own[:] = [one + two for one, two in zip(own, others, strict=True)]
        _add(self.asked, other.asked)
        _add(self.opened, other.opened)
        _add(self.closed, other.closed)
        _add(self.chosen, other.chosen)

    def copy(self) -> Tally:
        """Return an independent tally of the same counts."""
        return Tally(
            self.ran[:], self.looked[:], self.moved[:], self.shown[:],
            dict(self.asked), dict(self.opened), dict(self.closed), dict(self.chosen),
        )  # fmt: skip

    def clear(self) -> None:
        """Reset all counts, in the same lists, because the build counts into them."""
        for counts in (self.ran, self.looked, self.moved, self.shown):
            counts[:] = [0] * len(counts)
        self.asked.clear()
        self.opened.clear()
        self.closed.clear()
        self.chosen.clear()


def _add(own: dict[Key, int], others: dict[Key, int]) -> None:
    for key, count in others.items():
        own[key] = own.get(key, 0) + count
