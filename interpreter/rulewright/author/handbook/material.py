"""The contents of a handbook: entries with their changes, rules with their proofs, documents.

They are read from the files as they are: of all modules together, or of one table with its modules and variant.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from rulewright.author.handbook.articles import Article, FieldArticle, fields_of
from rulewright.author.handbook.ledger import RuleArticle, as_written, rules_of
from rulewright.core.load.account import Applied
from rulewright.core.load.applying import apply_patches
from rulewright.core.load.bundled import BASE
from rulewright.core.load.conditions import WITH, applies
from rulewright.core.load.entries import Entry
from rulewright.core.load.modules import default_names, manifest_of, names_in
from rulewright.core.load.patches import Patch, patches_in
from rulewright.core.load.scenarios import scenarios_of
from rulewright.core.model.document import Mapping, Node, Scalar, items_of
from rulewright.core.model.game import Blueprint
from rulewright.table.pages.html import anchor

if TYPE_CHECKING:
    from rulewright.core.load.assemble import Assembly
    from rulewright.core.load.folder import ModuleSource, RulesetSource
    from rulewright.table.primer.examples import TablePlayed

_NOT_TOLD = ("rules",)


@dataclass(frozen=True, slots=True)
class ChosenTable:
    """A chosen table: its entries, the modules that are on, and the variant."""

    assembly: Assembly
    variant: Mapping | None = None


@dataclass(frozen=True, slots=True)
class Material:
    """The contents of a handbook.

    `table` is None if it covers all modules together.
    """

    source: RulesetSource
    manifest: Mapping
    modules: tuple[ModuleSource, ...]
    sections: dict[str, tuple[Article, ...]]
    by_id: dict[str, tuple[Article, ...]]
    fields: dict[str, dict[str, FieldArticle]]
    field_names: frozenset[str]
    values: dict[str, tuple[Article, Node]]
    rules: tuple[RuleArticle, ...]
    table: ChosenTable | None
    gone: tuple[Applied, ...]
    scenarios: tuple[Mapping, ...]
    games: tuple[Blueprint, ...] = ()
    """Games of this ruleset that together have most of its components: they say what is printed in words of people."""
    table_played: TablePlayed | None = None
    """The table that pictures and examples are of: as most people play, or the one chosen."""

    def section(self, name: str) -> tuple[Article, ...]:
        """Return the entries of a section, none where nothing is in it."""
        return self.sections.get(name, ())

    def articles(self) -> Iterator[Article]:
        """Yield every entry, section by section."""
        for listed in self.sections.values():
            yield from listed

    def find(self, name: str, near: Article | None = None) -> Article | None:
        """Return the entry with an id.

        Of several, it is the one that is on together with `near`, preferably of its own module.
        """
        found = self.by_id.get(name, ())
        if near is None or len(found) < 2:
            return found[0] if found else None
        return min(found, key=lambda each: (len(each.needs - near.needs - {BASE}), len(near.needs - each.needs)))


def collect(source: RulesetSource, table: ChosenTable | None = None) -> Material:
    """Return the material of a ruleset whose files have the right shape."""
    modules = _modules_in_order(source, table.assembly.modules if table is not None else None)
    conditions = {file.name: _condition(file.node) for module in source.modules for file in module.contents}
    entries: Iterable[tuple[Entry, ...]] = as_written(modules, source.words)
    changes_of = changes_apart(modules)
    gone: list[Applied] = []
    if table is not None:
        entries = table.assembly.sections.values()
        account = table.assembly.account
        changes_of, gone = lambda entry: account.of(entry.id), list(account.deletions())
    sections: dict[str, list[Article]] = {}
    by_id: dict[str, list[Article]] = {}
    for entry in (each for listed in entries for each in listed):
        condition = conditions.get(entry.id_span().file, ())
        twins = by_id.setdefault(entry.id, [])
        place = anchor("e", entry.id) if not twins else anchor("e", entry.id, str(len(twins) + 1))
        made = changes_of(entry)
        gone += [each for each in made if not each.path]
        told = tuple(each for each in made if each.path and each.path != _NOT_TOLD)
        article = Article(entry, condition, place, told)
        twins.append(article)
        sections.setdefault(entry.section, []).append(article)
    kept = {name: tuple(listed) for name, listed in sections.items()}
    known = {name: tuple(listed) for name, listed in by_id.items()}
    scenarios = tuple(scenarios_of(source))
    rules = rules_of(source, modules, kept, scenarios)
    values = {
        name: (article, item)
        for article in kept.get("enumerations", ())
        for item in items_of(article.node.get("values"))
        if (name := value_name(item))
    }
    fields = {article.id: fields_of(article) for article in reversed(kept.get("kinds", ()))}
    names = frozenset(name for each in fields.values() for field in each.values() for name in _names_in(field))
    return Material(
        source, manifest_of(source), modules, kept, known, fields, names, values, rules, table, tuple(gone), scenarios
    )


def _names_in(field: FieldArticle) -> Iterator[str]:
    yield field.name
    for part in field.parts:
        yield from _names_in(part)


def value_name(item: Node) -> str:
    """Return the id of a value of an enumeration."""
    name = item.get("id") if isinstance(item, Mapping) else item
    return name.text if isinstance(name, Scalar) else ""


def _condition(document: Node | None) -> tuple[str, ...]:
    return tuple(name for name, _ in names_in(document.get(WITH))) if isinstance(document, Mapping) else ()


def _modules_in_order(source: RulesetSource, chosen: tuple[str, ...] | None) -> tuple[ModuleSource, ...]:
    """Return the modules covered: `base`, then the default ones, then the others by name."""
    if chosen is not None:
        known = {module.id: module for module in source.modules}
        return tuple(known[name] for name in chosen if name in known)
    rank = {name: place for place, (name, _) in enumerate(default_names(manifest_of(source)))}
    return tuple(sorted(source.modules, key=lambda each: (each.id != BASE, rank.get(each.id, len(rank)), each.id)))


def changes_apart(modules: tuple[ModuleSource, ...]) -> Callable[[Entry], tuple[Applied, ...]]:
    """Return a function that lists what each module's patches make of an entry, separately."""
    on = frozenset(module.id for module in modules)
    patches: dict[str, dict[str, list[Patch]]] = {}
    for module in modules:
        for file in module.contents:
            for patch in patches_in(module.id, file.node, module=module.id) if applies(file.node, on) else ():
                patches.setdefault(patch.target.text, {}).setdefault(module.id, []).append(patch)

    def changes_of(entry: Entry) -> tuple[Applied, ...]:
        accounts = [apply_patches((entry,), own, {}, on)[1] for own in patches.get(entry.id, {}).values()]
        return tuple(change for account in accounts for change in account.of(entry.id))

    return changes_of
