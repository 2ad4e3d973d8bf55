"""What options are chosen by in a list: an option about a number by that number, others by those that are left."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.core.model.layout import OPTIONS, SITE
from rulewright.observe.sight.offers import list_numbers
from rulewright.table.serve.offers import asked_of
from tests.unit.core.compile.small_games import begun, game_of

ONE = "choose:\n  stay: nothing\n  sail for n in 2..4: gain n tide\n  wait: nothing"
TWO = "choose:\n  sail for n in 2..4: gain n tide\n  drift for n in 4..5: gain n tide\n  wait: nothing"


@pytest.mark.parametrize(("does", "numbers"), [(ONE, [1, 2, 3, 4, 5]), (TWO, [2, 3, 1, 4, 5, 6])])
def test_a_number_is_chosen_by_itself_where_no_other_option_is_about_it(
    tmp_path: Path, does: str, numbers: list[int]
) -> None:
    game = game_of(tmp_path, does)
    state = begun(game)
    assert list_numbers(game.blueprint, state[SITE], state[OPTIONS]) == numbers
    page = asked_of(game, state, 0, "en")
    assert [each.number for each in page.offers] == numbers
