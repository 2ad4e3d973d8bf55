"""Codes about packages: modules in folders of their own, and what they go with."""

from __future__ import annotations

from typing import Final

from rulewright.core.diagnostics import CodeExplained

PACKAGES: Final[tuple[CodeExplained, ...]] = (
    CodeExplained(
        "unbound-package",
        "A module outside a ruleset cannot be checked without the ruleset it extends.",
        "Its texts name things of a ruleset. Write `extends: NAME` in its module.yaml, and have that ruleset next"
        " to it, in this folder, or among the shipped ones.",
    ),
    CodeExplained(
        "failing-scenario",
        "A scenario of a package fails.",
        "`check` runs the scenarios of a package, since nobody else does. `rulewright test` shows what differs.",
    ),
    CodeExplained(
        "package-version",
        "A package or ruleset is of a version that another does not accept.",
        "`needs` and `extends` may state versions: 1.4 accepts 1.4 and later ones below 2. Get another version of one"
        " of them.",
    ),
)
