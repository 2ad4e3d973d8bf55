"""The packages that a game is made of besides its ruleset, as records of games name them."""

from __future__ import annotations

from typing import NamedTuple


class PackageRefused(ValueError):  # noqa: N818 - the fault of a file or a name, stated as a sentence
    """A package that cannot be read, is not found or does not fit."""


SHOWN = 12
"""The number of digits of a hash that people are shown."""


class PackageUsed(NamedTuple):
    """A package by its full name, its version as text, and the hash of all its files."""

    package: str
    version: str
    tree: str


def package_told(used: PackageUsed) -> str:
    """Return a package as people are shown it."""
    return f"{used.package} {used.version} ({used.tree[:SHOWN]})"
