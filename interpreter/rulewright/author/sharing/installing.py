"""Packages come into the user's store, change their version there, and leave it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import parse_qs, urljoin, urlsplit

from rulewright.author.sharing.fetching import fetched
from rulewright.author.sharing.package_index import INDEX, LARGEST_INDEX, PackageIndex, Published, parse_index
from rulewright.core.load.text import bytes_in
from rulewright.core.model.packages_used import SHOWN, PackageRefused
from rulewright.core.packages.finding import manifest_of_files
from rulewright.core.packages.package_manifest import UNSTATED
from rulewright.core.packages.package_names import Reference, is_place, reference_of
from rulewright.core.packages.package_places import data_folder
from rulewright.core.packages.package_store import (
    Installed,
    installed,
    put_tree,
    remove_tree,
    write_installed,
)
from rulewright.core.packages.resolving import Offered, resolved
from rulewright.core.packages.tree_hash import files_in
from rulewright.core.packages.version_ranges import version_of, version_text
from rulewright.core.packages.zipped import MOST_PACKED, read_zip, zip_bytes
from rulewright.core.pipeline import ruleset_root

INDEXED = "index "
"""How the origin of a package begins that came from an index, followed by the URL."""


@dataclass(frozen=True, slots=True)
class Outdated:
    """An installed package and the newest version of it in its index."""

    package: Installed
    newest: str


def add(what: str, index: str | None = None) -> tuple[Installed, ...]:
    """Install a package and what it needs, and return the new ones. Raises PackageRefused before any change.

    `what` is a folder, a zip, the file of a variant, a URL of a zip (which may end in #tree=HASH), or the name of a
    package in an index.
    """
    if "://" in what:
        return _installed_all([_from_url(what)])
    if is_place(what) or Path(what).is_dir() or (what.endswith(".yaml") and Path(what).is_file()):
        return _installed_all([_from_path(Path(what))])
    reference = reference_of(what)
    if reference is None:
        raise PackageRefused(f"'{what}' is not a folder, zip or URL, nor the name of a package such as ada/tower@1.2")
    if index is None:
        where = "--index URL; or name a folder, a zip or a URL"
        raise PackageRefused(f"name the index of '{reference.name}': {where}")
    return _installed_all(_from_index([reference], index))


def update(names: Iterable[str] = ()) -> tuple[Installed, ...]:
    """Install the newest versions of packages from an index, by default all, and return the new ones.

    Old versions stay, as saved games may need them. Raises PackageRefused.
    """
    wanted = tuple(names)
    known = _of_indexes(wanted)
    new: list[tuple[dict[str, bytes], str, str]] = []
    for url in dict.fromkeys(each.origin.removeprefix(INDEXED) for each in known):
        listed = dict.fromkeys(each.package for each in known if each.origin == INDEXED + url)
        references = [found for name in listed if (found := reference_of(name)) is not None]
        new += _from_index(references, url)
    return _installed_all(new)


def outdated() -> tuple[Outdated, ...]:
    """Return the packages from indexes of which there is a newer version. Raises PackageRefused."""
    found = []
    newest = {each.package: each for each in _of_indexes(())}
    for each in newest.values():
        versions = [
            row.number for row in read_index(each.origin.removeprefix(INDEXED)).get(each.package, ()) if not row.yanked
        ]
        own = version_of(each.version)
        if versions and own is not None and max(versions) > own:
            found.append(Outdated(each, version_text(max(versions))))
    return tuple(found)


def remove(what: str, data: Iterable[Path] = ()) -> tuple[Installed, ...]:
    """Take a package out of the store, one version or all, and return what is gone.

    Raises PackageRefused if there is none, or a file in the `data` folders was played with it.
    """
    reference = reference_of(what)
    listed = installed()
    gone = tuple(each for each in listed if reference is not None and _is_meant(each, reference))
    if not gone:
        names = ", ".join(sorted({each.package for each in listed})) or "none"
        raise PackageRefused(f"no package '{what}' is installed; installed are: {names}")
    for each in gone:
        user = _used_in(each.tree, data)
        if user is not None:
            raise PackageRefused(f"{each.package} {each.version} is needed by {user}; remove that file first")
    write_installed(tuple(each for each in listed if each not in gone))
    for each in gone:
        remove_tree(each.tree)
    return gone


def read_index(url: str) -> PackageIndex:
    """Return the index at a URL or in a folder. Raises PackageRefused."""
    if "://" not in url:
        path = Path(url) / INDEX
        try:
            return parse_index(path.read_bytes(), str(path))
        except OSError as fault:
            raise PackageRefused(f"{path} cannot be read: {fault.strerror}") from None
    return parse_index(fetched(_at(url, INDEX), LARGEST_INDEX), url)


_New = tuple[dict[str, bytes], str, str]
"""The files of a package, the name of its folder if it has no id, and where it comes from."""


def _from_path(path: Path) -> _New:
    path = path.expanduser()
    if path.is_dir():
        return files_in(path), path.resolve().name, str(path.resolve())
    if not path.is_file():
        raise PackageRefused(f"there is no folder or zip '{path}'")
    if path.suffix == ".yaml":
        return {path.name: bytes_in(path)}, path.stem, str(path.resolve())
    return read_zip(zip_bytes(path), str(path)), path.stem, str(path.resolve())


def _from_url(url: str) -> _New:
    address, _, wanted = url.partition("#")
    files = read_zip(fetched(address, MOST_PACKED), address)
    tree = parse_qs(wanted).get("tree", [""])[0]
    if tree:
        _refuse_other_tree(files, tree, address)
    return files, Path(urlsplit(address).path).stem, url


def _from_index(wanted: list[Reference], url: str) -> list[_New]:
    """Return the newest versions in an index that go together, and all that they need."""
    index = read_index(url)

    def offers(name: str) -> tuple[Offered, ...]:
        rows = [(package, row) for package, versions in index.items() for row in versions
                if package.rpartition("/")[2] == name and not row.yanked]  # fmt: skip
        return tuple(Offered(package, row.number, row.needed(), row) for package, row in rows)

    for reference in wanted:
        if not offers(reference.id):
            raise PackageRefused(f"the index {url} has no package '{reference.name}'")
    own = frozenset(name for row in index.values() for each in row for name in _modules_of(each))
    chosen = resolved(wanted, offers, own - {each.id for each in wanted})
    found: list[_New] = []
    for each in chosen:
        row = each.what
        assert isinstance(row, Published)
        if any(known.tree == row.tree for known in installed()):
            continue
        data = fetched(_at(url, row.file), MOST_PACKED) if "://" in url else zip_bytes(Path(url) / row.file)
        files = read_zip(data, row.file)
        _refuse_other_tree(files, row.tree, row.file)
        found.append((files, each.id, INDEXED + url))
    return found


def _modules_of(row: Published) -> frozenset[str]:
    """Return the modules of the ruleset that a package extends, which no index has to offer."""
    from rulewright.core.packages.finding import own_modules

    reference = reference_of(row.extends[0]) if row.extends else None
    root = ruleset_root(reference.id) if reference is not None else None
    return own_modules(root) if root is not None else frozenset()


def _refuse_other_tree(files: dict[str, bytes], tree: str, named: str) -> None:
    from rulewright.core.packages.tree_hash import tree_hash

    found = tree_hash(files)
    if found != tree:
        raise PackageRefused(f"{named} is not the requested package: its hash is {found[:SHOWN]}, not {tree[:SHOWN]}")


def _installed_all(new: list[_New]) -> tuple[Installed, ...]:
    """Put packages into the store and the list, and return those that were not there before."""
    rows = []
    for files, name, origin in new:
        manifest = manifest_of_files(files, name, origin.removeprefix(INDEXED))
        _refuse_shipped(manifest.kind, manifest.id, origin)
        if manifest.version == UNSTATED:
            raise PackageRefused(f"{origin}: {manifest.id} states no version; write 'version: 1.0.0' in its manifest")
        tree, _ = put_tree(files, manifest.id)
        rows.append(Installed(manifest.name, version_text(manifest.version), tree, manifest.kind, manifest.id, origin))
    listed = installed()
    fresh = tuple(each for each in rows if all(each.tree != known.tree for known in listed))
    for each in fresh:
        same = next((known for known in listed if (known.package, known.version) == (each.package, each.version)), None)
        if same is not None:
            raise PackageRefused(
                f"another {each.package} {each.version} is installed, from {same.origin}: their files differ; "
                f"remove it first (rulewright remove {each.package}@={each.version}), or give this one another version"
            )
    if fresh:
        write_installed((*listed, *fresh))
    return fresh


def _refuse_shipped(kind: str, name: str, origin: str) -> None:
    """A package never takes the place of a shipped ruleset."""
    if kind == "ruleset" and ruleset_root(name) is not None and "/" not in name:
        from rulewright.core.pipeline import shipped_folder

        if shipped_folder(name) is not None:
            raise PackageRefused(f"{origin}: '{name}' is a shipped ruleset; a package cannot take its place")


def _is_meant(package: Installed, reference: Reference) -> bool:
    version = version_of(package.version)
    accepted = reference.accepts is None or (version is not None and version in reference.accepts)
    return reference.means(package.package) and accepted


def _of_indexes(names: tuple[str, ...]) -> tuple[Installed, ...]:
    """Return the newest installed version of each package that came from an index, of all or those named."""
    newest: dict[str, Installed] = {}
    for each in installed():
        known = newest.get(each.package)
        if known is None or (version_of(known.version) or UNSTATED) < (version_of(each.version) or UNSTATED):
            newest[each.package] = each
    for name in names:
        reference = reference_of(name)
        meant = [each for each in newest.values() if reference is not None and reference.means(each.package)]
        if not meant:
            raise PackageRefused(f"no package '{name}' is installed")
        if not meant[0].origin.startswith(INDEXED):
            where = meant[0].origin
            raise PackageRefused(f"{meant[0].package} came from {where}, not from an index; add it again from there")
    wanted = [found for name in names if (found := reference_of(name)) is not None]
    return tuple(
        each
        for each in newest.values()
        if each.origin.startswith(INDEXED) and (not wanted or any(one.means(each.package) for one in wanted))
    )


def _used_in(tree: str, data: Iterable[Path]) -> Path | None:
    """Return the first file of some folders that names a tree, such as a saved game or the tables of a server."""
    for folder in data:
        for path in sorted(folder.resolve().rglob("*")):
            own = path.is_relative_to(data_folder())
            if not own and path.is_file() and tree.encode() in path.read_bytes():
                return path
    return None


def _at(url: str, file: str) -> str:
    return urljoin(url if url.endswith("/") else url + "/", file)
