"""Effects that ask someone, in blocks, with the places where they can be left and what a frame keeps there."""

from __future__ import annotations

from rulewright.core.lower.liveness import without_dead
from rulewright.core.lower.lowering import Lowered
from rulewright.core.lower.sealed_answers import SealedAnswers
from rulewright.core.lower.suspension import split
from rulewright.core.model import derived as der


def resumable(lowered: Lowered, number: int) -> der.Resumable:
    """Return the effect of a number, which asks someone, in blocks."""

    def made() -> der.Resumable:
        free, stage = lowered.program.free.offered.get(number, ()), sealed_answers(lowered).stage
        return without_dead(split(lowered, lowered.effect(number), free, stage), told)

    def told(site: int) -> tuple[int, ...]:
        """Return the locals that a decision shows by name."""
        return tuple(local.number for _, local in lowered.program.sites[site].known)

    return lowered.once(("resumable", number), made)


def sealed_answers(lowered: Lowered) -> SealedAnswers:
    """Return which parts of answers given at once wait for others."""
    return lowered.once("sealed answers", lambda: SealedAnswers(lowered, lowered.first_effect))
