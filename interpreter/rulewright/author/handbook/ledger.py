"""The rules of a ledger, with the entries, patches and matches that cite them, and their scenarios."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import islice
from typing import TYPE_CHECKING

from rulewright.author.handbook.articles import Article, written
from rulewright.core.diagnostics import Span
from rulewright.core.load.entries import Entry, gather
from rulewright.core.load.families import members_of
from rulewright.core.load.ledger import cited, rule_text, rules_in
from rulewright.core.load.patches import patches_in
from rulewright.core.model.document import Mapping
from rulewright.core.translations.added_texts import NO_WORDS, Words

if TYPE_CHECKING:
    from rulewright.core.load.folder import ModuleSource, RulesetSource


@dataclass(frozen=True, slots=True)
class LedgerProof:
    """A scenario by its title and place."""

    title: str
    span: Span


@dataclass(slots=True)
class RuleArticle:
    """A rule of the ledger, with all that carries it out and the scenarios that prove it.

    `others` are (name, position) of patches and matches.
    """

    id: str
    text: str
    kind: str
    span: Span
    articles: list[Article] = field(default_factory=list)
    others: list[tuple[str, Span]] = field(default_factory=list)
    proofs: list[LedgerProof] = field(default_factory=list)


def rules_of(
    source: RulesetSource,
    modules: tuple[ModuleSource, ...],
    sections: dict[str, tuple[Article, ...]],
    scenarios: tuple[Mapping, ...],
) -> tuple[RuleArticle, ...]:
    """Return the rules of the ledger that these modules carry out, and those that no module does."""
    rules: dict[str, RuleArticle] = {}
    for key, node in rules_in(source):
        kind = written(node, "kind") if isinstance(node, Mapping) else ""
        rules[key.text] = RuleArticle(key.text, rule_text(node), kind or "rule", key.span)
    for article in (each for articles in sections.values() for each in articles):
        for rule in _cited(article.node, rules):
            rule.articles.append(article)
    elsewhere = _cited_elsewhere(source, modules)
    for name, span, named in _others(source, modules):
        for rule in (rules[each] for each in named if each in rules):
            if (name, span) not in rule.others:
                rule.others.append((name, span))
    for scenario in scenarios:
        for rule in _cited(scenario, rules):
            rule.proofs.append(LedgerProof(written(scenario, "scenario"), scenario.span))
    return tuple(rule for rule in rules.values() if rule.articles or rule.others or rule.id not in elsewhere)


def _cited_elsewhere(source: RulesetSource, modules: tuple[ModuleSource, ...]) -> frozenset[str]:
    """Return the rules that modules carry out which are not covered."""
    off = tuple(module for module in source.modules if module not in modules)
    entries = (entry for listed in as_written(off, NO_WORDS) for entry in listed)
    of_entries = (rule for entry in entries for rule in cited(entry.node))
    return frozenset((*of_entries, *(rule for _, _, rules in _patches_of(off) for rule in rules)))


def _others(source: RulesetSource, modules: tuple[ModuleSource, ...]) -> Iterator[tuple[str, Span, tuple[str, ...]]]:
    """Yield (name, position, rules) of patches and matches that cite rules.

    A patch may cite rules for its changes.
    """
    yield from _patches_of(modules)
    for _, match in source.documents(source.matches):
        yield written(match, "match"), match.span, cited(match)


def _patches_of(modules: tuple[ModuleSource, ...]) -> Iterator[tuple[str, Span, tuple[str, ...]]]:
    for module in modules:
        for file in module.contents:
            for patch in patches_in(module.id, file.node):
                yield patch.target.text, patch.node.span, tuple(rule.text for rule in patch.rules())


def _cited(node: Mapping, rules: dict[str, RuleArticle]) -> Iterable[RuleArticle]:
    return [rules[each] for each in cited(node) if each in rules]


def as_written(modules: tuple[ModuleSource, ...], words: Words) -> Iterator[tuple[Entry, ...]]:
    """Yield the entries of modules, file by file, as they are written and translated, and the members of families."""
    written = [gather([(module.id, file.node)])[0] for module in modules for file in module.contents]
    everything = words.of_entries(entry for entries in written for entry in entries)
    rest = iter(everything)
    for entries in written:
        yield members_of(islice(rest, len(entries)), everything)[0]
