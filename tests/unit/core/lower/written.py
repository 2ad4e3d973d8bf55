"""Effects written in a line or two, as the text of what they are lowered to."""

from __future__ import annotations

from pathlib import Path

from rulewright.core.diagnostics import render
from rulewright.core.lower.lowering import Lowered
from rulewright.core.lower.printed import function_lines
from tests.unit.core.compile.small_games import built


def functions(folder: Path, does: str, beginning: str, more: str = "") -> str:
    """Those functions of an effect whose first line begins so."""
    made = built(folder, does, more)
    assert made.compiled is not None, "\n".join(render(each) for each in made.diagnostics)
    found = "\n".join(function_lines(made.compiled.lowered, "begin")).split("\n\n")
    return "\n\n".join(each for each in found if each.startswith(beginning))


def lowered(folder: Path, does: str, more: str = "") -> tuple[Lowered, int]:
    """The lowered program of an effect, and the number of the effect in it."""
    made = built(folder, does, more)
    assert made.compiled is not None, "\n".join(render(each) for each in made.diagnostics)
    program = made.compiled.lowered
    return program, next(each.number for each in program.program.procedures if each.id == "begin")
