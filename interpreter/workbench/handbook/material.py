"""All that a handbook tells of: entries with what changes them, rules with who carries out and proves them, documents.

Read from the files as they are: of all modules together, or of one table with its modules and variant.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from interpreter.diagnostics import Span
from interpreter.load.conditions import WITH
from interpreter.load.entries import Entry, gather
from interpreter.load.files import display_name, read_file
from interpreter.load.modules import BASE, default_names, manifest_of, names_in
from interpreter.model.document import Mapping, Node, Scalar, items_of, text_of
from interpreter.workbench.handbook.changes import Change, changes_by_entry
from interpreter.workbench.handbook.html import anchor

if TYPE_CHECKING:
    from interpreter.load.assemble import Assembly
    from interpreter.load.folder import ModuleSource, RulesetSource


@dataclass(frozen=True, slots=True)
class Article:
    """One entry: the modules that must be on beside its own, its place on the page, and what patches make of it.

    The entry is as it is played where a table was chosen, else as its own module writes it.
    """

    entry: Entry
    condition: tuple[str, ...]
    anchor: str
    changes: tuple[Change, ...] = ()

    @property
    def id(self) -> str:
        return self.entry.id

    @property
    def node(self) -> Mapping:
        return self.entry.node

    @property
    def section(self) -> str:
        return self.entry.section

    @property
    def module(self) -> str:
        return self.entry.module

    @property
    def span(self) -> Span:
        return self.entry.id_span()

    @property
    def needs(self) -> frozenset[str]:
        """The modules that are on wherever this entry is."""
        return frozenset((self.module, *self.condition))


@dataclass(frozen=True, slots=True)
class Field:
    """A field that components of a kind may carry; `of` is the type of a list's items, `parts` the fields of each."""

    name: str
    type: str
    about: str = ""
    of: str = ""
    parts: tuple[Field, ...] = ()
    optional: bool = False
    default: Node | None = None
    takes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Proof:
    """A scenario by its title and place."""

    title: str
    span: Span


@dataclass(slots=True)
class Rule:
    """A rule of the ledger with the entries, patches and matches that carry it out and the scenarios that prove it."""

    id: str
    text: str
    kind: str
    span: Span
    articles: list[Article] = field(default_factory=list)
    others: list[tuple[str, Span]] = field(default_factory=list)
    proofs: list[Proof] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Table:
    """A chosen table: its entries, the modules that are on, and the variant."""

    assembly: Assembly
    variant: Mapping | None = None


@dataclass(frozen=True, slots=True)
class Material:
    """What a handbook is made of; `table` is None where it tells of all modules together."""

    source: RulesetSource
    manifest: Mapping
    modules: tuple[ModuleSource, ...]
    sections: dict[str, tuple[Article, ...]]
    by_id: dict[str, tuple[Article, ...]]
    fields: dict[str, dict[str, Field]]
    values: dict[str, tuple[Article, Node]]
    rules: tuple[Rule, ...]
    table: Table | None
    gone: tuple[Change, ...]

    def section(self, name: str) -> tuple[Article, ...]:
        """The entries of a section, none where nothing is in it."""
        return self.sections.get(name, ())

    def articles(self) -> Iterator[Article]:
        """Every entry, section by section."""
        for listed in self.sections.values():
            yield from listed

    def find(self, name: str, near: Article | None = None) -> Article | None:
        """The entry of an id; of several, the one that is on together with `near`, first of all its own module's."""
        found = self.by_id.get(name, ())
        if near is None or len(found) < 2:
            return found[0] if found else None
        return min(found, key=lambda each: (len(each.needs - near.needs - {BASE}), len(near.needs - each.needs)))


def collect(source: RulesetSource, table: Table | None = None) -> Material:
    """The material of a ruleset whose files have the right shape."""
    modules = _modules_in_order(source, table.assembly.modules if table is not None else None)
    conditions = {file.name: _condition(file.node) for module in source.modules for file in module.contents}
    variant = table.variant if table is not None else None
    changes, gone = changes_by_entry(source, modules, variant, of_one_table=table is not None)
    entries = table.assembly.sections.values() if table is not None else _as_written(modules)
    sections: dict[str, list[Article]] = {}
    by_id: dict[str, list[Article]] = {}
    for entry in (each for listed in entries for each in listed):
        condition = conditions.get(entry.id_span().file, ())
        twins = by_id.setdefault(entry.id, [])
        place = anchor("e", entry.id) if not twins else anchor("e", entry.id, str(len(twins) + 1))
        made = changes.get((entry.id_span(), entry.id), ())
        article = Article(entry, condition, place, made)
        twins.append(article)
        sections.setdefault(entry.section, []).append(article)
    kept = {name: tuple(listed) for name, listed in sections.items()}
    known = {name: tuple(listed) for name, listed in by_id.items()}
    rules = _rules(source, modules, kept)
    values = {
        name: (article, item)
        for article in kept.get("enumerations", ())
        for item in items_of(article.node.get("values"))
        if (name := _value_name(item))
    }
    fields = {article.id: fields_of(article) for article in reversed(kept.get("kinds", ()))}
    return Material(source, manifest_of(source), modules, kept, known, fields, values, rules, table, gone)


