"""Policies at one table: one for each seat, with the events that those which remember the game may see.

A policy that remembers follows the events of a traced build, in which every choice is made alongside the game itself;
if nobody remembers, nothing is done twice.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from types import MethodType
from typing import TYPE_CHECKING

from rulewright.core.model.chance import Draws, draws_of
from rulewright.core.model.game import Build, Game, State
from rulewright.core.model.layout import FRAME, SEAT
from rulewright.core.model.seats import ruled_seats
from rulewright.core.model.secret_seeds import is_secret
from rulewright.core.model.settings import Chosen
from rulewright.core.run.build import traced_build
from rulewright.core.run.steps import clone, start, step
from rulewright.observe.sight.knowledge import Knowledge
from rulewright.play.policies.learned import LearnedPlayer
from rulewright.play.policies.naming import policy_named
from rulewright.play.policies.policies import Policy, choose_first, choose_greedy
from rulewright.play.policies.search import Search
from rulewright.play.session.endless import Endless

if TYPE_CHECKING:
    from rulewright.play.policies.native_twin import NativeTwin


class Deciders:
    """The policies of a table. `choose` and `step` go through a game together, and so does the native `twin`."""

    def __init__(
        self,
        game: Game,
        policies: tuple[Policy | Search, ...],
        build: Build | None,
        twin: NativeTwin | None,
    ) -> None:
        self._game, self._build, self._twin = game, build, twin
        learned = {
            seat: each.__self__
            for seat, each in enumerate(policies)
            if isinstance(each, MethodType) and isinstance(each.__self__, LearnedPlayer)
        }
        self._native = {seat: None for seat, each in enumerate(policies) if each is choose_greedy} | learned
        self.policies = policies
        self._choose = tuple(each.choose if isinstance(each, Search) else each for each in policies)
        self._listening = tuple(each for each in policies if isinstance(each, Search))

    def choose(self, state: State, draws: Draws) -> int:
        """Return the option code chosen by the policy of the seat to move."""
        seat, code = state[SEAT], None
        if self._twin is not None and seat in self._native:
            code = self._twin.choice(draws, self._native[seat])
        return self._choose[seat](self._game, state, draws) if code is None else code

    def step(self, state: State, code: int) -> None:
        """Make a choice, and let those that listen know what follows. Raises LimitReached."""
        if self._listening:
            step(self._game, clone(state), code, build=self._build)
            self.tell()
        step(self._game, state, code)
        if self._twin is not None:
            self._twin.step(code)

    def tell(self) -> None:
        """Pass what the traced build has recorded on to those that listen."""
        if self._build is not None and self._build.events is not None:
            for each in self._listening:
                each.observe(self._build.events)
            self._build.events.clear()


def seated(
    game: Game,
    names: tuple[str, ...],
    *,
    seats: int,
    seed: int,
    settings: Chosen | None = None,
    twin: NativeTwin | None = None,
) -> tuple[State, Deciders]:
    """Begin a game whose seats take turns through named policies. Return (state, deciders).

    Raises PolicyFailed, and whatever `seated_by` raises.
    """

    def named(seat: int) -> Policy | Search:
        return policy_named(names[seat % len(names)], game, seat, seats, own=True)

    return seated_by(game, named, seats=seats, seed=seed, settings=settings, twin=twin)


def seated_by(
    game: Game,
    policy_of: Callable[[int], Policy | Search],
    *,
    seats: int,
    seed: int,
    settings: Chosen | None,
    twin: NativeTwin | None,
) -> tuple[State, Deciders]:
    """Return (state, deciders): a new game at its first decision, and the policy for each seat (from 0).

    A native `twin` begins with it, and thinks for those that look one step ahead.

    The rules never ask a seat that they play themselves. Rules that do so anyway get the first option, so no
    policy plays for such a seat. Raises WrongSetup or LimitReached.
    """

    def begin(build: Build | None) -> State:
        return start(game, seats=seats, seed=seed, settings=settings, build=build)

    state = begin(None)
    ruled = ruled_seats(game.blueprint, state)
    policies = tuple(choose_first if seat in ruled else policy_of(seat) for seat in range(seats))
    if twin is not None:
        twin.begin(state)
    return state, listening(game, policies, begin, traced_build, twin)


def turns(state: State, chance: int) -> Iterator[Draws]:
    """Yield the random draws of each decision until the game ends. The caller makes a choice in between.

    Raises LimitReached if the game does not seem to end.
    """
    draws, secret, endless, decisions = draws_of(chance, 0), is_secret(chance), Endless(), 0
    while state[FRAME] is not None:
        endless.look(state, decisions + 1)
        if secret:
            draws = draws_of(chance, decisions)
        draws.turn_to(decisions)
        yield draws
        decisions += 1


def listening(
    game: Game,
    policies: tuple[Policy | Search, ...],
    begin: Callable[[Build | None], State],
    traced: Callable[[Game], Build],
    twin: NativeTwin | None,
) -> Deciders:
    """Return the deciders of a table whose game `begin` starts. Policies that remember have seen the beginning."""
    remembering = [each for each in policies if isinstance(each, Search)]
    if not remembering:
        return Deciders(game, policies, None, twin)
    build = traced(game)
    begin(build)
    for each in remembering:
        each.knowledge = Knowledge(game, each.seat, seats=len(policies))
    deciders = Deciders(game, policies, build, twin)
    deciders.tell()
    return deciders
