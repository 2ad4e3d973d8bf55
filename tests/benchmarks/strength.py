"""How strong a player is beside the same one of an earlier checkout, or beside another one, at the same games.

    python -m tests.benchmarks.strength RULESET --before FOLDER [--policy search:100] [--deals 100] [--seed 1]
    python -m tests.benchmarks.strength RULESET --policy learned:FILE --against search:100 [--seats 4]

Each deal is played twice, the seats changed; the two have every other seat. Each follows all games in a process of its
own, whose time is told, and the one whose seat is asked chooses. Say the deals before you begin: to stop when it looks
good proves nothing.
"""

from __future__ import annotations

import argparse
import os
import statistics
import subprocess
import sys
import time
from collections.abc import Sequence
from functools import partial
from pathlib import Path

from rulewright.core.model.game import Build, Game, State
from rulewright.core.model.layout import FRAME, SEAT
from rulewright.core.run.steps import start
from rulewright.lab.comparing.coupling import Chance
from rulewright.lab.comparing.pairs import load_side
from rulewright.lab.comparing.players import THE_RULES, Players
from rulewright.native.loading import load_game
from rulewright.play.policies.standing import Standings
from tests.benchmarks.pairs import IMPORTED, ROOT, imported_from

TURNS = 2


def follow(ruleset: str, policy: str, seats: int) -> None:
    """Be one checkout: answer each line of standard input with a line."""
    side = load_side(partial(load_game, ruleset), natively=True)
    print(side.game.blueprint.digest, flush=True)
    for line in sys.stdin:
        word, *numbers = line.split()
        if word == "begin":
            seed, seat = map(int, numbers)
            begin = partial(_begun, side.game, seed, seats)
            state, used = begin(None), time.process_time()
            names = tuple(policy if each % TURNS == seat else THE_RULES for each in range(seats))
            players = Players(side.game, Chance(side.keys, seed), names, begin)
        elif word == "step":
            players.step(state, int(numbers[0]))
        if word == "choose":
            print(players.choose(state), flush=True)
        elif word == "end":
            print(_lead(Standings(side.game).worth(state)), time.process_time() - used, flush=True)
        else:
            print(state[SEAT] if state[FRAME] is not None else -1, flush=True)


def _begun(game: Game, seed: int, seats: int, build: Build | None) -> State:
    return start(game, seats=seats, seed=seed, build=build)


def _lead(worths: Sequence[float]) -> float:
    """How often one of the first seat's side is before one of the other, less how often it is behind, from -1 to 1."""
    pairs = [(one > other) - (one < other) for one in worths[::TURNS] for other in worths[1::TURNS]]
    return statistics.fmean(pairs)


class Checkout:
    """A process that follows games with the packages of a checkout."""

    def __init__(self, imported: str, ruleset: str, policy: str, seats: int) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.benchmarks.strength", ruleset, "--policy", policy, "--seats", str(seats)],
            cwd=ROOT, env={**os.environ, "PYTHONPATH": imported},
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
        )  # fmt: skip
        self.seconds = 0.0
        self.digest = self._read()

    def ask(self, *words: object) -> str:
        assert self._process.stdin is not None
        print(*words, file=self._process.stdin, flush=True)
        return self._read()

    def _read(self) -> str:
        assert self._process.stdout is not None
        answer = self._process.stdout.readline()
        if not answer:
            raise RuntimeError(f"the process ended with code {self._process.wait()}; its error stands above")
        return answer.strip()

    def end(self) -> float:
        """How far the side of the first seat is before the other."""
        lead, seconds = map(float, self.ask("end").split())
        self.seconds += seconds
        return lead

    def close(self) -> None:
        assert self._process.stdin is not None
        self._process.stdin.close()
        self._process.wait(timeout=30)


def share_of_deal(one: Checkout, other: Checkout, seed: int) -> float:
    """The share of two games that the first checkout wins, seats changed; a game that nobody wins is half won."""
    share = 0.0
    for seat in range(TURNS):
        asked = _same(one.ask("begin", seed, seat), other.ask("begin", seed, 1 - seat))
        while asked != "-1":
            code = (one if int(asked) % TURNS == seat else other).ask("choose")
            asked = _same(one.ask("step", code), other.ask("step", code))
        lead = float(_same(str(one.end()), str(other.end()))) * (1 if seat == 0 else -1)
        share += (1 + lead) / 2
    return share / TURNS


def _same(one: str, other: str) -> str:
    if one != other:
        raise RuntimeError(f"the checkouts do not play the same game: {one} here, {other} there")
    return one


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.strength", description=__doc__)
    parser.add_argument("ruleset")
    parser.add_argument("--before", type=Path, help="the earlier checkout; without one, be one side of a trial")
    parser.add_argument("--policy", default="search:100")
    parser.add_argument("--against", help="another player of this checkout")
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--deals", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args(arguments)
    if chosen.before is None and chosen.against is None:
        follow(chosen.ruleset, chosen.policy, chosen.seats)
        return
    before = IMPORTED if chosen.before is None else imported_from(chosen.before)
    one, other = (
        Checkout(imported, chosen.ruleset, policy, chosen.seats)
        for imported, policy in ((IMPORTED, chosen.policy), (before, chosen.against or chosen.policy))
    )
    _same(one.digest, other.digest)
    shares: list[float] = []
    for deal in range(chosen.deals):
        shares.append(share_of_deal(one, other, chosen.seed + deal))
        wide = 1.96 * statistics.stdev(shares) / len(shares) ** 0.5 if deal else 0.5
        print(
            f"{TURNS * len(shares)} games: share {statistics.fmean(shares):.3f} +- {wide:.3f}, "
            f"CPU seconds {one.seconds:.1f} and {other.seconds:.1f}",
            flush=True,
        )
    for each in (one, other):
        each.close()


if __name__ == "__main__":
    main()
