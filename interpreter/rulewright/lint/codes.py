"""The codes of all that lints find, explained."""

from __future__ import annotations

from typing import Final

from rulewright.lint import accepted
from rulewright.lint.lints import GROUPS

EXPLAINED: Final = (*(each for group in GROUPS for each in group.explained), *accepted.LINTS.explained)
CODES: Final = frozenset(each.code for each in EXPLAINED)
