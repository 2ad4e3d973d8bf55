"""Plays many random games of a ruleset and says where one stops at a place that was called proven.

    python -m tests.properties.soundness 20000..21999
    python -m tests.properties.soundness 0..199 whist

The tests try fewer rulesets (`test_soundness.py`). 2,000 rulesets take about 15 minutes of one core.
"""

from __future__ import annotations

import random
import re
import sys
from collections import Counter
from dataclasses import replace
from functools import cache
from typing import NamedTuple

from rulewright.author.testing.mutation.mutable_texts import MutableText, texts_of, tree_of
from rulewright.author.testing.mutation.operators import mutations, zones_of
from rulewright.core.bind.binding import Unit
from rulewright.core.compile.bound_game import BoundGame
from rulewright.core.compile.incremental import IncrementalBuild, build_incrementally, with_trees
from rulewright.core.lower.lowering import Lowered
from rulewright.core.model.game import Game
from rulewright.core.model.layout import FRAME, N_SEATS, OPTIONS
from rulewright.core.model.program import Limit
from rulewright.core.pipeline import Choice, build_ruleset
from rulewright.core.run.atoms import LimitReached
from rulewright.core.run.steps import start, step
from rulewright.core.sound.program_flow import ProgramFlow
from rulewright.core.sound.soundness import flow_begun, flow_of
from tests.reference.agreement import random_table
from tests.reference.evaluator import Evaluator
from tests.reference.games import build_small
from tests.reference.lockstep import Pair, parting
from tests.reference.native import native_of
from tests.reference.parts import parts_of
from tests.reference.random_rules import random_ruleset

GAMES = 4
MOST = 150


class Changeable(NamedTuple):
    """A ruleset of which texts can be exchanged: each change with its text, what is bound from it and the tree."""

    built: IncrementalBuild
    changes: tuple[tuple[MutableText, Unit, object], ...]


class Tried(NamedTuple):
    """What random games of a ruleset have shown: the stops at places of data, and those of them at proven places."""

    stops: tuple[str, ...]
    missed: tuple[str, ...]
    open: int
    proven: int


def tried(bound: BoundGame, game: Game, games: int = GAMES, most: int = MOST) -> Tried:
    """Play random games of a ruleset; a stop by data is to be at a place that is open.

    What is not handed over as it is taken may stop the game further on, at a place that is proven by what is taken. A
    game that stops is played natively as well, and is to stop there at the same decision.
    """
    flow, doubting = flow_of(bound), flow_of(bound, believes=False)
    told = {number: _pattern(limit) for limit, number in bound.program.limits.items()}
    stopped = {seed: stop for seed in range(games) if (stop := stop_of(game, seed, most))}
    stops = sorted({*stopped.values()})
    by_data = {stop: [number for number, pattern in told.items() if pattern.match(stop)] for stop in stops}
    promised = flow.proven | flow.open.keys()
    data = [stop for stop, each in by_data.items() if promised.intersection(each) or not _is_size(stop, each)]
    missed = [stop for stop in data if not doubting.open.keys() & set(by_data[stop])]
    if not flow.open_given:
        missed += [stop for stop in data if not flow.open.keys() & set(by_data[stop]) and stop not in missed]
    missed += partings(bound, game, [seed for seed, stop in stopped.items() if stop in data], most)
    return Tried(tuple(data), tuple(missed), len(flow.open), len(flow.proven - flow.open.keys()))


def partings(bound: BoundGame, game: Game, seeds: list[int], most: int) -> list[str]:
    """Return where random games do not go on, or stop, natively as they do in Python."""
    if not seeds:
        return []
    blueprint = game.blueprint
    evaluator = Evaluator(bound.program, blueprint.piece_zone, parts=parts_of(blueprint))
    pair = Pair(game, native_of(bound.lowered, blueprint), evaluator)
    return [f"natively: {parted}" for seed in seeds if (parted := parting(pair, seed, most))]


