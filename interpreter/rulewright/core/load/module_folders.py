"""Modules whose id is not the name of their folder: whoever looks for one by the name of the other does not find it."""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.core.diagnostics import Diagnostic, Span, warning
from rulewright.core.load.folder import RulesetSource
from rulewright.core.load.modules import manifest_of


def folder_faults(source: RulesetSource) -> Iterator[Diagnostic]:
    """Yield a warning for each module that is not named as its folder is. Packages are exempt."""
    for module in source.modules:
        if module.package is None and module.id != module.folder and module.manifest is not None:
            written = manifest_of(module).get("id")
            span = written.span if written is not None else Span(module.manifest.name, 1, 1)
            message = f"the module '{module.id}' is in a folder named '{module.folder}'"
            hint = f"rename the folder to '{module.id}', or write id: {module.folder}"
            yield warning("module-folder", span, message, hint)
