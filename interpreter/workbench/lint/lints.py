"""All lints and the codes of what they find, in one place."""

from __future__ import annotations

from interpreter.workbench.lint.scene import EntryLint, TextLint
from interpreter.workbench.lint.settings import same_values
from interpreter.workbench.lint.titles import titles
from interpreter.workbench.lint.unreached import unreached
from interpreter.workbench.lint.unused_names import unused_lets, unused_parameters

ENTRY_LINTS: tuple[EntryLint, ...] = (unreached, unused_parameters, same_values, titles)
TEXT_LINTS: tuple[TextLint, ...] = (unused_lets,)

IN_ENTRIES = (
    "never-reached", "never-read", "never-used", "never-changed", "never-filled", "never-in-play",
    "unused-name", "unused-parameter", "same-values", "missing-translation", "different-holes",
)  # fmt: skip
"""What an entry can accept."""
CODES = (*IN_ENTRIES, "doubled-scenario", "scenario-expects-nothing", "unknown-lint", "useless-accept")
