"""The packages of tables: those a host offers, and copies of each that a table plays or that was put into a form.

Each is known by the hash of its files. Nothing is fetched: a package comes from the host's own machine or in a form.
"""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from pathlib import Path

from rulewright.core.load.folder import RulesetSource, variants_in
from rulewright.core.load.modules import languages_offered
from rulewright.core.load.outline import read_modules
from rulewright.core.locales.catalogue import languages
from rulewright.core.model.packages_used import PackageRefused, PackageUsed, package_told
from rulewright.core.packages.extending import extending, ruleset_of
from rulewright.core.packages.finding import PackageFound, candidates, manifest_of_files, own_modules, package_at
from rulewright.core.packages.lock_files import tree_here
from rulewright.core.packages.package_manifest import PackageManifest, manifest_path
from rulewright.core.packages.package_names import id_named, is_place, reference_of
from rulewright.core.packages.package_places import homes_of
from rulewright.core.packages.package_store import installed, put_tree, stored_tree
from rulewright.core.packages.package_variants import VARIANT, own_variants, variant_in
from rulewright.core.packages.tree_hash import files_in, tree_hash
from rulewright.core.packages.version_ranges import version_text
from rulewright.core.packages.zipped import read_zip
from rulewright.core.pipeline import Choice, packages_of, ruleset_root
from rulewright.table.serve.records import TablePackage
from rulewright.table.serve.store import TableStore

_FOLDER = "packages"
_MOST_LOOKED_AT = 12
"""As many packages that no table plays are kept for the forms that they were put into."""
_LONGEST_LINK = 2000
_URL = re.compile(r"https?://\S+")
_LINK = re.compile(r"https?://\S{1,1900}#(?:\S*&)?tree=([0-9a-f]{64})")


@dataclass(frozen=True, slots=True)
class OfferedPackage:
    """A package for the tables of a ruleset: that ruleset's folder, its own id and folder, and how records name it.

    It is a module, or a house rule (`is_rule`). One that was `dropped` into a form is offered in that form alone.
    """

    root: Path
    id: str
    folder: Path
    packed: TablePackage
    is_rule: bool = False
    dropped: bool = False

    @property
    def ruleset(self) -> str:
        """The name of the ruleset's folder."""
        return self.root.name


def source_offered(name: str, packages: Iterable[OfferedPackage]) -> RulesetSource | None:
    """Return the manifests of a ruleset with those packages that are offered for it, None if it is not here."""
    root = ruleset_root(name)
    if root is None:
        return None
    modules = (each for each in packages if not each.is_rule)
    return read_modules(root, (each.folder for each in modules if each.root.resolve() == root.resolve()))


def languages_of(names: Iterable[str], packages: Iterable[OfferedPackage] = ()) -> tuple[str, ...]:
    """Return the languages that pages of some games are in: our own, then those of the games and packages."""
    offered = tuple(packages)
    sources = (source_offered(name, offered) for name in names)
    found = {each for source in sources if source is not None for each in languages_offered(source)}
    return (*languages(), *sorted(found - {*languages()}))


def offered_package(name: str, origin: str = "") -> OfferedPackage:
    """Return the package in a folder or zip, or of a name here or in the user's store. Raises PackageRefused.

    It comes from `origin`, or from where it was installed from.
    """
    if is_place(name) or Path(name).is_dir():
        found = package_at(Path(name))
    else:
        found = _named(name)
    is_rule = found.manifest.kind == VARIANT
    root = ruleset_of(found, found.folder) if is_rule else Path(extending(found.folder).ruleset)
    offered = _offered_at(found, root)
    return replace(offered, packed=offered.packed._replace(origin=origin)) if origin else offered


def _offered_at(found: PackageFound, root: Path) -> OfferedPackage:
    manifest, tree = found.manifest, tree_hash(files_in(found.folder))
    packed = TablePackage(manifest.name, version_text(manifest.version), tree, origin_of(tree))
    return OfferedPackage(root, manifest.id, found.folder, packed, manifest.kind == VARIANT)


def rules_in(packages: Iterable[OfferedPackage]) -> dict[str, tuple[Path, TablePackage]]:
    """Map the name of each house rule that packages are or bring to (its file, its package)."""
    return {name: (file, each.packed) for each in packages for name, file in _rules_at(each.folder).items()}


def _rules_at(folder: Path) -> dict[str, Path]:
    files = {name: variant_in(folder, name) for name, _ in own_variants(package_at(folder))}
    return {name: file or folder / "variants" / f"{name}.yaml" for name, file in files.items()}


def origin_of(tree: str) -> str:
    """Return the URL that an installed package came from, empty if it came from a file or folder of the host."""
    urls = (_URL.search(each.origin) for each in installed() if each.tree == tree)
    return next((found[0] for found in urls if found is not None), "")


def tree_in_link(link: str) -> str:
    """Return the hash in a link such as https://host/tower.zip#tree=HASH. Raises PackageRefused without one."""
    found = _LINK.fullmatch(link)
    if found is None:
        raise PackageRefused("a link to a package begins with https:// and ends with #tree= and its hash of 64 digits")
    return found[1]


