"""Reach of a changed entry: the rules it implements, the entries that mention it, and the scenarios of these."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from rulewright.author.difference.compare import EntryChange
from rulewright.author.difference.sides import Side
from rulewright.author.editor.names.gather import names_of
from rulewright.core.load.entries import Entry
from rulewright.core.load.ledger import cited
from rulewright.core.load.scenarios import given_of, scenarios_of
from rulewright.core.model.document import Mapping, Node, entries_of, scalars_in, text_of

_READING = frozenset({"reads", "changes", "runs", "wakes", "adds to", "shows", "offered in"})
_WORD = re.compile(r"[a-z][a-z0-9_]*")
_REMARK = re.compile(r"#.*")
_NOT_READ = frozenset({"id", "title", "about", "source", "reconstructed", "rules", "kind", "text"})
_SAID = ("given.arrange", "given.play", "given.patches", "when", "then", "refused")


@dataclass(frozen=True, slots=True)
class ScenarioReach:
    """A scenario: its place as `file:line`, the rules it cites and the words it uses."""

    place: str
    rules: frozenset[str]
    words: frozenset[str]


@dataclass(frozen=True, slots=True)
class Reach:
    """The reach of a change: rules (its readers' rules if it has none), readers, and scenarios."""

    rules: tuple[str, ...]
    through: tuple[str, ...]
    readers: tuple[Entry, ...]
    scenarios: tuple[ScenarioReach, ...]


@dataclass(slots=True)
class Reaches:
    """The reaches of changes, computed from the files of both sides, with the scenarios of the side before."""

    before: Side
    after: Side
    readers: dict[str, dict[str, Entry]] = field(init=False)
    proofs: tuple[ScenarioReach, ...] = field(init=False)

    def __post_init__(self) -> None:
        self.readers = {}
        for side in (self.before, self.after):
            entries = {entry.id: entry for entry in side.assembly.entries()}
            for use in names_of(side.source, side.assembly, side.variant).uses:
                if use.how in _READING and use.entry in entries:
                    self.readers.setdefault(use.key, {})[use.entry] = entries[use.entry]
        self.proofs = tuple(_proofs(self.before))

    def of(self, changed: EntryChange) -> Reach:
        """Return the reach of one entry's change."""
        if changed.section == "ledger":
            return Reach((changed.id,), (), (), self._proving({changed.id}, set()))
        entries = [entry for entry in (changed.before, changed.after) if entry is not None]
        rules = tuple(dict.fromkeys(rule for entry in entries for rule in cited(entry.node)))
        names = {changed.id, changed.renamed} - {""}
        found = {name: entry for key in (*sorted(names), *_fields(changed)) for name, entry in self._reading(key)}
        readers = tuple(entry for name, entry in found.items() if name not in names)
        through = () if rules else tuple(dict.fromkeys(rule for entry in readers for rule in cited(entry.node)))
        scenarios = self._proving(set(rules), names) or self._proving(set(through), names)
        return Reach(rules, through, readers, scenarios)

    def _reading(self, key: str) -> Iterable[tuple[str, Entry]]:
        return self.readers.get(key, {}).items()

    def _proving(self, rules: set[str], names: set[str]) -> tuple[ScenarioReach, ...]:
        return tuple(each for each in self.proofs if each.rules & rules or each.words & names)


def _fields(changed: EntryChange) -> list[str]:
    """Return the changed fields of a component, by their names in an index."""
    if changed.section != "components":
        return []
    kind = text_of(changed.entry.node.get("kind"))
    return list(dict.fromkeys(f"{kind}.{change.path[0]}" for change in changed.changes))


def _words(node: Node) -> Iterator[str]:
    """Yield the words of all texts in a node except those for people."""
    for way, each in scalars_in(node):
        if isinstance(each.value, str) and _NOT_READ.isdisjoint(way):
            yield from _WORD.findall(_REMARK.sub("", each.text))


def _proofs(side: Side) -> Iterator[ScenarioReach]:
    for scenario in scenarios_of(side.source):
        yield ScenarioReach(scenario.span.place, frozenset(cited(scenario)), frozenset(_said(scenario)))


def _said(scenario: Mapping) -> Iterator[str]:
    """Yield the words of the rules that a scenario uses, and the settings it picks."""
    yield from (key.text for key, _ in entries_of(given_of(scenario).get("settings")))
    for path in _SAID:
        node: Node | None = scenario
        for step in path.split("."):
            node = node.get(step) if isinstance(node, Mapping) else None
        yield from _words(node) if node is not None else ()
