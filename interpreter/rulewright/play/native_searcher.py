"""What thinks for a seat natively, and in Python from the first state on that has no native form."""

from __future__ import annotations

from collections.abc import Callable

from rulewright.backends.wasm.engine import NoEngine
from rulewright.backends.wasm.packing import NotPacked
from rulewright.backends.wasm.refusal import NotNative
from rulewright.model.game import Game
from rulewright.native_play.searcher import Thinker
from rulewright.observe.dealing import Deals
from rulewright.play.budget import Budget
from rulewright.play.tree import Mind, OfferWorth, Question


def native_mind(game: Game, seat: int, in_python: Callable[[], Mind], *, is_flat: bool) -> Mind | None:
    """What thinks natively for a seat (from 0); None where the game has no native back end here."""
    try:
        return NativeMind(Thinker(game, seat, is_flat=is_flat), in_python)
    except (NotNative, NoEngine):
        return None


class NativeMind:
    """A thinker inside the module, whose place another mind takes where it must."""

    def __init__(self, thinker: Thinker, in_python: Callable[[], Mind]) -> None:
        self._thinker, self._in_python = thinker, in_python
        self._other: Mind | None = None

    def think(self, deals: Deals, question: Question, budget: Budget, seed: int) -> tuple[list[OfferWorth], int]:
        if self._other is None:
            try:
                return self._thinker.think(
                    deals, question.keys, question.places,
                    simulations=budget.simulations, seconds=budget.seconds, seed=seed,
                )  # fmt: skip
            except NotPacked:
                self._other = self._in_python()
        return self._other.think(deals, question, budget, seed)

    def follow(self, at: int) -> None:
        (self._other or self._thinker).follow(at)

    def forget(self) -> None:
        (self._other or self._thinker).forget()
