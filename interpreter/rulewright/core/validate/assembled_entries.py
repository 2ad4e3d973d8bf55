"""The entries of a game as they are put together, and what is wrong with them before anything is compiled."""

from __future__ import annotations

from rulewright.core.diagnostics import Diagnostic
from rulewright.core.load.assemble import Assembly, assemble
from rulewright.core.load.folder import RulesetSource
from rulewright.core.load.renamed import renamed_faults
from rulewright.core.load.tunables import tuning_faults
from rulewright.core.model.document import Mapping, Sequence
from rulewright.core.validate.references import check_references
from rulewright.core.validate.shape import check_patched


def put_together(
    source: RulesetSource, modules: tuple[str, ...], variant: Mapping | None, patches: Sequence | None
) -> tuple[Assembly, list[Diagnostic]]:
    """The entries of a game by its modules, a variant and patches, and what is wrong with them."""
    assembly, faults = assemble(source, modules, variant, patches)
    found = [*faults, *check_patched(assembly), *check_references(source, assembly, variant)]
    found += tuning_faults(variant, assembly) if variant is not None else ()
    found += renamed_faults(source, assembly)
    return assembly, found
