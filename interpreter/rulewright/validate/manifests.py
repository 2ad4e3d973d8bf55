"""Reads a ruleset manifest whose shape has been accepted."""

from __future__ import annotations

from rulewright.diagnostics import Span
from rulewright.load.folder import RulesetSource
from rulewright.model.document import Mapping, Scalar, number_of
from rulewright.model.manifest import Manifest


def manifest_of(source: RulesetSource) -> Manifest:
    """The manifest of a ruleset; what is missing gets a value that compiles to a diagnostic."""
    node = source.manifest.node if source.manifest is not None else None
    manifest = node if isinstance(node, Mapping) else Mapping((), Span(source.id, 1, 1))
    seats = manifest.get("seats")
    low, high = (number_of(seats.get(key) if isinstance(seats, Mapping) else None, 1) for key in ("min", "max"))
    title = manifest.get("title")
    titles = (
        {key.text: str(value.value) for key, value in title.entries if isinstance(value, Scalar)}
        if (isinstance(title, Mapping))
        else {}
    )
    begins = manifest.get("begins")
    procedure = str(begins.value) if isinstance(begins, Scalar) else ""
    return Manifest(source.id, titles, low, max(low, high), procedure, begins.span if begins else manifest.span)
