"""What atoms of a traced build leave behind: one named tuple for each kind of event, in the past tense.

Slots are places in the state vector, seats count from 0, pieces are numbers in `Blueprint.pieces`. What events say to
people is in `observe/words/events.py`. Like all tuples they are equal if their values are, whatever their kind:
check the kind first.

`sight` says who sees what it is about where a test decides that, as a set of bits, a bit a seat and all others for
spectators, who see what every seat sees (`is_among`); None where a word does.
"""

from __future__ import annotations

from typing import NamedTuple

from rulewright.core.model.layout import PROCEDURE, CallStack, frames_from


class Changed(NamedTuple):
    """A counter, a marker or the face of a piece has another value; for a face, `lies` is the slot the piece is in."""

    slot: int
    before: int
    after: int
    course: CallStack = None
    lies: int = -1
    sight: int | None = None


class Moved(NamedTuple):
    """A piece went from one slot to another, to the top or `under` what is there.

    `sights` are two: who saw it where it was, and who sees it where it is.
    """

    piece: int
    source: int
    target: int
    course: CallStack = None
    under: bool = False
    sights: tuple[int | None, int | None] = (None, None)


class Shuffled(NamedTuple):
    """A pile was shuffled."""

    zone: int
    sight: int | None = None


class Revealed(NamedTuple):
    """Seats, a bit each, see what is in a slot and did not before: pieces, or the value of a counter or marker.

    `sight` is who sees it from now on, without some who did before if it is hidden from them; None if it is shown once.
    """

    slot: int
    pieces: tuple[int, ...]
    seats: int
    value: int = -1
    sight: int | None = None


class Rolled(NamedTuple):
    """Chance decided for a value; the slot of the stream that it came from."""

    stream: int
    value: int


class Answered(NamedTuple):
    """A seat chose an option of a site by its code; `slot` is where the piece is that it is about, -1 for none."""

    site: int
    seat: int
    code: int
    slot: int
    sight: int | None = None


class Settled(NamedTuple):
    """As `Answered`, when it was the only option and nobody was asked."""

    site: int
    seat: int
    code: int
    slot: int
    sight: int | None = None


class Happened(NamedTuple):
    """A trigger with a title takes place, for a seat."""

    procedure: int
    seat: int


class Sealed(NamedTuple):
    """From here on several seats answer at once."""


class Opened(NamedTuple):
    """All of them have answered, and see what the others did."""


Event = Changed | Moved | Shuffled | Revealed | Rolled | Answered | Settled | Happened | Sealed | Opened


def is_among(seat: int, seats: int) -> bool:
    """Whether a seat is in a set of bits; spectators, who have numbers below 0, are in those of everybody."""
    return seats < 0 if seat < 0 else bool(seats >> seat & 1)


def effects_of(course: CallStack) -> tuple[int, ...]:
    """The numbers of the procedures of a course, from the innermost on."""
    return tuple(frame[PROCEDURE] for frame in frames_from(course))
