"""What chunks of pairs and of games come to, as plain data for a file: read back, they are what they were."""

from __future__ import annotations

from dataclasses import astuple
from typing import Any

from rulewright.lab.compare import ChunkSums
from rulewright.lab.evidence import Sums
from rulewright.lab.parts import PartRefused
from rulewright.play.result import Winners
from rulewright.play.simulate import Chunk as GamesChunk
from rulewright.play.simulate import GameResult, Stopped


def sums_json(chunk: ChunkSums) -> list[dict[str, list[float]]]:
    """For each table, the sums of each number by its name."""
    return [{name: list(astuple(each)) for name, each in sums.items()} for sums in chunk]


def sums_from_json(data: Any, numbers: range, tables: int) -> ChunkSums:
    """The sums of a chunk of pairs. Raises PartRefused where they are none, or of another number of pairs."""
    try:
        found = tuple({str(name): _sums(row) for name, row in table.items()} for table in data)
    except (AttributeError, TypeError, ValueError):
        raise _unreadable() from None
    if len(found) != tables or any(each.pairs != len(numbers) for table in found for each in table.values()):
        raise _unreadable()
    return found


def _sums(row: Any) -> Sums:
    pairs, *rest = row
    if type(pairs) is not int or any(type(each) not in (int, float) for each in rest):
        raise TypeError
    return Sums(pairs, *rest)


def games_json(chunk: GamesChunk[None], seconds: float) -> dict[str, Any]:
    """The results of games, what was chosen how often, and the time it took."""
    results, used, _ = chunk
    return {
        "games": [
            [each.number, each.digest.hex(), each.decisions, each.options, each.rounds, each.scores,
             [each.winners.seats, each.winners.tied, each.winners.parted_by], each.again]
            for each in results if isinstance(each, GameResult)
        ],
        "stopped": [[each.number, each.seed, each.limit] for each in results if isinstance(each, Stopped)],
        "used": [[site, code, count] for (site, code), count in used.items()],
        "seconds": round(seconds, 3),
    }  # fmt: skip


def games_from_json(data: Any, numbers: range) -> tuple[GamesChunk[None], float]:
    """The games of a chunk, and the time they took. Raises PartRefused where they are none, or others."""
    try:
        stopped = [Stopped(int(number), int(seed), str(limit)) for number, seed, limit in data.get("stopped", ())]
        games: list[GameResult | Stopped] = [_game(*row) for row in data["games"]]
        results = sorted([*games, *stopped], key=lambda each: each.number)
        used = {(int(site), int(code)): int(count) for site, code, count in data["used"]}
        seconds = float(data["seconds"])
    except (AttributeError, KeyError, TypeError, ValueError):
        raise _unreadable() from None
    if [each.number for each in results] != list(numbers):
        raise _unreadable()
    return (results, used, None), seconds


def _game(
    number: int, digest: str, decisions: int, options: int, rounds: int, scores: Any, winners: Any, again: str
) -> GameResult:
    seats, tied, parted_by = (tuple(int(each) for each in places) for places in winners)
    points = tuple(tuple(int(each) for each in row) for row in scores)
    counts = (int(number), bytes.fromhex(digest), int(decisions), int(options), int(rounds))
    return GameResult(*counts, points, Winners(seats, tied, parted_by), str(again))


def _unreadable() -> PartRefused:
    return PartRefused("a chunk of it cannot be read; remove the file, and play its share again")
