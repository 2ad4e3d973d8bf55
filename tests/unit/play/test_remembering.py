"""What seats know is followed from choice to choice, and is what they would know who are told all at once."""

from __future__ import annotations

import random
from functools import partial
from typing import Any

import pytest

from rulewright.core.model.chance import Draws
from rulewright.core.model.game import Game
from rulewright.core.model.layout import OPTIONS, SEALED, SEAT
from rulewright.core.run.steps import clone, turn_to
from rulewright.observe.sight.dealing import Deals
from rulewright.observe.sight.knowledge import Knowledge
from rulewright.play.policies.naming import policy_named
from rulewright.play.policies.policies import Policy
from rulewright.play.policies.search import Search
from rulewright.play.records.replay import choice_of
from rulewright.play.session import remembering
from rulewright.play.session.moments import Hearing
from rulewright.play.session.questions import events_of
from rulewright.play.session.remembering import choose_by
from rulewright.play.session.table_in_play import TableInPlay
from tests.reference.games import shipped, small


def table(game: Game, seats: int, seed: int) -> TableInPlay:
    made = TableInPlay(game, ("random",) * seats, seed, {})
    made.begin(seats)
    return made


def told_at_once(played: TableInPlay, seat: int) -> Knowledge:
    """What a seat knows that is shown the whole game, played again from its beginning."""
    made = ((each.seat, each.key) for each in played.moments)
    _, events = events_of(played.game, made, seats=len(played.policies), seed=played.seed, settings=played.settings)
    knowledge = Knowledge(played.game, seat, seats=len(played.policies))
    knowledge.observe(events)
    return knowledge


def knows_the_same(played: TableInPlay, seat: int) -> None:
    followed = Deals(played.state, played._memory.knowledge(seat, played.moments))
    fresh = Deals(played.state, told_at_once(played, seat))
    assert followed.belief == fresh.belief
    assert followed.base == fresh.base
    assert followed.deal(Draws(1)) == fresh.deal(Draws(1))


@pytest.mark.parametrize(("name", "seats"), [("tutorial", 3), ("together", 2), ("statements", 2), ("ghosts", 2)])
def test_knowledge_that_is_followed_is_that_of_one_who_is_told_all_at_once(name: str, seats: int) -> None:
    played, chance = table((shipped if name == "tutorial" else small)(name).game, seats, 4), random.Random(4)
    for number in range(25):
        if played.is_over:
            break
        knows_the_same(played, chance.randrange(seats))
        played.bots_choose(1 + number % 3)
    assert played.moments


def test_answers_under_seal_are_followed_too() -> None:
    played, sealed = table(small("together").game, 2, 1), 0
    while not played.is_over and sealed < 5:
        played.bots_choose(1)
        sealed += played.state[SEALED] is not None
        for seat in range(2):
            knows_the_same(played, seat)
    assert sealed


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_choices_taken_back_are_forgotten_though_as_many_others_were_made(seed: int) -> None:
    played = table(small("together").game, 2, seed)
    states = [clone(played.state)]
    for _ in range(8):
        played.bots_choose(1)
        states.append(clone(played.state))
    made = list(played.moments)
    knows_the_same(played, 0)
    played.heard(0)
    played.rewind(2, clone(states[2]))
    chance = random.Random(seed)
    while len(played.moments) < len(made):
        state = clone(played.state)
        if state[SEAT] != played.asked[0]:
            turn_to(played.game, state, played.asked[0])
        key = choice_of(played.game, state, chance.choice(state[OPTIONS])).choose
        played.bot_chooses(played.asked[0], key)
    assert [each.key for each in played.moments] != [each.key for each in made]
    knows_the_same(played, 0)
    told_anew = Hearing(0)
    told_anew.hear(played.game, played.moments)
    assert played.heard(0) == told_anew.heard


def test_events_are_taken_in_once(monkeypatch: pytest.MonkeyPatch) -> None:
    shown: list[int] = []

    class Counting(Knowledge):
        def observe(self, events: object) -> None:
            shown.append(1)
            super().observe(events)  # type: ignore[arg-type]

    monkeypatch.setattr(remembering, "Knowledge", Counting)
    played = table(shipped("tutorial").game, 2, 3)
    for _ in range(8):
        played.bots_choose(1)
        played._memory.knowledge(1, played.moments)
    assert len(shown) == 1 + len(played.moments), "once for how it began, and once for each choice"


def test_who_goes_by_time_thinks_shorter_and_never_not_at_all(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[Policy | Search] = []

    def noted(*given: Any, **named: Any) -> Policy | Search:
        made.append(policy_named(*given, **named))
        return made[-1]

    monkeypatch.setattr(remembering, "policy_named", noted)
    played = table(shipped("tutorial").game, 2, 5)
    for name in ("strong", "search:40"):
        code = choose_by(
            name, played.game, played.state, partial(played._memory.knowledge, moments=[]), Draws(1), most=0.0
        )
        assert code in played.state[OPTIONS]
    by_time, by_number = made
    assert isinstance(by_time, Search)
    assert isinstance(by_number, Search)
    assert by_time.budget.seconds == 0
    assert by_time.simulations >= 1
    assert by_number.simulations == 40
