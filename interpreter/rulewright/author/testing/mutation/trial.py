"""Tries mutants: builds each on the games it is part of and runs the scenarios that could see it until one does."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Literal

from rulewright.author.testing.mutation.mutants import Mutant
from rulewright.author.testing.mutation.stage import Stage, notices
from rulewright.core.bind.binding import Unit
from rulewright.core.bind.world import Family
from rulewright.core.compile.incremental import ChangedGame, with_trees

Fate = Literal["killed", "survived", "unreached", "same", "refused", "unbuilt"]


@dataclass(frozen=True, slots=True)
class MutantVerdict:
    """The verdict on a mutant, with the scenarios that decided it as (stage, number).

    `same` if the game is the same as before, `refused` if the checker refuses it (a sound ruleset also where it may
    stop). Neither says anything of scenarios.
    """

    mutant: int
    fate: Fate
    by: tuple[int, int] | None = None
    reached: tuple[tuple[int, int], ...] = ()
    about: str = ""

    def of(self, mutant: int) -> MutantVerdict:
        """Return the same verdict for a mutant of another number."""
        return replace(self, mutant=mutant)


@dataclass(slots=True)
class MutationTrial:
    """Stages, mutants, and which scenario noticed a change of the same text last: it is likely to notice the next."""

    stages: tuple[Stage, ...]
    mutants: tuple[Mutant, ...]
    keen: dict[tuple[str, int], list[int]] = field(default_factory=dict)

    def verdicts(self, numbers: range) -> list[MutantVerdict]:
        """Return the verdicts on some of the mutants."""
        return [self.verdict(number) for number in numbers]

    def verdict(self, number: int) -> MutantVerdict:
        """Return the verdict on one mutant. No failure of the mutant is an error here."""
        mutant = self.mutants[number]
        reached: list[tuple[int, int]] = []
        refused, unsound, changes = "", "", 0
        for at, unit in self._where(mutant):
            try:
                changed = with_trees(self.stages[at].incremental, unit, {mutant.text.scalar.span: mutant.tree})
                if isinstance(changed, tuple):
                    refused = changed[0].message
                    continue
                if changed is None:
                    continue
                changes += 1
                for act in self._order(mutant, at, changed):
                    if notices(self.stages[at].acts[act], changed):
                        self._remember(mutant, at, act)
                        return MutantVerdict(number, "killed", (at, act))
                    reached.append((at, act))
                unsound = unsound or self.stages[at].may_stop(changed)
            except (AssertionError, KeyError, IndexError, RecursionError, SyntaxError, TypeError, ValueError) as error:
                return MutantVerdict(number, "unbuilt", about=f"{type(error).__name__}: {error}")
        if unsound:
            return MutantVerdict(number, "refused", about=unsound)
        if reached or changes:
            return MutantVerdict(number, "survived" if reached else "unreached", reached=tuple(sorted(reached)))
        return MutantVerdict(number, "refused", about=refused) if refused else MutantVerdict(number, "same")

    def _where(self, mutant: Mutant) -> list[tuple[int, Unit]]:
        """Return (stage, unit) where a scenario runs the mutant's text, most scenarios first.

        If no scenario runs it, return one stage that has the text.
        """
        span = mutant.text.scalar.span
        having = [(at, stage.texts[span][1]) for at, stage in enumerate(self.stages) if span in stage.texts]
        counts = {at: len(self.stages[at].reaching(unit)) for at, unit in having}
        running = [(at, unit) for at, unit in having if counts[at] or isinstance(unit.bindable, Family)]
        return sorted(running, key=lambda each: -counts[each[0]]) or having[:1]

    def _order(self, mutant: Mutant, at: int, changed: ChangedGame) -> list[int]:
        """Scenarios that noticed other changes of the text first, then the quick ones."""
        acts = self.stages[at].acts
        keen = self.keen.get((mutant.text.field, at), [])
        return sorted(
            self.stages[at].affected(changed),
            key=lambda act: (keen.index(act) if act in keen else len(keen), acts[act].seconds),
        )

    def _remember(self, mutant: Mutant, at: int, act: int) -> None:
        keen = self.keen.setdefault((mutant.text.field, at), [])
        if act in keen:
            keen.remove(act)
        keen.insert(0, act)
