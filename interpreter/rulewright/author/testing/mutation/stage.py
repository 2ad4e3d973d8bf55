"""A game with all scenarios that play it, in code units that can be changed, and which lines each scenario runs."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from time import perf_counter
from types import CodeType, FrameType
from typing import Any

from rulewright.author.testing.mutation.mutable_texts import MutableText, texts_of
from rulewright.core.bind.binding import Unit
from rulewright.core.compile.analysis import callers_of, settle_again
from rulewright.core.compile.incremental import FILE, ChangedGame, IncrementalBuild, build_incrementally, keys_of
from rulewright.core.compile.overlay import Overlay, bind_overlay, join_overlay, overlay_code
from rulewright.core.diagnostics import Span
from rulewright.core.lower.lowering import Lowered
from rulewright.core.model.game import Build, Game
from rulewright.core.model.reasons import ReasonInfo
from rulewright.core.sound.open_places import doubts_of
from rulewright.core.validate.manifests import is_sound
from rulewright.play.scenarios.expectations import Failure
from rulewright.play.scenarios.runner import WrittenScenario
from rulewright.play.scenarios.scenario import Scenario, run_scenario


@dataclass(frozen=True, slots=True)
class Act:
    """A scenario ready to run on a game and on every change of it.

    `calls` are the procedures that its own texts run; `lines` are those of the module that it runs.
    """

    scenario: Scenario
    overlay: Overlay
    code: CodeType
    reasons: tuple[ReasonInfo, ...]
    calls: frozenset[int]
    lines: frozenset[int] = frozenset()
    seconds: float = 0.0


@dataclass(frozen=True, slots=True)
class Stage:
    """A game, its texts with their units, and its scenarios. `failing` ones fail on the game as written.

    `stops` are the places at which the game as written may stop, None if its ruleset does not say that it is sound.
    """

    incremental: IncrementalBuild
    texts: dict[Span, tuple[MutableText, Unit]]
    acts: tuple[Act, ...]
    failing: tuple[tuple[Scenario, Failure], ...]
    runs: dict[int, tuple[int, ...]] = field(repr=False)
    stops: frozenset[Span] | None = None

    def reaching(self, unit: Unit) -> frozenset[int]:
        """Return the numbers of the acts that run any code of a unit."""
        found: set[int] = set()
        for key in keys_of(unit):
            code_unit = self.incremental.code_units[key]
            for line in range(code_unit.first, code_unit.first + len(code_unit.lines)):
                found.update(self.runs.get(line, ()))
        return frozenset(found)

    def may_stop(self, changed: ChangedGame) -> str:
        """Return what `check` says of a place at which a changed game may stop, empty if nothing or not sound."""
        if self.stops is None:
            return ""
        bound = replace(self.incremental.compiled.bound, lowered=Lowered(changed.program))
        return next((each.message for each in doubts_of(bound) if each.span not in self.stops), "")

    def affected(self, changed: ChangedGame) -> frozenset[int]:
        """Return the numbers of the acts that could see a difference."""
        if changed.lines is None:
            return frozenset(range(len(self.acts)))
        return frozenset(number for line in changed.lines for number in self.runs.get(line, ()))


def set_stage(written: list[WrittenScenario], progress: Callable[[int], None], variant: str = "") -> Stage:
    """Return the stage of scenarios that all play the same game, that of the file of a variant where one is named.

    `progress` receives how many more scenarios are ready.
    """
    built = written[0].built
    assert built.compiled is not None
    incremental = build_incrementally(built.compiled)
    game, build = incremental.game()
    acts: list[Act] = []
    failing: list[tuple[Scenario, Failure]] = []
    for each in written:
        overlay = bind_overlay(built.compiled, each.effects, each.amounts)
        if isinstance(overlay, Overlay) and each.plays:
            code, reasons = overlay_code(overlay, len(incremental.blueprint.reasons), traced=True, incremental=True)
            calls = frozenset(callers_of(overlay.program, len(overlay.known.procedures)))
            act = Act(each.scenario(overlay.numbers, overlay.kinds), overlay, code, reasons, calls)
            before = perf_counter()
            failure = run_scenario(*_joined(act, game, build), act.scenario)
            seconds = perf_counter() - before
            with _lines_run() as lines:
                run_scenario(*_joined(act, game, build), act.scenario)
            acts.append(replace(act, lines=frozenset(lines), seconds=seconds))
            failing += [(act.scenario, failure)] if failure is not None else []
        progress(1)
    runs: dict[int, list[int]] = {}
    for number, act in enumerate(acts):
        for line in act.lines:
            runs.setdefault(line, []).append(number)
    texts = {text.scalar.span: (text, unit) for text, unit in texts_of(built, variant)}
    run_by = {line: tuple(each) for line, each in runs.items()}
    stops = frozenset(each.span for each in doubts_of(built.compiled.bound)) if is_sound(built.source) else None
    return Stage(incremental, texts, tuple(acts), tuple(failing), run_by, stops)


def notices(act: Act, changed: ChangedGame) -> bool:
    """Whether a scenario goes differently in a changed game, or breaks it."""
    act = _settled(act, changed) if changed.known & act.calls else act
    try:
        return run_scenario(*_joined(act, changed.game, changed.build), act.scenario) is not None
    except Exception:  # noqa: BLE001 - whatever a changed rule runs into, it has been noticed
        return True


def _joined(act: Act, game: Game, build: Build) -> tuple[Game, Build]:
    return join_overlay(act.overlay, act.code, act.reasons, game, build)


def _settled(act: Act, changed: ChangedGame) -> Act:
    """Return a scenario with its texts emitted again for a game whose procedures have changed."""
    old, program = act.overlay, changed.program.copy()
    assert len(program.tables) == len(old.known.tables)
    program.procedures += old.program.procedures[len(old.known.procedures) :]
    program.quantities += old.program.quantities[len(old.known.quantities) :]
    program.sites += old.program.sites[len(old.known.sites) :]
    program.tables += old.program.tables[len(old.known.tables) :]
    program.limits = dict(old.program.limits)
    first = len(old.known.procedures)
    settle_again(program, range(first, len(program.procedures)), callers_of(program, first))
    known = len(changed.program.quantities), len(changed.program.procedures)
    overlay = replace(old, known=changed.program, lowered=Lowered(program, first=known))
    code, reasons = overlay_code(overlay, len(changed.game.blueprint.reasons), traced=True, incremental=True)
    return replace(act, overlay=overlay, code=code, reasons=reasons)


@contextmanager
def _lines_run() -> Iterator[set[int]]:
    """Yield a set that collects the lines of the module run within."""
    found: set[int] = set()

    def inside(frame: FrameType, event: str, argument: Any) -> Any:
        found.add(frame.f_lineno)
        return inside

    def called(frame: FrameType, event: str, argument: Any) -> Any:
        if frame.f_code.co_filename != FILE:
            return None
        found.add(frame.f_lineno)
        return inside

    before = sys.gettrace()
    sys.settrace(called)
    try:
        yield found
    finally:
        sys.settrace(before)
