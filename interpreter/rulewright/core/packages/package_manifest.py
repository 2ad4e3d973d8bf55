"""Package manifests: what a folder says it is, of which version, and what it goes with."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from rulewright.core.load.files import Reader, read_file
from rulewright.core.model.document import Mapping, items_of, part_of, text_of
from rulewright.core.packages.package_names import LOCAL, TRANSLATION, Reference, reference_of
from rulewright.core.packages.version_ranges import Version, version_of

MANIFESTS = {"module.yaml": "module", "ruleset.yaml": "ruleset", TRANSLATION: "translation"}
"""The names of manifests, each with the kind of package it makes; that of a variant is named after the variant."""
UNSTATED: Version = (0, 0, 0)
"""The version of a package that states none."""


@dataclass(frozen=True, slots=True)
class PackageManifest:
    """The manifest of a package.

    `extends` and `needs` name what it goes with, with ranges of versions where stated.
    """

    kind: str
    id: str
    name: str
    version: Version
    title: str
    extends: tuple[Reference, ...] = ()
    needs: tuple[Reference, ...] = ()
    languages: tuple[str, ...] = ()
    engine: str = ""


def manifest_path(folder: Path) -> Path | None:
    """Return the manifest of a package's folder, None if it has none: one of MANIFESTS, or its only variant."""
    for name in MANIFESTS:
        if (folder / name).is_file():
            return folder / name
    alone = sorted(folder.glob("*.yaml")) if folder.is_dir() else []
    return alone[0] if len(alone) == 1 else None


def read_manifest(folder: Path, read: Reader = read_file) -> PackageManifest | None:
    """Return the manifest of a folder, None if it has none that can be read."""
    path = manifest_path(folder)
    node = read(path, path.name)[0].node if path is not None else None
    return manifest_in(node, folder.name) if isinstance(node, Mapping) else None


def manifest_in(node: Mapping, folder: str) -> PackageManifest | None:
    """Return the manifest in a document, None if it is not one of a package.

    `folder` is its id if it states none.
    """
    kind = node.text_at("kind")
    if kind not in (*MANIFESTS.values(), "variant"):
        return None
    own = node.text_at("variant" if kind == "variant" else "id") or folder
    listed = tuple(text for each in items_of(node.get("languages")) if (text := text_of(each)))
    return PackageManifest(
        kind, own, node.text_at("package") or f"{LOCAL}/{own}", version_of(node.text_at("version")) or UNSTATED,
        text_of(part_of(node.get("title"), "en")) or own, references_in(node, "extends"), references_in(node, "needs"),
        (node.text_at("language"),) if kind == "translation" else listed, node.text_at("rulewright"),
    )  # fmt: skip


def references_in(node: Mapping, key: str) -> tuple[Reference, ...]:
    """Return the modules or packages that a manifest names under a key: a list, or a single name."""
    written = node.get(key)
    texts = [text_of(each) for each in items_of(written)] or [text_of(written)]
    return tuple(found for text in texts if text and (found := reference_of(text)) is not None)
