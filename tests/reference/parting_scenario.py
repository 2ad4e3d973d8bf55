"""Where the ways of playing a shipped ruleset part, as a scenario: of the choice after which they differ."""

from __future__ import annotations

import random

from rulewright.author.testing.extraction.extract import CannotExtract, extract_scenario
from rulewright.core.pipeline import Choice
from rulewright.core.run.atoms import LimitReached
from rulewright.core.run.steps import start, step
from rulewright.play.records.replay import choice_of, replay_of
from tests.reference.agreement import random_table
from tests.reference.lockstep import Pair


def as_scenario(pair: Pair, choice: Choice, seed: int, codes: list[int], seconds: float = 20) -> str:
    """The text of a scenario of the last of these choices in the random game of a seed, or why there is none."""
    game = pair.game
    seats, settings = random_table(game, random.Random(seed))
    state, choices = start(game, seats=seats, seed=seed, settings=settings), []
    try:
        for code in codes:
            choices.append(choice_of(game, state, code))
            step(game, state, code)
        replay = replay_of(game, seats=seats, seed=seed, settings=settings, choices=choices)
        return extract_scenario(choice, replay, len(codes), len(codes), seconds=seconds).text
    except (CannotExtract, LimitReached) as fault:
        return f"there is no scenario of it: {fault}"
