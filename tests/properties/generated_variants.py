"""House rules made at random from a ruleset's own data: numbers, lists, effect texts, deletions, modules and settings.

What is made need not be accepted; most of it is, and whoever uses it asks `check` first.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from rulewright.core.load.assemble import Assembly, Entry, assemble
from rulewright.core.load.folder import read_ruleset
from rulewright.core.model.document import Mapping, Node, Scalar, Sequence
from rulewright.core.pipeline import ReadRuleset, read_whole, shipped_root
from tests.properties.tables import selections

# Keys that say what an entry is or where it comes from, and are no rules.
NAMES = frozenset({"id", "kind", "title", "about", "source", "reconstructed", "rules", "per", "takes", "of", "columns"})
SECTIONS = ("components", "counters", "quantities", "procedures", "modifiers", "triggers", "free_actions", "scoring")
DELETED = ("components", "modifiers", "triggers", "free_actions", "scoring", "tie_breaks")
NUMBER = re.compile(r"(?<![\w.])\d+(?![\w.])")


@dataclass
class Made:
    """A variant as it is written, and what is in it."""

    ruleset: str
    modules: tuple[str, ...]
    patches: list[str] = field(default_factory=list)
    settings: dict[str, str | int] = field(default_factory=dict)

    def text(self) -> str:
        """The variant's file."""
        lines = [
            "kind: variant", "variant: made", "title: {en: Made}", f"extends: {self.ruleset}",
            f"modules: [{', '.join(self.modules)}]",
        ]  # fmt: skip
        if self.settings:
            lines.append("settings: {" + ", ".join(f"{key}: {value}" for key, value in self.settings.items()) + "}")
        if self.patches:
            lines += ["patches:", *(f"  - {patch}" for patch in self.patches)]
        return "\n".join(lines) + "\n"


@cache
def whole(ruleset: str) -> ReadRuleset:
    return read_whole(ruleset)


@cache
def assembly_of(ruleset: str, modules: tuple[str, ...]) -> Assembly:
    return assemble(read_ruleset(shipped_root() / ruleset), modules)[0]


def made(ruleset: str, chance: random.Random) -> Made:
    """A variant of one to five patches, for a legal choice of modules."""
    modules = chance.choice(selections(ruleset)[0])
    assembly = assembly_of(ruleset, modules)
    variant = Made(ruleset, modules)
    places = {_number: _numbers, _list: _lists, _text: _texts}
    ways = [
        way
        for way in (_number, _number, _number, _list, _text, _text, _deletion)
        if way not in places or any(True for _ in places[way](assembly))
    ]
    changed: set[str] = set()
    for _ in range(chance.randint(1, 5)):
        entry, patch = chance.choice(ways)(assembly, chance)
        if entry not in changed:
            changed.add(entry)
            variant.patches.append(patch)
    for setting in assembly.section("settings"):
        values = setting.node.get("values")
        if chance.random() < 0.3 and isinstance(values, Sequence):
            variant.settings[setting.id] = _name(chance.choice(values.items))
    return variant


def written_to(folder: Path, variant: Made) -> Path:
    """The variant as a file."""
    path = folder / "made.yaml"
    path.write_text(variant.text(), encoding="utf-8")
    return path


def _number(assembly: Assembly, chance: random.Random) -> tuple[str, str]:
    """One number more or less, or another one."""
    entry, path, value = chance.choice(tuple(_numbers(assembly)))
    if chance.random() < 0.5:
        change = f"relative: {{{path}: {chance.choice((-2, -1, 1, 2, 3)):+}}}"
    else:
        change = f"set: {{{path}: {max(0, value + chance.choice((-3, -1, 1, 2, 5)))}}}"
    return entry.id, f"{{change: {entry.id}, {change}, because: by lot}}"


def _list(assembly: Assembly, chance: random.Random) -> tuple[str, str]:
    """An item of a list twice, or not at all."""
    entry, path, items = chance.choice(tuple(_lists(assembly)))
    item = chance.choice(items)
    verb = chance.choice(("add", "remove"))
    return entry.id, f"{{change: {entry.id}, {verb}: {{{path}: [{item}]}}, because: by lot}}"


def _text(assembly: Assembly, chance: random.Random) -> tuple[str, str]:
    """Another number in an effect text."""
    entry, path, text = chance.choice(tuple(_texts(assembly)))
    found = chance.choice(tuple(NUMBER.finditer(text)))
    amount = max(0, int(found[0]) + chance.choice((-1, 1, 2)))
    new = text[: found.start()] + str(amount) + text[found.end() :]
    quoted = new.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return entry.id, f'{{change: {entry.id}, set: {{{path}: "{quoted}"}}, because: by lot}}'


def _deletion(assembly: Assembly, chance: random.Random) -> tuple[str, str]:
    """An entry less; `check` refuses it where something names it."""
    entries = [entry for section in DELETED for entry in assembly.section(section)]
    entry = chance.choice(entries)
    return entry.id, f"{{delete: {entry.id}, because: by lot}}"


def _fields(assembly: Assembly) -> Iterator[tuple[Entry, str, Node]]:
    for section in SECTIONS:
        for entry in assembly.section(section):
            for key, node in entry.node.entries:
                if key.text not in NAMES:
                    yield entry, key.text, node


def _numbers(assembly: Assembly) -> Iterator[tuple[Entry, str, int]]:
    for entry, key, node in _fields(assembly):
        if isinstance(node, Scalar) and type(node.value) is int:
            yield entry, key, node.value
        elif isinstance(node, Sequence):
            for number, item in enumerate(node.items, 1):
                if isinstance(item, Scalar) and type(item.value) is int:
                    yield entry, f'"{key}[{number}]"', item.value
        elif isinstance(node, Mapping):
            for inner, value in node.entries:
                if isinstance(value, Scalar) and type(value.value) is int:
                    yield entry, f"{key}.{inner.text}", value.value


def _lists(assembly: Assembly) -> Iterator[tuple[Entry, str, list[str]]]:
    for entry, key, node in _fields(assembly):
        if isinstance(node, Sequence) and node.items and all(isinstance(item, Scalar) for item in node.items):
            yield entry, key, [_name(item) for item in node.items]


def _texts(assembly: Assembly) -> Iterator[tuple[Entry, str, str]]:
    for entry, key, node in _fields(assembly):
        if isinstance(node, Scalar) and isinstance(node.value, str) and NUMBER.search(node.text):
            yield entry, key, node.text


def _name(node: Node) -> str:
    if isinstance(node, Mapping):
        written = node.get("id")
        return written.text if isinstance(written, Scalar) else ""
    return node.text if isinstance(node, Scalar) else ""
