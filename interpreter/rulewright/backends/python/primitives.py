"""How Python writes the primitives of the lowered program down; those with more than one way stand in `expressions.py`.

The names that are called are those of `run/atoms.py`.
"""

from __future__ import annotations

from typing import Final

SIMPLE: Final[dict[str, str]] = {
    "+": "({} + {})",
    "-": "({} - {})",
    "=": "({} == {})",
    "!=": "({} != {})",
    "<": "({} < {})",
    "<=": "({} <= {})",
    ">": "({} > {})",
    ">=": "({} >= {})",
    "*": "({} * {})",
    "/": "({} // {})",
    "%": "({} % {})",
    "not": "(not {})",
    "neg": "(-{})",
    "abs": "abs({})",
    "non_negative": "max(0, {})",
    "exists": "({} >= 0)",
    "if": "({1} if {0} else {2})",
    "within": "within({}, {})",
    "not_zero": "not_zero({}, {limit})",
    "element": "element({}, {}, {limit})",
    "item": "{}[{}]",
}
"""By the texts of the arguments."""
