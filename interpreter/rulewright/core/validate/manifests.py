"""Reads a ruleset manifest whose shape has been accepted."""

from __future__ import annotations

from rulewright.core.load import modules
from rulewright.core.load.folder import RulesetSource
from rulewright.core.load.renamed import first_names_in
from rulewright.core.model.document import Scalar, is_true, number_of, part_of, title_of
from rulewright.core.model.manifest import Manifest


def manifest_of(source: RulesetSource) -> Manifest:
    """Return the manifest of a ruleset.

    A missing value is replaced by one that compiles to a diagnostic.
    """
    manifest = modules.manifest_of(source)
    seats = manifest.get("seats")
    low, high = (number_of(part_of(seats, key), 1) for key in ("min", "max"))
    begins = manifest.get("begins")
    procedure = str(begins.value) if isinstance(begins, Scalar) else ""
    begun = manifest.span_of("begins")
    return Manifest(source.id, title_of(manifest), low, max(low, high), procedure, begun, first_names_in(source))


def is_sound(source: RulesetSource) -> bool:
    """Return whether a ruleset says that nothing it asks of data may stop a game."""
    return is_true(modules.manifest_of(source).get("sound"))
