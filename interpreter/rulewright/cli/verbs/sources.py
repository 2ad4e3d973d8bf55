"""`rulewright sources`: which values of a ruleset a document states, and which are reconstructed."""

from __future__ import annotations

from collections import Counter
from textwrap import fill

import click

from rulewright.cli.options.table import source_or_exit
from rulewright.cli.options.wrong import refuse_unknown
from rulewright.cli.output import format_option, write_json
from rulewright.cli.screen.console import width


@click.command("sources")
@click.argument("name", metavar="NAME")
@click.option("--reconstructed", "only", is_flag=True, help="List only reconstructed values.")
@click.option("--document", "documents", multiple=True, metavar="ID", help="List only values from this document.")
@format_option
def verb(name: str, only: bool, documents: tuple[str, ...], form: str) -> None:
    """Report how many values of NAME are known from which document, how many are reconstructed, and list them."""
    from rulewright.author.testing.ledgers.sources_ledger import document_titles, reason_texts, values_of

    source, package = source_or_exit(name)
    values = list(values_of(source, package))
    titles = document_titles(source)
    refuse_unknown("--document", documents, titles, "no such document")
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
            place = f"{each.document}, {each.where}" if each.document else "no source"
            click.echo(f"\n{each.entry}  ({each.place}; {place})")
        click.echo(f"  {each.field}: {'reconstructed, ' + each.reason if each.reason else each.document}")
