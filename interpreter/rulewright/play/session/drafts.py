"""Drafts: choices that a seat may still take back. Until it confirms them, nobody else sees them."""

from __future__ import annotations

from dataclasses import dataclass, field

from rulewright.core.model.game import Build, Game, State
from rulewright.core.run.steps import clone
from rulewright.play.session.moments import Moment, make_choice
from rulewright.play.session.reading import Peek


@dataclass(slots=True)
class Draft:
    """The choices that a seat may still take back: moments, and the state after each."""

    base: State
    moments: list[Moment] = field(default_factory=list)
    states: list[State] = field(default_factory=list)

    @property
    def last(self) -> State:
        """The table after what was chosen, where the next choice is made."""
        return self.states[-1] if self.states else self.base

    @property
    def held(self) -> bool:
        """Whether what follows the last choice is shown only after it is confirmed.

        It is if the choice reveals what all answered, or if hidden things decide whose turn comes next or what that
        seat may do.
        """
        return bool(self.moments) and (self.moments[-1].opened or self.moments[-1].outcome.read is Peek.OF_OTHERS)

    @property
    def state(self) -> State:
        """The table as the seat sees it."""
        if not self.held:
            return self.last
        last = self.moments[-1]
        shown = last.outcome.before_others if not last.opened else None
        return shown if shown is not None else self.states[-2] if len(self.states) > 1 else self.base

    def copy(self) -> Draft:
        """Return a copy with lists of its own."""
        return Draft(self.base, [*self.moments], [*self.states])

    def choose(self, game: Game, build: Build, seat: int, key: str) -> bool:
        """Make a choice on top of the others, and return whether it can be taken back. If not, the choice is not kept.

        One that reveals what all have answered can be: nothing of it is shown before it is confirmed, and whether
        something hidden is read then would tell what others have answered.

        Raises IllegalChoice with a sentence, or LimitReached; nothing is changed then.
        """
        state = clone(self.last)
        moment = make_choice(game, build, state, seat, key, (seat,))
        if moment.outcome.read is Peek.HIDDEN and not moment.opened:
            return False
        self.moments.append(moment)
        self.states.append(state)
        return True
