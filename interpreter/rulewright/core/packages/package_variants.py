"""House rules that packages bring: variants that are packages themselves, and those of modules in packages."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from rulewright.core.load.files import read_file
from rulewright.core.load.folder import MANIFEST, id_of, read_variant
from rulewright.core.load.text import bytes_in
from rulewright.core.model.packages_used import PackageRefused, PackageUsed
from rulewright.core.packages.finding import PackageFound, package_at
from rulewright.core.packages.package_manifest import manifest_path, read_manifest
from rulewright.core.packages.package_names import Reference, reference_of
from rulewright.core.packages.package_places import homes_of
from rulewright.core.packages.package_store import installed, stored_tree
from rulewright.core.packages.tree_hash import files_in, tree_hash
from rulewright.core.packages.version_ranges import version_text

VARIANT = "variant"


def package_variant(name: str, root: Path, near: tuple[Path, ...]) -> Path | None:
    """Return the file of the variant of a ruleset that packages near some folders or the user's have by a name.

    The first place that has one wins, there the newest version. Raises PackageRefused if it could be of two packages.
    """
    reference = reference_of(name)
    if reference is None:
        return None
    ruleset = id_of(read_file(root / MANIFEST)[0], root.name)
    for place in _places(near):
        found = [(each, file) for each in place if (file := _file_in(each, reference, ruleset)) is not None]
        owners = sorted({each.manifest.name for each, _ in found})
        if len(owners) > 1:
            raise PackageRefused(f"the variant '{name}' could be of {' or '.join(owners)}; name it by its package")
        if found:
            return max(found, key=lambda each: each[0].manifest.version)[1]
    return None


def variants_of_packages(root: Path, near: tuple[Path, ...] = ()) -> tuple[str, ...]:
    """Return the names of the variants of a ruleset that packages have."""
    ruleset = id_of(read_file(root / MANIFEST)[0], root.name)
    found = dict[str, None]()
    for place in _places(near):
        for each in place:
            found |= dict.fromkeys(name for name, of in own_variants(each) if of in ("", ruleset))
    return tuple(found)


def own_variants(package: PackageFound) -> Iterator[tuple[str, str]]:
    """Yield (name, ruleset or "" for the one that the package is for) of each variant in a package."""
    if package.manifest.kind == VARIANT:
        yield package.manifest.id, package.manifest.extends[0].id if package.manifest.extends else ""
    elif package.manifest.kind == "module":
        yield from ((file.stem, "") for file in sorted((package.folder / "variants").glob("*.yaml")))


def used_variants(files: tuple[Path, ...]) -> tuple[PackageUsed, ...]:
    """Return the packages among the files of a variant and those it extends, as records of games name them.

    Raises OSError.
    """
    found: dict[str, PackageUsed] = {}
    for file in files:
        document = read_variant(file)[0] if b"package:" in bytes_in(file) else None
        if document is not None and (name := document.text_at("package")):
            folder = _package_of(file, name)
            manifest = read_manifest(folder) if folder is not None else None
            if folder is not None and manifest is not None and manifest.kind == VARIANT:
                found[name] = PackageUsed(name, version_text(manifest.version), tree_hash(files_in(folder)))
    return tuple(found.values())


def variant_folders(variant: Path | None) -> tuple[str, ...]:
    """Return the folder of the package that the file of a variant is, if it is one and not in the store."""
    if variant is None or variant.resolve().parent.parent not in homes_of(variant.parent):
        return ()
    manifest = read_manifest(variant.parent)
    return (str(variant.resolve().parent),) if manifest is not None and manifest.kind == VARIANT else ()


def variant_in(tree: Path, name: str) -> Path | None:
    """Return the file of a package that is a variant of a name, None if it is another one or none."""
    manifest = read_manifest(tree)
    return manifest_path(tree) if manifest is not None and (manifest.kind, manifest.id) == (VARIANT, name) else None


def _places(near: tuple[Path, ...]) -> Iterator[list[PackageFound]]:
    for home in dict.fromkeys(home for each in (*near, Path()) for home in homes_of(each)):
        yield [package_at(each) for each in sorted(home.iterdir()) if each.suffix == ".zip" or manifest_path(each)]
    rows = ((read_manifest(each.folder), each.folder) for each in installed() if each.kind in (VARIANT, "module"))
    yield [PackageFound(manifest, folder) for manifest, folder in rows if manifest is not None]


def _file_in(package: PackageFound, reference: Reference, ruleset: str) -> Path | None:
    manifest = package.manifest
    if not manifest.extends or manifest.extends[0].id != ruleset:
        return None
    if manifest.kind == VARIANT:
        fits = reference.accepts is None or manifest.version in reference.accepts
        return manifest_path(package.folder) if fits and _is_named(reference, package) else None
    file = package.folder / "variants" / f"{reference.id}.yaml"
    plain = not reference.label and reference.accepts is None
    return file if manifest.kind == "module" and plain and file.is_file() else None


def _is_named(reference: Reference, package: PackageFound) -> bool:
    return package.manifest.id == reference.id and reference.label in ("", package.manifest.name.rpartition("/")[0])


def _package_of(file: Path, name: str) -> Path | None:
    """Return the folder of the package that a variant's file is, or of an installed one with the very same file."""
    folder = file.resolve().parent
    if folder.parent in homes_of(folder) or stored_tree(folder.parent.name, folder.parent.parent) == folder:
        return folder
    for each in installed():
        own = manifest_path(each.folder) if each.package == name else None
        if own is not None and own.read_bytes() == file.read_bytes():
            return each.folder
    return None
