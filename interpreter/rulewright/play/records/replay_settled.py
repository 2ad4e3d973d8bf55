"""The replay of a table where seats were asked with one option, as that of a game in which this settles itself.

Scenarios and comparisons of rules, which play a game without a table, know only such games.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from rulewright.core.model.game import Game, State, read_code
from rulewright.core.model.layout import OPTIONS, SEAT, SITE
from rulewright.core.run.build import asking_singly
from rulewright.core.run.steps import start, step, turn_to
from rulewright.play.records.replay import Replay, play_again


def settled_replay(game: Game, replay: Replay) -> tuple[Replay, tuple[int, ...]]:
    """Return (replay, places): a replay without choices that settle themselves, and the old places of the others.

    Places count from 0. The replay has no digests if any choices are left out. Raises ReplayRefused if the old one
    cannot be played.
    """
    if not replay.asks_singly:
        return replay, tuple(range(len(replay.choices)))
    asked = asking_singly(game)
    chosen: list[bool] = []

    def choose(state: State, seat: int, code: int, _: str) -> None:
        if seat != state[SEAT]:
            turn_to(asked, state, seat)
        site, option, _candidate = read_code(asked.blueprint, state[SITE], code)
        chosen.append(len(state[OPTIONS]) > 1 or option in asked.blueprint.sites[site].confirmed)
        step(asked, state, code)

    begin = partial(start, asked, seats=replay.seats, seed=replay.seed, settings=replay.settings)
    play_again(asked, replay, begin, choose, edited=True)
    places = tuple(place for place, each in enumerate(chosen) if each)
    choices = tuple(replay.choices[place] for place in places)
    return replace(replay, choices=choices, digests=(), final_digest=None, asks_singly=False), places
