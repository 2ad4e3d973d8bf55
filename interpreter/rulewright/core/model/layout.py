"""Layout of the state vector, a flat list of integers and tuples.

The first slots belong to the interpreter, the rest to the ruleset; `bind/state_slots.py` hands them out.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

CallStack = tuple[Any, ...] | None
"""A frame, or its parent and procedure alone; None where everything began."""
FRAME = 0
"""The innermost suspended effect: (parent frame, procedure, resume point, locals...); None when the game is over."""
PARENT, PROCEDURE, RESUME, FRAME_LOCALS = 0, 1, 2, 3
"""The parts of a frame; the last is where its locals begin."""
SEAT = 1
"""The seat that decides now."""
SITE = 2
"""The place in the rules where it decides."""
OPTIONS = 3
"""What it may choose: option codes, in a fixed order."""
PARKED = 4
"""Other seats' parts of a simultaneous decision: (seat, frame, site, join); site -1 and no join where not begun.

One that has begun is asked again when its turn comes: its frame is where the options are gathered, and `join` is the
frame that waits for all seats. One that has answered and waits has what `stages.py` puts in place of a site. Those
still to be asked come first, then those that act at the opening, then those that end something; each in the order of
the table.
"""
PARKED_SEAT = 0
"""Where the seat is in such an entry."""
PARKED_SITE = 2
"""Where the site is, or what stands in place of one."""
SEED = 5
N_SEATS = 6
OVER = 7
SEALED = 8
"""The state as it was before the seats began to answer at the same time, or None."""
STEPS = 9
"""What has been run through since the last decision, for the step limit; 0 wherever a seat decides."""
HEADER = 10

MOST_WAITING = 32
"""How many effects may wait for one."""
POSITIONS_KEPT = 100
"""How many positions a counter of positions remembers, where nothing else is said."""

LABEL_BITS = 6
"""An option code of named options is candidate << LABEL_BITS | number of the option."""

FREE_CODES = 1 << 60
"""Added to an option's code if it is a free action offered alongside a decision's own options."""
LEAST_FREE_CODE = FREE_CODES >> 1
"""Codes from here on are free actions: candidates are numbers of at most 15 digits, below or above 0."""


def frames_from(frame: CallStack) -> Iterator[tuple[Any, ...]]:
    """Yield a frame and those it runs in, the innermost first."""
    while frame is not None:
        yield frame
        frame = frame[PARENT]
