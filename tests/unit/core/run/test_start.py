"""What a game begins with hangs on how many seats are taken."""

from __future__ import annotations

import pytest

from rulewright import load_game
from rulewright.core.run.steps import unstarted


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_only_the_pieces_of_seats_that_are_taken_are_on_the_table(seats: int) -> None:
    blueprint = (game := load_game("ceres")).blueprint
    state = unstarted(game, seats=seats, seed=1)
    at = {piece: state[blueprint.piece_zone + piece] for piece in range(len(blueprint.pieces))}
    absent = {piece for piece, info in enumerate(blueprint.pieces) if info.owner >= seats}
    assert {at[piece] for piece in absent} <= {blueprint.box}
    assert absent <= set(state[blueprint.box])
    for seat in range(seats):
        assert {at[piece] for piece, info in enumerate(blueprint.pieces) if info.owner == seat} - {blueprint.box}
    assert bool(absent) == (seats < blueprint.max_seats)
