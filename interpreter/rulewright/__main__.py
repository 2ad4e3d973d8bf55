"""`python -m rulewright` is the command `rulewright`."""

from __future__ import annotations

from rulewright.cli import main

main()
