"""`rulewright sources`: which values of a ruleset a document tells, and which are reconstructed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from textwrap import fill
from typing import TYPE_CHECKING

import click

from interpreter.cli.names import known_ruleset
from interpreter.cli.output import format_option, write_diagnostics, write_json
from interpreter.cli.screen import width

if TYPE_CHECKING:
    from interpreter.load.entries import Entry
    from interpreter.load.folder import RulesetSource
    from interpreter.model.document import Node

_NOT_VALUES = frozenset({"id", "kind", "title", "about", "source", "reconstructed", "rules", "accept"})
_EVERYTHING = "everything"


@dataclass(frozen=True, slots=True)
class Value:
    """One value of an entry: its place, the document that tells it, or the reason it was reconstructed for."""

    entry: str
    field: str
    place: str
    document: str
    where: str
    reason: str


@click.command("sources")
@click.argument("name", metavar="NAME")
@click.option("--reconstructed", "only", is_flag=True, help="List only what is reconstructed.")
@click.option("--document", "documents", multiple=True, metavar="ID", help="List only what this document tells.")
@format_option
def verb(name: str, only: bool, documents: tuple[str, ...], form: str) -> None:
    """Tell how many values of NAME are known from which document, how many are reconstructed, and list them."""
    from interpreter.load.folder import read_ruleset
    from interpreter.pipeline import ruleset_root

    root = ruleset_root(known_ruleset(name))
    assert root is not None
    source = read_ruleset(root)
    values = list(values_of(source))
    if not values and source.diagnostics:
        write_diagnostics(source.diagnostics, {}, to_stderr=True)
        raise click.exceptions.Exit(1)
    titles = document_titles(source)
    wrong = [each for each in documents if each not in titles]
    if wrong:
        raise click.UsageError(f"there is no document '{wrong[0]}'; there are: {', '.join(titles) or 'none'}")
    reasons = reason_texts(source)
    shown = [each for each in values if (not only or each.reason) and (not documents or each.document in documents)]
    known = Counter(each.document for each in values if not each.reason)
    reconstructed = Counter(each.reason for each in values if each.reason)
    if form == "json":
        write_json(
            {
                "known": {document: known[document] for document in titles if known[document]},
                "reconstructed": sum(reconstructed.values()),
                "reasons": [
                    {"id": reason, "text": reasons.get(reason, ""), "values": count}
                    for reason, count in reconstructed.most_common()
                ],
                "values": [
                    {"entry": each.entry, "field": each.field, "place": each.place, "document": each.document,
                     "where": each.where, "reconstructed": each.reason or None}
                    for each in shown
                ],
            }
        )  # fmt: skip
        return
    total = max(1, len(values))
    click.echo(f"{len(values)} values")
    for document, title in titles.items():
        if known[document]:
            click.echo(f"  {known[document]:5}  {known[document] / total:6.1%}  {document}  {title}")
    undocumented = sum(count for document, count in known.items() if document not in titles)
    if undocumented:
        click.echo(f"  {undocumented:5}  {undocumented / total:6.1%}  without a document")
    because = ", because" if reconstructed else ""
    click.echo(f"  {sum(reconstructed.values()):5}  {sum(reconstructed.values()) / total:6.1%}  reconstructed{because}")
    for reason, count in reconstructed.most_common():
        text = f"{reason}: {' '.join(reasons.get(reason, '').split())}"
        click.echo(f"    {count:5}  " + fill(text, width() - 11, subsequent_indent=" " * 11))
    last = ""
    for each in shown:
        if each.entry != last:
            last = each.entry
            told = f"{each.document}, {each.where}" if each.document else "no source"
            click.echo(f"\n{each.entry}  ({each.place}; {told})")
        click.echo(f"  {each.field}: {'reconstructed, ' + each.reason if each.reason else each.document}")


def values_of(source: RulesetSource) -> Iterator[Value]:
    """Every value of every entry that names a source: the leaves of its fields."""
    from interpreter.model.document import Mapping, text_of

    for entry in _entries(source):
        told = entry.node.get("source")
        marked = entry.node.get("reconstructed")
        if entry.section != "components" and told is None:
            continue
        document = (text_of(told.get("doc")) if isinstance(told, Mapping) else None) or ""
        where = (text_of(told.get("place")) if isinstance(told, Mapping) else None) or ""
        reasons = _reasons(marked)
        for key, node in entry.node.entries:
            if key.text in _NOT_VALUES:
                continue
            reason = reasons.get(key.text, reasons.get(_EVERYTHING, ""))
            place = f"{key.span.file}:{key.span.line}"
            for field in _leaves(key.text, node):
                yield Value(entry.id, field, place, document, where, reason)


def document_titles(source: RulesetSource) -> dict[str, str]:
    """The documents a ruleset names, with their titles."""
    from interpreter.model.document import Mapping, items_of, text_of

    manifest = source.manifest.node if source.manifest is not None else None
    listed = manifest.get("documents") if isinstance(manifest, Mapping) else None
    found = {}
    for item in items_of(listed):
        if isinstance(item, Mapping):
            title = item.get("title")
            shown = title.get("en") if isinstance(title, Mapping) else title
            found[text_of(item.get("id")) or ""] = text_of(shown) or ""
    return found


def reason_texts(source: RulesetSource) -> dict[str, str]:
    """The reasons that reconstructed values give, by id."""
    from interpreter.model.document import text_of

    return {each.id: text_of(each.node.get("text")) or "" for each in _entries(source) if each.section == "reasons"}


def _entries(source: RulesetSource) -> Iterator[Entry]:
    """The entries of every file; those of modules that are never on together may share an id."""
    from interpreter.load.entries import gather

    for module in source.modules:
        for file in module.contents:
            yield from gather([(module.id, file.node)])[0]


def _reasons(marked: Node | None) -> dict[str, str]:
    from interpreter.model.document import Mapping, text_of

    if not isinstance(marked, Mapping):
        return {}
    return {key.text: text_of(value) or "?" for key, value in marked.entries}


def _leaves(name: str, node: Node) -> Iterator[str]:
    from interpreter.model.document import Mapping, Sequence

    if isinstance(node, Mapping):
        for key, value in node.entries:
            yield from _leaves(f"{name}.{key.text}", value)
    elif isinstance(node, Sequence):
        for at, item in enumerate(node.items):
            yield from _leaves(f"{name}[{at}]", item)
    else:
        yield name
