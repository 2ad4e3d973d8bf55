"""The texts of a compiled ruleset: which entry, field and module each stands in, and what it is bound into.

What may be changed in them is not known here: see `operators.py`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from interpreter.compile.bind import Unit, Work
from interpreter.compile.bind_texts import candidates_tree, effect_tree, expression_tree
from interpreter.compile.game import Compiled
from interpreter.compile.world import Family, Named, World
from interpreter.diagnostics import Span
from interpreter.language.mistakes import Mistake
from interpreter.load.assemble import Assembly
from interpreter.model.document import Mapping, Node, Scalar, Sequence
from interpreter.pipeline import Built

Sort = Literal["effect", "value", "candidates"]


@dataclass(frozen=True, slots=True)
class Text:
    """An effect, test or amount as it is written; `field` is its entry and the way to it inside."""

    scalar: Scalar
    sort: Sort
    entry: str
    field: str
    module: str

    @property
    def file(self) -> str:
        """The file it is written in."""
        return self.scalar.span.file


def texts_of(built: Built) -> Iterator[tuple[Text, Unit]]:
    """The texts that a game's own modules write, with the unit each is bound in."""
    assert built.compiled is not None
    assert built.assembly is not None
    modules = {file.name: module.id for module in built.source.modules for file in module.contents}
    fields = dict(_fields(built.assembly))
    for unit in built.compiled.units:
        for scalar, sort in _scalars(built.compiled.world, unit):
            if scalar.span.file in modules and scalar.span in fields:
                entry, field = fields[scalar.span]
                yield Text(scalar, sort, entry, field, modules[scalar.span.file]), unit


def tree_of(compiled: Compiled, text: Text) -> object:
    """What a text says, as a tree; it has been compiled, so that it is no mistake."""
    of = {"effect": effect_tree, "value": expression_tree, "candidates": candidates_tree}[text.sort]
    tree = of(compiled.world, text.scalar)
    assert not isinstance(tree, Mistake)
    return tree


def _scalars(world: World, unit: Unit) -> Iterator[tuple[Scalar, Sort]]:
    match unit.bindable:
        case Work() as work:
            if work.named.sort == "trigger":
                yield from _given(work.named, ("when", "value"))
            yield work.text, "effect" if work.effect else "value"
            for modifier in world.modifiers.get(work.named.id, ()) if work.named.sort == "quantity" else ():
                yield from _given(modifier, ("add", "value"), ("when", "value"))
        case Family() as family:
            start = family.node.get("start")
            if isinstance(start, Scalar):
                yield start, "value"
        case None:
            for named in world.free_actions:
                yield from _given(named, ("for", "candidates"), ("when", "value"), ("does", "effect"))


def _given(named: Named, *wanted: tuple[str, Sort]) -> Iterator[tuple[Scalar, Sort]]:
    for key, sort in wanted:
        node = named.node.get(key)
        if isinstance(node, Scalar):
            yield node, sort


def _fields(assembly: Assembly) -> Iterator[tuple[Span, tuple[str, str]]]:
    for entries in assembly.sections.values():
        for entry in entries:
            for way, scalar in _within(entry.node, ()):
                yield scalar.span, (entry.id, ".".join((entry.id, *way)))


def _within(node: Node, way: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], Scalar]]:
    if isinstance(node, Scalar):
        yield way, node
    elif isinstance(node, Mapping):
        for key, value in node.entries:
            yield from _within(value, (*way, key.text))
    elif isinstance(node, Sequence):
        for number, item in enumerate(node.items):
            yield from _within(item, (*way, str(number)))