def stop_of(game: Game, seed: int, most: int) -> str:
    """Return what stops a random game, empty where nothing does."""
    rng = random.Random(seed)
    seats, settings = random_table(game, rng)
    try:
        state = start(game, seats=seats, seed=seed, settings=settings)
        for _ in range(most):
            if state[FRAME] is None:
                for _, _, number in (*game.blueprint.scoring, *game.blueprint.tie_breaks):
                    for seat in range(state[N_SEATS]):
                        game.plain.quantities[number](state, seat)
                return ""
            step(game, state, rng.choice(state[OPTIONS]))
    except LimitReached as limit:
        return str(limit)
    return ""


def _pattern(limit: Limit) -> re.Pattern[str]:
    wild = ".*".join(map(re.escape, limit.words.split("{}")))
    return re.compile(f"{wild} \\({re.escape(limit.file)}:{limit.line}\\)")


def _is_size(stop: str, numbers: list[int]) -> bool:
    """Return whether a stop is one of those that remain: too many, too long, too deep."""
    sizes = ("effects wait for", "a set of more than")
    return not numbers or any(each in stop for each in sizes)


def missed_by(seed: int) -> Tried:
    """Return what random games of a random ruleset show."""
    built = build_small(random_ruleset(seed))
    assert built.compiled is not None
    return tried(built.compiled.bound, built.game())


@cache
def changeable(name: str) -> Changeable:
    """A shipped ruleset, and all small changes of its texts."""
    built = build_ruleset(Choice(name))
    assert built.compiled is not None
    compiled = built.compiled
    texts = [(text, unit, tree_of(compiled, text)) for text, unit in texts_of(built)]
    zones = zones_of(compiled.world, [tree for _, _, tree in texts])
    changes = [(text, unit, each.tree) for text, unit, tree in texts for each in mutations(tree, zones)]
    return Changeable(build_incrementally(compiled), tuple(changes))


def mutant(name: str, seed: int) -> tuple[BoundGame, Game] | None:
    """Return a shipped ruleset with one word changed, None if nothing changes."""
    made, changes = changeable(name)
    text, unit, tree = random.Random(seed).choice(changes)
    changed = with_trees(made, unit, {text.scalar.span: tree})
    if changed is None or isinstance(changed, tuple):
        return None
    return replace(made.compiled.bound, lowered=Lowered(changed.program)), changed.game


def mutant_tried(name: str, seed: int, games: int = GAMES) -> Tried | None:
    """Return the findings in random games of a shipped ruleset with one word changed, None if nothing changes."""
    made = mutant(name, seed)
    return tried(*made, games) if made is not None else None


def found_in(flow: ProgramFlow) -> dict[str, object]:
    """Return what a flow has found."""
    return {
        "open": {number: place.known for number, place in flow.open.items()},
        "proven": flow.proven,
        "open_given": [(each.to, each.name, each.span) for each in flow.open_given],
        "overruns": sorted((each.how, each.most) for each in flow.overruns.values()),
    }


def found_after_another(name: str, seed: int) -> tuple[dict[str, object], dict[str, object]] | None:
    """Return what is found in a mutant after the ruleset itself was looked at, and what is found in it by itself."""
    made = mutant(name, seed)
    if made is None:
        return None
    flow = flow_begun(made[0])
    flow.before = flow_of(changeable(name).built.compiled.bound)
    flow.go()
    return found_in(flow), found_in(flow_of(made[0]))


def main(text: str, name: str = "") -> int:
    first, last = (int(each) for each in text.split(".."))
    counted: Counter[str] = Counter()
    for seed in range(first, last + 1):
        found = mutant_tried(name, seed) if name else missed_by(seed)
        if found is None:
            continue
        counted.update(tried=1, stops=len(found.stops), missed=len(found.missed), open=found.open, proven=found.proven)
        for each in found.missed:
            print(f"{name or 'random ruleset'} {seed}: {each}", flush=True)
        if (seed - first + 1) % 50 == 0:
            print(seed - first + 1, dict(counted), flush=True)
    print(f"{name or 'random rulesets'}, seeds {text}: {dict(counted)}")
    return counted["missed"]


if __name__ == "__main__":
    sys.exit(min(1, main(*sys.argv[1:])))
