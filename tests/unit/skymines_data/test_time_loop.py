"""The games of a time loop: each further one has the same threat and the usual random set-up."""

from __future__ import annotations

from rulewright.core.model.game import Game, State
from rulewright.core.run.steps import start
from rulewright.native.loading import load_game
from rulewright.play.policies.playout import play_out
from rulewright.play.session.match import Match, begin_match, finish_game, next_game, plan_of_game

PICKED: dict[str, str | int] = {
    "threat": "time_loop", "tracks": "default", "tokens": "default", "belt_return": "to_topmost",
}  # fmt: skip


def looped() -> tuple[Game, Match]:
    """A match whose first game has ended with the time loop still on the Belt: the first seat never does anything."""
    game = load_game("skymines", modules=("base", "belt", "threats"))
    plan = plan_of_game("skymines", {"en": "Skymines"}, "skymines", None)
    match = begin_match(plan, seats=2, seed=1, settings=PICKED)
    end = play_out(game, seats=2, seed=1, policies=("first", "first"), settings=PICKED)
    return game, finish_game(match, game, end.state)


def test_the_next_game_has_the_threat_again_and_the_usual_random_set_up() -> None:
    game, match = looped()
    coming = next_game(match)
    assert coming is not None
    assert coming.time == 2
    assert coming.settings == PICKED | {"tracks": "random", "tokens": "draft"}
    state: State = start(game, seats=2, seed=coming.seed, settings=coming.settings)
    offered = next(each for each in game.blueprint.families if each.id == "token_offer")
    assert len(state[offered.base]) == 2
