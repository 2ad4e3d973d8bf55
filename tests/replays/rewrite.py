"""Writes the kept games anew, when a change was meant to alter how they go; in a commit of its own, saying why.

python -m tests.replays.rewrite
"""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from interpreter.pipeline import load_game
from interpreter.play.replay import record, write_replay

FOLDER = Path(__file__).parent


class Kept(NamedTuple):
    """One kept game: its ruleset and modules, the table, and the counter that tells when a digest is due.

    Without a counter one is due every 25 choices.
    """

    name: str
    ruleset: str
    modules: tuple[str, ...] | None
    seats: int
    seed: int
    settings: dict[str, str]
    policies: tuple[str, ...]
    counter: str | None


KEPT = (
    Kept("skymines_two_seats", "skymines", None, 2, 1, {}, ("greedy", "random"), "round"),
    Kept("skymines_three_seats", "skymines", None, 3, 2, {"tracks": "chosen"}, ("random",), "round"),
    Kept("skymines_four_seats", "skymines", None, 4, 3, {"tracks": "random", "tokens": "draft"}, ("greedy",), "round"),
    Kept("ceres_three_seats", "ceres", None, 3, 1, {}, ("greedy", "random"), None),
    Kept("ceres_four_seats", "ceres", None, 4, 2, {"outstations": "side_b"}, ("greedy",), None),
    Kept("skymines_belt", "skymines", ("base", "belt"), 3, 4, {"tracks": "random"}, ("greedy", "random"), "round"),
    Kept(
        "skymines_solo", "skymines", ("base", "moon", "luna"), 2, 5, {"luna": "1", "level": "5"}, ("greedy",), "round"
    ),
)


def main() -> None:
    for kept in KEPT:
        game = load_game(kept.ruleset, modules=kept.modules)
        replay = record(
            game,
            seats=kept.seats,
            seed=kept.seed,
            settings=kept.settings,
            policies=kept.policies,
            counter=kept.counter,
        )
        write_replay(FOLDER / f"{kept.name}.json", replay)


if __name__ == "__main__":
    main()
