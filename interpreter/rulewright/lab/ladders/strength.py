"""The strength of policies: their ranks on a ladder bundled with a ruleset.

`ladder --format json` writes such a ladder. It is measured once, and shown wherever these policies play: a comparison
or a report says how a rule works in their hands, not how good they are.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from rulewright.core.load.bundled import LADDERS
from rulewright.core.model.game import Blueprint
from rulewright.core.model.packages_used import PackageUsed, package_told
from rulewright.play.records.ladder_files import KnownLadder, read_ladder


def ladder_of(root: Path | None, blueprint: Blueprint, seats: int) -> KnownLadder | None:
    """Return the ruleset's ladder measured at the table most like this one, None without one."""
    if root is None:
        return None
    found = [each for each in map(read_ladder, sorted((root / LADDERS).glob("*.json"))) if each is not None]

    def likeness(each: KnownLadder) -> tuple[bool, bool, int]:
        return each.modules == blueprint.modules, each.digest == blueprint.digest, -abs(each.seats - seats)

    return max(found, key=likeness, default=None)


def strength_told(
    ladder: KnownLadder | None,
    policies: Sequence[str],
    ruleset: str,
    learned: str = "",
    packages: tuple[PackageUsed, ...] = (),
) -> list[str]:
    """Return sentences on the strength of some policies, none without a ladder.

    `learned` is the digest of the bundled player as it is now, `packages` those that are played with.
    """
    if ladder is None:
        return []
    asked = list(dict.fromkeys(policies))
    told = [f"How strong they are, on the ladder of {ladder.label} ({ladder.games:,} games): "
            f"{' < '.join(reversed(ladder.policies))}."]  # fmt: skip
    told += [_place(ladder, each) for each in asked if each in ladder.policies]
    unknown = [each for each in asked if each not in ladder.policies]
    if unknown:
        against = ",".join((*unknown, *ladder.policies[:1]))
        told.append(f"Not on it: {', '.join(unknown)}; to measure it: rulewright ladder {ruleset} --policy {against}")
    if "learned" in asked and learned != ladder.learned:
        told.append("The installed learned player is not the one that was measured.")
    if ladder.packages != packages:
        here = " and ".join(map(package_told, packages)) or "no package"
        then = " and ".join(map(package_told, ladder.packages)) or "no package"
        told.append(f"It was measured with {then}; these games use {here}.")
    return told


def _place(ladder: KnownLadder, policy: str) -> str:
    """Return the place of one policy, and how often it ends before its neighbours."""
    at = ladder.policies.index(policy)
    beside = [ladder.policies[near] for near in (at + 1, at - 1) if 0 <= near < len(ladder.policies)]
    shares = [each for each in (ladder.share(policy, other) for other in beside) if each is not None]
    before = [f"ahead of {each.second} in {each.value:.0%} [{each.low:.0%}, {each.high:.0%}]" for each in shares]
    ends = f", finishes {' and '.join(before)}" if before else ""
    return f"{policy}: place {at + 1} of {len(ladder.policies)} from the top{ends}."
