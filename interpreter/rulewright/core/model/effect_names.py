"""Names of effects, such as `buy` and `barge.reward`, and of their parts, as `buy, all at once`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

ALL_AT_ONCE, LATER, IN_ANY_ORDER = "all at once", "later", "in any order"
OTHERWISE = "otherwise"
"""The label of what is done in a `choose` if no other option is open; nobody chooses it."""
DONE = "done"
"""The label of the option that ends a `pick` of several."""
PLAIN_ANSWERS = ("yes", "no")
"""The labels of what answers a `may`."""
SEATS_FROM_ME, SEAT_AT_TABLE, AMOUNT_HANDED_OVER = "all seats in turn", "seat at the table", "amount handed over"
SEATS_NAMED, OUTCOME_NAMED, TRUE_OF_SEAT = "seats that are named", "outcome that is named", "true of a seat"
BESIDE = {"left": "seat to the left", "right": "seat to the right"}
"""Functions that no text can name: they occur only in the words of others."""


def part_named(effect: str, part: str) -> str:
    """Return the name of a part of an effect that runs by itself."""
    return f"{effect}, {part}"


def is_part(effect: str) -> bool:
    """Return whether an effect is a part of another one's text."""
    return "," in effect


def whole_of(effect: str) -> str:
    """Return the effect whose text holds a part, or the effect itself if it is not a part."""
    return effect.partition(",")[0]


def entry_of(effect: str) -> str:
    """Return the entry that an effect is written in: a procedure, a trigger, a component."""
    return whole_of(effect).partition(".")[0]


def choosable(labels: Sequence[str]) -> Iterator[tuple[int, str]]:
    """Number and label of each option of a `choose` that a seat can choose."""
    return ((number, label) for number, label in enumerate(labels) if label != OTHERWISE)
