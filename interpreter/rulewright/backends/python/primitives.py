"""How Python writes down the checks for a value; how it writes the primitives is in their table.

The names that are called are those of `run/atoms.py`.
"""

from __future__ import annotations

from typing import Final

LOOKED_AT: Final[dict[str, str]] = {
    "not_zero": "not_zero({}, {limit})",
    "element": "element({}, {}, {limit})",
    "item": "{}[{}]", "once": "once({}, {limit})",
    "longest_way": "longest_way({}, {}, T{}, T{})",
}
"""By the texts of the arguments; those of tables are their numbers."""
