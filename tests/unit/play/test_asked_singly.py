"""At a table of several a seat with one option is asked where others cannot know that it has only one."""

from __future__ import annotations

import random
from dataclasses import replace
from pathlib import Path

import pytest

from rulewright.core.model.chance import Draws
from rulewright.core.model.game import Game, State
from rulewright.core.model.layout import OPTIONS
from rulewright.core.run.build import asking_singly, settling_alone
from rulewright.native.loading import Backend, load_game
from rulewright.observe.sight.knowledge import Knowledge
from rulewright.play.policies.search import Search
from rulewright.play.records.replay import offered, parse_replay, replay_text, run_replay
from rulewright.play.records.replay_settled import settled_replay
from rulewright.play.records.saves import state_digest
from rulewright.play.session.remembering import choose_by
from rulewright.play.session.table_in_play import TableInPlay
from tests.reference.games import shipped
from tests.unit.core.compile.small_games import game_of

SEED = 43
DRAWN = "draw 4 from deck to hand\n"
TEXTS = {
    "a test of a hidden piece": (DRAWN + "pick c from hand where c.cost > 1\nmove c to quay[1]", True),
    "a guard on a hidden piece": (DRAWN + "pick c from hand\npay c.cost coin", True),
    "a guard on a hidden piece, in a procedure": (DRAWN + "pick c from hand\npay_for c", True),
    "a test of what another option hides": (DRAWN + "choose:\n  a: require top(hand).cost > 1\n  b: nothing", True),
    "a may that may not": (DRAWN + "may: require any(c in hand where c.cost > 1)", True),
    "a piece picked and still hidden": (DRAWN + "pick c from hand\npick d from deck where d.cost = c.cost", True),
    "a piece picked and shown": (
        DRAWN + "pick c from hand\nmove c to quay[1]\nchoose:\n  a: require c.cost > 1\n  b: nothing",
        False,
    ),
    "how many there are": ("choose:\n  a: require size(hand) > 2\n  b: nothing", False),
    "all of a hidden zone": (DRAWN + "pick c from hand\nmove c to quay[1]", False),
    "what all see": ("choose:\n  a: require coin > 90\n  b: nothing", False),
}
MORE = "procedures:\n  - {id: pay_for, takes: {c: card_piece}, does: pay c.cost coin}\n"


@pytest.mark.parametrize(("text", "secret"), TEXTS.values(), ids=list(TEXTS))
def test_a_decision_is_secret_where_its_options_depend_on_what_others_do_not_see(
    tmp_path: Path, text: str, secret: bool
) -> None:
    game = game_of(tmp_path, text, MORE)
    assert game.blueprint.sites[-1 if "where d" in text or "shown" in text else 0].secret is secret
    assert (asking_singly(game) is game) is not any(each.secret for each in game.blueprint.sites)


def test_a_single_option_is_asked_at_a_table_of_several_and_otherwise_settled(tmp_path: Path) -> None:
    game = game_of(tmp_path, DRAWN + "choose:\n  dear: require any(c in hand where c.cost > 90)\n  no: gain 1 coin")
    asked = {seats: table_of(game, seats) for seats in (1, 2)}
    assert not asked[2].is_over
    assert list(offered(asked[2].game, asked[2].state)) == ["no"]
    assert asked[1].is_over, "nobody is there to learn of it"


def test_what_is_carried_out_where_nothing_is_open_is_never_asked(tmp_path: Path) -> None:
    game = game_of(tmp_path, DRAWN + "choose:\n  dear for c in hand where c.cost > 90: nothing\n  otherwise: nothing")
    assert game.blueprint.sites[0].secret
    assert table_of(game, 2).is_over


@pytest.mark.parametrize(("ruleset", "seats"), [("whist", 4), ("crazy_eights", 3), ("rummy", 3)])
def test_a_game_of_a_table_is_recorded_resumed_and_told_without_its_single_choices(ruleset: str, seats: int) -> None:
    print(f"seed {SEED}")  # noqa: T201 - shown if it fails
    game, rng = shipped(ruleset).game, random.Random(SEED)
    table = table_of(game, seats)
    singles = 0
    while not table.is_over and len(table.moments) < 200:
        options = list(offered(table.game, table.state))
        singles += len(options) == 1
        table.bot_chooses(table.asked[0], rng.choice(options))
    replay = table.replay()
    assert (replay.asks_singly, singles > 0) == (True, True)
    assert parse_replay("game.json", replay_text(replay).encode()) == replay
    again = TableInPlay(game, ("human",) * seats, SEED, {})
    again.resume(replay)
    assert again.state == table.state == run_replay(game, replay).state
    settled, places = settled_replay(game, replay)
    assert len(places) == len(replay.choices) - singles
    alone = TableInPlay(game, ("human",) * seats, SEED, {})
    alone.resume(settled)
    assert alone.game.asks_singly is False
    assert state_digest(game, alone.state) == state_digest(game, run_replay(table.game, settled).state)
    while not table.is_over and len(table.state[OPTIONS]) == 1:
        table.bot_chooses(table.asked[0], next(iter(offered(table.game, table.state))))
    assert state_digest(game, alone.state) == state_digest(game, table.state)


def test_a_game_without_secrets_is_recorded_as_before() -> None:
    table = table_of(shipped("tutorial").game, 2)
    assert "asks_singly" not in replay_text(table.replay())


def test_the_same_code_settles_again_what_was_asked() -> None:
    game = shipped("whist").game
    asked = asking_singly(game)
    assert (asked.asks_singly, settling_alone(asked).asks_singly, asking_singly(asked) is asked) == (True, False, True)
    assert replace(settling_alone(asked), plain=game.plain) == game


@pytest.mark.parametrize("backend", ["python", "native"])
@pytest.mark.parametrize("policy", ["search:20", "flat:20"])
def test_a_search_thinks_about_the_only_option_at_a_table_as_about_others(
    policy: str, backend: Backend, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, rng = table_of(load_game("whist", backend=backend), 4), random.Random(SEED)
    spent: dict[int, int] = {}
    choose = Search.choose

    def noted(self: Search, game: Game, state: State, draws: Draws) -> int:
        before = self.simulations
        code = choose(self, game, state, draws)
        spent[len(state[OPTIONS])] = self.simulations - before
        return code

    def known(seat: int) -> Knowledge:
        return Knowledge.of_table(table.game, table.state, seat)

    monkeypatch.setattr(Search, "choose", noted)
    while not {1, 2} <= set(spent):
        if len(table.state[OPTIONS]) <= 2:
            choose_by(policy, table.game, table.state, known, Draws(1))
        table.bot_chooses(table.asked[0], rng.choice(list(offered(table.game, table.state))))
    assert spent == {1: 20, 2: 20}


def table_of(game: Game, seats: int) -> TableInPlay:
    """A table of people at its first decision."""
    table = TableInPlay(game, ("human",) * seats, SEED, {})
    table.begin(seats)
    return table
