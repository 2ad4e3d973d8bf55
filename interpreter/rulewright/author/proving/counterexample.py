"""Counterexamples as scenarios: the table as it must be, and as few choices as can be.

A scenario that breaks an invariant fails, and says which; once the rules are fixed it passes.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from rulewright.author.proving.traces import BrokenTrace
from rulewright.author.proving.verdicts import Counterexample
from rulewright.author.testing.extraction.bench import Bench, ScenarioDraft
from rulewright.author.testing.extraction.drafting import course_of, extract_draft
from rulewright.author.testing.extraction.writing import Heading, any_rule, draft_text
from rulewright.core.diagnostics import counted
from rulewright.core.load.ledger import cited
from rulewright.core.locales.wording import title_in
from rulewright.core.model.document import Mapping, Scalar
from rulewright.core.model.game import Game
from rulewright.core.model.invariants import OF_POSITIONS, InvariantInfo
from rulewright.core.model.limits import LimitReached
from rulewright.core.pipeline import Built
from rulewright.play.records.replay import RecordedChoice, Replay
from rulewright.play.scenarios.expectations import Expected
from rulewright.play.scenarios.scenario import run_scenario

_FEW = 8
"""A whole game of so few choices is not arranged: from its beginning every table can be come to."""


@dataclass(frozen=True, slots=True)
class ScenarioTable:
    """The ruleset, modules and variant of a scenario, where they are not the usual ones."""

    ruleset: str
    modules: tuple[str, ...] = ()
    variant: str | None = None


@dataclass(slots=True)
class BreakingBench(Bench):
    """A test bench for drafts of a counterexample: one passes if its last choice breaks the named invariant."""

    invariant: str = ""

    def passes(self, draft: ScenarioDraft) -> bool:
        """Whether a draft breaks the invariant."""
        ready = self.with_texts(replace(draft, then=()))
        if ready is None:
            return False
        game, build, numbers = ready
        alone = tuple(each for each in game.blueprint.invariants if each.id == self.invariant)
        game = replace(game, blueprint=replace(game.blueprint, invariants=alone))
        failure = run_scenario(game, build, draft.scenario(numbers, Expected()))
        return failure is not None and failure.invariant == self.invariant


def counterexample(built: Built, broken: BrokenTrace, table: ScenarioTable) -> Counterexample:
    """Return the scenario of a game that breaks an invariant. `built` is watched.

    A table is arranged as it was in the game, all of it: one with less on it might be one that no game comes to.
    """
    game = built.game()
    info = game.blueprint.invariants[broken.breach.place]
    trace = broken.trace
    settings = dict(trace.settings)
    when = tuple(RecordedChoice(seat + 1, key) for seat, key in trace.choices)
    draft = ScenarioDraft(trace.seats, trace.seed, settings, (), "", when, (), max(0, len(when) - 1))
    if info.sort in OF_POSITIONS and len(when) > _FEW:
        bench = BreakingBench(built, info.id)
        draft = _arranged(bench, broken, draft)
        if draft.seed != 1 and bench.passes(replace(draft, seed=1)):
            draft = replace(draft, seed=1)
    text = _text(built, info, broken, draft, table)
    lines = len(draft.lines)
    return Counterexample(text, len(draft.when), lines, told_of(game, info, broken))


def told_of(game: Game, info: InvariantInfo, broken: BrokenTrace) -> str:
    """Return how the invariant is broken, in a sentence without a full stop."""
    count = broken.breach.decisions
    whom = f" for seat {broken.breach.seat + 1}" if broken.breach.seat >= 0 else ""
    after = "at the beginning" if not count else f"after {counted(count, 'choice')}"
    if broken.limit:
        return f"stopped by a limit {after}: {broken.limit}"
    return f"{after}{whom}"


def _arranged(bench: BreakingBench, broken: BrokenTrace, whole: ScenarioDraft) -> ScenarioDraft:
    """Return a draft that arranges the table just before the last choice, or the whole game if that is not possible."""
    trace, blueprint = broken.trace, bench.blueprint
    replay = Replay(
        blueprint.ruleset, blueprint.digest, blueprint.modules, dict(trace.settings), trace.seats, trace.seed,
        choices=whole.when,
    )  # fmt: skip
    try:
        course = course_of(bench, replay)
    except LimitReached:
        return whole
    last = len(course.codes) - 1
    found = extract_draft(bench, replay, course, last, last).draft
    draft = replace(found, then=())
    return draft if bench.passes(draft) else whole


# ---- Text


def _text(built: Built, info: InvariantInfo, broken: BrokenTrace, draft: ScenarioDraft, table: ScenarioTable) -> str:
    assert built.assembly is not None
    entry = built.assembly.entry(info.id)
    rules = cited(entry.node) if entry is not None else ()
    then = _then(entry.node if entry is not None else None, info, broken)
    heading = Heading(
        _sentence(info), tuple(rules or any_rule(built.source)), table.ruleset, table.modules, table.variant,
        (f"It breaks the invariant '{info.id}', and passes once that is fixed.",),
    )  # fmt: skip
    return draft_text(replace(draft, then=(then,) if then else ()), heading, ends=info.sort == "ends")


def _sentence(info: InvariantInfo) -> str:
    return title_in(info.title, "en", "") or f"the invariant {info.id} holds"


def _then(node: Mapping | None, info: InvariantInfo, broken: BrokenTrace) -> str:
    """Return what must be true at the end of the scenario, or "" if that cannot be written."""
    if info.sort == "ends" or broken.limit:
        return ""
    text = node.get(info.sort) if node is not None else None
    if not isinstance(text, Scalar) or info.domain or (info.of_seats and broken.breach.seat > 0):
        return ""
    written = " ".join(text.text.split())
    if info.sort in ("always", "leads_to"):
        return written
    return f"not ({written})" if info.sort == "never" else ""
