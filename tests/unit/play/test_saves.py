"""A state as JSON: what it looks like, and what is said of data that is no state of the game."""

from __future__ import annotations

import copy
import json
import random
from collections.abc import Callable
from typing import Any

import pytest

from rulewright.core.model.game import Game, State
from rulewright.core.model.layout import FRAME, OPTIONS, PARKED, SEALED
from rulewright.core.run.steps import start, step, turn_to, unstarted
from rulewright.play.records import saves
from rulewright.play.records.saves import SaveRefused, state_digest, state_from_json, state_to_json
from tests.reference.games import both_of, build_small, small

GAME = small("statements").game
Data = dict[str, Any]


def played(decisions: int, seed: int = 1, seats: int = 3) -> State:
    state = start(GAME, seats=seats, seed=seed)
    rng = random.Random(seed)
    for _ in range(decisions):
        step(GAME, state, rng.choice(state[OPTIONS]))
    return state


def first_where(test: Callable[[State], bool]) -> State:
    """The first state of some game that passes a test."""
    for seed in range(20):
        state, rng = start(GAME, seats=3, seed=seed), random.Random(seed)
        while state[FRAME] is not None:
            if test(state):
                return state
            step(GAME, state, rng.choice(state[OPTIONS]))
    raise AssertionError("no such state")


def sealed_again(data: Data) -> Data:
    """The data with the digest that a forger would give it."""
    return {**data, "digest": saves._digest({key: value for key, value in data.items() if key != "digest"})}


def refusal(data: Any, game: Game = GAME) -> str:
    with pytest.raises(SaveRefused) as found:
        state_from_json(game, data)
    return str(found.value)


def changed(path: str, value: Any, state: State | None = None) -> Data:
    data = copy.deepcopy(state_to_json(GAME, state if state is not None else played(12)))
    *before, last = [int(step) if step.isdigit() else step for step in path.split("/")]
    place: Any = data
    for each in before:
        place = place[each]
    place[last] = value
    return sealed_again(data)


# ---- What is written


def test_positions_that_were_counted_come_back() -> None:
    game, rng = small("positions").game, random.Random(1)
    state = start(game, seats=2, seed=1)
    for _ in range(15):
        step(game, state, rng.choice(state[OPTIONS]))
    data = state_to_json(game, state)
    assert max(times for _, times in data["positions"]["seen"]["last"]) > 1
    assert state_from_json(game, json.loads(json.dumps(data))) == state


def test_a_state_is_json_and_comes_back_equal() -> None:
    state = played(12)
    again = state_from_json(GAME, json.loads(json.dumps(state_to_json(GAME, state))))
    assert again == state
    assert hash(tuple(again)) == hash(tuple(state))


@pytest.mark.parametrize("times", ["2", "100_000", "1_000_000_000_000", "vast"])
def test_a_loop_may_have_any_number_of_passes_ahead(times: str) -> None:
    written = times.replace("_", "")
    content = f"""\
kind: content
counters:
  - {{id: vast, min: 0, max: 999999999999, start: 999999999999}}
  - {{id: coin, per: [seat], min: 0, max: 9}}
procedures:
  - id: play
    does: |
      repeat {written}:
        for each s in seat: ask s: may: gain 1 coin
"""
    game = build_small(content).game()
    state = start(game, seats=2, seed=1)
    step(game, state, state[OPTIONS][0])
    assert state_from_json(game, json.loads(json.dumps(state_to_json(game, state)))) == state


def test_things_are_written_by_name() -> None:
    data = state_to_json(GAME, unstarted(GAME, seats=2, seed=7, settings={"dealing": "blind_deal"}))
    assert (data["ruleset"], data["seats"], data["settings"]) == ("small", 2, {"dealing": "blind_deal"})
    assert data["counters"]["coin"] == {"seat 1": 4, "seat 2": 4}
    assert data["markers"]["favourite"] == {"seat 1": "green", "seat 2": "green"}
    assert data["markers"]["last_card"] is None
    assert data["zones"]["hand"]["seat 2"] == ["wild_card@2"]
    assert data["zones"]["tableau"]["seat 1, red"] == [None, None]
    assert data["agenda"] is None


def test_a_game_that_has_not_begun_and_one_that_is_over_come_back_equal() -> None:
    over = start(GAME, seats=2, seed=3)
    while over[FRAME] is not None:
        step(GAME, over, over[OPTIONS][0])
    for state in (unstarted(GAME, seats=2, seed=3), over):
        assert state_from_json(GAME, state_to_json(GAME, state)) == state


def test_a_seat_that_was_asked_out_of_turn_comes_back_equal() -> None:
    state = first_where(lambda state: len(state[PARKED]) == 2)
    turn_to(GAME, state, state[PARKED][1][0])
    assert len(state[PARKED]) == 2
    assert state_from_json(GAME, state_to_json(GAME, state)) == state


