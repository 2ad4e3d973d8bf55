"""Python source of bounds checks, and of primitives that are not in the table of operators.

The names that are called are those of `run/atoms.py` and `run/build.py`.
"""

from __future__ import annotations

from typing import Final

from rulewright.core.backend.costs import is_cheap
from rulewright.core.model import lowered_values as lv
from rulewright.core.model.ranges import MAX_NUMBER

LOOKED_AT: Final[dict[str, str]] = {
    "not_zero": "not_zero({}, {limit})",
    "element": "element({}, {}, {limit})",
    "item": "{}[{}]",
    "once": "once({}, {limit})",
    "longest_way": "longest_way({}, {}, T{}, T{})",
}
"""By the texts of the arguments; those of tables are their numbers."""


def inside(node: lv.Primitive, value: str, *bounds: str) -> str:
    """Return the source of a value checked against `bounds`, or against being no thing without them."""
    if not is_cheap(node.arguments[0]):
        return f"{node.name}({', '.join([value, *bounds])}, {node.limit})"
    test = f"{bounds[0]} <= {value} <= {bounds[1]}" if bounds else f"{value} >= 0"
    return f"({value} if {test} else outside({value}, {node.limit}))"


def element(node: lv.Primitive, items: str, index: str, *, is_never_negative: bool) -> str:
    """An item of a list that is checked: both are worked out again, which costs less than a call."""
    test = f"{index} < len({items})" if is_never_negative else f"0 <= {index} < len({items})"
    return f"({items}[{index}] if {test} else outside({index}, {node.limit}))"


def saturated(value: str) -> str:
    """A number that is kept within the bounds of all, which it seldom passes."""
    return f"({value} if {-MAX_NUMBER} <= {value} <= {MAX_NUMBER} else saturated({value}))"
