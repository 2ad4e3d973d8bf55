"""The table of all message codes: meaning, remedy, a wrong example and the corrected one.

A new code gets a row in the file of the package it comes from, that of a lint in the file of the lint; a test names the
rows that are missing.
"""

from __future__ import annotations

from typing import Final

from rulewright.author.editor.explain.codes_of_choices import CHOICES
from rulewright.author.editor.explain.codes_of_entries import ENTRIES
from rulewright.author.editor.explain.codes_of_files import FILES
from rulewright.author.editor.explain.codes_of_packages import PACKAGES
from rulewright.author.editor.explain.codes_of_texts import TEXTS
from rulewright.author.lint.lints import EXPLAINED
from rulewright.core.diagnostics import CodeExplained

CODES: Final[tuple[CodeExplained, ...]] = (*FILES, *ENTRIES, *TEXTS, *CHOICES, *PACKAGES, *EXPLAINED)


def code_named(name: str) -> CodeExplained | None:
    """Return the row of a code."""
    return next((code for code in CODES if code.code == name), None)
