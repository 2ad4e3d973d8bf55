"""The sources of nodes, and the program's list of those that are counted.

The name of a counted place, and its number, are computed on request: see `compile/marks.py`.
"""

from __future__ import annotations

from typing import NamedTuple

from rulewright.core.model.document import Scalar
from rulewright.core.model.effects import Expression, Statement

PARTS = "parts"
"""The sort of a decision between the parts of a statement, which is counted as such itself."""


class Provenance(NamedTuple):
    """A bound node, the text it was written in, and the statement of the effect tree it was bound from.

    Without a `statement` it stands for the text as a whole. `bound` is a statement, an option, a modifier's sum, or the
    number of a procedure or quantity: then `sort` says which of the two.
    """

    sort: str
    text: Scalar
    statement: object
    bound: object


class Origin(NamedTuple):
    """The source of a bound or lowered node: the text it is in, and its tree there."""

    text: Scalar
    tree: Expression | Statement
