"""The whole module of a game: its rules, the loops over games, searches."""

from __future__ import annotations

from rulewright.core.lower.lowering import Lowered
from rulewright.core.model.game import Blueprint
from rulewright.native.backend.engine import binary_of
from rulewright.native.backend.module import ITSELF, native_module
from rulewright.native.backend.native_code import NativeCode
from rulewright.native.backend.shorthand import in_full
from rulewright.native.inside.exploring import exploring
from rulewright.native.inside.loops import loops
from rulewright.native.inside.scripted_chance import DECIDED
from rulewright.native.inside.searching import searching
from rulewright.observe.words.progress import round_counter, rounds_apart


def native_code(lowered: Lowered, blueprint: Blueprint, *, explores: bool = False) -> NativeCode:
    """Compile the whole module of a game.

    With `explores`, it can explore all positions instead of searching. Raises NotNative if the game cannot be played
    natively, NoEngine if WebAssembly cannot run here.
    """
    made = native_module(lowered, blueprint, DECIDED if explores else ITSELF)
    counter = round_counter(blueprint)
    added = loops(lowered, made.layout, blueprint, counter.base if counter is not None else -1, learns=not explores)
    if explores:
        added += exploring(made.layout, blueprint)
    else:
        added += searching(made.layout, blueprint, rounds_apart(blueprint))
    return NativeCode(binary_of(f"{made.text}{in_full(added)}\n)"), made.layout)
