"""Whoever sits at a table cannot compute what is hidden from them, though all arithmetic of chance is public.

The attacker knows the rules, the program and what one seat is dealt and shown; it tries seeds, and compares.
"""

from __future__ import annotations

import json
import random
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

import rulewright as rw
from rulewright.core.model.chance import Draws
from rulewright.core.model.layout import FRAME, OPTIONS, SEED
from rulewright.core.model.secret_seeds import SECRET_BITS, is_secret, read_seed, secret_of, written_seed
from rulewright.observe.sight.dealing import Deals
from rulewright.observe.sight.determinize import determinizations, determinize
from rulewright.observe.sight.knowledge import Knowledge
from rulewright.play.policies.naming import policy_named
from rulewright.play.policies.policies import Policy, choose_greedy
from rulewright.play.policies.search import Search
from rulewright.play.records.replay import record, run_replay
from rulewright.play.records.replay_files import parse_replay, replay_text
from rulewright.play.records.saves import state_digest
from rulewright.play.session.match import game_seed
from rulewright.play.session.table_in_play import TableInPlay

GAMES = (("whist", 4), ("rummy", 3), ("yacht", 2), ("skymines", 3), ("ceres", 2))


def secret_made(rng: random.Random) -> int:
    return read_seed(f"{rng.getrandbits(SECRET_BITS):064x}")


def seen_by(game: rw.Game, state: rw.State, seat: int) -> str:
    return repr(rw.view(game, state, seat))


def fitting(game: rw.Game, seats: int, seat: int, seen: str, tried: Iterable[int]) -> list[int]:
    """The seeds with which a game begins as the seat has seen it begin."""
    return [seed for seed in tried if seen_by(game, rw.start(game, seats=seats, seed=seed), seat) == seen]


@pytest.mark.sampled(1)
@pytest.mark.parametrize("trying", [400, 1 << 17])
def test_a_seat_finds_a_short_seed_by_trying_and_no_secret(trying: int) -> None:
    """A seed of d digits takes 10**d tries, a secret 2**256.

    The tries below find nothing, and neither would 2**34, as the tests of `secret_seeds.py` show that all bits count.
    """
    game, rng = rw.load_game("whist"), random.Random(trying)
    short = rng.randrange(trying)
    seen = seen_by(game, rw.start(game, seats=4, seed=short), 2)
    assert fitting(game, 4, 2, seen, range(trying)) == [short]
    secret = secret_made(rng)
    state = rw.start(game, seats=4, seed=secret)
    seen = seen_by(game, state, 2)
    assert fitting(game, 4, 2, seen, [secret]) == [secret]
    low = 1 << SECRET_BITS
    assert fitting(game, 4, 2, seen, range(trying)) == []
    assert fitting(game, 4, 2, seen, range(low, low + trying)) == []
    assert fitting(game, 4, 2, seen, (secret ^ 1 << bit for bit in range(0, SECRET_BITS, 2))) == []


@pytest.mark.parametrize(("name", "seats"), GAMES)
def test_nothing_a_seat_is_given_holds_the_secret(name: str, seats: int) -> None:
    """Views, options, events, and what a policy plans with: at every decision of a game."""
    game, rng = rw.load_game(name), random.Random(f"{name} given")
    secret = secret_made(rng)
    build = rw.traced_build(game)
    state = rw.start(game, seats=seats, seed=secret, build=build)
    knows = [Knowledge(game, seat, seats=seats) for seat in range(seats)]
    for _ in range(60):
        events = tuple(build.events or ())
        assert build.events is not None
        build.events.clear()
        given: list[Any] = [events]
        for seat in range(seats):
            knows[seat].observe(events)
            deals = Deals(state, knows[seat])
            worlds = (deals.base, deals.deal(Draws(1)), determinize(game, state, seat, Draws(2)))
            given += [rw.view(game, state, seat), rw.offers(game, state, seat), *worlds]
            given += determinizations(game, state, seat)
            assert [each[SEED] for each in worlds if is_secret(each[SEED])] == []
        assert holding(repr(given), secret) == []
        if state[FRAME] is None:
            break
        rw.step(game, state, rng.choice(state[OPTIONS]), build=build)


def holding(text: str, secret: int) -> list[str]:
    """The forms of a secret that are in a text."""
    digits = str(written_seed(secret))
    forms = (str(secret), str(secret - (1 << SECRET_BITS)), digits, digits[:20], digits[-20:])
    return [each for each in forms if each in text.lower()]


