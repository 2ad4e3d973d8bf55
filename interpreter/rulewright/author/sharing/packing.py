"""A package as one zip, whose bytes are the same wherever it is packed.

Members are sorted, have one date, and are stored without compression: builds of zlib compress differently.
"""

from __future__ import annotations

import io
import zipfile
from collections.abc import Mapping
from dataclasses import dataclass
from fnmatch import fnmatchcase
from pathlib import Path, PurePosixPath

from rulewright.core.diagnostics import Diagnostic, warning
from rulewright.core.load.entries import gather
from rulewright.core.load.files import read_file
from rulewright.core.load.folder import LEDGER, MODULE_MANIFEST
from rulewright.core.load.modules import names_in
from rulewright.core.load.picture_files import PICTURES
from rulewright.core.model.document import Mapping as Document
from rulewright.core.model.document import mappings_in
from rulewright.core.model.packages_used import PackageRefused
from rulewright.core.model.pictures import TYPES
from rulewright.core.model.sections import FOR_PEOPLE
from rulewright.core.packages.finding import manifest_of_files
from rulewright.core.packages.package_manifest import UNSTATED, PackageManifest, manifest_path
from rulewright.core.packages.tree_hash import files_in, tree_hash
from rulewright.core.packages.version_ranges import version_text
from rulewright.core.packages.zipped import MOST_PACKED, read_zip, refused_name

_DATE = (1980, 1, 1, 0, 0, 0)
_MODE = 0o100644 << 16
_NOT_RULES = ("scenarios", "variants", "translations", "pictures")


@dataclass(frozen=True, slots=True)
class Packed:
    """A package as bytes of a zip: its manifest, the hash of its tree, and what deserves a second look."""

    manifest: PackageManifest
    tree: str
    data: bytes
    warnings: tuple[Diagnostic, ...]

    @property
    def file_name(self) -> str:
        """The usual name of its file, which means nothing to who reads it."""
        return f"{self.manifest.id}-{version_text(self.manifest.version)}.zip"


def packed(path: Path) -> Packed:
    """Return the package in a folder, or in a single file of a variant. Raises PackageRefused."""
    if path.is_dir():
        if manifest_path(path) is None:
            raise PackageRefused(f"'{path}' is not a package: it has no module.yaml, ruleset.yaml or translation.yaml")
        files = files_in(path)
    elif path.suffix == ".yaml" and path.is_file():
        files = {path.name: path.read_bytes()}
    else:
        raise PackageRefused(f"'{path}' is neither a folder nor the file of a variant")
    for name in files:
        if reason := refused_name(name):
            raise PackageRefused(f"'{path}': {name}: {reason}")
    manifest = manifest_of_files(files, path.resolve().name, str(path))
    if manifest.version == UNSTATED:
        raise PackageRefused(f"'{path}' states no version; write 'version: 1.0.0' in its manifest")
    if manifest.name.rpartition("/")[2] != manifest.id:
        raise PackageRefused(f"the package '{manifest.name}' holds '{manifest.id}'; its name must end in that id")
    data = zip_of(files)
    if len(data) > MOST_PACKED:
        raise PackageRefused(f"'{path}' would be a zip of more than {MOST_PACKED // 1_000_000} MB")
    assert read_zip(data, str(path)) == files
    return Packed(manifest, tree_hash(files), data, _warnings(path, manifest))


def zip_of(files: Mapping[str, bytes]) -> bytes:
    """Return files as a zip: the same bytes for the same files."""
    output = io.BytesIO()
    with zipfile.ZipFile(output, "w", zipfile.ZIP_STORED) as whole:
        for name, data in sorted(files.items()):
            member = zipfile.ZipInfo(name, _DATE)
            member.create_system, member.external_attr = 3, _MODE
            whole.writestr(member, data)
    return output.getvalue()


def _warnings(path: Path, manifest: PackageManifest) -> tuple[Diagnostic, ...]:
    """Return warnings about a missing licence, and about ids that other packages may use as well."""
    found = []
    home = path / MODULE_MANIFEST if path.is_dir() and (path / MODULE_MANIFEST).is_file() else None
    written = path if path.is_file() else manifest_path(path)
    node = read_file(written, _shown(path, written))[0].node if written is not None else None
    if isinstance(node, Document) and not node.text_at("licence"):
        message = "it states no licence, so nobody else may share it"
        found.append(warning("missing-licence", node.span_of("kind"), message, "such as licence: CC-BY-4.0"))
    found += _without_credits(path, node) if isinstance(node, Document) else []
    if home is not None and isinstance(node, Document):
        plain = sorted(each for each in _entry_ids(path) if not each.startswith(manifest.id))
        if plain:
            shown = ", ".join(plain[:5]) + (f" and {len(plain) - 5} more" if len(plain) > 5 else "")
            message = f"another package may have the same ids: {shown}"
            hint = f"start these ids with '{manifest.id}'"
            found.append(warning("unprefixed-id", node.span_of("id"), message, hint))
    return tuple(found)


def _without_credits(path: Path, node: Document) -> list[Diagnostic]:
    """Return a warning if there are pictures that no line of the credits is about."""
    folders = sorted(each for each in path.rglob(PICTURES) if each.is_dir()) if path.is_dir() else []
    paths = [each.relative_to(folder).as_posix() for folder in folders for each in sorted(folder.rglob("*"))
             if each.suffix.removeprefix(".") in TYPES]  # fmt: skip
    told = [each.text_at("files") for each in mappings_in(node.get("credits"))]
    without = [each for each in paths if not any(fnmatchcase(each, pattern) for pattern in told)]
    if not without:
        return []
    shown = ", ".join(without[:3]) + (f" and {len(without) - 3} more" if without[3:] else "")
    hint = "such as credits: [{files: '*', by: Ada L., licence: CC-BY-4.0}]"
    return [warning("missing-credit", node.span_of("credits"), f"nobody is named for {shown}", hint)]


def _shown(path: Path, written: Path) -> str:
    return path.as_posix() if path.is_file() else f"{path.resolve().name}/{written.name}"


def _entry_ids(folder: Path) -> set[str]:
    """Return the ids of a module's entries that others may clash with."""
    found = set()
    for path in sorted(folder.rglob("*.yaml")):
        within = PurePosixPath(path.relative_to(folder).as_posix())
        if within.parts[0] in _NOT_RULES or within.name in (MODULE_MANIFEST, LEDGER):
            continue
        node = read_file(path)[0].node
        if isinstance(node, Document) and not names_in(node.get("with")):
            found |= {entry.id for entry in gather([("", node)])[0] if entry.section not in FOR_PEOPLE}
    return found
