"""No player uses what its seat cannot see: with all exchanged that is hidden from it, each chooses the same.

Asked are `greedy`, what a ruleset brings or else one to whom everything matters, and searches with and without it;
natively at every position, and in Python at some.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, field

import pytest

from rulewright.core.model.chance import Draws
from rulewright.core.model.game import Game, State
from rulewright.core.model.layout import FRAME, N_SEATS, OPTIONS, SEALED, SEAT
from rulewright.core.model.seats import ruled_seats
from rulewright.core.run.steps import clone, start, step
from rulewright.native.loading import load_game
from rulewright.observe.sight.hiding import relabelled, with_values
from rulewright.observe.sight.knowledge import Belief, Knowledge
from rulewright.observe.sight.offers import offers
from rulewright.play.policies.budget import Budget
from rulewright.play.policies.learned import LearnedPlayer, learned_from
from rulewright.play.policies.learned_files import read_values
from rulewright.play.policies.native_twin import NativeTwin
from rulewright.play.policies.policies import choose_greedy
from rulewright.play.policies.search import Search
from tests.properties.tables import settings_of, tables_of
from tests.properties.test_hidden import asked_anew, exchanged, other_values
from tests.properties.weighing import weighs_all
from tests.unit.play.test_brought_players import BUNDLED

QUICK = {"tutorial": 20}
WHOLE = {"tutorial": 2_500, "ceres": 2_500, "skymines": 2_000, "whist": 1_000, "rummy": 1_000, "crazy_eights": 1_000}
"""How many positions of each game: 10,000 in all."""
IN_PYTHON = 25
"""Of so many positions one is asked about in Python as well."""
SIMULATIONS = 16
PER_GAME = 60
"""So many positions of one game at the most, so that many games are looked at."""
PLAYERS = {path.parents[1].name: read_values(path) for path in BUNDLED}


def positions(game: Game, sizes: tuple[int, ...], seed: int) -> Iterator[tuple[State, random.Random]]:
    """Positions of a game in which chance decides, at a table of one of these sizes."""
    rng = random.Random(seed)
    seats, ruled = rng.choice([table for table in tables_of(game) if table[0] in sizes])
    state = start(game, seats=seats, seed=seed, settings=settings_of(game, ruled, seed, rng))
    played_by_rules = ruled_seats(game.blueprint, state)
    while state[FRAME] is not None:
        if len(state[OPTIONS]) > 1 and state[SEALED] is None and state[SEAT] not in played_by_rules:
            yield state, rng
        step(game, state, rng.choice(state[OPTIONS]))


def other_world(game: Game, state: State, rng: random.Random) -> State | None:
    """The position with all that is hidden exchanged; None if it is not asked alike there."""
    seat = state[SEAT]
    other = relabelled(game, state, exchanged(game, state, seat, rng))
    with_values(other, other_values(game, state, seat, rng))
    alike = [[(each.key, len(each.codes)) for each in offers(game, one, seat)] for one in (state, other)]
    return other if asked_anew(game, other) and alike[0] == alike[1] and other != state else None


@dataclass
class Asked:
    """Players of one game who are asked about positions of one world after another, and remember how they thought."""

    name: str
    game: Game
    twin: NativeTwin
    players: dict[int, LearnedPlayer]
    searches: dict[tuple[int, int, bool], Search] = field(default_factory=dict)

    def learned(self, seats: int) -> LearnedPlayer:
        if seats not in self.players:
            brought = PLAYERS.get(self.name)
            self.players[seats] = (
                learned_from(brought, self.game, seats) if brought else weighs_all(self.game, seats, choices=True)
            )
        return self.players[seats]

    def choices(self, state: State, seed: int, *, in_python: bool) -> list[int]:
        """The numbers of the offers that each of them chooses."""
        seat, seats = state[SEAT], state[N_SEATS]
        player = self.learned(seats)
        self.twin.begin(state)
        natively = self.twin.choice(Draws(seed)), self.twin.choice(Draws(seed), player)
        in_python = in_python or None in natively  # what has no native form is answered in Python
        codes = [each for each in natively if each is not None]
        knowledge = Knowledge.of_table(self.game, state, seat)
        for knows in (False, True):
            search = self.searches.get((seats, seat, knows))
            if search is None:
                search = Search(self.game, seat, Budget(SIMULATIONS), learned=player if knows else None)
                self.searches[seats, seat, knows] = search
            search.overrule()
            search.knowledge = knowledge
            codes.append(search.choose(self.game, clone(state), Draws(seed)))
        if in_python:
            codes.append(choose_greedy(self.game, clone(state), Draws(seed)))
            codes.append(player.choose(self.game, clone(state), Draws(seed)))
        offered = offers(self.game, state, seat)
        return [next(at for at, each in enumerate(offered) if code in each.codes) for code in codes]


def compared(name: str, most: int) -> int:
    """How many positions were compared, each in two worlds. Fails at the first where a choice differs."""
    game = load_game(name, backend="native", modules=PLAYERS[name].modules if name in PLAYERS else None)
    twin, known = NativeTwin(game), PLAYERS.get(name)
    sizes = known.seats if known is not None else tuple(range(game.blueprint.min_seats, game.blueprint.max_seats + 1))
    players: dict[int, LearnedPlayer] = {}
    one, two, done = Asked(name, game, twin, players), Asked(name, game, twin, players), 0
    for seed in range(most):
        before = done
        for state, rng in positions(game, sizes, seed):
            other = other_world(game, state, rng)
            if other is None:
                continue
            in_python = done % IN_PYTHON == 0
            mine = one.choices(state, seed, in_python=in_python)
            assert two.choices(other, seed, in_python=in_python) == mine, f"{name}: seed {seed}, position {done}"
            done += 1
            if done == most or done - before == PER_GAME:
                break
        if done == most:
            return done
    return done


@pytest.mark.parametrize(("name", "most"), QUICK.items())
def test_what_is_hidden_changes_no_choice(name: str, most: int) -> None:
    assert compared(name, most) == most


@pytest.mark.slow
@pytest.mark.parametrize(("name", "most"), WHOLE.items())
def test_what_is_hidden_changes_no_choice_at_10_000_positions(name: str, most: int) -> None:
    assert sum(WHOLE.values()) == 10_000
    assert compared(name, most) == most


def test_a_search_that_knows_what_it_has_not_seen_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Knowledge, "belief", lambda *_: Belief((), ()))
    with pytest.raises(AssertionError, match="seed 0"):
        compared("tutorial", QUICK["tutorial"])


def test_a_learned_player_that_tries_its_options_at_the_true_table_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(f"{__name__}.IN_PYTHON", 1)
    monkeypatch.setattr("rulewright.play.policies.learned.determinize", lambda game, state, seat, draws: clone(state))
    with pytest.raises(AssertionError, match="seed"):
        compared("tutorial", QUICK["tutorial"])