def test_the_digest_of_a_state_does_not_depend_on_how_effects_were_compiled() -> None:
    state = played(12)
    moved = list(state)
    parent, procedure, resume, *locals_ = state[FRAME]
    moved[FRAME] = (parent, procedure, resume + 100, *locals_)
    assert state_digest(GAME, moved) == state_digest(GAME, state)
    assert state_digest(GAME, played(13)) != state_digest(GAME, state)


# ---- What is refused


@pytest.mark.parametrize("key", sorted(state_to_json(GAME, start(GAME, seats=2, seed=1))))
def test_a_key_of_a_state_that_is_misspelt_is_named_with_the_right_one(key: str) -> None:
    data = state_to_json(GAME, played(12))
    renamed = {f"{key}s" if name == key else name: value for name, value in data.items()}
    assert refusal(renamed) == f"the saved state: '{key}s' has no meaning here; did you mean '{key}'?"


@pytest.mark.parametrize(
    ("path", "value", "words"),
    [
        ("kind", "replay", "kind: 'state' is expected"),
        ("format_version", 3, "format_version: 2 is expected, not 3"),
        ("format_version", True, "format_version: 2 is expected, not true"),
        ("ruleset", "chess", "this game is 'small', not 'chess'"),
        ("ruleset_digest", "0" * 16, "saved with other rules of 'small'"),
        ("seats", 9, "seats: a whole number from 1 to 4 is expected, not 9"),
        ("seats", 10**30, "not a number of more than 18 digits"),
        ("seats", 2.0, "not a number with a fraction"),
        ("seed", "12", "seed: 16 digits"),
        ("over", 0, "over: true or false"),
        ("over", True, "nobody decides after the end"),
        ("settings/dealing", "stacked", "setting 'dealing': one of open_deal, blind_deal"),
        ("settings/weather", "fine", "settings: 'weather' has no meaning here"),
        ("counters/coin/seat 1", 13, "coin[seat 1]: a whole number from 0 to 12 is expected, not 13"),
        ("counters/coin/seat 1", True, "coin[seat 1]"),
        ("counters/coin/seat 1", "4", "coin[seat 1]"),
        ("counters/coin/seat 9", 1, "coin: 'seat 9' has no meaning here"),
        ("settings/daeling", "open_deal", "settings: 'daeling' has no meaning here; did you mean 'dealing'?"),
        ("counters/coin/seat_1", 1, "coin: 'seat_1' has no meaning here"),
        ("counters/coins", {}, "counters: 'coins' has no meaning here; did you mean 'coin'?"),
        ("agenda/now/options_", [], "agenda, now: 'options_' has no meaning here; did you mean 'options'?"),
        ("agenda/now/frames/0/procedures", "turn", "'procedures' has no meaning here; did you mean 'procedure'?"),
        ("counters/coin", 4, "coin: a mapping is expected, not 4"),
        ("counters", [], "counters: a mapping is expected, not a list"),
        ("markers/leader", "seat 4", "leader: there is no seat 'seat 4'"),
        ("markers/favourite/seat 1", "purple", "favourite[seat 1]: there is no colour 'purple'"),
        ("markers/last_card", "pawn.1@1", "last_card: there is no card piece 'pawn.1@1'"),
        ("zones/deck", ["ace"], "deck: there is no piece 'ace'"),
        ("zones/pot", ["red_card.1"], "pot: 'red_card.1' is a card, but a chip is expected"),
        ("zones/market", [], "market: 4 spaces are expected, not 0"),
        ("zones/market", [None] * 4, "is missing"),
        ("box", ["pawn.1@1"], "'pawn.1@1' is also in another zone"),
        ("faces", {"pawn.1@1": "back"}, "'pawn.1@1' cannot show 'back'"),
        ("faces", {"red_card.1": "front"}, "instead of its first face"),
        ("streams", [], "streams:"),
        ("streams/0", -1, "streams: a whole number from 0"),
        ("agenda", [], "agenda: a mapping is expected"),
        ("agenda/now/seat", 4, "agenda, now, seat"),
        ("agenda/now/frames", [], "no effect is running"),
        ("agenda/now/frames/0/procedure", "turn", "frame 1: 'turn' does not run there"),
        ("agenda/now/frames/0/procedure", "cheat", "frame 1: no procedure is named 'cheat'"),
        ("agenda/now/frames/0/at", 99, "frame 1: 'play' cannot be at 99"),
        ("agenda/now/frames/0/at", 10**40, "frame 1, at"),
        ("agenda/now/frames/0/locals", [], "locals, not 0"),
        ("agenda/now/frames/0/locals/0", 3, "frame 1, local 0: a whole number from 0 to 2 is expected, not 3"),
        ("agenda/now/frames/0/locals/0", [0], "frame 1, local 0"),
        ("agenda/waiting", [None], "agenda, waiting"),
        ("sealed", {}, "sealed: 'counters' is missing"),
    ],
)
def test_a_value_that_cannot_be_is_refused_at_its_place(path: str, value: Any, words: str) -> None:
    assert words in refusal(changed(path, value))


