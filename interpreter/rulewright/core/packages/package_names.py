"""Names of modules and packages as authors write them: `night`, `night 1.2`, `ada/tower`, `ada/tower >=1 <3`.

A package's name ends in the id of what it holds, so that no table leads from one to the other. The word before the
slash is a label: it tells packages of the same id apart.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from rulewright.core.packages.version_ranges import RANGE, VersionRange, range_of

LOCAL = "local"
"""The label of a package that was never shared."""
ID = r"[a-z][a-z0-9]*(?:[-_][a-z0-9]+)*"
TRANSLATION = "translation.yaml"
"""The file of a package of translations, which is its manifest as well."""
PACKAGE_NAME = rf"{ID}/{ID}"
_REFERENCE = re.compile(rf"(?:({ID})/)?({ID})(?:[ @]({RANGE}))?")


@dataclass(frozen=True, slots=True)
class Reference:
    """A module as another names it: the label of its package (empty if any will do), its id, the versions accepted."""

    label: str
    id: str
    accepts: VersionRange | None = None

    @property
    def name(self) -> str:
        """The name without versions."""
        return f"{self.label}/{self.id}" if self.label else self.id

    def means(self, package: str) -> bool:
        """Whether a package of this full name is meant."""
        return package == self.name if self.label else package.rpartition("/")[2] == self.id


def reference_of(text: str) -> Reference | None:
    """Return the module or package that a text names, None if it names none."""
    found = _REFERENCE.fullmatch(text)
    return Reference(found[1] or "", found[2], range_of(found[3]) if found[3] else None) if found else None


def id_named(text: str) -> str:
    """Return the id in a name of a module or package, or the whole text if it is no such name."""
    found = reference_of(text)
    return found.id if found is not None else text


def is_place(text: str) -> bool:
    """Whether a text leads to a folder or file, as `./tower`, `tower.zip` and `/games/tower` do, and is no name."""
    if text.endswith(".zip") or text.startswith(("./", "../", "/", ".\\", "..\\", "~")) or text in (".", ".."):
        return True
    return ("/" in text or "\\" in text) and reference_of(text) is None
