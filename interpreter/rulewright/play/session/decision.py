"""A decision as a program reads it: who is asked, and the options by code and by key."""

from __future__ import annotations

from typing import NamedTuple

from rulewright.core.model.game import Game, State
from rulewright.core.model.layout import FRAME, OPTIONS, SEAT, SITE
from rulewright.observe.naming import option_key, question

_KEYS_SHOWN = 8


class Decision(NamedTuple):
    """One prompt: the seat that is asked (from 0) and the codes of all its options.

    `keys` names the options.
    """

    game: Game
    seat: int
    site: int
    options: tuple[int, ...]

    @property
    def question(self) -> str:
        """The question for people."""
        return question(self.game.blueprint, self.site)

    @property
    def keys(self) -> tuple[str, ...]:
        """The key of each option, in the order of `options`. Replays and scenarios use these keys."""
        return tuple(option_key(self.game.blueprint, self.site, code) for code in self.options)

    def code(self, key: str) -> int:
        """Return the code of the option with a key. Raises KeyError if there is none."""
        for code in self.options:
            if option_key(self.game.blueprint, self.site, code) == key:
                return code
        raise KeyError(key)

    def __repr__(self) -> str:
        more = [f"... {len(self.options)} in all"] if len(self.options) > _KEYS_SHOWN else []
        shown = [option_key(self.game.blueprint, self.site, code) for code in self.options[:_KEYS_SHOWN]]
        return f"Decision(seat {self.seat + 1}, {self.question}: {', '.join([*shown, *more])})"


def decision(game: Game, state: State) -> Decision | None:
    """Return the decision in a state, None when the game is over."""
    if state[FRAME] is None:
        return None
    return Decision(game, state[SEAT], state[SITE], state[OPTIONS])
