"""A state as a seat could imagine it: what it cannot see is dealt anew, chance included."""

from __future__ import annotations

import random

from interpreter.model.game import Game, State
from interpreter.model.layout import N_SEATS, SEALED, SEED
from interpreter.observe.view import may_see, members, owner_of


def imagine(game: Game, state: State, seat: int, rng: random.Random) -> State:
    """A clone in which the pieces hidden from `seat` have changed places at random, kind by kind."""
    blueprint = game.blueprint
    imagined = state[:]
    imagined[SEED] = rng.getrandbits(64)
    imagined[SEALED] = state[SEALED]
    hidden: dict[str, list[int]] = {}
    places: list[tuple[str, int]] = []
    for family in blueprint.families:
        if family.sort != "zone" or family.visible == "all":
            continue
        for indexes, slot in members(blueprint, family, state[N_SEATS]):
            if may_see(family, seat, owner_of(family, indexes)):
                continue
            for at in range(slot, slot + max(1, family.spaces)):
                held = state[at] if isinstance(state[at], tuple) else (state[at],)
                pieces = [piece for piece in held if piece >= 0]
                if pieces:
                    hidden.setdefault(family.domain, []).extend(pieces)
                    places.append((family.domain, at))
    for pieces in hidden.values():
        rng.shuffle(pieces)
    for domain, at in places:
        if isinstance(state[at], tuple):
            dealt = tuple(hidden[domain].pop() for _ in state[at])
            imagined[at] = dealt
        else:
            dealt = (hidden[domain].pop(),)
            imagined[at] = dealt[0]
        for piece in dealt:
            imagined[blueprint.piece_zone + piece] = at
    return imagined
