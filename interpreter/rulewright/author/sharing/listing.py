"""The games that can be played by name here, and the packages that are installed or lie beside."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from rulewright.core.load.folder import MANIFEST, variants_in
from rulewright.core.load.modules import languages_in, manifest_of, usual_modules
from rulewright.core.load.outline import read_modules
from rulewright.core.model.document import title_of
from rulewright.core.model.packages_used import PackageRefused
from rulewright.core.packages.finding import package_at
from rulewright.core.packages.package_manifest import UNSTATED, read_manifest
from rulewright.core.packages.package_places import homes_of
from rulewright.core.packages.package_store import installed
from rulewright.core.packages.tree_hash import files_in, tree_hash
from rulewright.core.packages.version_ranges import version_of, version_text
from rulewright.core.pipeline import known_names, ruleset_root
from rulewright.core.validate import manifests


@dataclass(frozen=True, slots=True)
class GameHere:
    """A ruleset that can be played by its name or path, with the copies that the name does not mean."""

    id: str
    version: str
    title: str
    least: int
    most: int
    languages: tuple[str, ...]
    modules: tuple[str, ...]
    usual_modules: tuple[str, ...]
    variants: tuple[str, ...]
    place: str
    others: tuple[str, ...] = ()

    def plain(self) -> dict[str, Any]:
        """The same as data."""
        return asdict(self)


@dataclass(frozen=True, slots=True)
class PackageHere:
    """A package that is installed or in a nearby folder, with `is_meant` true for the version its id means."""

    package: str
    id: str
    version: str
    kind: str
    extends: str
    origin: str
    tree: str
    place: str
    is_meant: bool

    def plain(self) -> dict[str, Any]:
        """The same as data."""
        return asdict(self)


def games_here(name: str | None = None) -> tuple[GameHere, ...]:
    """Return the games that are shipped, installed or in this folder, or the game of a name.

    There is none for the name of a package. Raises PackageRefused if the name means nothing.
    """
    if name is not None:
        root = ruleset_root(name)
        if root is None and any(name in (each.id, each.package) for each in packages_here()):
            return ()
        if root is None:
            raise PackageRefused(f"there is no ruleset or package '{name}'; choose {', '.join(known_names())}")
        return (_game(name, root),)
    here = tuple(path.parent for path in sorted(Path().glob(f"*/{MANIFEST}")))
    found = [_game(each, root) for each in known_names() if (root := ruleset_root(each)) is not None]
    known = {each.place for each in found}
    found += [_game(f"./{each.as_posix()}", each) for each in here if str(each.resolve()) not in known]
    found += [_game(each.package, each.folder) for each in installed() if each.kind == "ruleset"]
    return tuple(found)


def _game(name: str, root: Path) -> GameHere:
    source = read_modules(root)
    manifest, written = manifests.manifest_of(source), manifest_of(source)
    beside = Path(name)
    others = (str(beside.resolve()),) if (beside / MANIFEST).is_file() and beside.resolve() != source.root else ()
    return GameHere(
        name, written.text_at("version"), title_of(written).get("en") or source.id, manifest.min_seats,
        manifest.max_seats, languages_in(source), tuple(each.id for each in source.modules),
        usual_modules(source), tuple(variants_in(source.root)), str(source.root), others,
    )  # fmt: skip


def packages_here(name: str | None = None) -> tuple[PackageHere, ...]:
    """Return the packages of `rulewright_packages` here and above and the installed ones, marking those meant.

    Of the name of a package these are its versions.
    """
    found: list[PackageHere] = []
    for home in homes_of(Path()):
        for path in sorted(home.iterdir()):
            if path.suffix == ".zip" or read_manifest(path) is not None:
                each = package_at(path)
                tree = tree_hash(files_in(each.folder))
                found.append(_package(each.folder, str(path), tree, found))
    rows = sorted(installed(), key=lambda each: version_of(each.version) or UNSTATED, reverse=True)
    found += [_package(each.folder, each.origin, each.tree, found) for each in rows if each.folder.is_dir()]
    asked = [each for each in found if name in (each.id, each.package)] or found
    return tuple(sorted(asked, key=lambda each: (each.package, version_of(each.version) or UNSTATED)))


def _package(folder: Path, origin: str, tree: str, before: list[PackageHere]) -> PackageHere:
    manifest = read_manifest(folder)
    assert manifest is not None
    return PackageHere(
        manifest.name, manifest.id, version_text(manifest.version), manifest.kind,
        ", ".join(each.name for each in manifest.extends), origin, tree, str(folder),
        all(each.id != manifest.id for each in before),
    )  # fmt: skip
