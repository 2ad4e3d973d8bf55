"""Determinizations: states that a seat cannot rule out, with hidden things and chance sampled again.

Nothing derived from these states depends on what is hidden from the seat: a deal begins from the pieces in the order of
their numbers, and the simultaneous answers of others have not happened.
"""

from __future__ import annotations

import random
from collections.abc import Sequence

from rulewright.core.model.chance import Draws
from rulewright.core.model.game import Game, State
from rulewright.core.model.layout import SEED
from rulewright.core.model.secret_seeds import without_secret
from rulewright.observe.sight.hiding import as_sealed, hidden_places, hidden_values, relabelled, with_values

_DETERMINIZATIONS = 6


def determinize(game: Game, state: State, seat: int, draws: Draws) -> State:
    """Return a clone with everything hidden from a seat replaced at random.

    Hidden pieces change places, kind by kind, and hidden counters and markers get any possible value. The options are
    in the order of those of `state`: one about a hidden piece is about the piece dealt there.
    """
    base = without_secret(as_sealed(game, state, seat), 0)
    seed = draws.bits()
    permutation: dict[int, int] = {}
    for pieces in hidden_places(game, base, seat):
        dealt = sorted(pieces)
        draws.shuffle(dealt)
        permutation |= zip(pieces, dealt, strict=True)
    determinized = relabelled(game, base, permutation)
    hidden = hidden_values(game, base, seat)
    with_values(determinized, [(each.slot, each.values[draws.below(len(each.values))]) for each in hidden])
    determinized[SEED] = seed
    return determinized


def determinizations(game: Game, state: State, seat: int) -> tuple[State, ...]:
    """Return a few states that `seat` cannot distinguish, equal whatever is hidden from it.

    Hidden pieces are dealt in the order of their numbers, in reverse order, each one place on, and in mixed
    orders, their faces turned one way and another; what others answer while all are asked at once has not happened.
    """
    base = without_secret(as_sealed(game, state, seat), 0)
    hidden, values = hidden_places(game, base, seat), hidden_values(game, base, seat)
    if not any(hidden) and not values:
        return (_with_seed(base, 0),)
    worlds = tuple(_determinization(game, base, hidden, number) for number in range(_DETERMINIZATIONS))
    for number, world in enumerate(worlds):
        with_values(world, [(each.slot, _value(each.values, number)) for each in values])
    return worlds


def _value(values: Sequence[int], number: int) -> int:
    """Return one possible hidden value: the least, the greatest, then others between them."""
    return values[(len(values) - 1) * (0, 5, 1, 2, 3, 4)[number] // 5]


def _determinization(game: Game, base: State, hidden: tuple[list[int], ...], number: int) -> State:
    permutation: dict[int, int] = {}
    for pieces in hidden:
        dealt = sorted(pieces, reverse=number == 1)
        if number == 2:
            dealt = [*dealt[1:], *dealt[:1]]
        elif number > 2:
            random.Random(number).shuffle(dealt)
        permutation |= zip(pieces, dealt, strict=True)
    determinized = _with_seed(relabelled(game, base, permutation), number)
    blueprint = game.blueprint
    for place, piece in enumerate(each for pieces in hidden for each in pieces):
        faces = len(blueprint.face_names.get(blueprint.pieces[piece].kind, ()))
        if faces:
            determinized[blueprint.faces + permutation[piece]] = (0, 1, place, place + 1, 0, 1)[number] % faces
    return determinized


def _with_seed(state: State, seed: int) -> State:
    return [*state[:SEED], seed, *state[SEED + 1 :]]
