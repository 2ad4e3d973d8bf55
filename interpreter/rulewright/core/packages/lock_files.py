"""Lock files: `house.lock.yaml` next to `house.yaml` says exactly which packages that variant is played with.

They are written by `add` and `update`, and read whenever the variant is.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from rulewright.core.load.files import read_file
from rulewright.core.model.document import Mapping, mappings_in
from rulewright.core.model.packages_used import SHOWN, PackageRefused
from rulewright.core.packages.finding import packages_beside
from rulewright.core.packages.package_places import homes_of
from rulewright.core.packages.package_store import stored_tree
from rulewright.core.packages.tree_hash import files_in, tree_hash

SUFFIX = ".lock.yaml"
_HEAD = "# Written by `rulewright add` and `rulewright update`; verified by `rulewright verify`.\n"


@dataclass(frozen=True, slots=True)
class LockedPackage:
    """One row of a lock file: a package by full name, version, tree hash, and where it came from."""

    package: str
    version: str
    tree: str
    origin: str

    @property
    def id(self) -> str:
        return self.package.rpartition("/")[2]


@dataclass(frozen=True, slots=True)
class LockFile:
    """A lock file: its packages, and the digest of the game that they make."""

    packages: tuple[LockedPackage, ...]
    digest: str


def lock_beside(variant: Path) -> Path:
    """Return where the lock file of a variant is, whether there is one or not."""
    return variant.with_name(variant.name.removesuffix(".yaml") + SUFFIX)


def read_lock(path: Path) -> LockFile:
    """Return what a lock file says. Raises PackageRefused if it is not one."""
    node, faults = read_file(path)[0].node, read_file(path)[1]
    if faults or not isinstance(node, Mapping) or node.text_at("kind") != "lock":
        reason = f": line {faults[0].span.line}: {faults[0].message}" if faults else ""
        raise PackageRefused(f"{path} is not a lock file{reason}")
    rows = [LockedPackage(*(each.text_at(key) for key in ("package", "version", "tree", "from")))
            for each in mappings_in(node.get("packages"))]  # fmt: skip
    if any(not (each.package and each.version and len(each.tree) == 64) for each in rows):
        raise PackageRefused(f"{path} is not a lock file: each package has a package, a version and a tree")
    return LockFile(tuple(rows), node.text_at("digest"))


def lock_text(lock: LockFile) -> str:
    """Return the text of a lock file."""
    rows = "".join(
        f'  - {{package: {each.package}, version: {each.version}, tree: "{each.tree}", '
        f'from: "{_quoted(each.origin)}"}}\n'
        for each in lock.packages
    )
    return f'{_HEAD}kind: lock\npackages:{" []" if not rows else ""}\n{rows}digest: "{lock.digest}"\n'


def locked_folders(variant: Path) -> dict[str, Path]:
    """Map the id of each package that a variant's lock file names to its folder.

    Without a lock file the result is empty.

    Raises PackageRefused if one of them is not here.
    """
    path = lock_beside(variant)
    if not path.is_file():
        return {}
    return {each.id: locked_folder(each, path) for each in read_lock(path).packages}


def locked_folder(locked: LockedPackage, lock: Path) -> Path:
    """Return the folder that holds exactly the package of a lock file. Raises PackageRefused if none does."""
    found = tree_here(locked.tree, locked.id, (lock.parent, Path()))
    if found is None:
        raise PackageRefused(
            f"{lock.name} requires {locked.package} {locked.version} ({locked.tree[:SHOWN]}), which is not here; "
            f"get it: rulewright add {locked.origin or locked.package + '@=' + locked.version}"
        )
    return found


def tree_here(tree: str, name: str, near: tuple[Path, ...]) -> Path | None:
    """Return the folder of a package by its hash: in the store, or in `rulewright_packages` near some folders."""
    stored = stored_tree(tree)
    if stored is not None:
        return stored
    homes = [home for folder in near for home in homes_of(folder)]
    beside = [each for home in homes for each in packages_beside(home) if each.manifest.id == name]
    return next((each.folder for each in beside if tree_hash(files_in(each.folder)) == tree), None)


def _quoted(text: str) -> str:
    return text.replace("\\", "\\\\").replace('"', '\\"')
