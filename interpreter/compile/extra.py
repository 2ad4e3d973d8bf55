"""More texts for a ruleset that is compiled already: a scenario's position and expectations, a question from outside.

They may use every name of the ruleset and change none of it; the game they give has the same state vector.
"""

from __future__ import annotations

from dataclasses import replace

from interpreter.compile.analysis import analyse
from interpreter.compile.bind import bind_extra
from interpreter.compile.emit import emit_extra
from interpreter.compile.frames import frames_of
from interpreter.compile.game import Compiled, plain_reasons, site_info
from interpreter.diagnostics import Diagnostic
from interpreter.model.document import Scalar
from interpreter.model.game import Build, Game
from interpreter.run.build import extend_build


def with_texts(
    compiled: Compiled, game: Game, build: Build, effects: dict[str, Scalar], amounts: dict[str, tuple[Scalar, str]]
) -> tuple[Game, Build, dict[str, int], dict[int, tuple[str, str]], tuple[Diagnostic, ...]]:
    """The game with more texts, an extended build, their numbers by the names given, and what the quantities are.

    `effects` are effect texts; `amounts` are expressions with what they give: `number`, `truth` or `value` (of any
    type). A comparison's two sides get numbers as well: `<name> side 0` and `<name> side 1`. Of each new quantity the
    kind and domain of its value are told by number.
    """
    old = compiled.program
    program = replace(
        old,
        procedures=list(old.procedures),
        quantities=list(old.quantities),
        sites=list(old.sites),
        tables=list(old.tables),
        streams=dict(old.streams),
    )
    world = replace(compiled.world, diagnostics=[])
    numbers = bind_extra(world, compiled.layout, program, compiled.table_numbers, effects, amounts)
    if program.n_streams > old.n_streams:
        span = next(iter(effects.values())).span
        world.error("new-stream", span, "a text beside the ruleset may not shuffle or roll what the ruleset never does")
    if not world.diagnostics:
        analyse(world, program, len(old.procedures))
    if world.diagnostics:
        return game, build, {}, {}, tuple(world.diagnostics)
    reasons = game.blueprint.reasons
    source, more = emit_extra(program, old, len(reasons), traced=build.events is not None)
    tables = {f"T{number}": program.tables[number] for number in range(len(old.tables), len(program.tables))}
    extended = extend_build(build, compile(source, "<beside the ruleset>", "exec"), tables)
    blueprint = replace(
        game.blueprint,
        sites=(*game.blueprint.sites, *(site_info(program, n) for n in range(len(old.sites), len(program.sites)))),
        procedures=tuple((p.id, p.pauses, len(p.parameters), p.n_locals) for p in program.procedures),
        tables=tuple(program.tables),
        reasons=(*reasons, *plain_reasons(more)),
        frames=frames_of(world, program),
    )
    kinds = {each.number: (each.type.kind, each.type.domain) for each in program.quantities[len(old.quantities) :]}
    return replace(game, blueprint=blueprint), extended, numbers, kinds, ()
