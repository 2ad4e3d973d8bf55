"""Whether two versions of the program play the same games: a digest of each, for every choice of modules, to compare.

    python -m tests.properties.same_digests --out before.json --games 1000        in the one version
    python -m tests.properties.same_digests --against before.json --native        in the other

The games are random, with the seeds, tables and settings that follow from their numbers. A digest is made of the seat
and all options of every decision, of the option taken, and of the scoring at the end: of nothing but what every version
has and every back end knows.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from hashlib import blake2b
from pathlib import Path
from typing import Any, NamedTuple

import rulewright as rw
from rulewright.core.model.game import Game
from rulewright.core.model.layout import FRAME, OPTIONS, SEAT
from rulewright.play.session.result import final_scores
from tests.properties.tables import ALL, settings_of, tables_of

Digests = dict[str, list[str]]
"""The digest of each game in order, by the choice of modules."""


class Asked(NamedTuple):
    """One decision: the seat (from 0) and the codes of its options in order."""

    seat: int
    options: Sequence[int]


Play = Callable[[Callable[[Asked], int], int, int, dict[str, Any]], Sequence[Sequence[int]]]
"""Plays a game whose options a function picks, for seats, seed and settings; the scoring of each seat."""


def in_python(game: Game) -> Play:
    def play(pick: Callable[[Asked], int], seats: int, seed: int, settings: dict[str, Any]) -> Sequence[Sequence[int]]:
        state = rw.start(game, seats=seats, seed=seed, settings=settings)
        while state[FRAME] is not None:
            rw.step(game, state, pick(Asked(state[SEAT], state[OPTIONS])))
        return final_scores(game, state)

    return play


def natively(game: Game) -> Play:
    host = rw.Host(game)
    state = host.start(seats=game.blueprint.min_seats, seed=1)

    def play(pick: Callable[[Asked], int], seats: int, seed: int, settings: dict[str, Any]) -> Sequence[Sequence[int]]:
        host.start_in(state, seats=seats, seed=seed, settings=settings)
        while not host.is_over(state):
            host.step(state, pick(Asked(host.seat(state), host.options(state))))
        return host.scores(state)

    return play


def digest_of(game: Game, play: Play, number: int) -> str:
    """The digest of the game with a number (from 0); tables come in turn."""
    tables = list(tables_of(game))
    seats, ruled = tables[number % len(tables)]
    chance, told = random.Random(number), blake2b(digest_size=6)

    def pick(asked: Asked) -> int:
        code = asked.options[chance.randrange(len(asked.options))]
        told.update(f"{asked.seat} {list(asked.options)} {code};".encode())
        return code

    try:
        end = play(pick, seats, number + 1, settings_of(game, ruled, number, chance))
        told.update(str([tuple(row) for row in end]).encode())
    except rw.LimitReached:
        told.update(b"limit")
    return told.hexdigest()


def digests(games: int, native: bool) -> Iterator[tuple[str, list[str]]]:
    """The digests of so many games of every choice of modules."""
    for ruleset, modules in ALL:
        game = rw.load_game(ruleset, modules=modules, backend="native" if native else "auto")
        play, began = (natively if native else in_python)(game), time.process_time()
        found = [digest_of(game, play, number) for number in range(games)]
        print(f"{ruleset} {' '.join(modules)}: {games} games, {time.process_time() - began:.1f} s", flush=True)
        yield f"{ruleset} {' '.join(modules)}", found


def partings(before: Digests, now: Digests) -> list[str]:
    """In words, which games are not the same; as many are held together as both have."""
    found = [f"{name}: only one of the two has it" for name in sorted(before.keys() ^ now.keys())]
    for name in sorted(before.keys() & now.keys()):
        pairs = list(zip(before[name], now[name], strict=False))
        other = [number for number, (one, two) in enumerate(pairs) if one != two]
        if other or not pairs:
            found.append(f"{name}: {len(other)} of {len(pairs)} games differ, such as number {other[:1]}")
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description="Digests of the same games by two versions of the program.")
    parser.add_argument("--games", type=int, default=100, help="games of each choice of modules")
    parser.add_argument("--native", action="store_true", help="play on the native back end")
    parser.add_argument("--out", type=Path, help="write the digests there")
    parser.add_argument("--against", type=Path, help="compare with the digests of another version")
    given = parser.parse_args()
    found = dict(digests(given.games, given.native))
    if given.out is not None:
        given.out.write_text(json.dumps(found), "utf-8")
    if given.against is not None:
        told = partings(json.loads(given.against.read_text("utf-8")), found)
        print("\n".join(told) or f"the same games: {sum(map(len, found.values()))} in all")
        sys.exit(bool(told))


if __name__ == "__main__":
    main()
