"""Proofs at several tables: what is known of each invariant at all of them, the largest table first."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

from rulewright.author.proving.counterexample import ScenarioTable
from rulewright.author.proving.plans import ProofPlan
from rulewright.author.proving.prove import InvariantProof, prove
from rulewright.author.proving.verdicts import InvariantVerdict, together


def prove_tables(
    plan: ProofPlan, sizes: Sequence[int], table: ScenarioTable, progress: Callable[[str], None] | None = None
) -> InvariantProof:
    """Return what is known of each invariant at tables of several sizes. Those broken at one are not examined further.

    The tables have equal parts of the time, and what one of them leaves is for those after it. Raises WrongSetup,
    RulesetError.
    """
    proofs: list[InvariantProof] = []
    left, known = plan.bounds.seconds, frozenset[str]()
    for number, seats in enumerate(sizes):
        bounds = replace(plan.bounds, seconds=left / (len(sizes) - number))
        one = replace(plan, seats=seats, bounds=bounds, without=known)
        proofs.append(prove(one, table, _at_table(seats, progress)))
        left = max(0.0, left - proofs[-1].seconds)
        known |= {each.info.id for each in proofs[-1].broken if not each.missing}
    return InvariantProof(
        proofs[0].blueprint,
        [together(each) for each in _by_invariant(proofs)],
        next((each.refusal for each in proofs if each.refusal), ""),
        sum(each.seconds for each in proofs),
    )


def _at_table(seats: int, progress: Callable[[str], None] | None) -> Callable[[str], None] | None:
    return (lambda text: progress(f"{seats} seats: {text}")) if progress is not None else None


def _by_invariant(proofs: Iterable[InvariantProof]) -> list[list[InvariantVerdict]]:
    """Return the verdicts on each invariant, in their order."""
    found: dict[str, list[InvariantVerdict]] = {}
    for proof in proofs:
        for each in proof.verdicts:
            found.setdefault(each.info.id, []).append(each)
    return [*found.values()]
