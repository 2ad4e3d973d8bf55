"""Reads a variant's file: its document, and what is wrong with it before it is put together with its ruleset."""

from __future__ import annotations

from pathlib import Path

from rulewright.core.diagnostics import Diagnostic, did_you_mean, error, has_errors
from rulewright.core.load.files import Reader, read_file
from rulewright.core.load.folder import RulesetSource, read_variant
from rulewright.core.load.modules import Named
from rulewright.core.load.own_rules import with_own_rules
from rulewright.core.load.renamed import by_new_names
from rulewright.core.load.together import with_extended
from rulewright.core.locating import find_variant
from rulewright.core.model.document import Mapping
from rulewright.core.validate.shape import check_shape


def checked_variant(
    path: Path, source: RulesetSource | None = None, shown_from: Path | None = None, read: Reader | None = None
) -> tuple[Mapping | None, tuple[Diagnostic, ...]]:
    """Return (document or None, diagnostics) of a variant, with entries under their present names.

    What is wrong with its shape is found, and each old name. Spans name the file as in `read_variant`. `read` reads it
    and those that it extends, if not from the disk.
    """
    read = read or read_file
    document, faults = read_variant(path, shown_from, read)
    if document is None:
        return None, faults
    shape = check_shape("variant", document)
    document, old = by_new_names(document, source)
    document = with_own_rules(document)
    home = path.parent

    def read_named(named: Named) -> tuple[Mapping | None, tuple[Diagnostic, ...]]:
        name, span = named
        roots = (source.root, *(package.root for _, package in source.packages())) if source is not None else (None,)
        found = next((file for root in roots if (file := find_variant(name, root, home)) is not None), None)
        if found is None:
            known = [each.stem for each in source.variants] if source is not None else []
            hint = did_you_mean(name, known) or f"it must be one of the ruleset's, or next to this file: {name}.yaml"
            return None, (error("unknown-value", span, f"there is no variant '{name}'", hint),)
        other, wrong = read_variant(found, shown_from, read)
        if other is None:
            return None, wrong
        return with_own_rules(by_new_names(other, source)[0]), (*wrong, *check_shape("variant", other))

    document, wrong = with_extended(document, read_named) if not has_errors((*faults, *shape)) else (document, ())
    return document, (*faults, *shape, *old, *wrong)
