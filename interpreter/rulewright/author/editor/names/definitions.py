"""Definitions in a ruleset: its entries, their fields and values, modules, rules and documents."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from rulewright.author.editor.names.index import Definition
from rulewright.core.load.assemble import Assembly, assemble
from rulewright.core.load.conditions import choices_to_check
from rulewright.core.load.entries import Entry, fields_in, value_named
from rulewright.core.load.folder import RulesetSource
from rulewright.core.load.ledger import cited, rules_in
from rulewright.core.model.document import Mapping, Node, Scalar, items_of, title_of
from rulewright.core.model.sections import SORTS
from rulewright.core.validate.references import documents_in


def definitions_of(source: RulesetSource, assembly: Assembly) -> Iterator[Definition]:
    """Everything one choice of modules defines, and the modules, rules and documents of the whole ruleset."""
    for entry in assembly.entries():
        yield from _of_entry(entry)
    yield from _of_ruleset(source)


def all_definitions(source: RulesetSource) -> Iterator[Definition]:
    """Yield the definitions of a ruleset with its default modules, then with each other choice of them."""
    for modules in ((), *choices_to_check(source)):
        yield from definitions_of(source, assemble(source, modules)[0])


def _of_entry(entry: Entry) -> Iterator[Definition]:
    node, sort = entry.node, SORTS.get(entry.section, entry.section)
    yield Definition(
        entry.id, entry.id, sort, entry.id_span(), node, entry.id, "", entry.section,
        _titles(node), cited(node), entry.module,
    )  # fmt: skip
    for key in ("fields", "border_fields"):
        for way, name, field in fields_in(node.get(key)):
            yield _inside(entry, ".".join((entry.id, *way)), name, field, "field")
    for face in items_of(node.get("faces")):
        yield _inside(entry, entry.id, face, face, "face")
    for value in items_of(node.get("values")) if entry.section != "looks" else ():  # there they are used
        yield _inside(entry, entry.id, value_named(value), value, "value")


def _of_files(paths: tuple[Path, ...], sort: str, source: RulesetSource) -> Iterator[Definition]:
    """Yield the variants or matches in a ruleset's folder."""
    for _, node in source.documents(paths):
        written = node.get(sort)
        if isinstance(written, Scalar):
            yield Definition(f"{sort} {written.text}", written.text, sort, written.span, node, title=_titles(node))


def _inside(entry: Entry, owner: str, written: Node, node: Node, sort: str) -> Definition:
    name = written.text if isinstance(written, Scalar) else ""
    return Definition(
        f"{owner}.{name}", name, sort, written.span, node, entry.id, owner, entry.section, _titles(node),
        cited(entry.node), entry.module,
    )  # fmt: skip


def _titles(node: Node) -> tuple[tuple[str, str], ...]:
    return tuple(title_of(node).items()) if isinstance(node, Mapping) else ()


def _of_ruleset(source: RulesetSource) -> Iterator[Definition]:
    yield from _of_files(source.variants, "variant", source)
    yield from _of_files(source.matches, "match", source)
    for module in source.modules:
        file = module.manifest.node if module.manifest is not None else None
        if isinstance(file, Mapping):
            span = (file.get("id") or file).span
            name, titles = f"module {module.id}", _titles(file)
            yield Definition(name, module.id, "module", span, file, title=titles, module=module.id)
    for key, node in rules_in(source):
        yield Definition(f"rule {key.text}", key.text, "rule", key.span, node)
    for item in documents_in(source):
        written = item.get("id")
        if isinstance(written, Scalar):
            yield Definition(f"document {written.text}", written.text, "document", written.span, item)
