"""The texts of a compiled ruleset: which entry, field and module each is in, and what it is bound into.

What may be changed in them is not known here: see `operators.py`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from rulewright.core.bind.binding import TextToBind, Unit
from rulewright.core.bind.text_binding import candidates_tree, effect_tree, expression_tree
from rulewright.core.bind.world import Family, World
from rulewright.core.compile.compiling import Compiled
from rulewright.core.diagnostics import Span
from rulewright.core.language.mistakes import Mistake
from rulewright.core.load.assemble import Assembly
from rulewright.core.model.document import Mapping, Scalar, scalars_in
from rulewright.core.model.sections import TextSort
from rulewright.core.model.texts import TEXTS
from rulewright.core.pipeline import Built


@dataclass(frozen=True, slots=True)
class MutableText:
    """An effect, test or amount as it is written. `field` is its entry and the path within it."""

    scalar: Scalar
    sort: TextSort
    entry: str
    field: str
    module: str

    @property
    def file(self) -> str:
        """The file it is written in."""
        return self.scalar.span.file


def texts_of(built: Built, variant: str = "") -> Iterator[tuple[MutableText, Unit]]:
    """Yield the texts that a game's own modules write, or the file of its variant, with the unit each is bound in."""
    assert built.compiled is not None
    assert built.assembly is not None
    modules = {file.name: module for module, file in built.source.contents()}
    modules |= {variant: ""} if variant else {}
    fields = dict(_fields(built.assembly))
    for unit in built.compiled.units:
        for scalar, sort in _scalars(built.compiled.world, unit):
            if scalar.span.file in modules and scalar.span in fields:
                entry, field = fields[scalar.span]
                yield MutableText(scalar, sort, entry, field, modules[scalar.span.file]), unit


def tree_of(compiled: Compiled, text: MutableText) -> object:
    """Return the tree of a text. The text has been compiled, so it is correct."""
    of = {"effect": effect_tree, "over": candidates_tree}.get(text.sort, expression_tree)
    tree = of(compiled.world, text.scalar)
    assert not isinstance(tree, Mistake)
    return tree


def _scalars(world: World, unit: Unit) -> Iterator[tuple[Scalar, TextSort]]:
    match unit.bindable:
        case TextToBind() as work:
            if work.named.sort in ("trigger", "modifier"):
                yield from _given(f"{work.named.sort}s", work.named.node)
            else:
                yield work.text, "effect" if work.effect else "amount"
            for modifier in world.modifiers.get(work.named.id, ()) if work.named.sort == "quantity" else ():
                if modifier.number < 0:
                    yield from _given("modifiers", modifier.node)
        case Family() as family:
            start = family.node.get("start")
            if isinstance(start, Scalar):
                yield start, "test"
        case None:
            for named in world.free_actions:
                yield from _given("free_actions", named.node)


def _given(section: str, entry: Mapping) -> Iterator[tuple[Scalar, TextSort]]:
    for key, sort in TEXTS[section].items():
        node = entry.get(key)
        if isinstance(node, Scalar):
            yield node, sort


def _fields(assembly: Assembly) -> Iterator[tuple[Span, tuple[str, str]]]:
    for entry in assembly.entries():
        for way, scalar in scalars_in(entry.node):
            yield scalar.span, (entry.id, ".".join((entry.id, *map(str, way))))
