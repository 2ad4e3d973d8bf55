"""Every text of the effect language in one game, with the entry and the field it stands in, parsed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from interpreter.compile.world import Component, World
from interpreter.language.mistakes import Mistake
from interpreter.language.parse import parse_text
from interpreter.load.assemble import Assembly
from interpreter.load.entries import Entry
from interpreter.model.document import Scalar
from interpreter.model.effects import Block, Candidates, Expression

Sort = Literal["effect", "test", "amount", "over"]
Tree = Block | Expression | Candidates

_FIELDS: dict[str, tuple[tuple[str, Sort], ...]] = {
    "procedures": (("does", "effect"),),
    "triggers": (("when", "test"), ("does", "effect")),
    "free_actions": (("for", "over"), ("when", "test"), ("does", "effect")),
    "quantities": (("amount", "amount"),),
    "modifiers": (("add", "amount"), ("when", "test")),
    "scoring": (("amount", "amount"),),
    "tie_breaks": (("amount", "amount"),),
    "again": (("when", "test"),),
    "zones": (("start", "test"),),
}


@dataclass(frozen=True, slots=True)
class Text:
    """One text: its entry, the field it stands in, and the id that what is compiled of it goes by."""

    entry: Entry
    field: str
    bound: str
    sort: Sort
    node: Scalar
    tree: Tree


def texts_of(assembly: Assembly, world: World) -> tuple[Text, ...]:
    """All texts of a game that could be parsed."""
    return (*_entry_texts(assembly), *_printed_texts(assembly, world))


def _entry_texts(assembly: Assembly) -> Iterator[Text]:
    for section, fields in _FIELDS.items():
        for entry in assembly.section(section):
            for field, sort in fields:
                yield from _text(entry, field, f"{entry.id}.start" if field == "start" else entry.id, sort)


def _text(entry: Entry, field: str, bound: str, sort: Sort) -> Iterator[Text]:
    node = entry.node.get(field)
    if isinstance(node, Scalar):
        tree = _parsed(node, sort)
        if not isinstance(tree, Mistake):
            yield Text(entry, field, bound, sort, node, tree)


def _printed_texts(assembly: Assembly, world: World) -> Iterator[Text]:
    """The effects, tests and amounts printed on components, those in their lists included."""
    entries = {entry.id: entry for entry in assembly.section("components")}
    for kind in world.kinds.values():
        fields = [
            (name, spec.holds) for name, spec in kind.fields.items() if spec.holds in ("effect", "test", "amount")
        ]
        for component in kind.designs if fields else ():
            entry = entries[component.id.split(".")[0]]
            for name, holds in fields:
                yield from _printed(entry, component, name, holds)


def _printed(entry: Entry, component: Component, name: str, holds: str) -> Iterator[Text]:
    node = component.node.get(name)
    sort: Sort = "effect" if holds == "effect" else "test" if holds == "test" else "amount"
    if isinstance(node, Scalar):
        tree = _parsed(node, sort)
        if not isinstance(tree, Mistake):
            yield Text(entry, name, f"{component.id}.{name}", sort, node, tree)


def _parsed(node: Scalar, sort: Sort) -> Tree | Mistake:
    return parse_text(node.text, "amount" if sort == "test" else sort)
