"""Who sits at a table when the command line does not say."""

from __future__ import annotations

from dataclasses import replace

import click
import pytest

import rulewright as rw
from rulewright.cli.options.names import seats_named
from rulewright.cli.options.table import seats_at_table


@pytest.mark.parametrize(
    ("low", "high", "seats"), [(1, 1, ("human",)), (1, 4, ("human", "random")), (3, 4, ("human", "random", "random"))]
)
def test_a_game_begins_with_as_many_seats_as_it_has(low: int, high: int, seats: tuple[str, ...]) -> None:
    blueprint = replace(rw.load_game("tutorial").blueprint, min_seats=low, max_seats=high)
    assert seats_named(None, blueprint, 0) == seats


def test_a_game_for_one_says_so() -> None:
    blueprint = replace(rw.load_game("tutorial").blueprint, min_seats=1, max_seats=1)
    with pytest.raises(click.UsageError, match="tutorial has 1 seat, not 2"):
        seats_at_table(blueprint, {}, 2, "tutorial")