def _refuse_unfit(manifest: PackageManifest, root: Path, named: str) -> None:
    """Raise PackageRefused if a package is neither a module nor a house rule for this ruleset."""
    sorts = {"module": ("module", own_modules(root)), VARIANT: ("house rule", variants_in(root))}
    if manifest.kind not in sorts or root.name not in {each.id for each in manifest.extends}:
        raise PackageRefused(f"{named} is not for this game; a module or house rule with 'extends: {root.name}' is")
    sort, own = sorts[manifest.kind]
    if manifest.id in own:
        raise PackageRefused(f"{named} has the id '{manifest.id}', which is a {sort} of this game already")


def _named(name: str) -> PackageFound:
    reference = reference_of(name)
    known = candidates(reference.id, homes_of(Path())) if reference is not None else ()
    meant = [
        each for each in known
        if reference is not None and reference.means(each.manifest.name)
        and (reference.accepts is None or each.manifest.version in reference.accepts)
    ]  # fmt: skip
    if not meant:
        raise PackageRefused(f"there is no package '{name}' here; add it first, or name its folder or zip")
    return max(meant, key=lambda each: each.manifest.version)


class PackageShelf:
    """The packages that tables play and those put into forms, as folders that are written when first needed."""

    def __init__(self, store: TableStore, folder: Callable[[], Path]) -> None:
        self._store, self._folder = store, folder

    @property
    def home(self) -> Path:
        """The folder of all of them, each in one named after its hash."""
        return self._folder() / _FOLDER

    def put(self, data: bytes, named: str, root: Path) -> str:
        """Put a zip into the folder as a package for a ruleset, and return its hash. Raises PackageRefused."""
        files = read_zip(data, named)
        manifest = manifest_of_files(files, named.removesuffix(".zip"), named)
        _refuse_unfit(manifest, root, named)
        tree, _ = put_tree(files, manifest.id, self.home)
        self._let_go(keep=tree)
        return tree

    def at_hand(self, offered: OfferedPackage) -> OfferedPackage:
        """Return an offered package as its files are now, in a folder here. Raises PackageRefused or OSError."""
        tree, folder = put_tree(files_in(offered.folder), offered.id, self.home)
        if tree == offered.packed.tree:
            return replace(offered, folder=folder)
        return _offered_at(package_at(folder), offered.root)

    def folder_of(self, used: PackageUsed) -> Path:
        """Return the folder that holds exactly this package. Raises PackageRefused if it is not here."""
        found = self.found(used.tree, id_named(used.package))
        if found is None:
            raise PackageRefused(
                f"{package_told(used)} is not here, and this server fetches nothing; its host can add it: "
                f"rulewright add {used.package}@={used.version}"
            )
        return found

    def found(self, tree: str, name: str) -> Path | None:
        """Return the folder of a package by its hash, from here or the user's store, None if it is in neither."""
        own = stored_tree(tree, self.home)
        if own is not None:
            return own
        kept = self._store.package(tree)
        if kept is not None and tree_hash(kept[1]) == tree:
            return put_tree(kept[1], kept[0], self.home)[1]
        return tree_here(tree, name, (Path(),))

    def dropped(self, tree: str, root: Path, link: str) -> OfferedPackage | None:
        """Return a package that was put into a form for a ruleset, or that a link leads to, None if it is not here.

        Raises PackageRefused if it is not for this ruleset.
        """
        folder = self.found(tree, "")
        if folder is None:
            return None
        found = package_at(folder)
        _refuse_unfit(found.manifest, root, link or found.manifest.name)
        offered = _offered_at(found, root)
        origin = link or offered.packed.origin
        return replace(offered, packed=offered.packed._replace(origin=origin[:_LONGEST_LINK]), dropped=True)

    def rule(self, name: str, used: Iterable[PackageUsed], root: Path) -> Path | None:
        """Return the file of a house rule that packages are or bring, None if they have none or the ruleset has it.

        Raises PackageRefused if one of the packages is not here.
        """
        if name in variants_in(root):
            return None
        return next((file for each in used if (file := _rules_at(self.folder_of(each)).get(name)) is not None), None)

    def keep(self, choice: Choice) -> None:
        """Keep copies of the packages that a table plays."""
        rule = [choice.variant.parent] if choice.variant is not None and self._is_here(choice.variant) else []
        for folder in (*packages_of(choice), *(each for each in rule if manifest_path(each) == choice.variant)):
            files = files_in(folder)
            tree = tree_hash(files)
            if not self._store.has_package(tree):
                self._store.keep_package(tree, package_at(folder).manifest.id, files)

    def is_looked_at(self, modules: Iterable[str]) -> bool:
        """Return whether one of some modules, or a house rule, was put into a form and is played by no table so far."""
        own = filter(self._is_here, map(Path, modules))
        return any(not self._store.has_package(path.relative_to(self.home).parts[0]) for path in own)

    def _is_here(self, path: Path) -> bool:
        return path.is_absolute() and path.is_relative_to(self.home)

    def sweep(self) -> None:
        """Remove all folders. Those of packages that tables play are written again from their copies."""
        shutil.rmtree(self.home, ignore_errors=True)

    def _let_go(self, keep: str) -> None:
        """Remove the oldest packages that were put into forms and are played by no table."""
        folders = sorted(self.home.iterdir(), key=lambda each: each.stat().st_mtime)
        loose = [each for each in folders if each.name != keep and not self._store.has_package(each.name)]
        for each in loose[: max(0, len(loose) - _MOST_LOOKED_AT + 1)]:
            shutil.rmtree(each, ignore_errors=True)
