"""The ruleset that something new is to belong to: found, read and without errors."""

from __future__ import annotations

from pathlib import Path

from rulewright.author.editor.scaffolding.scaffold import ScaffoldError, shown
from rulewright.core.diagnostics import did_you_mean
from rulewright.core.load.folder import MANIFEST, MODULE_MANIFEST, ruleset_above
from rulewright.core.model.packages_used import PackageRefused
from rulewright.core.packages.extending import extending
from rulewright.core.pipeline import (
    Built,
    Choice,
    build_ruleset,
    known_names,
    ruleset_root,
    shipped_folder,
    shipped_root,
)


def root_above(folder: Path) -> Path | None:
    """Return the ruleset folder that a folder is or is in, written as the folder is."""
    for above in (folder, *folder.parents):
        if (above / MANIFEST).is_file():
            return above
    return ruleset_above(folder)


def ruleset_at(folder: Path, otherwise: str = "") -> Path:
    """Return the ruleset folder that `--in` names. Raises ScaffoldError if there is none.

    `otherwise` says what else can be done then.
    """
    root = root_above(folder)
    if root is not None:
        return root
    name = folder.as_posix()
    if name in known_names():
        at = shown(shipped_folder(name) or shipped_root())
        hint = (
            f"'{name}' comes with this program: copy its folder {at}, or change it by a variant: rulewright new variant"
        )
    else:
        hint = f"name a folder with ruleset.yaml by --in{otherwise}, or make one: rulewright new ruleset"
    where = "this folder" if folder == Path() else f"'{name}'"
    raise ScaffoldError(f"{where} is not a ruleset, and is not in one; {hint}")


def extended_root(name: str) -> Path:
    """Return the ruleset that `--extends` names. Raises ScaffoldError if there is none."""
    root = ruleset_root(name)
    if root is None:
        names = known_names()
        hint = did_you_mean(name, names) or f"shipped are: {', '.join(names)}"
        raise ScaffoldError(f"there is no ruleset '{name}', and no folder of that name with ruleset.yaml; {hint}")
    return root


def built_ruleset(root: Path) -> Built:
    """Return a ruleset as a table gets it by default. Raises ScaffoldError if it has errors."""
    built = build_ruleset(Choice(str(root)))
    if built.compiled is None:
        raise ScaffoldError(f"the ruleset in {root.as_posix()} has errors; see: rulewright check {shown(root)}")
    return built


def package_above(folder: Path) -> Path | None:
    """Return the folder of the package that a folder is or is in, None if it is in none, or in a ruleset."""
    if root_above(folder) is not None:
        return None
    return next((each for each in (folder, *folder.parents) if (each / MODULE_MANIFEST).is_file()), None)


def built_package(folder: Path, variant: Path | None = None) -> Built:
    """Return the game with a package as its scenarios play it, by a variant. Raises ScaffoldError if there is none."""
    try:
        package = extending(folder)
    except PackageRefused as refused:
        raise ScaffoldError(str(refused)) from None
    built = build_ruleset(Choice(package.ruleset, package.with_default(), variant))
    if built.compiled is None:
        raise ScaffoldError(f"the package in {folder.as_posix()} has errors; see: rulewright check {shown(folder)}")
    return built


def asked(root: Path) -> str:
    """Return a ruleset folder as it is typed. A folder here with the name of a shipped ruleset gets a leading `./`."""
    text = shown(root)
    return f"./{text}" if text in known_names() else text


def is_shipped(root: Path) -> bool:
    """Whether a ruleset is known by its name alone."""
    shipped = shipped_folder(root.name)
    return shipped is not None and shipped.resolve() == root.resolve()
