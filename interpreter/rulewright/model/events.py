"""What atoms of a traced build leave behind: one named tuple for each kind of event, in the past tense.

Slots are places in the state vector, seats count from 0, pieces are numbers in `Blueprint.pieces`. What events say to
people is in `observe/events.py`. Like all tuples they are equal if their values are, whatever their kind:
check the kind first.
"""

from __future__ import annotations

from typing import NamedTuple

from rulewright.model.layout import PROCEDURE, CallStack, frames_from


class Changed(NamedTuple):
    """A counter, a marker or the face of a piece has another value; for a face, `lies` is the slot the piece is in."""

    slot: int
    before: int
    after: int
    course: CallStack = None
    lies: int = -1


class Moved(NamedTuple):
    """A piece went from one slot to another, to the top or `under` what is there."""

    piece: int
    source: int
    target: int
    course: CallStack = None
    under: bool = False


class Shuffled(NamedTuple):
    """A pile was shuffled."""

    zone: int


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


class Settled(NamedTuple):
    """As `Answered`, when it was the only option and nobody was asked."""

    site: int
    seat: int
    code: int
    slot: int


class Happened(NamedTuple):
    """A trigger with a title takes place, for a seat."""

    procedure: int
    seat: int


class Sealed(NamedTuple):
    """From here on several seats answer at once."""


class Opened(NamedTuple):
    """All of them have answered, and see what the others did."""


Event = Changed | Moved | Shuffled | Rolled | Answered | Settled | Happened | Sealed | Opened


def effects_of(course: CallStack) -> tuple[int, ...]:
    """The numbers of the procedures of a course, from the innermost on."""
    return tuple(frame[PROCEDURE] for frame in frames_from(course))
