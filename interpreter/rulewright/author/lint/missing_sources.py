"""Lints for components without a source for their values, in rulesets that list documents."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from rulewright.author.lint.lint_examples import KEEP
from rulewright.author.lint.scene import LintGroup, LintScene, LintVerdict, verdict
from rulewright.core.diagnostics import CodeExplained


def sources(scene: LintScene) -> Iterator[LintVerdict]:
    """Yield a verdict on each of the ruleset's own components.

    Components that a variant adds are the variant's own affair.
    """
    if not scene.documents:
        return
    document = min(scene.documents)
    for entry in scene.assembly.section("components"):
        if entry.module in scene.assembly.modules:
            lacks = entry.node.get("source") is None
            hint = f"state where its values can be looked up, as in source: {{doc: {document}, place: Cards}}"
            what = "map" if entry.node.get("regions") is not None else "component"
            found = (f"this {what} has no 'source', and the ruleset has documents", hint) if lacks else None
            yield verdict("missing-source", entry, entry.node.span, found)


_EXPLAINED: Final = (
    CodeExplained(
        "missing-source",
        "A component does not state where its values come from.",
        "The ruleset names documents, so that anyone who doubts a value can look it up. A ruleset without `documents`"
        " needs none." + KEEP % "missing-source",
    ),
)
LINTS: Final = LintGroup(_EXPLAINED, of_entries=(sources,))