@pytest.mark.parametrize("policy", ["random", "greedy", "search:30"])
def test_a_bot_gets_a_fresh_seed_in_place_of_the_secret(policy: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """And chooses the same whenever it is asked, so that a game that was left continues as it would have."""
    game, secret = rw.load_game("whist"), secret_made(random.Random(5))
    got: list[int] = []

    def watched(*how: Any, **more: Any) -> Policy | Search:
        found = policy_named(*how, **more)
        if isinstance(found, Search):
            return Watched(found.game, found.seat, found.budget)

        def noted(game: rw.Game, state: rw.State, draws: Draws) -> int:
            got.append(state[SEED])
            return found(game, state, draws)

        return noted

    class Watched(Search):
        def choose(self, game: rw.Game, state: rw.State, draws: Draws) -> int:
            got.append(state[SEED])
            return super().choose(game, state, draws)

    monkeypatch.setattr("rulewright.play.session.remembering.policy_named", watched)

    def played(times: int) -> list[str]:
        table = TableInPlay(game, (policy,) * 4, secret, {})
        table.begin(4)
        for _ in range(times):
            seat = table.asked[0]
            table.bot_chooses(seat, table.policy_chooses(table.state, seat, table.moments))
        return [each.choose for each in table.choices]

    first = played(6)
    assert played(6) == first
    assert len(got) == 12
    assert len(set(got)) == 6
    assert [each for each in got if each >= 1 << 64] == []


def test_what_looks_ahead_natively_plays_a_secret_table_as_python_does() -> None:
    """The native back end has no state of a secret table, and searches from the deals of a seat."""
    from rulewright.native.backend.packing import NotPacked
    from rulewright.native.inside.host import Host

    game, secret = rw.load_game("whist"), secret_made(random.Random(6))
    state = rw.start(game, seats=4, seed=secret)
    host = Host(game)
    with pytest.raises(NotPacked):
        host.put(state)
    with pytest.raises(NotPacked):
        host.start(seats=4, seed=secret)
    with pytest.raises(NotPacked):
        host.reseed(host.start(seats=4, seed=1), secret)
    host.put(Deals(state, Knowledge.of_table(game, state, 0)).base)
    assert choose_greedy(game, state, Draws(3)) == choose_greedy(game, rw.clone(state), Draws(3))


@pytest.mark.parametrize(("name", "seats"), GAMES)
def test_a_game_of_a_secret_is_the_same_in_another_process(name: str, seats: int, tmp_path: Path) -> None:
    """Played again from its file, and continued from a state saved in the middle."""
    game, secret = rw.load_game(name), secret_made(random.Random(name))  # one of which the game is known to end
    played = record(game, seats=seats, seed=secret, policies=("random",))
    file = tmp_path / "game.json"
    file.write_text(replay_text(played))
    assert parse_replay("game.json", file.read_bytes()) == played
    half = len(played.choices) // 2
    middle = run_replay(game, played, half).state
    (tmp_path / "state.json").write_text(json.dumps(rw.save_state(game, middle)))
    told = subprocess.run(
        [sys.executable, "-c", _CONTINUED, name, str(tmp_path), str(half)], capture_output=True, text=True, check=True
    )
    end = state_digest(game, run_replay(game, played).state)
    assert told.stdout.split() == [end, end], (written_seed(secret), told.stderr)


_CONTINUED = """
import json, sys
from pathlib import Path
import rulewright as rw
from rulewright.play.records.replay import offered, read_replay, run_replay
from rulewright.play.records.saves import state_digest
from rulewright.play.policies.search import Search
from rulewright.play.session.table_in_play import TableInPlay
from rulewright.core.model.layout import SEAT
from rulewright.core.run.steps import turn_to
name, folder, half = sys.argv[1], Path(sys.argv[2]), int(sys.argv[3])
game, replay = rw.load_game(name), read_replay(folder / "game.json")
print(state_digest(game, run_replay(game, replay).state))
state = rw.load_state(game, json.loads((folder / "state.json").read_text()))
for each in replay.choices[half:]:
    if state[SEAT] != each.seat - 1:
        turn_to(game, state, each.seat - 1)
    rw.step(game, state, offered(game, state)[each.choose])
print(state_digest(game, state))
"""


def test_each_game_of_a_match_has_a_secret_that_tells_of_no_other() -> None:
    secret = secret_made(random.Random(7))
    made = [game_seed(secret, number) for number in range(6)]
    assert made == [secret, *(secret_of(secret, f"game {number}") for number in range(1, 6))]
    assert len(set(made)) == 6
    assert [each for each in made if not is_secret(each)] == []
    assert [game_seed(7, number) for number in range(3)] == [7, 105868959994917, 185190492443878]
