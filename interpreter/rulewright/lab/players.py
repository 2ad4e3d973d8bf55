"""Policies whose chance hangs on what they decide: on both sides of a pair they draw alike where games are alike."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from rulewright.lab.coupling import Chance
from rulewright.model.chance import Draws
from rulewright.model.game import Game, State
from rulewright.model.layout import OPTIONS
from rulewright.play.policies import POLICIES, Policy, greedy_codes

Player = Callable[[Game, State, Chance], int]
"""Given the game, a state with a decision and the chance of this game, the option code to choose."""


def play_random(game: Game, state: State, chance: Chance) -> int:
    return chance.any(state, chance.begin(state))


def play_first(game: Game, state: State, chance: Chance) -> int:
    return int(state[OPTIONS][0])


def play_greedy(game: Game, state: State, chance: Chance) -> int:
    drawn = chance.begin(state)
    best = greedy_codes(game, state, Draws(drawn))
    return chance.one_of(state, drawn, best)


PLAYERS: dict[str, Player] = {"random": play_random, "greedy": play_greedy, "first": play_first}


def player_named(name: str) -> Player:
    """What plays by a policy's name; a policy that is not written for pairs draws from the chance of its decision."""
    return PLAYERS.get(name) or partial(_play_policy, POLICIES[name])


def _play_policy(policy: Policy, game: Game, state: State, chance: Chance) -> int:
    return policy(game, state, Draws(chance.begin(state)))
