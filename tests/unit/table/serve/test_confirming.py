"""What a seat sees when all that is left is to confirm is what comes of it; what the rules play is shown only then."""

from __future__ import annotations

import random

import pytest

from rulewright.core.model.game import State
from rulewright.core.model.layout import SEALED
from rulewright.observe.sight.view import view_of
from rulewright.play.records.replay import offered
from rulewright.play.session.table_in_play import TableInPlay
from rulewright.table.serve.seeing import picture
from tests.reference.games import shipped
from tests.unit.table.serve.visitors import visiting

SEED = 5


@pytest.mark.parametrize("ruleset", ["tutorial", pytest.param("skymines", marks=pytest.mark.slow), "ceres"])
def test_the_picture_at_confirm_is_the_picture_of_the_result(ruleset: str) -> None:
    rng, confirmed = random.Random(SEED), 0
    with visiting(names=(ruleset,)) as visitor:
        visitor.new_table(ruleset, seats=("human", "human"))
        place = visitor.site.tables.find(1)
        assert place is not None
        live = place.live
        while not live.is_over and confirmed < 3:
            seat = live.asked[0]
            if live.may_choose(seat):
                live.choose(seat, rng.choice(list(offered(live.game, live.state_for(seat)))))
                continue
            before = picture(live.game, live.state_for(seat), seat, None, "en")
            chosen = len(live.moments) + len(live.drafts[seat].moments)
            was_sealed = live.state[SEALED] is not None
            live.confirm(seat)
            if was_sealed and live.state_at(chosen)[SEALED] is None:
                continue  # the last answer opens those of others, which nobody knew before
            assert picture(live.game, live.state_at(chosen), seat, None, "en") == before, (SEED, ruleset, chosen)
            confirmed += 1
    assert confirmed == 3


def test_who_plays_alone_confirms_before_a_seat_of_the_rules_takes_its_turn() -> None:
    game = shipped("skymines", ("base", "moon", "luna")).game
    live = TableInPlay(game, ("human",), SEED, {"luna": 1})
    live.begin(2)
    rng, confirmed, known = random.Random(SEED), 0, laid_open(live, live.state)
    while confirmed < 2:
        key = rng.choice(list(offered(live.game, live.state_for(0))))
        live.choose(0, key)
        if live.must_confirm(0):
            assert laid_open(live, live.state_for(0)) == known, (SEED, len(live.moments))
            live.undo(0)
            assert live.may_choose(0)
            live.choose(0, key)
            live.confirm(0)
            confirmed += laid_open(live, live.state) != known
        known = laid_open(live, live.state)


def laid_open(live: TableInPlay, state: State) -> object:
    """What lies open in the slots of the seat that the rules play."""
    return view_of(live.game, state, 0).zones["luna_slot"]
