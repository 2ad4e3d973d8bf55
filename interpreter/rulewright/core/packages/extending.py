"""A module in a folder of its own, the ruleset that it extends, and the other packages that it needs."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from rulewright.core.load.files import Reader, read_file
from rulewright.core.load.folder import MODULE_MANIFEST, ruleset_above
from rulewright.core.model.packages_used import PackageRefused
from rulewright.core.packages.finding import PackageFound, candidates, package_at, packages_for
from rulewright.core.packages.package_manifest import read_manifest
from rulewright.core.packages.package_names import TRANSLATION, Reference
from rulewright.core.packages.package_places import homes_of
from rulewright.core.pipeline import find_ruleset, known_names, ruleset_root


@dataclass(frozen=True, slots=True)
class Extending:
    """A package by its id and folder, the ruleset's name or path, and all packages to read with it, its own first."""

    id: str
    folder: Path
    ruleset: str
    packages: tuple[Path, ...]

    def with_default(self) -> tuple[str, ...]:
        """Return the modules of a table that plays it: those that are on by default, what it needs, and itself."""
        from rulewright.core.load.conditions import usual_with
        from rulewright.core.load.outline import read_modules

        root = ruleset_root(self.ruleset)
        assert root is not None
        settled = usual_with(read_modules(root, self.packages), self.id)
        return tuple(each.folder if each.package is not None else each.id for each in settled)


def extending(path: Path, read: Reader = read_file) -> Extending:
    """Return the package in a folder or zip with its ruleset. Raises PackageRefused if that is not found."""
    found = package_at(path, read)
    manifest, folder = found.manifest, found.folder
    if manifest.kind != "module":
        raise PackageRefused(f"'{path}' is a {manifest.kind}, not a module")
    if manifest.name.rpartition("/")[2] != manifest.id:
        raise PackageRefused(f"the package '{manifest.name}' holds '{manifest.id}'; its name must end in that id")
    root = ruleset_of(found, path)
    return Extending(manifest.id, folder, str(root), packages_for(root, [str(folder)], (folder, Path()), read=read))


def ruleset_of(found: PackageFound, path: Path) -> Path:
    """Return the folder of the ruleset that the package at a path extends. Raises PackageRefused."""
    manifest, folder = found.manifest, found.folder
    if not manifest.extends:
        raise PackageRefused(
            f"'{path}' does not say which ruleset it extends, so it cannot be checked; write 'extends: NAME' in its "
            "module.yaml"
        )
    name = manifest.extends[0].id
    root = find_ruleset(name, folder) or ruleset_near(name)
    if root is None:
        raise PackageRefused(
            f"'{path}' extends '{name}', and there is no ruleset of that name, so it cannot be checked; shipped are: "
            f"{', '.join(known_names())}; another one must be next to the package or in this folder"
        )
    return root


@dataclass(frozen=True, slots=True)
class Translated:
    """The game or module that a package of translations is for, with the folders that lead to it."""

    folder: Path
    extends: str
    ruleset: Path
    packages: tuple[Path, ...] = ()


def translated(path: Path, read: Reader = read_file) -> Translated:
    """Return what the package of translations in a folder or zip is for. Raises PackageRefused if that is not found."""
    found = package_at(path, read)
    if not found.manifest.extends:
        raise PackageRefused(f"'{path}' does not say which game it translates; write 'extends: NAME' in it")
    return translated_name(found.manifest.extends[0], found.folder)


def translated_name(reference: Reference, folder: Path) -> Translated:
    """Return what a package of translations in a folder is for, by the name of a game or of a module in a package.

    Of several versions that will do it is the newest. Raises PackageRefused if there is none.
    """
    name = reference.id
    root = find_ruleset(name, folder) or ruleset_near(name)
    if root is not None:
        return Translated(folder, name, root)
    homes = [home for each in (folder, Path()) for home in homes_of(each)]
    accepts = reference.accepts
    found = [each for each in candidates(name, homes) if accepts is None or each.manifest.version in accepts]
    modules = [each for each in found if each.manifest.kind == "module"]
    if not modules:
        raise PackageRefused(
            f"there is no game or package '{name}' to translate; shipped are: {', '.join(known_names())}; another one "
            "must be in this folder, or added"
        )
    module = extending(max(modules, key=lambda each: each.manifest.version).folder)
    return Translated(folder, name, Path(module.ruleset), module.packages)


def ruleset_near(name: str) -> Path | None:
    """Return the folder of a ruleset here, next to this folder, or installed, None if there is none."""
    if (Path(name) / "ruleset.yaml").is_file():
        return Path(name).resolve()
    found = [each for each in candidates(name, homes_of(Path())) if each.manifest.kind == "ruleset"]
    return max(found, key=lambda each: each.manifest.version).folder if found else None


def leads_to_package(path: Path) -> bool:
    """Return whether a path leads to a package: a zip, translations, or a module in no ruleset's folder."""
    if path.suffix == ".zip":
        return path.is_file()
    if (path / TRANSLATION).is_file():
        return True
    return (path / MODULE_MANIFEST).is_file() and ruleset_above(path / MODULE_MANIFEST) is None


def package_around(path: Path) -> Path | None:
    """Return the folder of the package that a file or folder is in or is, None if it is in none or in a ruleset."""
    place = path.resolve()
    if ruleset_above(place) is not None:
        return None
    for folder in (place, *place.parents):
        if (folder / MODULE_MANIFEST).is_file():
            manifest = read_manifest(folder)
            return folder if manifest is not None and manifest.kind == "module" else None
    return None
