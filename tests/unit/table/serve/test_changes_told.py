"""What an option changes is told as far as a seat has it; what the game counts for itself is not."""

from __future__ import annotations

import re

import pytest

from tests.unit.table.serve.visitors import keys_offered, visiting


@pytest.mark.parametrize("name", ["small_chess", "mancala"])
def test_what_the_game_counts_for_itself_is_no_price_of_an_option(name: str) -> None:
    with visiting(names=(name,)) as visitor:
        page = visitor.get(visitor.seat_path(visitor.new_table(name, ("human", "human")), 1)).text
        assert keys_offered(page)
        assert re.findall(r'class="change">([^<]*)<', page) == []
