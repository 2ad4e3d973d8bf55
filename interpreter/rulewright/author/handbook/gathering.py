"""The material of a handbook from a ruleset by name, with mistakes reported as by `check`."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

from rulewright.author.handbook.material import ChosenTable, Material, collect
from rulewright.core.load.assemble import assemble
from rulewright.core.load.conditions import choices_to_check
from rulewright.core.model.game import Blueprint
from rulewright.core.pipeline import (
    Choice,
    ReadRuleset,
    build_ruleset,
    lines_of,
    packages_of,
    read_whole,
    refuse_errors,
    translations_of,
)
from rulewright.core.validate.references import check_references
from rulewright.core.validate.variants import checked_variant
from rulewright.table.primer.examples import table_played


def material_of(ruleset: str, modules: tuple[str, ...] | None = None, variant: Path | None = None) -> Material:
    """Return the material of all modules together, or of one table with modules or a variant.

    Raises RulesetError if a file has mistakes.
    """
    choice = Choice(ruleset, modules, variant)
    read = read_whole(ruleset, packages_of(choice), translations_of(choice))
    found, lines, document = list(read.diagnostics), dict(read.lines), None
    if variant is not None:
        home = read.source.root
        inside = variant.resolve().is_relative_to(home)
        shown_from = home.parent if inside else variant.resolve().parent
        document, faults = checked_variant(variant.resolve(), read.source, shown_from)
        found += faults
        lines |= lines_of(variant)
    refuse_errors(found, lines)
    if modules is None and document is None:
        material = collect(read.source)
        widest_first = reversed(choices_to_check(read.source))
        games = _games(ruleset, material, read, widest_first)
        return replace(material, games=games, table_played=table_played(Choice(ruleset), read, material.scenarios))
    assembly, faults = assemble(read.source, modules or (), document)
    found += [*faults, *check_references(read.source, assembly, document)]
    refuse_errors(found, lines)
    material = collect(read.source, ChosenTable(assembly, document))
    games = _games(ruleset, material, read, (modules,), variant)
    return replace(material, games=games, table_played=table_played(choice, read, material.scenarios))


def _games(
    ruleset: str,
    material: Material,
    read: ReadRuleset,
    choices: Iterable[tuple[str, ...] | None],
    variant: Path | None = None,
) -> tuple[Blueprint, ...]:
    """Return games with these choices of modules, until each component is in one of them.

    No code is generated for them.
    """
    found: list[Blueprint] = []
    wanted = {article.id for article in material.section("components")}
    for modules in choices:
        if not wanted:
            break
        compiled = build_ruleset(Choice(ruleset, modules, variant), read=read).compiled
        if compiled is not None and wanted & compiled.unexplained.printed.keys():
            found.append(compiled.unexplained)
            wanted -= compiled.unexplained.printed.keys()
    return tuple(found)
