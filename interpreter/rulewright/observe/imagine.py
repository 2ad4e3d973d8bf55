"""A state as a seat could imagine it: what it cannot see is dealt anew, chance included."""

from __future__ import annotations

import random

from rulewright.model.game import Game, State
from rulewright.model.layout import N_SEATS, SEALED, SEED
from rulewright.observe.view import may_see, members, owner_of


def imagine(game: Game, state: State, seat: int, rng: random.Random) -> State:
    """A clone in which the pieces hidden from `seat` have changed places at random, kind by kind."""
    imagined = state[:]
    imagined[SEED] = rng.getrandbits(64)
    imagined[SEALED] = state[SEALED]
    hidden, places = _hidden(game, state, seat)
    for pieces in hidden.values():
        rng.shuffle(pieces)
    _deal(game, imagined, hidden, places)
    return imagined


def worlds(game: Game, state: State, seat: int) -> tuple[State, ...]:
    """A few states that look to `seat` as this one does, the same ones whatever is hidden from it.

    Hidden pieces are dealt in the order of their numbers, in the contrary order and in mixed ones, their faces turned
    one way and another; what others answer while all are asked at once has not happened.
    """
    seen = _as_sealed(game, state, seat)
    guessed, places = _hidden(game, seen, seat)
    if not guessed:
        return (_with_seed(seen, 0),)
    hidden = _unseen(game, seen, places)
    found = []
    for number in range(4):
        dealt = {kind: sorted(pieces, reverse=number == 1) for kind, pieces in hidden.items()}
        world = _with_seed(seen, number)
        for pieces in dealt.values():
            if number > 1:
                random.Random(number).shuffle(pieces)
            for place, piece in enumerate(pieces):
                faces = len(game.blueprint.face_names.get(game.blueprint.pieces[piece].kind, ()))
                if faces:
                    world[game.blueprint.faces + piece] = (0, 1, place, place + 1)[number] % faces
        _deal(game, world, dealt, places)
        found.append(world)
    return tuple(found)


def _with_seed(state: State, seed: int) -> State:
    return [*state[:SEED], seed, *state[SEED + 1 :]]


def _as_sealed(game: Game, state: State, seat: int) -> State:
    """The state with what other seats have as it was before all were asked at once."""
    before = state[SEALED]
    if before is None:
        return state
    blueprint, seen = game.blueprint, state[:]
    for family in blueprint.families:
        for indexes, slot in members(blueprint, family, state[N_SEATS]):
            if owner_of(family, indexes) in (None, seat):
                continue
            for at in range(slot, slot + max(1, family.spaces)):
                seen[at] = before[at]
                held = before[at] if isinstance(before[at], tuple) else (before[at],)
                for piece in held if family.sort == "zone" else ():
                    if piece >= 0:
                        seen[blueprint.piece_zone + piece] = at
    return seen


def _hidden(game: Game, state: State, seat: int) -> tuple[dict[str, list[int]], list[tuple[str, int]]]:
    """The pieces hidden from a seat, by kind, and the slots they stand in."""
    blueprint = game.blueprint
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
    return hidden, places


def _unseen(game: Game, state: State, places: list[tuple[str, int]]) -> dict[str, list[int]]:
    """The pieces that stand nowhere a seat can see, by kind: those are in the places it cannot see."""
    blueprint = game.blueprint
    seen = set(state[blueprint.box])
    dark = {at for _, at in places}
    for family in blueprint.families:
        for _, slot in members(blueprint, family, state[N_SEATS]) if family.sort == "zone" else ():
            for at in range(slot, slot + max(1, family.spaces)):
                if at not in dark:
                    seen.update(state[at] if isinstance(state[at], tuple) else (state[at],))
    kinds: dict[str, list[int]] = {domain: [] for domain, _ in places}
    for piece, info in enumerate(blueprint.pieces):
        domain = f"{info.kind} piece"
        if domain in kinds and piece not in seen:
            kinds[domain].append(piece)
    return kinds


def _deal(game: Game, state: State, hidden: dict[str, list[int]], places: list[tuple[str, int]]) -> None:
    """Put hidden pieces, as many as there are, into the places that hidden pieces stand in."""
    for domain, at in places:
        held = state[at]
        size = min(len(held) if isinstance(held, tuple) else 1, len(hidden[domain]))
        dealt = tuple(hidden[domain].pop() for _ in range(size))
        state[at] = dealt if isinstance(held, tuple) else next(iter(dealt), -1)
        for piece in dealt:
            state[game.blueprint.piece_zone + piece] = at
