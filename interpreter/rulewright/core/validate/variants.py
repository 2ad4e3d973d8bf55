"""Reads a variant's file: its document, and what is wrong with it before it is put together with its ruleset."""

from __future__ import annotations

from pathlib import Path

from rulewright.core.diagnostics import Diagnostic
from rulewright.core.load.folder import RulesetSource, read_variant
from rulewright.core.load.renamed import by_new_names
from rulewright.core.model.document import Mapping
from rulewright.core.validate.shape import check_shape


def checked_variant(
    path: Path, source: RulesetSource | None = None, shown_from: Path | None = None
) -> tuple[Mapping | None, tuple[Diagnostic, ...]]:
    """A variant's document, by the names that the entries of its ruleset have now; None if it cannot be read.

    What is wrong with its shape is found, and each old name. Spans name the file as in `read_variant`.
    """
    document, faults = read_variant(path, shown_from)
    if document is None:
        return None, faults
    shape = check_shape("variant", document)
    document, old = by_new_names(document, source)
    return document, (*faults, *shape, *old)
