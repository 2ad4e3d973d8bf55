"""More texts for a ruleset that is compiled already: a scenario's position and expectations, a question from outside.

They may use every name of the ruleset and change nothing in it; the game they give has the same state vector.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from types import CodeType

from rulewright.core.backend.module import emit_extra
from rulewright.core.bind.binding import bind_extra
from rulewright.core.bind.world import World
from rulewright.core.compile.analysis import analyse
from rulewright.core.compile.bound_game import BoundGame
from rulewright.core.compile.compiling import Compiled, limits_of, site_info
from rulewright.core.compile.frames import points_of, procedure_info
from rulewright.core.compile.marks import CoveragePoints
from rulewright.core.diagnostics import Diagnostic
from rulewright.core.lower.lowering import Lowered
from rulewright.core.model.document import Scalar
from rulewright.core.model.game import Build, Game
from rulewright.core.model.kinds import DomainName
from rulewright.core.model.program import Program
from rulewright.core.model.reasons import ReasonInfo
from rulewright.core.run.build import explain, extend_build, is_explained


@dataclass(frozen=True, slots=True)
class Overlay:
    """Texts bound on top of a ruleset: the program `known` of the ruleset, `program` with what they add at its end.

    Their numbers are kept by the names given, and for each new quantity the kind and domain of its value by number.
    """

    world: World
    known: Program
    lowered: Lowered
    numbers: dict[str, int]
    kinds: dict[int, tuple[str, DomainName]]

    @property
    def program(self) -> Program:
        return self.lowered.program


def with_texts(
    compiled: Compiled, game: Game, build: Build, effects: dict[str, Scalar], amounts: dict[str, tuple[Scalar, str]]
) -> tuple[Game, Build, dict[str, int], dict[int, tuple[str, DomainName]], tuple[Diagnostic, ...]]:
    """The game with more texts, an extended build, their numbers by the names given, and what the quantities are.

    `effects` are effect texts; `amounts` are expressions with what they give: `number`, `truth` or `value` (of any
    type). A comparison's two sides get numbers as well: `<name> side 0` and `<name> side 1`. For each new quantity the
    kind and domain of its value are given by number. If the game explains nothing, its texts do not either.
    """
    overlay = bind_overlay(compiled, effects, amounts)
    if not isinstance(overlay, Overlay):
        return game, build, {}, {}, overlay
    traced, counted = build.events is not None, build.tally is not None
    known, explained = len(game.blueprint.reasons), is_explained(game, build)
    code, reasons = overlay_code(overlay, known, traced=traced, counted=counted, explained=explained)
    return *join_overlay(overlay, code, reasons, game, build), overlay.numbers, overlay.kinds, ()


def bind_overlay(
    compiled: Compiled | BoundGame, effects: dict[str, Scalar], amounts: dict[str, tuple[Scalar, str]]
) -> Overlay | tuple[Diagnostic, ...]:
    """Return the bound texts, or diagnostics if they have faults. See `with_texts` for the parameters."""
    old = compiled.program
    program = old.copy()
    world = replace(compiled.world, diagnostics=[])
    numbers = bind_extra(world, compiled.layout, program, compiled.tables, effects, amounts)
    if program.n_streams > old.n_streams:
        span = next(iter(effects.values())).span
        world.error(
            "new-stream", span, "a text outside the ruleset cannot shuffle or roll anything that the rules never do"
        )
    for procedure in program.procedures[len(old.procedures) :]:
        if procedure.until >= 0:
            world.error("misplaced-later", procedure.span, "a text outside the ruleset cannot defer an effect")
    lowered = compiled.lowered.with_more(program)
    if not world.diagnostics:
        analyse(world, lowered, len(old.procedures), len(old.quantities))
    if world.diagnostics:
        return tuple(world.diagnostics)
    kinds = {each.number: (each.type.kind, each.type.domain) for each in program.quantities[len(old.quantities) :]}
    return Overlay(world, old, lowered, numbers, kinds)


def overlay_code(
    overlay: Overlay,
    known_reasons: int,
    *,
    traced: bool,
    incremental: bool = False,
    counted: bool = False,
    explained: bool = True,
) -> tuple[CodeType, tuple[ReasonInfo, ...]]:
    """The code of what the texts add, and its reasons, the first of which has number known_reasons + 1."""
    known = len(overlay.known.quantities), len(overlay.known.procedures)
    lowered = Lowered(overlay.program, CoveragePoints(), known) if counted else overlay.lowered
    source, reasons = emit_extra(
        lowered, known, known_reasons, traced=traced, incremental=incremental, explained=explained
    )
    return compile(source, "<outside the ruleset>", "exec"), reasons


def join_overlay(
    overlay: Overlay, code: CodeType, reasons: tuple[ReasonInfo, ...], game: Game, build: Build
) -> tuple[Game, Build]:
    """Return a game and its build with the texts of an overlay. Those given are unchanged."""
    known, program, old = overlay.known, overlay.program, game.blueprint
    if build.events is not None and is_explained(game, build):
        explain(game, build)
    tables = {f"T{number}": program.tables[number] for number in range(len(known.tables), len(program.tables))}
    more = program.procedures[len(known.procedures) :]
    blueprint = replace(
        old,
        sites=(*old.sites, *(site_info(program, n) for n in range(len(known.sites), len(program.sites)))),
        procedures=(*old.procedures, *map(procedure_info, more)),
        tables=(*old.tables, *tables.values()),
        reasons=(*old.reasons, *reasons),
        frames=(*old.frames, *(points_of(overlay.world, overlay.lowered, each.number) for each in more)),
        limits=limits_of(program),
    )
    return replace(game, blueprint=blueprint), extend_build(build, code, tables, blueprint.limits)
