"""From a ruleset by name to the material of its handbook; what is wrong with its files is reported as by `check`."""

from __future__ import annotations

from pathlib import Path

from rulewright.diagnostics import Diagnostic, Lines, sort_diagnostics
from rulewright.handbook.material import ChosenTable, Material, collect
from rulewright.load.assemble import assemble
from rulewright.load.folder import read_variant
from rulewright.pipeline import RulesetError, lines_of, read_whole
from rulewright.validate.references import check_references
from rulewright.validate.shape import check_shape


def material_of(ruleset: str, modules: tuple[str, ...] | None = None, variant: Path | None = None) -> Material:
    """The material of all modules together; with modules or a variant, of one table. Raises RulesetError."""
    read = read_whole(ruleset)
    found, lines, document = list(read.diagnostics), dict(read.lines), None
    if variant is not None:
        home = read.source.root
        inside = variant.resolve().is_relative_to(home)
        document, faults = read_variant(variant.resolve(), home.parent if inside else variant.resolve().parent)
        found += faults
        lines |= lines_of(variant)
        if document is not None:
            found += check_shape("variant", document)
    _stop(found, lines)
    if modules is None and document is None:
        return collect(read.source)
    assembly, faults = assemble(read.source, modules or (), document)
    found += [*faults, *check_references(read.source, assembly)]
    _stop(found, lines)
    return collect(read.source, ChosenTable(assembly, document))


def _stop(found: list[Diagnostic], lines: Lines) -> None:
    if any(each.severity == "error" for each in found):
        raise RulesetError(sort_diagnostics(found), lines)
