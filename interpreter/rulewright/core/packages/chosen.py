"""The packages among the modules of a choice: their folders, and how records of games name them."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from rulewright.core.model.packages_used import PackageRefused, PackageUsed
from rulewright.core.packages.package_places import are_there_any
from rulewright.core.run.steps import WrongSetup

if TYPE_CHECKING:
    from rulewright.core.load.files import Reader
    from rulewright.core.load.folder import RulesetSource

UNSTATED = "0.0.0"


def strange_names(root: Path, names: Iterable[str]) -> list[str]:
    """Return the names that are not, as almost all are, those of folders in the ruleset."""
    return [name for name in names if not _is_folder(root, name)]


def settled_modules(root: Path, names: tuple[str, ...], variant: Path | None) -> tuple[str, ...]:
    """Return modules with the folder of each package in place of its name. Raises WrongSetup with a sentence."""
    from rulewright.core.packages.finding import settled_names

    try:
        return settled_names(root, names, _near(variant))
    except PackageRefused as refused:
        raise WrongSetup(str(refused)) from None


def folders_of(
    root: Path, modules: tuple[str, ...] | None, variant: Path | None, read: Reader | None = None
) -> tuple[Path, ...]:
    """Return the folders of the packages among modules, or those that a variant names. Raises WrongSetup."""
    names = list(modules or ())
    if variant is not None and modules is None:
        names += _named_in(variant, root, read)
    strange = strange_names(root, names)
    if not strange:
        return ()
    from rulewright.core.packages.finding import packages_for
    from rulewright.core.packages.lock_files import locked_folders

    try:
        return packages_for(root, strange, _near(variant), locked_folders(variant) if variant is not None else {})
    except PackageRefused as refused:
        raise WrongSetup(str(refused)) from None


def translations_near(variant: Path | None) -> tuple[tuple[Path, str], ...]:
    """Return (folder, tree hash) of each package of translations near a variant or here, or added by the user."""
    if not are_there_any(_near(variant)):
        return ()
    from rulewright.core.packages.translating import translation_packages

    return translation_packages(_near(variant))


def placed_modules(asked: tuple[str, ...] | None, ids: tuple[str, ...]) -> tuple[str, ...]:
    """Return the modules of a game by id, with the folders of the packages among those that were asked for."""
    folders = [name for name in asked or () if Path(name).is_absolute()]
    if not folders:
        return ids
    from rulewright.core.packages.package_manifest import read_manifest

    found = {manifest.id: each for each in folders if (manifest := read_manifest(Path(each))) is not None}
    return tuple(found.get(each, each) for each in ids)


def packages_used(source: RulesetSource, modules: tuple[str, ...]) -> tuple[PackageUsed, ...]:
    """Return the packages among the modules of a game, as records of it name them."""
    from rulewright.core.load.modules import manifest_of, package_name

    on = [(module, package) for module, package in source.packages() if module.id in modules]
    return tuple(
        PackageUsed(package_name(module), manifest_of(module).text_at("version") or UNSTATED, tree_of(package.root))
        for module, package in on
    )


def variants_used(variant: Path | None, root: Path) -> tuple[PackageUsed, ...]:
    """Return the packages among a variant and those that it extends. Raises OSError."""
    if variant is None:
        return ()
    from rulewright.core.load.variant_files import files_of_variant
    from rulewright.core.packages.package_variants import used_variants

    return used_variants(files_of_variant(variant, root))


def tree_of(folder: Path) -> str:
    """Return the hash of all files in a package's folder. Raises OSError."""
    from rulewright.core.packages.tree_hash import files_in, tree_hash

    return tree_hash(files_in(folder))


def _is_folder(root: Path, name: str) -> bool:
    return name.replace("_", "").replace("-", "").isalnum() and (root / name / "module.yaml").is_file()


def _named_in(variant: Path, root: Path, read: Reader | None) -> list[str]:
    """Return the modules that a variant names.

    A path among them is no name, and is reported with the variant's shape.
    """
    from rulewright.core.load.files import read_file
    from rulewright.core.load.variant_files import modules_of_variant
    from rulewright.core.packages.package_names import reference_of

    return [name for name in modules_of_variant(variant, root, read or read_file) if reference_of(name) is not None]


def _near(variant: Path | None) -> tuple[Path, ...]:
    """Return the folders in and above which packages may be."""
    return (*([variant.parent] if variant is not None else []), Path())
