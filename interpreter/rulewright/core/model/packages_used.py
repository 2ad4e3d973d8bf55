"""The packages that a game is made of besides its ruleset, as records of games name them."""

from __future__ import annotations

from typing import NamedTuple


class PackageRefused(ValueError):  # noqa: N818 - the fault of a file or a name, stated as a sentence
    """A package that cannot be read, is not found or does not fit."""


class PackageUsed(NamedTuple):
    """A package by its full name, its version as text, and the hash of all its files."""

    package: str
    version: str
    tree: str
