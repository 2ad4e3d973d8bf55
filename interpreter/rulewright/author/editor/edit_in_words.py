"""The differences that the unsaved text of a file makes, in the words of `rulewright diff`."""

from __future__ import annotations

from pathlib import Path

from rulewright.author.difference.compare import difference
from rulewright.author.difference.sides import Side, usual_other
from rulewright.author.difference.wording import Wording
from rulewright.author.editor.study import Study
from rulewright.core.diagnostics import has_errors
from rulewright.core.load.assemble import assemble
from rulewright.core.model.document import Mapping
from rulewright.core.model.packages_used import PackageRefused
from rulewright.core.pipeline import Choice, ReadRuleset
from rulewright.core.validate.shape import kind_of


def changes_told(study: Study, path: Path, language: str = "en") -> str:
    """Return what the text of a file changes: against the disk, or else against the shipped game of its name.

    A variant is compared with the ruleset that it extends.
    """
    root = study.root_of(path)
    if root is None:
        return "this file belongs to no ruleset"
    node = study.buffers.read(path, study.name(path, root))[0].node
    variant = node if isinstance(node, Mapping) and kind_of(node) == "variant" else None
    after = _side(study, root, "this text", variant)
    before = _side(study if variant is not None else Study(), root, "the saved files", None)
    if after is None or before is None:
        return "the files have mistakes; mend them first"
    found = difference(before, after)
    other = usual_other(Choice(str(root))) if found.is_empty else None
    if other is not None:
        shipped = _side(Study(), Path(other.ruleset), "the shipped game", None)
        found = difference(shipped, after) if shipped is not None else found
    return "\n".join(Wording(found, language, False).lines()).strip()


def _side(study: Study, root: Path, label: str, variant: Mapping | None) -> Side | None:
    """Return the game of a folder as a side of a comparison, or None if its files have mistakes."""
    try:
        source = study.source(root)
    except PackageRefused:
        return None
    faults = study.files.misshapen(source)
    if has_errors(faults):
        return None
    assembly, found = assemble(source, (), variant)
    if has_errors(found):
        return None
    return Side(label, Choice(str(root)), ReadRuleset(source, faults, {}), assembly, variant)
