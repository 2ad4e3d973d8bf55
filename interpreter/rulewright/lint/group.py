"""What a file of lints has for others: its lints, and every code of what they find, explained."""

from __future__ import annotations

from typing import NamedTuple

from rulewright.diagnostics import CodeExplained
from rulewright.lint.scene import EntryLint, TextLint


class LintGroup(NamedTuple):
    """The lints of one file.

    What is found in entries and their texts is `acceptable`: `accept` next to it may name the code.
    """

    explained: tuple[CodeExplained, ...]
    of_entries: tuple[EntryLint, ...] = ()
    of_texts: tuple[TextLint, ...] = ()
    acceptable: bool = True
