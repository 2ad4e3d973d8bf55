"""`rulewright rules`: each rule of a ruleset with what implements it and what proves it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from rulewright.cli.options.table import source_or_exit
from rulewright.cli.options.wrong import refuse_unknown
from rulewright.cli.output import format_option, write_json
from rulewright.core.diagnostics import counted

if TYPE_CHECKING:
    from rulewright.author.testing.ledgers.rules_ledger import Rule

_TEXT = 110


@click.command("rules")
@click.argument("name", metavar="NAME")
@click.option(
    "--group", "groups", multiple=True, metavar="GROUP", help="List only the rules of a group, such as scoring."
)
@click.option("--lacking", "only", is_flag=True, help="List only the rules that lack an entry or a scenario.")
@click.option("--strict", is_flag=True, help="Exit with 1 if a rule lacks an entry or a scenario.")
@format_option
def verb(name: str, groups: tuple[str, ...], only: bool, strict: bool, form: str) -> None:
    """List each rule of NAME with the entries that implement it and the scenarios that prove it.

    Of a package, a module in a folder of its own, only the rules of its own ledger are listed. A '-' marks a rule
    without either. Rules cited that the ledger does not have are listed at the end.
    """
    from rulewright.author.testing.ledgers.rules_ledger import read_rules

    source, package = source_or_exit(name)
    rules, unknown = read_rules(source)
    if package is not None:
        rules = [rule for rule in rules if rule.id.startswith(f"{package}:")]
    known = sorted({rule.group for rule in rules})
    refuse_unknown("--group", groups, known, "no such group of rules")
    shown = [rule for rule in rules if not groups or rule.group in groups]
    lacking = [rule for rule in shown if rule.lacks]
    shown = lacking if only else shown
    if form == "json":
        listed = [
            {"id": rule.id, "text": rule.text, "kind": rule.kind, "entries": rule.entries, "scenarios": rule.scenarios}
            for rule in shown
        ]
        write_json({"rules": listed, "unknown": [{"id": rule, "place": place} for rule, place in unknown]})
    elif only and not lacking and not unknown:
        click.echo("every rule has an entry and a scenario")
    else:
        _write(shown, lacking, unknown)
    if strict and (lacking or unknown):
        raise click.exceptions.Exit(1)


def _write(shown: list[Rule], lacking: list[Rule], unknown: list[tuple[str, str]]) -> None:
    group = ""
    for rule in shown:
        if rule.group != group:
            group = rule.group
            click.echo(click.style(f"\n{group}", bold=True))
        mark = click.style("-", fg="red", bold=True) if rule.lacks else " "
        text = rule.text if len(rule.text) <= _TEXT else rule.text[: _TEXT - 3] + "..."
        click.echo(f"{mark} {rule.id}\n    {text}")
        click.echo(f"    entries:   {_places(rule.entries)}")
        click.echo(f"    scenarios: {_places(rule.scenarios)}")
    proved = sum(not rule.lacks for rule in shown)
    click.echo(f"\n{counted(len(shown), 'rule')}, {proved} with an entry and a scenario")
    without = {what: [rule.id for rule in lacking if what in rule.lacks] for what in ("entry", "scenario")}
    for what, ids in without.items():
        if ids:
            click.echo(f"without {what}: {len(ids)}")
    for cited, place in unknown:
        click.echo(f"{place} cites '{cited}', which is not a rule of the ledger")


def _places(places: list[str]) -> str:
    return ", ".join(places) if places else click.style("none", fg="red")