@pytest.mark.parametrize("data", [None, 3, "state", [], {}, [[[]]], {"kind": "state"}, {1: 2}])
def test_what_is_no_state_at_all_is_refused(data: Any) -> None:
    assert refusal(data).startswith("the saved state:")


def test_an_option_cannot_be_smuggled_in() -> None:
    state = first_where(lambda state: len(state[OPTIONS]) > 2)
    options = state_to_json(GAME, state)["agenda"]["now"]["options"]
    forged: Any
    for forged in ([*options, options[0]], options[1:], [*options[1:], "win the game"], options[::-1], [], None, [[]]):
        assert refusal(changed("agenda/now/options", forged, state)).startswith("agenda, now")


def test_another_seat_cannot_be_made_to_decide() -> None:
    state = played(12)
    seat = state_to_json(GAME, state)["agenda"]["now"]["seat"]
    assert "the rules ask seat" in refusal(changed("agenda/now/seat", seat % 3 + 1, state))


def test_a_decision_is_refused_where_the_rules_leave_nothing_to_decide() -> None:
    game = both_of(
        "kind: content\ncounters:\n  - {id: coin, per: [seat], min: 0, max: 9, start: 5}\nprocedures:\n"
        "  - id: play\n    does: |\n      choose:\n        buy: pay 3 coin\n        sell: gain 1 coin\n"
    ).game
    data = state_to_json(game, start(game, seats=1, seed=1))
    assert data["agenda"]["now"]["options"] == ["buy", "sell"]
    data["counters"]["coin"]["seat 1"] = 2
    assert "the rules leave nothing to decide here" in refusal(sealed_again(data), game)


def test_a_sealed_table_stands_exactly_while_all_are_asked() -> None:
    together = first_where(lambda state: state[SEALED] is not None)
    alone = first_where(lambda state: state[SEALED] is None)
    assert "a table is sealed exactly while" in refusal(changed("sealed", None, together))
    table = state_to_json(GAME, together)["sealed"]
    assert "a table is sealed exactly while" in refusal(changed("sealed", table, alone))


def test_a_seat_cannot_wait_twice() -> None:
    state = first_where(lambda state: len(state[PARKED]) == 2)
    waiting = state_to_json(GAME, state)["agenda"]["waiting"]
    assert "seat 2 is asked twice" in refusal(changed("agenda/waiting", [waiting[0], waiting[0]], state))
    assert "seats wait in their order" in refusal(changed("agenda/waiting", waiting[::-1], state))


def test_a_change_that_could_be_is_told_by_the_digest() -> None:
    data = state_to_json(GAME, played(12))
    data["counters"]["coin"]["seat 1"] = (data["counters"]["coin"]["seat 1"] + 1) % 5
    assert refusal(data) == "digest: the saved state has been changed since it was written"


def test_depth_without_end_is_refused() -> None:
    deep: list[Any] = []
    for _ in range(100_000):
        deep = [deep]
    for path in ("counters/coin/seat 1", "zones/deck", "agenda/now/frames/0/locals/0", "agenda/now/options"):
        data = copy.deepcopy(state_to_json(GAME, played(12)))
        *before, last = [int(step) if step.isdigit() else step for step in path.split("/")]
        place: Any = data
        for each in before:
            place = place[each]
        place[last] = deep
        assert len(refusal(data)) < 400


# ---- Saves of before


def with_left_overs(data: Data) -> Data:
    """The data as it was written when frames held what was left over in locals that nothing reads any more."""
    old = copy.deepcopy(data)
    for frame in old["agenda"]["now"]["frames"]:
        number = [id_ for id_, *_ in GAME.blueprint.procedures].index(frame["procedure"])
        point = next(each for each in GAME.blueprint.frames[number] if each.resume == frame["at"])
        dead = set(range(len(frame["locals"]))) - {local for local, *_ in point.locals}
        for local in dead:
            frame["locals"][local] = [7, 8] if local % 2 else 7
    old["format_version"] = 1
    return sealed_again(old)


def test_a_save_with_left_overs_is_read_without_them() -> None:
    state = first_where(lambda each: with_left_overs(state_to_json(GAME, each))["agenda"] != agenda_of(each))
    old = with_left_overs(state_to_json(GAME, state))
    assert state_from_json(GAME, old) == state
    old["digest"] = state_to_json(GAME, state)["digest"]
    assert "digest" in refusal(old)


def test_a_save_of_today_holds_no_left_overs() -> None:
    state = first_where(lambda each: with_left_overs(state_to_json(GAME, each))["agenda"] != agenda_of(each))
    data = sealed_again({**with_left_overs(state_to_json(GAME, state)), "format_version": 2})
    assert "local" in refusal(data)


def agenda_of(state: State) -> Any:
    return state_to_json(GAME, state)["agenda"]
