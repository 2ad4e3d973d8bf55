"""From a game that breaks an invariant to the text of a scenario: the table as it must be, as few choices as can be.

A scenario that breaks an invariant fails, and says which; once the rules are fixed it passes.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, replace

from rulewright.diagnostics import counted
from rulewright.load.ledger import cited
from rulewright.model.document import Mapping, Scalar
from rulewright.model.game import Game
from rulewright.model.invariants import InvariantInfo
from rulewright.model.limits import LimitReached
from rulewright.observe.wording import title_in
from rulewright.pipeline import Built
from rulewright.play.expectations import Expected
from rulewright.play.replay import RecordedChoice, Replay
from rulewright.play.scenario import run_scenario
from rulewright.proving.traces import BrokenTrace, code_of
from rulewright.proving.verdicts import Counterexample
from rulewright.run.steps import clone, start, step
from rulewright.run.watching import breaks_alone
from rulewright.testing.extraction.bench import Bench, ScenarioDraft, chosen
from rulewright.testing.extraction.drafting import GameCourse, extract_draft

_FEW = 8
"""A whole game of so few choices is not arranged: from its beginning every table can be come to."""


@dataclass(frozen=True, slots=True)
class ScenarioTable:
    """What a scenario says of its table besides seats and settings: ruleset, modules and variant where they are not the
    usual ones.
    """

    ruleset: str
    modules: tuple[str, ...] = ()
    variant: str | None = None


@dataclass(slots=True)
class BreakingBench(Bench):
    """Where drafts are tried: one passes if it breaks the invariant of a name by its last choice."""

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
        return failure is not None and failure.message.startswith(f"the invariant '{self.invariant}' is broken")


def counterexample(built: Built, broken: BrokenTrace, table: ScenarioTable) -> Counterexample:
    """The scenario of a game that breaks an invariant; `built` is watched.

    A table is arranged as it was in the game, all of it: one with less on it might be one that no game comes to.
    """
    game = built.game()
    info = game.blueprint.invariants[broken.breach.place]
    trace = broken.trace
    settings = dict(trace.settings)
    when = tuple(RecordedChoice(seat + 1, key) for seat, key in trace.choices)
    draft = ScenarioDraft(trace.seats, trace.seed, settings, (), "", when, (), max(0, len(when) - 1))
    if breaks_alone(info) and len(when) > _FEW:
        bench = BreakingBench(built, info.id)
        draft = _arranged(bench, broken, draft)
        if draft.seed != 1 and bench.passes(replace(draft, seed=1)):
            draft = replace(draft, seed=1)
    text = _text(built, info, broken, draft, table)
    lines = len(draft.lines)
    return Counterexample(text, len(draft.when), lines, told_of(game, info, broken))


def told_of(game: Game, info: InvariantInfo, broken: BrokenTrace) -> str:
    """How the invariant is broken, in a sentence without a full stop."""
    count = broken.breach.decisions
    whom = f" for seat {broken.breach.seat + 1}" if broken.breach.seat >= 0 else ""
    after = "at the beginning" if not count else f"after {counted(count, 'choice')}"
    if broken.limit:
        return f"stopped by a limit {after}: {broken.limit}"
    return f"{after}{whom}"


def _arranged(bench: BreakingBench, broken: BrokenTrace, whole: ScenarioDraft) -> ScenarioDraft:
    """The draft that arranges the table just before the last choice; the whole game where that cannot be."""
    trace, game = broken.trace, bench.game
    build = bench.build
    assert build.events is not None
    build.events.clear()
    states, codes, choices = [], [], []
    try:
        state = start(game, seats=trace.seats, seed=trace.seed, settings=trace.settings, build=build)
        for choice in trace.choices:
            code = code_of(game, state, choice)
            assert code is not None
            states.append(clone(state))
            codes.append(code)
            choices.append(chosen(game.blueprint, state, code, build.events))
            build.events.clear()
            step(game, state, code, build=build)
    except LimitReached:
        return whole
    course = GameCourse((*states, state), tuple(codes), tuple(choices))
    last = len(codes) - 1
    blueprint = game.blueprint
    replay = Replay(
        blueprint.ruleset, blueprint.digest, blueprint.modules, dict(trace.settings), trace.seats, trace.seed
    )
    found = extract_draft(bench, replay, course, last, last).draft
    draft = replace(found, then=())
    return draft if bench.passes(draft) else whole


# ---- Text


def _text(built: Built, info: InvariantInfo, broken: BrokenTrace, draft: ScenarioDraft, table: ScenarioTable) -> str:
    assert built.assembly is not None
    entry = built.assembly.entry(info.id)
    rules = cited(entry.node) if entry is not None else ()
    lines = [
        "kind: scenarios",
        f"ruleset: {table.ruleset}",
        "",
        f"# It breaks the invariant '{info.id}', and passes once that is fixed.",
        "scenarios:",
        f"  - scenario: {_scalar(_sentence(info))}",
        f"    rules: [{', '.join(rules or _any_rule(built))}]",
        "    given:",
        f"      seats: {draft.seats}",
    ]
    if draft.seed != 1:
        lines.append(f"      seed: {draft.seed}")
    if table.modules:
        lines.append(f"      modules: [{', '.join(table.modules)}]")
    if table.variant is not None:
        lines.append(f"      variant: {table.variant}")
    if draft.settings:
        picked = ", ".join(f"{name}: {value if isinstance(value, int) else _scalar(value)}"
                           for name, value in draft.settings.items())  # fmt: skip
        lines.append(f"      settings: {{{picked}}}")
    if draft.play:
        if draft.lines:
            lines.append("      arrange: |")
            lines += [f"        {line}" for line in draft.arrange.split("\n")]
        lines.append(f"      play: {json.dumps(draft.play)}")
    if draft.when:
        lines.append("    when:")
        lines += [f"      - {{seat: {each.seat}, choose: {_scalar(each.choose)}}}" for each in draft.when]
    then = _then(entry.node if entry is not None else None, info, broken)
    if then == "ends":
        lines.append("    ends: true")
    elif then:
        lines += ["    then:", f"      - {json.dumps(then, ensure_ascii=False)}"]
    return "\n".join(lines) + "\n"


def _sentence(info: InvariantInfo) -> str:
    return title_in(info.title, "en", "") or f"the invariant {info.id} is kept"


def _then(node: Mapping | None, info: InvariantInfo, broken: BrokenTrace) -> str:
    """What must be true at the end of the scenario, where that can be written."""
    if info.sort == "ends" or broken.limit:
        return "ends" if info.sort == "ends" else ""
    text = node.get(info.sort) if node is not None else None
    if not isinstance(text, Scalar) or info.domain or (info.of_seats and broken.breach.seat > 0):
        return ""
    written = " ".join(text.text.split())
    if info.sort in ("always", "leads_to"):
        return written
    return f"not ({written})" if info.sort == "never" else ""


def _any_rule(built: Built) -> tuple[str, ...]:
    from rulewright.validate.references import rule_ids

    return tuple(sorted(rule_ids(built.source)))[:1] or ("rules.unknown",)


def _scalar(text: str) -> str:
    plain = text.replace("_", "").replace(" ", "").replace(".", "").isalnum() and text == text.strip()
    guessed = text.lower() in {"yes", "no", "on", "off", "true", "false", "null", "y", "n"}
    return text if plain and not guessed and not text[0].isdigit() else json.dumps(text, ensure_ascii=False)
