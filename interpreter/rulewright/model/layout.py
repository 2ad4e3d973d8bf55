"""Where everything stands in the flat state vector: a list of whole numbers and tuples.

The first slots belong to the interpreter, the rest to the ruleset; `bind/layout.py` hands them out.
"""

from __future__ import annotations

FRAME = 0
"""The innermost effect in mid-air: (parent frame, procedure, resume point, locals...); None when the game is over."""
FRAME_LOCALS = 3
"""Where the locals begin in a frame."""
SEAT = 1
"""The seat that decides now."""
SITE = 2
"""The place in the rules where it decides."""
OPTIONS = 3
"""What it may choose: option codes, in a fixed order."""
PARKED = 4
"""Other seats' parts of a simultaneous decision: (seat, frame, site, join); site -1 and no join where not begun.

One that has begun is asked anew when its turn comes: its frame stands where the options are gathered, and `join` is the
frame that waits for all seats.
"""
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

LABEL_BITS = 6
"""An option code of named options is candidate << LABEL_BITS | number of the option."""

FREE_CODES = 1 << 60
"""Added to an option's code where it is a free action offered beside a decision's own options."""
LEAST_FREE_CODE = FREE_CODES >> 1
"""Codes from here on are free actions: candidates are numbers of at most 15 digits, below or above 0."""
