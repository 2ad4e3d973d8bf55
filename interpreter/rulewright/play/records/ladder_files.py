"""Ladders on file, as `ladder --format json` writes them: how often policies end before others, and at which table.

What is read may come from anybody.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

from rulewright.core.load.text import bytes_in
from rulewright.core.model.packages_used import PackageUsed
from rulewright.play.jobs.codec import Malformed, from_plain

MOST_BYTES = 1_000_000
_MOST_RUNGS = 30


@dataclass(frozen=True, slots=True)
class MeasuredShare:
    """The share of games that one policy ends ahead of another, with its confidence interval."""

    first: str
    second: str
    value: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class KnownLadder:
    """A ladder on file: who was measured, the strongest first, at which table, and who ended before whom how often."""

    label: str
    ruleset: str
    policies: tuple[str, ...]
    games: int
    seats: int
    modules: tuple[str, ...]
    digest: str
    learned: str
    """What tells the learned players apart that played."""
    shares: tuple[MeasuredShare, ...]
    packages: tuple[PackageUsed, ...] = ()

    def share(self, first: str, second: str) -> MeasuredShare | None:
        """Return the measured share of `first` against `second`, or None if it was not measured."""
        return next((each for each in self.shares if (each.first, each.second) == (first, second)), None)


class LadderRefused(ValueError):  # noqa: N818 - the file's fault, stated as a sentence
    """A file that holds no ladder."""


def read_ladder(path: Path) -> KnownLadder | None:
    """Return the ladder in a file, or None if the file holds none."""
    try:
        return parse_ladder(bytes_in(path, MOST_BYTES))
    except (OSError, LadderRefused):
        return None


def parse_ladder(text: bytes) -> KnownLadder:
    """Return the ladder in the bytes of a file. Raises LadderRefused if they hold none."""
    if len(text) > MOST_BYTES:
        raise LadderRefused(f"the file is larger than {MOST_BYTES} bytes, so it is not a ladder")
    try:
        data = json.loads(text.decode())
    except (ValueError, RecursionError):
        raise LadderRefused("the file is not a ladder: it is not JSON") from None
    try:
        rungs = tuple(from_plain(str, each["policy"]) for each in data["ladder"])
        shares = tuple(
            MeasuredShare(
                from_plain(str, each["first"]), from_plain(str, each["second"]),
                from_plain(float, each["before"]["value"]),
                *from_plain(tuple[float, float], each["before"]["interval"]),
            )
            for each in data["meetings"] if each["before"] is not None
        )  # fmt: skip
        learned = from_plain(dict[str, str], data.get("learned", {}))
        return KnownLadder(
            from_plain(str, data["label"]), from_plain(str, data["ruleset"]), rungs[:_MOST_RUNGS],
            from_plain(int, data["games"]), from_plain(int, data["seats"]),
            from_plain(tuple[str, ...], data["modules"]), from_plain(str, data["ruleset_digest"]),
            learned.get("learned", ""), shares,
            tuple(PackageUsed(*(from_plain(str, each[key]) for key in PackageUsed._fields))
                  for each in data.get("packages", ())),
        )  # fmt: skip
    except (ValueError, KeyError, TypeError, RecursionError, Malformed):
        raise LadderRefused("the file is not a ladder: required fields are missing") from None