def fields_of(kind: Article) -> dict[str, Field]:
    """The fields of a kind by name, those that patches of other modules add with them."""
    listed = kind.node.get("fields")
    found = {each.name: each for each in _fields(listed)}
    for change in kind.changes:
        first, _, name = change.path.partition(".")
        if first == "fields" and name and "." not in name and change.after is not None:
            found.setdefault(name, _field(name, change.after))
    return found


def written(node: Mapping, key: str) -> str:
    """The text of a key, nothing where it is not written."""
    value = node.get(key)
    return value.text if isinstance(value, Scalar) else ""


def _fields(listed: Node | None) -> tuple[Field, ...]:
    return tuple(_field(key.text, node) for key, node in listed.entries) if isinstance(listed, Mapping) else ()


def _field(name: str, node: Node) -> Field:
    if not isinstance(node, Mapping):
        return Field(name, node.text if isinstance(node, Scalar) else "")
    of = node.get("of")
    return Field(
        name,
        written(node, "type"),
        written(node, "about"),
        of.text if isinstance(of, Scalar) else "",
        _fields(of),
        written(node, "optional") == "true",
        node.get("default"),
        takes.keys() if isinstance(takes := node.get("takes"), Mapping) else (),
    )


def _value_name(item: Node) -> str:
    name = item.get("id") if isinstance(item, Mapping) else item
    return name.text if isinstance(name, Scalar) else ""


def _condition(document: Node | None) -> tuple[str, ...]:
    return tuple(name for name, _ in names_in(document.get(WITH))) if isinstance(document, Mapping) else ()


def _modules_in_order(source: RulesetSource, chosen: tuple[str, ...] | None) -> tuple[ModuleSource, ...]:
    """The modules told of: `base` first, then those that are on by default, then the others by name."""
    if chosen is not None:
        known = {module.id: module for module in source.modules}
        return tuple(known[name] for name in chosen if name in known)
    rank = {name: place for place, (name, _) in enumerate(default_names(manifest_of(source)))}
    return tuple(sorted(source.modules, key=lambda each: (each.id != BASE, rank.get(each.id, len(rank)), each.id)))


def _as_written(modules: tuple[ModuleSource, ...]) -> Iterator[tuple[Entry, ...]]:
    for module in modules:
        for file in module.contents:
            yield gather([(module.id, file.node)])[0]


def _rules(
    source: RulesetSource, modules: tuple[ModuleSource, ...], sections: dict[str, tuple[Article, ...]]
) -> tuple[Rule, ...]:
    ledger = source.ledger.node if source.ledger is not None else None
    listed = ledger.get("rules") if isinstance(ledger, Mapping) else None
    rules: dict[str, Rule] = {}
    for key, node in listed.entries if isinstance(listed, Mapping) else ():
        told = text_of(node.get("text") if isinstance(node, Mapping) else node) or ""
        kind = written(node, "kind") if isinstance(node, Mapping) else ""
        rules[key.text] = Rule(key.text, told, kind or "rule", key.span)
    for article in (each for articles in sections.values() for each in articles):
        for rule in _cited(article.node, rules):
            rule.articles.append(article)
    for name, node in _others(source, modules):
        for rule in _cited(node, rules):
            if (name, node.span) not in rule.others:
                rule.others.append((name, node.span))
    for path in source.scenarios:
        file, _ = read_file(path, display_name(path, source.root.parent))
        for node in items_of(file.node.get("scenarios") if isinstance(file.node, Mapping) else None):
            if isinstance(node, Mapping):
                for rule in _cited(node, rules):
                    rule.proofs.append(Proof(written(node, "scenario"), node.span))
    return tuple(rules.values())


def _others(source: RulesetSource, modules: tuple[ModuleSource, ...]) -> Iterator[tuple[str, Mapping]]:
    """What cites rules beside entries: patches, which may say so of what they change, and matches."""
    for module in modules:
        for file in module.contents:
            for patch in items_of(file.node.get("patches") if isinstance(file.node, Mapping) else None):
                if isinstance(patch, Mapping):
                    for key in ("add", "set"):
                        change = patch.get(key)
                        if isinstance(change, Mapping):
                            yield written(patch, "change"), Mapping(change.entries, patch.span)
    for path in source.matches:
        file, _ = read_file(path, display_name(path, source.root.parent))
        if isinstance(file.node, Mapping):
            yield written(file.node, "match"), file.node


def _cited(node: Mapping, rules: dict[str, Rule]) -> Iterable[Rule]:
    return [rules[cited] for item in items_of(node.get("rules")) if (cited := text_of(item) or "") in rules]
