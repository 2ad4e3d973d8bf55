"""States sampled from a seat's knowledge: everything it cannot see is dealt again, including chance.

Dealing draws from the bags of mixed pieces (`sight/knowledge.py`), from the last one back to the first, so that every
deal is one that the seat cannot rule out, and all orders of a bag are equally likely.
"""

from __future__ import annotations

from rulewright.core.model.chance import Draws
from rulewright.core.model.game import State
from rulewright.core.model.layout import SEED
from rulewright.core.model.secret_seeds import without_secret
from rulewright.observe.sight.hiding import as_sealed, hidden_values, relabelled, with_values
from rulewright.observe.sight.knowledge import Belief, Knowledge


class Deals:
    """The deals of one decision.

    `base` is the state as the seat may know it, without what others have answered under seal and without a secret.
    """

    def __init__(self, state: State, knowledge: Knowledge) -> None:
        """Prepare the deals of a decision.

        Raises ValueError if the seat has not observed all that led to the state.
        """
        self.game = knowledge.game
        self.base = without_secret(as_sealed(self.game, state, knowledge.seat), 0)
        if knowledge.is_behind(self.base):
            raise ValueError("the seat has not observed all that led to this state; begin with `Knowledge.of_table`")
        self.belief = knowledge.belief(self.base)
        self.values = hidden_values(self.game, self.base, knowledge.seat)

    def deal(self, draws: Draws) -> State:
        """Return a state that the seat cannot tell from the true one.

        Its options are in the order of those of that state: one that is about a hidden piece is about the piece dealt
        there.
        """
        faces = faces_dealt(self.belief, draws)
        dealt = relabelled(self.game, self.base, {token: face for token, face in faces.items() if token != face})
        with_values(dealt, [(each.slot, each.values[draws.below(len(each.values))]) for each in self.values])
        dealt[SEED] = draws.bits()
        return dealt


def faces_dealt(belief: Belief, draws: Draws) -> dict[int, int]:
    """Map each token without a known face to a piece that may be there."""
    drawn: dict[int, list[int]] = {}

    def out_of(number: int) -> int:
        faces = drawn.get(number)
        if faces is None:
            faces = drawn[number] = list(belief.inputs[number])
            draws.shuffle(faces)
        face = faces.pop()
        return face if face >= 0 else out_of(~face)

    return {token: out_of(number) for token, number in belief.tokens}


def deal(state: State, knowledge: Knowledge, seed: int) -> State:
    """Return a clone of a state in which all that a seat cannot know is sampled again, chance included.

    The sample fits what the seat knows. The seat's view stays as it is, and simultaneous answers of others have not
    happened. Its options keep the order of those of `state`. Raises ValueError if the seat has not observed all events
    that led to the state.
    """
    return Deals(state, knowledge).deal(Draws(seed))
