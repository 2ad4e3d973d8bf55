"""Familiarity of a learned player with rules that it may not have learned by: a variant's, or a later version's.

Its features have names, so it plays wherever most of these names mean something. It must be the same game, and a player
that knows nothing of most that matters would play by accident.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from rulewright.core.model.game import Blueprint, Game
from rulewright.core.model.packages_used import package_told
from rulewright.core.model.weighing import ALWAYS
from rulewright.play.policies.learned_files import LearnedRefused, LearnedValues
from rulewright.play.policies.table_features import TableFeatures

_TURNS = re.compile(r"[\[ ]\+(\d{1,3})\b", re.ASCII)
"""The seats two and more turns after a seat, in the names of features."""
LEAST_KNOWN = 0.5
"""The least share of the weights, by their sizes, that must be of features that the rules have."""


@dataclass(frozen=True, slots=True)
class RuleCoverage:
    """The number of weights whose features the rules have, of how many, and their share by size."""

    known: int
    weights: int
    share: float
    is_exact: bool
    """Whether it has learned by just these rules."""


def rule_coverage(values: LearnedValues, game: Game, features: TableFeatures) -> RuleCoverage:
    """Measure how well a player knows some rules.

    Raises LearnedRefused if it learned another game or other table sizes, or knows too little of these rules.
    """
    blueprint, seats = game.blueprint, features.seats
    if values.ruleset != blueprint.ruleset:
        raise LearnedRefused(f"it has learned {values.ruleset}, this is {blueprint.ruleset}")
    if seats not in values.seats:
        raise LearnedRefused(f"it has learned at tables of {_listed(values.seats)} seats, but this one has {seats}")
    # What holds at any table tells nothing of the rules, nor do seats that smaller tables do not have.
    sizes = {
        name: abs(weight)
        for name, weight in values.weights.items()
        if name != ALWAYS and all(int(turn) < seats for turn in _TURNS.findall(name))
    }
    known = [name for name in sizes if features.number(name) is not None]
    whole = sum(sizes.values())
    share = sum(sizes[name] for name in known) / whole if whole else 1.0
    if share < LEAST_KNOWN:
        raise LearnedRefused(
            f"it knows too little of these rules: {len(known):,} of its {len(sizes):,} weights, {share:.0%} by size, "
            f"are about what {_rules(blueprint)} has; {_rules(values)} is what it has learned"
        )
    is_exact = values.ruleset_digest == blueprint.digest and values.modules == blueprint.modules
    return RuleCoverage(len(known), len(sizes), share, is_exact)


def told(file: str, values: LearnedValues, blueprint: Blueprint, found: RuleCoverage, label: str = "") -> str:
    """Return a sentence on a player that did not learn by these rules and packages, or "" if it did."""
    is_elsewhere = (values.modules, values.packages) != (blueprint.modules, blueprint.packages)
    rules = _rules(blueprint) if values.packages or not label else label
    if found.is_exact:
        same = f"{file} has learned {_rules(values)}, not {rules}, but the rules are the same"
        return same if values.packages != blueprint.packages else ""
    what = _rules(values) if is_elsewhere else "other rules, or those of another version"
    return (
        f"{file} has not learned {rules} but {what}: {found.known:,} of its {found.weights:,} weights, "
        f"{found.share:.0%} by size, are about what these rules have; it knows nothing about the rest"
    )


def _rules(learned_or_here: LearnedValues | Blueprint) -> str:
    packages = " and ".join(map(package_told, learned_or_here.packages))
    with_them = f" with {packages}" if packages else ""
    return f"{learned_or_here.ruleset} ({', '.join(learned_or_here.modules)}){with_them}"


def _listed(seats: Sequence[int]) -> str:
    *others, last = map(str, seats)
    return f"{', '.join(others)} or {last}" if others else last
