"""References from entries to things outside the rules: ledger ids, documents, reasons, languages.

Names inside effect texts are the compiler's business.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rulewright.core.diagnostics import Diagnostic, Span, did_you_mean, error
from rulewright.core.load.assemble import Assembly, Entry
from rulewright.core.load.folder import RulesetSource
from rulewright.core.load.ledger import rules_in
from rulewright.core.load.modules import languages_in, manifest_of, names_in
from rulewright.core.load.own_rules import own_rules_of
from rulewright.core.load.together import each_of
from rulewright.core.model.document import Mapping, Node, entries_of, items_of, mappings_in, part_of, text_of
from rulewright.core.model.sections import COMMON_KEYS
from rulewright.core.validate.engine_versions import check_engine
from rulewright.core.validate.texts_for_people import field_types, texts_of_entry

EVERYTHING = "everything"
LISTED = ("title", "wording", "asks", "tells", "says")
"""The keys of entries whose texts are in no language that the manifest does not list."""
NOT_FIELDS = COMMON_KEYS | {"id", "kind"}


def check_references(source: RulesetSource, assembly: Assembly, variant: Mapping | None = None) -> Iterator[Diagnostic]:
    """Yield a diagnostic for each broken reference, with the rules of a variant known as well."""
    ledger = rule_ids(source, variant)
    documents = documents_of(source)
    languages = _languages(source)
    reasons = {entry.id for entry in assembly.section("reasons")}
    types = field_types(assembly.entries())
    fields = {name: frozenset(own) for name, own in types.items()}
    shared = tuple(f"{each.name.rpartition('/')[0]}/" for each in source.shared)
    for manifest in _manifests(source):
        yield from _check_documents(mappings_in(manifest.get("documents")))
    for manifest in (manifest_of(source), *map(manifest_of, source.modules)):
        yield from check_engine(manifest)
    for entries in assembly.sections.values():
        for entry in entries:
            yield from check_rules(entry.node.get("rules"), ledger)
            yield from _check_source(entry.node.get("source"), documents)
            yield from _check_reconstructed(entry, reasons, fields)
            for way, text, _ in texts_of_entry(entry.section, entry.node, types):
                is_own = not any(isinstance(step, int) for step in way)
                is_listed = entry.section == "components" or (is_own and way[0] in LISTED)
                if is_listed and not text.span.file.startswith(shared):  # that has more languages than most games
                    yield from _check_languages(text, languages)


def documents_of(source: RulesetSource) -> frozenset[str]:
    """The documents that a ruleset and its packages name, by which their values are cited."""
    return frozenset(each.text_at("id") for each in documents_in(source))


def documents_in(source: RulesetSource) -> tuple[Mapping, ...]:
    """The documents as manifests list them: those of the ruleset first, then those of its packages."""
    return tuple(each for manifest in _manifests(source) for each in mappings_in(manifest.get("documents")))


def _manifests(source: RulesetSource) -> tuple[Mapping, ...]:
    """The manifests of a ruleset, of the content that it shares and of its packages."""
    shared = (each.node for each in source.shared if isinstance(each.node, Mapping))
    return manifest_of(source), *shared, *(manifest_of(module) for module, _ in source.packages())


def _languages(source: RulesetSource) -> set[str]:
    """Return the languages of titles in a ruleset and its packages, none if the ruleset lists none."""
    own = set(languages_in(source))
    of_packages = (names_in(manifest_of(module).get("languages")) for module, _ in source.packages())
    more = {name for listed in of_packages for name, _ in listed} | {each.language for each in source.spoken}
    return own | more if own else own


def check_title(node: Node | None, source: RulesetSource) -> Iterator[Diagnostic]:
    """A title's languages must be those of the ruleset."""
    languages = _languages(source)
    yield from _check_languages(node, languages)


def check_rules(node: Node | None, ledger: frozenset[str]) -> Iterator[Diagnostic]:
    """Each id of a `rules:` list must be in the ledger, if there is one."""
    for item in items_of(node):
        rule = text_of(item)
        if ledger and rule is not None and rule not in ledger:
            hint = did_you_mean(rule, ledger) or f"write it in rules.yaml, such as {rule}: What the rule says"
            yield error("unknown-rule", item.span, f"the ledger has no rule '{rule}'", hint)


def rule_ids(source: RulesetSource, variant: Mapping | None = None) -> frozenset[str]:
    """The ids of a ruleset's ledger, none if it has no ledger, and those of the rules of a variant."""
    own = (f"{each.text_at('variant')}:{rule}" for each in each_of(variant) for rule in own_rules_of(each))
    return frozenset((*(key.text for key, _ in rules_in(source)), *own))


def _check_source(node: Node | None, documents: frozenset[str]) -> Iterator[Diagnostic]:
    doc = part_of(node, "doc")
    name = text_of(doc)
    if doc is not None and name is not None and name not in documents:
        listed = f"documents: {', '.join(sorted(documents))}" if documents else "add 'documents' to ruleset.yaml"
        hint = did_you_mean(name, documents) or listed
        yield error("unknown-document", doc.span, f"the manifest names no document '{name}'", hint)


def _check_documents(documents: Iterable[Mapping]) -> Iterator[Diagnostic]:
    """Each document is listed once."""
    seen: dict[str, Span] = {}
    for item in documents:
        written = item.get("id")
        name = text_of(written)
        if written is None or name is None:
            continue
        first = seen.setdefault(name, written.span)
        if first is not written.span:
            hint = f"first used at {first.file}:{first.line}; choose another id, or remove one"
            yield error("duplicate-id", written.span, f"the id '{name}' is taken", hint)


def _check_reconstructed(
    entry: Entry, reasons: frozenset[str] | set[str], fields: dict[str, frozenset[str]]
) -> Iterator[Diagnostic]:
    of_kind = fields.get(entry.node.text_at("kind") or entry.id, frozenset())
    known = of_kind | set(entry.node.keys()) - NOT_FIELDS | {EVERYTHING}
    for key, value in entries_of(entry.node.get("reconstructed")):
        reason = text_of(value)
        if reason is not None and reason not in reasons:
            hint = did_you_mean(reason, reasons)
            yield error("unknown-reason", value.span, f"no reason is named '{reason}'", hint)
        if key.text not in known:
            message = f"'{key.text}' is not a field that can be reconstructed"
            yield error("unknown-field", key.span, message, did_you_mean(key.text, known))


def _check_languages(node: Node | None, languages: set[str]) -> Iterator[Diagnostic]:
    for key, _ in entries_of(node) if languages else ():
        if key.text not in languages:
            hint = f"languages: {', '.join(sorted(languages))}"
            yield error("unknown-language", key.span, f"the manifest has no language '{key.text}'", hint)
