"""Why a native game stops in a trap; the numbers of the global `trouble`."""

from __future__ import annotations

from typing import Final

LIMIT: Final = 1
"""A limit of the ruleset's own: a value out of bounds for its use."""
STEPS: Final = 2
"""Too many steps without a decision, or too large a range of numbers."""
TOO_LARGE: Final = 3
"""A number that does not fit into 64 bits: the Python back end has it."""
