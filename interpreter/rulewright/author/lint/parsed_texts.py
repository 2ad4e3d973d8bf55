"""Every text of the effect language in one game, with the entry and the field it is in, parsed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from rulewright.core.bind.world import World
from rulewright.core.language.mistakes import Mistake
from rulewright.core.language.parse import parse_text
from rulewright.core.load.assemble import Assembly
from rulewright.core.load.entries import Entry
from rulewright.core.model.document import Mapping, Scalar
from rulewright.core.model.effects import Block, Candidates, Expression
from rulewright.core.model.sections import TextSort
from rulewright.core.model.texts import EFFECT_TYPES, TEXTS, is_word

TextTree = Block | Expression | Candidates


@dataclass(frozen=True, slots=True)
class LintText:
    """One text: its entry, the field it is in, and the id of what is compiled from it."""

    entry: Entry
    field: str
    bound: str
    sort: TextSort
    node: Scalar
    tree: TextTree


def texts_of(assembly: Assembly, world: World) -> tuple[LintText, ...]:
    """Return all texts of a game that could be parsed."""
    return (*_entry_texts(assembly), *_printed_texts(assembly, world))


def _entry_texts(assembly: Assembly) -> Iterator[LintText]:
    for section, fields in TEXTS.items():
        for entry in assembly.section(section):
            for field, sort in fields.items():
                of_itself = field in ("start", "visible")
                yield from _text(entry, entry.node, field, f"{entry.id}.{field}" if of_itself else entry.id, sort)


def _printed_texts(assembly: Assembly, world: World) -> Iterator[LintText]:
    """Yield the effects, tests and amounts printed on components, those in their lists included."""
    entries = {entry.id: entry for entry in assembly.section("components")}
    for kind in world.kinds.values():
        fields = [(name, sort) for name, spec in kind.fields.items() for sort in EFFECT_TYPES if spec.holds == sort]
        for component in kind.designs if fields else ():
            entry = entries[component.id.split(".")[0]]
            for name, sort in fields:
                yield from _text(entry, component.node, name, f"{component.id}.{name}", sort)


def _text(entry: Entry, written: Mapping, field: str, bound: str, sort: TextSort) -> Iterator[LintText]:
    node = written.get(field)
    if isinstance(node, Scalar) and not is_word(field, node.value):
        tree = parse_text(node.text, sort)
        if not isinstance(tree, Mistake):
            yield LintText(entry, field, bound, sort, node, tree)
