"""Homes of files: the folder of a ruleset, or that of a package, read with the ruleset that it goes with."""

from __future__ import annotations

from pathlib import Path

from rulewright.core.load.files import Reader, read_file
from rulewright.core.load.folder import MANIFEST, MODULE_MANIFEST, ModuleSource, RulesetSource, read_ruleset
from rulewright.core.packages.extending import extending, package_around, translated
from rulewright.core.packages.package_names import TRANSLATION


def package_home(path: Path) -> Path | None:
    """Return the folder of the package that a file is in, a module's or one of translations, None if it is in none."""
    around = package_around(path)
    return path.resolve().parent if around is None and path.name == TRANSLATION else around


def is_package(home: Path) -> bool:
    """Whether a home is the folder of a package, and not that of a ruleset."""
    return not (home / MANIFEST).is_file()


def read_home(home: Path, read: Reader = read_file) -> RulesetSource:
    """Return the files of a ruleset, or those of a package with the ruleset it is for. Raises PackageRefused."""
    if not is_package(home):
        return read_ruleset(home, read=read)
    if (home / MODULE_MANIFEST).is_file():
        package = extending(home, read)
        return read_ruleset(Path(package.ruleset), read=read, packages=package.packages)
    about = translated(home, read)
    return read_ruleset(about.ruleset, read=read, packages=about.packages, translations=(about.folder,))


def module_at(home: Path, source: RulesetSource) -> ModuleSource | None:
    """Return the module whose package has its folder at a home."""
    return next((module for module, package in source.packages() if package.root == home), None)
