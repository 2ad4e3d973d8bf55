"""The packages that a saved game was played with, found again by their hashes, else in another version."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from rulewright.core.model.packages_used import PackageRefused, PackageUsed, package_told
from rulewright.core.packages.finding import candidates
from rulewright.core.packages.lock_files import tree_here
from rulewright.core.packages.package_manifest import read_manifest
from rulewright.core.packages.package_names import id_named
from rulewright.core.packages.package_places import homes_of
from rulewright.core.packages.package_store import put_tree
from rulewright.core.packages.tree_hash import files_in
from rulewright.core.packages.version_ranges import version_text


@dataclass(frozen=True, slots=True)
class ModulesFound:
    """The modules of a saved game, packages as folders, and those that are here in other versions only.

    `others` holds (what it was played with, the version that is here) of each of these.
    """

    modules: tuple[str, ...]
    others: tuple[tuple[PackageUsed, str], ...]

    def told(self) -> list[str]:
        """Return a sentence about each package that is here in another version only."""
        where = "which is not here"
        return [f"it was played with {package_told(each)}, {where}; {other} is" for each, other in self.others]


def ways_back(used: tuple[PackageUsed, ...]) -> str:
    """Return what somebody can do whose game was played with packages that are not here."""
    adding = " and ".join(f"rulewright add {each.package}@={each.version}" for each in used)
    return (
        f"get the packages it was played with: {adding}; or replay it by other rules: rulewright replay FILE --edited"
    )


def modules_found(modules: tuple[str, ...], used: tuple[PackageUsed, ...], near: tuple[Path, ...]) -> ModulesFound:
    """Return the modules of a saved game with the folder of each package that it was played with.

    Raises PackageRefused if there is no version of one.
    """
    folders: dict[str, str] = {}
    others: list[tuple[PackageUsed, str]] = []
    for each in used:
        name = id_named(each.package)
        exact = tree_here(each.tree, name, near)
        if exact is not None:
            folders[name] = str(exact)
            continue
        homes = [home for folder in near for home in homes_of(folder)]
        there = [found for found in candidates(name, homes) if found.manifest.name == each.package]
        if not there:
            raise PackageRefused(f"it was played with {package_told(each)}, which is not here; {ways_back((each,))}")
        newest = max(there, key=lambda found: found.manifest.version)
        folders[name] = str(newest.folder)
        others.append((each, version_text(newest.manifest.version)))
    return ModulesFound(tuple(folders.get(name, name) for name in modules), tuple(others))


def keep_for_saves(modules: tuple[str, ...]) -> None:
    """Put the packages among modules into the store, so that a game that is saved can be continued by the same rules.

    Raises PackageRefused if the store cannot be written.
    """
    for folder in map(Path, modules):
        if folder.is_absolute():
            manifest = read_manifest(folder)
            put_tree(files_in(folder), manifest.id if manifest is not None else folder.name)
