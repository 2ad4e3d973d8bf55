"""What a seat sees when all that is left is to confirm is what comes of it."""

from __future__ import annotations

import random

import pytest

from rulewright.play.replay import offered
from rulewright.serve.picture import picture
from tests.unit.serve.visitors import visiting

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
            live.confirm(seat)
            assert picture(live.game, live.state_at(chosen), seat, None, "en") == before, (SEED, ruleset, chosen)
            confirmed += 1
    assert confirmed == 3
