"""Our side natively: whole games of random seats inside one call, on one core.

`native:TABLE` plays; `native:TABLE 512` keeps a clone of the state at every decision as well, the last 512 of them:
those of a whole game. Prompts with a single option count as decisions here: our games settle nearly all of them.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from time import process_time
from typing import Any

import rulewright
from rulewright.core.pipeline import Choice, build_ruleset
from rulewright.core.run.steps import unstarted
from rulewright.native.backend.engine import binary_of
from rulewright.native.backend.module import native_module
from rulewright.native.backend.native_code import NativeCode
from rulewright.native.backend.shorthand import in_full
from rulewright.native.inside.host import Host
from rulewright.native.inside.loops import loops
from tests.benchmarks.tables import TABLES, Table
from tests.benchmarks.worker import Tally

GAMES = 64
MOST_GAMES = 4096
SHORT = 0.005
"""Calls that take less, in seconds, are made of more games: beside them the way into the module would count."""
MOST = 100_000
_STEP = "(local.set $waits (call $step $state $code))"
_KEEP = """(call $copy @ring_at $state)
          (global.set $ring_at (i32.add @ring_at {apart}))
          (if (i32.ge_u @ring_at (i32.add @ring {size})) (then (global.set $ring_at @ring)))
          """
_RING = """
  (global $ring (export "ring") (mut i32) (i32.const 0))
  (global $ring_at (export "ring_at") (mut i32) (i32.const 0))"""


class Player:
    """Plays batches of whole games."""

    def __init__(self, what: str) -> None:
        name, _, kept = what.partition(" ")
        self.table = TABLES[name]
        self.host = keeping_host(self.table, int(kept)) if kept else host_of(self.table)
        table = self.table
        state = unstarted(self.host.game, seats=table.seats, seed=0, settings=table.settings)
        self.host.games.prepare(self.host.put(state), ("random",), begins=True, reseeds=True)
        self.seed, self.games = 0, GAMES

    def play(self, prompts: int, tally: Tally) -> None:
        begun = process_time()
        found = self.host.games.summed(self.seed, self.games, most=MOST)
        self.seed += self.games
        if process_time() - begun < SHORT and self.games < MOST_GAMES:
            self.games *= 2
        tally.games += found.games
        tally.decisions += found.decisions
        tally.options += found.options


def host_of(table: Table) -> Host:
    """A host of a table's game."""
    return Host(rulewright.load_game(table.ruleset, modules=table.modules, backend="native"))


@dataclass(frozen=True, slots=True)
class _Made:
    """Code that was made otherwise than by the pipeline."""

    made: NativeCode
    by_content: bool = False

    def code(self) -> NativeCode:
        return self.made


def keeping_host(table: Table, most: int) -> Host:
    """A host whose loops copy the state before every step, into a ring of so many."""
    built = build_ruleset(Choice(table.ruleset, table.modules))
    assert built.compiled is not None
    blueprint = built.compiled.blueprint
    module = native_module(built.compiled.lowered, blueprint)
    apart = (module.layout.size + 7) // 8 * 8
    text = loops(built.compiled.lowered, module.layout, blueprint, -1, learns=False)
    assert text.count(_STEP) == 1
    text = text.replace(_STEP, _KEEP.format(apart=apart, size=apart * most) + _STEP)
    made: Any = _Made(NativeCode(binary_of(f"{module.text}{_RING}{in_full(text)}\n)"), module.layout))
    host = Host(replace(built.game(), native=made))
    ring = host.block(most).first
    host.instance.set_value("ring", ring)
    host.instance.set_value("ring_at", ring)
    return host
