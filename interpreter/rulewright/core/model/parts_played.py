"""Parts of decisions as play knows them: those of a pick of several, and those that are done in any order.

A game is played without the trees of its texts, so this is apart from them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, NamedTuple


class SeveralLocals(NamedTuple):
    """The locals of a `pick` of several: candidates left (in order), those picked, least and most.

    `shared` says by what equal candidates are represented by the first of them: `""` nothing, `alike` design, owner and
    face, `distinct` the author's expression. `ordered` is the local that says whether candidates before one that was
    picked are left out from then on, or one of the two numbers below.
    """

    pool: int
    picked: int
    least: int
    most: int
    shared: str
    ordered: int

    def is_in_order(self, held: Sequence[Any]) -> bool:
        """Return whether candidates are picked in their order, by what the locals hold."""
        return bool(held[self.ordered]) if self.ordered >= 0 else self.ordered == IN_ORDER


IN_ORDER, IN_ANY_ORDER = -1, -2
"""Candidates are always picked in their order, or never."""
MOST_COUNTED: Final = 1000
"""Of more candidates, the sets that they make are not counted: there is no number for so many."""


class PartsInfo(NamedTuple):
    """Numbers of parts: those that no other part has to do with, and those that must not be tried."""

    loose: frozenset[int]
    blind: frozenset[int]
