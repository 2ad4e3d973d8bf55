"""Packages by the names that command lines, variants and manifests use: which folder is meant, and of which version.

The first place that has one wins: a path given; `rulewright_packages/` next to a file or above it; the user's store. A
module of the ruleset itself is never replaced. Nothing is fetched.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from rulewright.core.load.bundled import BASE
from rulewright.core.load.files import Reader, read_file
from rulewright.core.load.folder import MODULE_MANIFEST, id_of
from rulewright.core.model.packages_used import PackageRefused
from rulewright.core.packages.package_manifest import PackageManifest, manifest_in, read_manifest
from rulewright.core.packages.package_names import Reference, is_place, reference_of
from rulewright.core.packages.package_places import homes_of
from rulewright.core.packages.package_store import installed, put_tree
from rulewright.core.packages.resolving import Offered, resolved
from rulewright.core.packages.zipped import read_zip, zip_bytes


@dataclass(frozen=True, slots=True)
class PackageFound:
    """A package by its manifest and the folder it is in."""

    manifest: PackageManifest
    folder: Path


def packages_for(
    root: Path,
    names: Iterable[str],
    near: Iterable[Path] = (),
    locked: Mapping[str, Path] | None = None,
    read: Reader = read_file,
) -> tuple[Path, ...]:
    """Return the folders of the packages that these names and their needs lead to, besides the ruleset's own modules.

    A name that leads nowhere is left out: who reads the modules reports it. `near` are folders in and above which
    packages may be; those of the ids in `locked` are given. Raises PackageRefused if a path leads to no package, or
    versions clash.
    """
    own = own_modules(root)
    wanted: list[Reference] = []
    given = {name: package_at(folder) for name, folder in (locked or {}).items()}
    for name in names:
        if is_place(name):
            found = package_at(Path(name), read)
            if found.manifest.id in own:
                shown = Path(name).name if Path(name).is_absolute() else name
                raise PackageRefused(
                    f"'{shown}' has the id '{found.manifest.id}', which is a module of '{root.name}' already; "
                    "a package cannot replace it: give it another id"
                )
            given[found.manifest.id] = found
            wanted.append(Reference("", found.manifest.id))
        elif name not in own and (reference := reference_of(name)) is not None:
            wanted.append(reference)
    if not wanted:
        return ()
    folders = [folder for each in near for folder in homes_of(each)]

    def offers(name: str) -> tuple[Offered, ...]:
        found = (given[name],) if name in given else modules_named(name, folders)
        return tuple(Offered(each.manifest.name, each.manifest.version, each.manifest.needs, each) for each in found)

    chosen = resolved([each for each in wanted if each.id not in own], offers, frozenset(own))
    return tuple(each.what.folder for each in chosen if isinstance(each.what, PackageFound))


def settled_names(root: Path, names: Iterable[str], near: Iterable[Path] = ()) -> tuple[str, ...]:
    """Return names of modules with the absolute folder of each package in place of its name or path.

    A module of the ruleset, and a name that leads nowhere, stays as it is. Raises PackageRefused as `packages_for`.
    """
    own, listed, homes = own_modules(root), tuple(names), tuple(near)
    found = {each.manifest.id: each for each in map(package_at, packages_for(root, listed, homes))}

    def settled(name: str) -> str:
        if is_place(name):
            return str(package_at(Path(name)).folder)
        reference = reference_of(name)
        package = found.get(reference.id) if reference is not None and name not in own else None
        return str(package.folder) if package is not None else name

    return tuple(map(settled, listed))


def own_modules(root: Path) -> frozenset[str]:
    """Return the ids of the modules in a ruleset's own folder."""
    found = {BASE}
    for path in root.glob(f"*/{MODULE_MANIFEST}"):
        found.add(id_of(read_file(path)[0], path.parent.name))
    return frozenset(found)


def candidates(name: str, homes: Iterable[Path]) -> tuple[PackageFound, ...]:
    """Return the packages of an id in the first place that has one."""
    for home in homes:
        found = tuple(each for each in packages_beside(home) if each.manifest.id == name)
        if found:
            return found
    known = (each for each in installed() if each.id == name)
    read = ((manifest, each.folder) for each in known if (manifest := read_manifest(each.folder)) is not None)
    return tuple(PackageFound(manifest, folder) for manifest, folder in read)


def modules_named(name: str, homes: Iterable[Path]) -> tuple[PackageFound, ...]:
    """Return the modules in packages of an id in the first place that has a package of it."""
    return tuple(each for each in candidates(name, homes) if each.manifest.kind == "module")


def packages_beside(home: Path) -> tuple[PackageFound, ...]:
    """Return the packages in a folder `rulewright_packages`. Raises PackageRefused for a zip that cannot be read."""
    found = (_beside(path) for path in sorted(home.iterdir()))
    return tuple(each for each in found if each is not None)


def package_at(path: Path, read: Reader = read_file) -> PackageFound:
    """Return the package in a folder or zip.

    A zip is unpacked into the store. Raises PackageRefused.
    """
    path = path.expanduser()
    if path.suffix == ".zip" and path.is_file():
        files = read_zip(zip_bytes(path), str(path))
        manifest = manifest_of_files(files, path.stem, str(path))
        return PackageFound(manifest, put_tree(files, manifest.id)[1])
    if not path.is_dir():
        raise PackageRefused(f"there is no folder or zip '{path}'")
    found = read_manifest(path, read)
    if found is None:
        raise PackageRefused(f"'{path}' is not a package: it has no module.yaml that can be read")
    return PackageFound(found, path.resolve())


def manifest_of_files(files: dict[str, bytes], folder: str, named: str) -> PackageManifest:
    """Return the manifest among the files of a package. Raises PackageRefused if it cannot be read."""
    from rulewright.core.load.reader import read_yaml
    from rulewright.core.model.document import Mapping
    from rulewright.core.packages.package_manifest import MANIFESTS

    tops = [path for path in files if path.endswith(".yaml") and "/" not in path]
    path = next((each for each in MANIFESTS if each in files), tops[0] if len(tops) == 1 else "")
    node, faults = read_yaml(path, files.get(path, b""))
    name = folder if path in MANIFESTS else Path(path).stem
    found = manifest_in(node, name) if isinstance(node, Mapping) else None
    if found is None or faults:
        reason = f": line {faults[0].span.line}: {faults[0].message}" if faults else ""
        raise PackageRefused(f"{named}: its manifest {path or 'module.yaml'} cannot be read{reason}")
    return found


def _beside(path: Path) -> PackageFound | None:
    """Return the package that an entry of `rulewright_packages` is, None if it is none."""
    if path.suffix == ".zip" or (path.is_dir() and (path / MODULE_MANIFEST).is_file()):
        return package_at(path)
    return None
