"""The events that atoms of a traced build record, one named tuple for each kind.

Slots are indexes in the state vector, seats count from 0, pieces are numbers in `Blueprint.pieces`.
`observe/words/events.py` has their wording. Like all tuples they are equal if their values are, whatever their kind:
check the kind first.

`sight` is the set of viewers where a test decides it: a bit for each seat, and all other bits for spectators, who see
what every seat sees (`is_among`). It is None where a declared word decides.
"""

from __future__ import annotations

from typing import NamedTuple

from rulewright.core.model.layout import PROCEDURE, CallStack, frames_from


class Changed(NamedTuple):
    """A change of a counter, a marker or the face of a piece.

    For a face, `lies` is the slot that the piece is in.
    """

    slot: int
    before: int
    after: int
    course: CallStack = None
    lies: int = -1
    sight: int | None = None


class Moved(NamedTuple):
    """A move of a piece from one slot to another, to the top or `under` the pieces there.

    `sights` is (who saw the piece where it was, who sees it where it is), and `face` the number of the face that is up.
    """

    piece: int
    source: int
    target: int
    course: CallStack = None
    under: bool = False
    sights: tuple[int | None, int | None] = (None, None)
    face: int = 0


class Shuffled(NamedTuple):
    """A shuffle of one pile."""

    zone: int
    sight: int | None = None


class Revealed(NamedTuple):
    """A disclosure: seats, one bit each, see pieces or a value in a slot that they did not see before.

    `sight` is who sees the slot from now on, possibly without seats that saw it before; None if it is shown once.
    """

    slot: int
    pieces: tuple[int, ...]
    seats: int
    value: int = -1
    sight: int | None = None


class Rolled(NamedTuple):
    """A random value, drawn from the stream whose counter is in the slot `stream`."""

    stream: int
    value: int


class Answered(NamedTuple):
    """A choice: a seat (from 0) chose an option of a decision by its code.

    `slot` is the slot of the piece that the option is about, -1 if there is none.
    """

    site: int
    seat: int
    code: int
    slot: int
    sight: int | None = None


class Settled(NamedTuple):
    """An automatic choice: the only option of a decision, taken without asking. Fields as of `Answered`."""

    site: int
    seat: int
    code: int
    slot: int
    sight: int | None = None


class Happened(NamedTuple):
    """A trigger with a title ran for a seat."""

    procedure: int
    seat: int


class Sealed(NamedTuple):
    """The beginning of simultaneous answers: several seats answer, and none sees the others' answers."""


class Opened(NamedTuple):
    """The end of simultaneous answers: all seats have answered, and each sees what the others did."""


Event = Changed | Moved | Shuffled | Revealed | Rolled | Answered | Settled | Happened | Sealed | Opened


def is_among(seat: int, seats: int) -> bool:
    """Return whether a seat is in a set of bits.

    Spectators, whose numbers are below 0, are in a set of everybody.
    """
    return seats < 0 if seat < 0 else bool(seats >> seat & 1)


def effects_of(course: CallStack) -> tuple[int, ...]:
    """Return the numbers of the procedures of a course, from the innermost on."""
    return tuple(frame[PROCEDURE] for frame in frames_from(course))
