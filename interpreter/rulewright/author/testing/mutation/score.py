"""Scores: the mutants that scenarios have noticed, in total and by module, file and operator."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import NamedTuple

from rulewright.author.testing.mutation.mutants import Mutant
from rulewright.author.testing.mutation.trial import MutantVerdict

COUNTED = ("killed", "survived", "unreached")


class Score(NamedTuple):
    """The numbers of mutants noticed (`killed`), of those that change the game (`of`), and never run (`unreached`)."""

    killed: int
    of: int
    unreached: int

    @property
    def share(self) -> float:
        """The percentage noticed, or 100 if there was nothing to notice."""
        return 100 * self.killed / self.of if self.of else 100.0


Tried = Iterable[tuple[Mutant, MutantVerdict]]


def score_of(tried: Tried) -> Score:
    """Return the score of all mutants."""
    fates = [verdict.fate for _, verdict in tried if verdict.fate in COUNTED]
    return Score(fates.count("killed"), len(fates), fates.count("unreached"))


def scores_by(tried: Tried, key: Callable[[Mutant], str]) -> dict[str, Score]:
    """Map the names of groups that have any mutants that count to their scores."""
    groups: dict[str, list[tuple[Mutant, MutantVerdict]]] = {}
    for mutant, verdict in tried:
        if verdict.fate in COUNTED:
            groups.setdefault(key(mutant), []).append((mutant, verdict))
    return {name: score_of(groups[name]) for name in sorted(groups)}
