"""The packages of recorded games, as the verbs that read and write such games need them."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from rulewright.cli.output import complain

if TYPE_CHECKING:
    from rulewright.core.model.packages_used import PackageUsed


def modules_recorded(
    modules: tuple[str, ...] | None, used: tuple[PackageUsed, ...], file: Path
) -> tuple[str, ...] | None:
    """Return the modules of a recorded game with the folders of its packages.

    A message tells which packages are here in other versions only.
    """
    if modules is None or not used:
        return modules
    from rulewright.core.packages.recorded import modules_found

    found = modules_found(modules, used, (file.parent, Path()))
    for each in found.told():
        complain(each)
    return found.modules


def variant_recorded(name: str, used: tuple[PackageUsed, ...], file: Path) -> Path | None:
    """Return the file of a recorded game's variant as it was then, if it was a package, or several joined into one.

    Return None if neither is here.
    """
    from rulewright.core.load.variant_files import joined_variants
    from rulewright.core.packages.lock_files import tree_here
    from rulewright.core.packages.package_variants import variant_in

    for each in used:
        tree = tree_here(each.tree, name, (file.parent, Path()))
        found = variant_in(tree, name) if tree is not None else None
        if found is not None:
            return found
    return next((path for home in joined_variants() if (path := home / f"{name}.yaml").is_file()), None)


def keep_packages(modules: tuple[str, ...] | None, variant: Path | None = None) -> None:
    """Keep the packages of a game that is saved, or tell that they cannot be kept."""
    from rulewright.core.model.packages_used import PackageRefused
    from rulewright.core.packages.package_variants import variant_folders
    from rulewright.core.packages.recorded import keep_for_saves

    try:
        keep_for_saves((*(modules or ()), *variant_folders(variant)))
    except PackageRefused as refused:
        complain(f"the saved game now refers to these packages: {refused}")
