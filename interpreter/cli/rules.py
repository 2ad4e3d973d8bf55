"""`rulewright rules`: each rule of a ruleset with what implements it and what proves it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import click

from interpreter.cli.names import known_ruleset
from interpreter.cli.output import format_option, write_diagnostics, write_json
from interpreter.diagnostics import did_you_mean

if TYPE_CHECKING:
    from interpreter.load.folder import RulesetSource
    from interpreter.model.document import Mapping, Node

_TEXT = 110


@dataclass(slots=True)
class Rule:
    """A rule of the ledger, and the places (`file:line`) that cite it."""

    id: str
    text: str
    kind: str
    entries: list[str] = field(default_factory=list)
    scenarios: list[str] = field(default_factory=list)

    @property
    def group(self) -> str:
        return self.id.partition(".")[0]

    @property
    def lacks(self) -> tuple[str, ...]:
        return tuple(what for what, places in (("entry", self.entries), ("scenario", self.scenarios)) if not places)


@click.command("rules")
@click.argument("name", metavar="NAME")
@click.option("--group", "groups", multiple=True, metavar="GROUP", help="Only the rules of a group, such as scoring.")
@click.option("--lacking", "only", is_flag=True, help="Only the rules that lack an entry or a scenario.")
@click.option("--strict", is_flag=True, help="Exit with 1 where a rule lacks an entry or a scenario.")
@format_option
def verb(name: str, groups: tuple[str, ...], only: bool, strict: bool, form: str) -> None:
    """List each rule of NAME with the entries that implement it and the scenarios that prove it.

    A '-' marks a rule without either. Rules cited that the ledger does not have are listed at the end.
    """
    from interpreter.load.folder import read_ruleset
    from interpreter.pipeline import ruleset_root

    root = ruleset_root(known_ruleset(name))
    assert root is not None
    source = read_ruleset(root)
    rules, unknown = read_rules(source)
    if not rules and source.diagnostics:
        write_diagnostics(source.diagnostics, {}, to_stderr=True)
        raise click.exceptions.Exit(1)
    known = sorted({rule.group for rule in rules})
    for group in groups:
        if group not in known:
            hint = did_you_mean(group, known) or f"there are: {', '.join(known)}"
            raise click.UsageError(f"no group of rules is named '{group}'; {hint}")
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


def read_rules(source: RulesetSource) -> tuple[list[Rule], list[tuple[str, str]]]:
    """The rules of a ruleset's ledger with who cites them, and citations of rules that are not in it."""
    from interpreter.load.entries import gather
    from interpreter.load.files import display_name, read_file
    from interpreter.model.document import Mapping, items_of, text_of

    ledger = source.ledger.node if source.ledger is not None else None
    listed = ledger.get("rules") if isinstance(ledger, Mapping) else None
    rules = {}
    for key, node in listed.entries if isinstance(listed, Mapping) else ():
        text = text_of(node.get("text") if isinstance(node, Mapping) else node) or ""
        kind = (text_of(node.get("kind")) if isinstance(node, Mapping) else None) or "rule"
        rules[key.text] = Rule(key.text, text, kind)
    unknown: list[tuple[str, str]] = []

    def cite(cited: str, place: str, *, proves: bool = False) -> None:
        if cited not in rules:
            unknown.append((cited, place))
        elif proves:
            rules[cited].scenarios.append(place)
        else:
            rules[cited].entries.append(place)

    for module in source.modules:
        for content in module.contents:
            entries, _ = gather([(module.id, content.node)])
            for entry in entries:
                for cited in _cited(entry.node):
                    cite(cited, f"{entry.id_span().file}:{entry.id_span().line}")
            for patch in items_of(content.node.get("patches") if isinstance(content.node, Mapping) else None):
                for cited in _cited_by_patch(patch):
                    cite(cited, f"{patch.span.file}:{patch.span.line}")
    for path in source.matches:
        file, _ = read_file(path, display_name(path, source.root.parent))
        if isinstance(file.node, Mapping):
            for cited in _cited(file.node):
                cite(cited, f"{file.name}:{file.node.span.line}")
    for path in source.scenarios:
        file, _ = read_file(path, display_name(path, source.root.parent))
        for node in items_of(file.node.get("scenarios") if isinstance(file.node, Mapping) else None):
            if isinstance(node, Mapping):
                for cited in _cited(node):
                    cite(cited, f"{node.span.file}:{node.span.line}", proves=True)
    return list(rules.values()), unknown


def _cited(node: Mapping) -> Iterator[str]:
    """The rules that an entry or a scenario names."""
    from interpreter.model.document import items_of, text_of

    for item in items_of(node.get("rules")):
        cited = text_of(item)
        if cited is not None:
            yield cited


def _cited_by_patch(patch: Node) -> Iterator[str]:
    """The rules that a patch says the entry carries out from now on."""
    from interpreter.model.document import Mapping

    for key in ("add", "set"):
        change = patch.get(key) if isinstance(patch, Mapping) else None
        if isinstance(change, Mapping):
            yield from _cited(change)


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
    click.echo(f"\n{len(shown)} rule{'s' * (len(shown) != 1)}, {proved} with an entry and a scenario")
    without = {what: [rule.id for rule in lacking if what in rule.lacks] for what in ("entry", "scenario")}
    for what, ids in without.items():
        if ids:
            click.echo(f"without {what}: {len(ids)}")
    for cited, place in unknown:
        click.echo(f"{place} cites '{cited}', which is no rule of the ledger")


def _places(places: list[str]) -> str:
    return ", ".join(places) if places else click.style("none", fg="red")
