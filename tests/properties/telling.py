"""Plays a few games and tells everything that could differ between machines, as JSON: run by `test_determinism.py`.

As a program: `telling.py BACK_END few|all`. It uses nothing but the standard library, Rulewright and the games of the
tests.
"""

from __future__ import annotations

import json
import random
import sys
import tempfile
from collections.abc import Callable, Iterator
from hashlib import sha256
from pathlib import Path

import rulewright as rw
from rulewright.author.lint.review import Review
from rulewright.core.diagnostics import render
from rulewright.core.model.chance import Draws
from rulewright.core.model.game import Build, Game, State
from rulewright.core.model.layout import FRAME, OPTIONS, SEAT
from rulewright.core.pipeline import Choice, build_ruleset, examine
from rulewright.core.run.atoms import LimitReached
from rulewright.core.run.build import traced_build
from rulewright.core.run.steps import start, step
from rulewright.observe.words.events import sentences
from rulewright.observe.words.reasons import reason_line
from rulewright.observe.words.table import table_lines
from rulewright.play.policies.policies import choose_greedy
from rulewright.play.records.saves import state_digest
from rulewright.play.session.questions import closed_options, why_total
from tests.reference.games import write_small
from tests.reference.hidden_rules import hidden_rules
from tests.reference.random_rules import random_ruleset

BACK_ENDS: dict[str, Callable[[str], Game]] = {
    "python": rw.load_game,
}
"""How each back end loads a game by its name or folder; one that joins is one line here."""

DECISIONS, EVERY = 60, 6


def told_of_a_game(game: Game, seats: int, seed: int) -> Iterator[str]:
    """Digests and texts of a random game, and what greedy would do; the limit that it stops at, if it does."""
    try:
        yield from _told_until_it_stops(game, seats, seed)
    except LimitReached as limit:
        yield str(limit)


def _told_until_it_stops(game: Game, seats: int, seed: int) -> Iterator[str]:
    build, rng = traced_build(game), random.Random(seed)
    state = start(game, seats=seats, seed=seed, build=build)
    for number in range(DECISIONS):
        if state[FRAME] is None:
            break
        seat = state[SEAT]
        yield " | ".join(sentences(game, build.events or (), seat))
        (build.events or []).clear()
        if number % EVERY == 0:
            yield state_digest(game, state)
            yield from texts(game, build, state, seat)
            yield str(choose_greedy(game, state, Draws(number)))
        step(game, state, rng.choice(state[OPTIONS]), build=build)
    yield repr(rw.scores(game, state))


def texts(game: Game, build: Build, state: State, seat: int) -> Iterator[str]:
    yield "\n".join(table_lines(game, state, seat))
    yield repr(rw.view(game, state, seat))
    for each in closed_options(game, build, state, seat=seat):
        yield f"{each.label} {each.names} {reason_line(each.why)}"
    total = why_total(game, build, state, of_seat=seat, seat=seat)
    yield total.line if total is not None else ""


def told_of_rules(name: str) -> Iterator[str]:
    """The digest of the rules, their code, and what lint says."""
    built = build_ruleset(Choice(name))
    assert built.compiled is not None
    yield built.game().blueprint.digest
    yield sha256(repr(built.game().blueprint).encode()).hexdigest()
    yield sha256(built.game().why_source.encode()).hexdigest()
    review = Review().after(examine(Choice(name)))
    for each in review.findings():
        yield render(each).replace(str(Path(name).name), "")


TABLES = {"few": (("tutorial", 3),), "all": (("tutorial", 3), ("ceres", 2), ("skymines", 3))}
SMALL_ONES = {"few": 1, "all": 3}


def told(back_end: str, extent: str) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for name, seats in TABLES[extent]:
        found[f"rules of {name}"] = list(told_of_rules(name)) if name != "skymines" else []
        found[name] = list(told_of_a_game(BACK_ENDS[back_end](name), seats, 5))
    for number in range(SMALL_ONES[extent]):
        for sort, content in (("hidden", hidden_rules(number)), ("random", random_ruleset(number))):
            with tempfile.TemporaryDirectory() as folder:
                root = Path(folder) / "small"
                write_small(root, content, 2, 3)
                found[f"{sort} {number}"] = list(told_of_a_game(BACK_ENDS[back_end](str(root)), 2, number))
                found[f"rules of {sort} {number}"] = list(told_of_rules(str(root)))
    return found


if __name__ == "__main__":
    json.dump(told(*sys.argv[1:]), sys.stdout)
