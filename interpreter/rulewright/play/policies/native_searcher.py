"""A searcher for a seat that works natively, and in Python from the first state on that has no native form."""

from __future__ import annotations

from collections.abc import Callable

from rulewright.core.lower.refusal import NotNative
from rulewright.core.model.game import Game
from rulewright.native.backend.packing import NotPacked
from rulewright.native.backend.sandbox import NoEngine
from rulewright.native.inside.searcher import ModuleSearcher
from rulewright.observe.sight.dealing import Deals
from rulewright.play.policies.budget import Budget
from rulewright.play.policies.learned import LearnedPlayer
from rulewright.play.policies.native_values import with_choices
from rulewright.play.policies.tree import OfferWorth, Question, Searcher


def native_searcher(
    game: Game, seat: int, in_python: Callable[[], Searcher], *, is_flat: bool, learned: LearnedPlayer | None = None
) -> Searcher | None:
    """Return a native searcher for a seat (from 0), or None if the game has no native back end here."""
    try:
        tables = with_choices(learned) if learned is not None else None
        return NativeSearcher(ModuleSearcher(game, seat, is_flat=is_flat, learned=tables), in_python)
    except (NotNative, NoEngine):
        return None


class NativeSearcher:
    """A search inside the module, whose place another searcher takes where it must."""

    def __init__(self, in_module: ModuleSearcher, in_python: Callable[[], Searcher]) -> None:
        self._in_module, self._in_python = in_module, in_python
        self._other: Searcher | None = None

    def search(self, deals: Deals, question: Question, budget: Budget, seed: int) -> tuple[list[OfferWorth], int]:
        if self._other is None:
            try:
                return self._in_module.search(
                    deals, question.keys, question.places,
                    simulations=budget.simulations, seconds=budget.seconds, seed=seed,
                )  # fmt: skip
            except NotPacked:
                self._other = self._in_python()
        return self._other.search(deals, question, budget, seed)

    def follow(self, at: int) -> None:
        (self._other or self._in_module).follow(at)

    def forget(self) -> None:
        (self._other or self._in_module).forget()
