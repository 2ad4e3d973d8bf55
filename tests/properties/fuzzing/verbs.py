"""Everything that may be asked of a ruleset that `check` accepts; what falls short is a `Fault`."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import cycle, islice
from pathlib import Path

import rulewright as rw
from rulewright.core.model.game import Game, State
from rulewright.core.model.layout import FRAME, OPTIONS
from rulewright.core.run.steps import start, step
from rulewright.play.records.match_files import is_saved_match
from rulewright.play.records.saves import state_digest, state_from_json, state_to_json
from tests.properties.fuzzing.commands import Fault, command, passes, within_time
from tests.reference.agreement import random_table
from tests.reference.integrity import faults

GAMES = 3
DECISIONS = 200
ID = re.compile(r"\bid: ([a-z][a-z0-9_]*)")
TYPED = ("1", "2", "3", "?", "h", "t", "u", "k", "s", "l", "why 1", "1>2", "0", "", "-", "zzz", "? 1", "m", "é")


def try_all(root: Path, origin: Path, chance: random.Random, variant: Path | None = None) -> None:
    """Games and every verb, of a ruleset or of a variant of it."""
    house = () if variant is None else ("--variant", variant)
    meant = root if variant is None else variant
    game = rw.load_game(root, variant=variant)
    for _ in range(GAMES):
        play_soundly(game, chance.randrange(10**6))
    names = ID.findall("\n".join(path.read_text("utf-8", "replace") for path in sorted(root.rglob("*.yaml"))))
    name = chance.choice(names or ["play"])
    asked: list[Callable[[], object]] = [
        lambda: command("lint", meant),
        lambda: passes("rules", root),
        lambda: passes("sources", root),
        lambda: command("explain", name, "--ruleset", root, *house),
        lambda: command("explain", name, "--ruleset", root, "--lowered", *house),
        lambda: passes("doc", root, "--out", root.parent / "page.html", *house),
        lambda: passes("simulate", root, "--games", 3, "--seed", chance.randrange(99), "--details", *house),
        lambda: command("diff", *((variant,) if variant is not None else (origin, root))),
        lambda: passes("diff", origin, meant, "--impact", "--games", 1),
        lambda: command("test", root, "--coverage"),
        lambda: _at_the_screen(root, house, chance),
        lambda: _record(root, house, chance, min(max(game.blueprint.min_seats, 2), game.blueprint.max_seats)),
    ]
    for ask in asked:
        ask()
    if chance.random() < 0.1:
        command("compare", origin, meant, "--games", 2, "--policy", "random")
        command("test", root, "--mutate", "--sample", 2, "--jobs", 1)


def play_soundly(game: Game, seed: int) -> None:
    """A random game; every state is sound, its options are told once, and what is saved is loaded again."""
    chance = random.Random(seed)
    with within_time(f"game {seed}"), _named(f"game {seed}"):
        seats, settings = random_table(game, chance)
        try:
            state = start(game, seats=seats, seed=seed, settings=settings)
            for _ in range(DECISIONS):
                _is_sound(game, state, f"game {seed}")
                if state[FRAME] is None:
                    break
                if chance.random() < 0.1:
                    _is_loaded(game, state, f"game {seed}")
                    rw.view(game, state, chance.randrange(seats))
                    rw.offers(game, state, chance.randrange(seats))
                step(game, state, chance.choice(state[OPTIONS]))
            rw.scores(game, state)
            rw.winners(game, state)
        except rw.LimitReached as limit:
            if not str(limit):
                raise Fault(f"game {seed}: a limit without a word") from limit


def _is_sound(game: Game, state: State, told: str) -> None:
    wrong = faults(game, state)
    if wrong:
        raise Fault(f"{told}: {wrong}")
    decision = rw.decision(game, state)
    if decision is not None and len(set(decision.options)) != len(decision.options):
        raise Fault(f"{told}: an option is offered twice: {decision}")


def _is_loaded(game: Game, state: State, told: str) -> None:
    data = json.loads(json.dumps(state_to_json(game, state)))
    try:
        loaded = state_from_json(game, data)
    except ValueError as refused:
        raise Fault(f"{told}: its own save is refused: {refused}") from refused
    if state_digest(game, loaded) != state_digest(game, state):
        raise Fault(f"{told}: its save leads to another state")


def _at_the_screen(root: Path, house: tuple[object, ...], chance: random.Random) -> None:
    typed = "\n".join([*chance.choices(TYPED, k=12), "q", "q", "q"]) + "\n"
    passes("play", root, "--seed", chance.randrange(99), *house, "--save", root.parent / "screen.json", typed=typed)


def _record(root: Path, house: tuple[object, ...], chance: random.Random, seats: int) -> None:
    """A game of some seats is recorded, played again, taken up and made a scenario of."""
    file = root.parent / "recorded.json"
    policies = ",".join(islice(cycle(chance.choice((("random",), ("greedy", "first")))), seats))
    played = passes("play", root, "--seats", policies, "--seed", chance.randrange(999), *house, "--save", file)
    if played.code != 0 or not file.exists():
        return
    of = ("--ruleset", root, *house)
    passes("resume", file, *of, typed="q\n")
    if is_saved_match(file):  # games that are played again
        return
    passes("replay", file, "--quiet", *of)
    written = root / "scenarios" / "told.yaml"
    written.parent.mkdir(exist_ok=True)
    until = chance.choice(((), ("--to", chance.randint(1, 12))))
    if command("replay", file, *of, "--to-scenario", written, *until).code == 0 and not house:
        passes("check", "--no-lint", written)
        passes("test", written)
    written.unlink(missing_ok=True)


def formatted(root: Path, variant: Path | None = None) -> None:
    """`fmt` changes nothing of the game, and nothing at all when it is run again."""
    before = rw.load_game(root, variant=variant).blueprint.digest
    passes("fmt", root.parent)
    passes("fmt", "--check", root.parent)
    passes("check", "--no-lint", root if variant is None else variant)
    after = rw.load_game(root, variant=variant).blueprint.digest
    if before != after:
        raise Fault(f"fmt {root}: the digest of the rules is another one")


@contextmanager
def _named(told: str) -> Iterator[None]:
    """Whatever is raised says where."""
    try:
        yield
    except Fault:
        raise
    except Exception as fault:
        raise Fault(f"{told}: {type(fault).__name__}: {fault}") from fault
