"""An index of packages: a folder that any web server can carry, with `index.json` and the zips.

{"format": 1, "packages": {"ada/tower": [{"version": "1.2.0", "file": "ada/tower-1.2.0.zip", "tree": ..., ...}]}}
"""

from __future__ import annotations

import json
import re
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from rulewright.author.sharing.packing import Packed
from rulewright.core.model.packages_used import PackageRefused
from rulewright.core.packages.package_names import PACKAGE_NAME, Reference, reference_of
from rulewright.core.packages.version_ranges import Version, version_of, version_text
from rulewright.core.writing import write_whole

FORMAT = 1
INDEX = "index.json"
LARGEST_INDEX = 20_000_000
_FILE = re.compile(r"[A-Za-z0-9_][A-Za-z0-9._-]*(/[A-Za-z0-9_][A-Za-z0-9._-]*){0,3}")
_TREE = re.compile(r"[0-9a-f]{64}")


@dataclass(frozen=True, slots=True)
class Published:
    """One version of a package in an index."""

    version: str
    file: str
    tree: str
    size: int
    kind: str
    title: str
    extends: tuple[str, ...] = ()
    needs: tuple[str, ...] = ()
    rulewright: str = ""
    languages: tuple[str, ...] = ()
    yanked: bool = False

    @property
    def number(self) -> Version:
        """Its version as numbers."""
        found = version_of(self.version)
        assert found is not None
        return found

    def needed(self) -> tuple[Reference, ...]:
        """The packages and modules that it needs."""
        return tuple(found for text in self.needs if (found := reference_of(text)) is not None)


PackageIndex = dict[str, tuple[Published, ...]]


def parse_index(data: bytes, named: str) -> PackageIndex:
    """Return an index by the names of packages. Raises PackageRefused with a sentence."""
    try:
        plain = json.loads(data.decode("utf-8"))
        if plain["format"] != FORMAT:
            raise PackageRefused(f"{named} has the format {plain['format']!r}; this version reads {FORMAT}")
        return {str(name): tuple(_published(name, each) for each in rows) for name, rows in plain["packages"].items()}
    except PackageRefused:
        raise
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        raise PackageRefused(f"{named} is not an index of packages") from None


def publish(packed: Packed, folder: Path) -> Published:
    """Add a package to the index in a folder, which is made if need be.

    Raises PackageRefused if that version was published with other files, or the folder cannot be written.
    """
    name = packed.manifest.name
    if name.startswith("local/"):
        hint = f"write 'package: LABEL/{packed.manifest.id}' in its manifest"
        raise PackageRefused(f"it has no name to publish it under; {hint}")
    path = folder / INDEX
    index = parse_index(path.read_bytes(), str(path)) if path.is_file() else {}
    version = version_text(packed.manifest.version)
    manifest = packed.manifest
    row = Published(
        version, f"{name}-{version}.zip", packed.tree, len(packed.data), manifest.kind, manifest.title,
        tuple(map(_written, manifest.extends)), tuple(map(_written, manifest.needs)), manifest.engine,
        manifest.languages,
    )  # fmt: skip
    there = next((each for each in index.get(name, ()) if each.version == version), None)
    if there is not None and there.tree != row.tree:
        raise PackageRefused(f"{name} {version} is already published with other files; give it another version")
    if there is not None:
        return there
    index[name] = tuple(sorted((*index.get(name, ()), row), key=lambda each: each.number))
    try:
        (folder / row.file).parent.mkdir(parents=True, exist_ok=True)
        write_whole(folder / row.file, packed.data)
        write_whole(path, index_text(index))
    except OSError as fault:
        raise PackageRefused(f"{fault.filename or folder} cannot be written: {fault.strerror or fault}") from None
    return row


def index_text(index: PackageIndex) -> str:
    """Return the text of an index, the same for the same packages."""
    rows = {name: [asdict(each) for each in versions] for name, versions in sorted(index.items())}
    return json.dumps({"format": FORMAT, "packages": rows}, indent=2, ensure_ascii=False) + "\n"


def _published(name: str, row: dict[str, Any]) -> Published:
    found = Published(
        str(row["version"]), str(row["file"]), str(row["tree"]), int(row["size"]), str(row["kind"]),
        str(row["title"])[:200], tuple(map(str, row.get("extends", ()))), tuple(map(str, row.get("needs", ()))),
        str(row.get("rulewright", "")), tuple(map(str, row.get("languages", ()))), bool(row.get("yanked", False)),
    )  # fmt: skip
    is_safe = _FILE.fullmatch(found.file) and ".." not in found.file and _TREE.fullmatch(found.tree)
    if not is_safe or version_of(found.version) is None or not re.fullmatch(PACKAGE_NAME, name):
        raise ValueError(name)
    return found


def _written(reference: Reference) -> str:
    return reference.name + (f" {reference.accepts.written}" if reference.accepts is not None else "")
