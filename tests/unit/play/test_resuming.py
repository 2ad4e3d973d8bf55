"""A table goes on with a recorded game where it stopped and knows what has happened, or refuses it as a replay does."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

import pytest

from rulewright.play.records.replay import PERSON, RecordedChoice, ReplayRefused, record, replay_of, run_replay
from rulewright.play.session.table_in_play import TableInPlay
from tests.reference.games import small

GAME = small("statements").game
WHOLE = record(GAME, seats=3, seed=5)


def test_a_table_goes_on_where_a_replay_stops_and_knows_what_has_happened() -> None:
    begun = replay_of(GAME, seats=3, seed=5, choices=WHOLE.choices[:10])
    table = TableInPlay(GAME, (PERSON,) * 3, begun.seed, begun.settings)
    table.resume(begun)
    assert table.state == run_replay(GAME, begun).state
    assert table.choices == list(begun.choices)
    assert table.heard(0)
    assert table.state_at(4) == run_replay(GAME, WHOLE, 4).state


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        ({"final_digest": "0" * 64}, "after the last choice (10) the game differs from the recorded one"),
        ({"choices": (*WHOLE.choices[:9], RecordedChoice(9, "x"))}, "choice 10 (seat 9): it is seat"),
        ({"seats": 99}, "seats, not 99"),
    ],
)
def test_a_table_refuses_what_a_replay_refuses(wrong: dict[str, Any], words: str) -> None:
    begun = replay_of(GAME, seats=3, seed=5, choices=WHOLE.choices[:10])
    with pytest.raises(ReplayRefused, match=re.escape(words)):
        TableInPlay(GAME, (PERSON,) * 3, begun.seed, begun.settings).resume(replace(begun, **wrong))
