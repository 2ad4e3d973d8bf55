"""How strong policies are: their places on a ladder that a ruleset brings, as `ladder --format json` has written it.

A ladder is measured once, and told wherever these policies play: games of a comparison or a report say what a rule does
in their hands, not how good these are. What is read may come from anybody.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from rulewright.jobs.codec import Malformed, from_plain
from rulewright.load.brought import LADDERS
from rulewright.model.game import Blueprint

MOST_BYTES = 1_000_000
_MOST_RUNGS = 30


@dataclass(frozen=True, slots=True)
class MeasuredShare:
    """How often a policy ends before another, with its interval."""

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

    def share(self, first: str, second: str) -> MeasuredShare | None:
        """How often one ends before the other."""
        return next((each for each in self.shares if (each.first, each.second) == (first, second)), None)


class LadderRefused(ValueError):  # noqa: N818 - the file's fault, stated as a sentence
    """A file that holds no ladder."""


def read_ladder(path: Path) -> KnownLadder | None:
    """The ladder in a file; None if it holds none."""
    try:
        with path.open("rb") as file:
            return parse_ladder(file.read(MOST_BYTES + 1))
    except (OSError, LadderRefused):
        return None


def parse_ladder(text: bytes) -> KnownLadder:
    """The ladder in the bytes of a file. Raises LadderRefused."""
    if len(text) > MOST_BYTES:
        raise LadderRefused(f"the file is larger than {MOST_BYTES} bytes; no ladder is")
    try:
        data = json.loads(text.decode())
    except (ValueError, RecursionError):
        raise LadderRefused("the file holds no ladder: it is not JSON") from None
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
        )  # fmt: skip
    except (ValueError, KeyError, TypeError, RecursionError, Malformed):
        raise LadderRefused("the file holds no ladder: it has not the parts of one") from None


def ladder_of(root: Path | None, blueprint: Blueprint, seats: int) -> KnownLadder | None:
    """The ladder of a ruleset folder that was measured at the table most like this one; None if it brings none."""
    if root is None:
        return None
    found = [each for each in map(read_ladder, sorted((root / LADDERS).glob("*.json"))) if each is not None]

    def likeness(each: KnownLadder) -> tuple[bool, bool, int]:
        return each.modules == blueprint.modules, each.digest == blueprint.digest, -abs(each.seats - seats)

    return max(found, key=likeness, default=None)


def strength_told(ladder: KnownLadder | None, policies: Sequence[str], ruleset: str, learned: str = "") -> list[str]:
    """How strong some policies are, in sentences, if there is a ladder; `learned` tells what the ruleset brings now."""
    if ladder is None:
        return []
    asked = list(dict.fromkeys(policies))
    told = [f"How strong they are, on the ladder of {ladder.label} ({ladder.games:,} games): "
            f"{' < '.join(reversed(ladder.policies))}."]  # fmt: skip
    told += [_place(ladder, each) for each in asked if each in ladder.policies]
    unknown = [each for each in asked if each not in ladder.policies]
    if unknown:
        against = ",".join((*unknown, *ladder.policies[:1]))
        told.append(f"Not on it: {', '.join(unknown)}; rulewright ladder {ruleset} --policy {against} measures it.")
    if "learned" in asked and learned != ladder.learned:
        told.append("The learned player that is here now is not the one that was measured.")
    return told


def _place(ladder: KnownLadder, policy: str) -> str:
    """The place of one policy, and how often it ends before its neighbours."""
    at = ladder.policies.index(policy)
    beside = [ladder.policies[near] for near in (at + 1, at - 1) if 0 <= near < len(ladder.policies)]
    shares = [each for each in (ladder.share(policy, other) for other in beside) if each is not None]
    before = [f"before {each.second} in {each.value:.0%} [{each.low:.0%}, {each.high:.0%}]" for each in shares]
    ends = f", ends {' and '.join(before)}" if before else ""
    return f"{policy}: place {at + 1} of {len(ladder.policies)} from the strongest{ends}."
