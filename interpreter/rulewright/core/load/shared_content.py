"""Content that a ruleset takes from those that come with the program: `needs: [NAME]` in its manifest.

    rulesets/shared/<name>/module.yaml <name>/*.yaml

It is read as if it were written in the ruleset's module `base`, before what is written there: so a copy of these files
in that module is the same game, with the same digest. One may need others, which come before it.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from rulewright.core.diagnostics import Diagnostic, did_you_mean, error
from rulewright.core.load.bundled import SHARED, shipped_root
from rulewright.core.load.files import Reader, SourceFile, display_name, read_file
from rulewright.core.model.document import Node, Scalar, items_of, part_of

_MANIFEST = "module.yaml"


@dataclass(frozen=True, slots=True)
class SharedContent:
    """One folder of shared content: its manifest and its content files."""

    manifest: SourceFile
    contents: tuple[SourceFile, ...]


def shared_names() -> tuple[str, ...]:
    """Return the names of all content that can be needed."""
    return tuple(sorted(path.parent.name for path in (shipped_root() / SHARED).glob(f"*/{_MANIFEST}")))


def shared_content(manifest: Node | None, read: Reader, faults: list[Diagnostic]) -> tuple[SharedContent, ...]:
    """Return what a manifest needs, each after what it needs itself, adding what is wrong to `faults`."""
    found: dict[str, SharedContent | None] = {}
    for name in items_of(part_of(manifest, "needs")):
        _add(name, read, found, faults)
    return tuple(each for each in found.values() if each is not None)


def shared_with(root: Path) -> tuple[Path, ...]:
    """Return the files of the shared content that the ruleset in a folder needs, none of an unreadable one."""
    found = shared_content(read_file(root / "ruleset.yaml")[0].node, read_file, [])
    return tuple(file.path for each in found for file in (each.manifest, *each.contents))


def _add(name: Node, read: Reader, found: dict[str, SharedContent | None], faults: list[Diagnostic]) -> None:
    if not isinstance(name, Scalar) or name.text in found:
        return
    known = shared_names()
    if name.text not in known:
        hint = did_you_mean(name.text, known) or f"there are: {', '.join(known)}"
        faults.append(error("unknown-name", name.span, f"no shared content is named '{name.text}'", hint))
        return
    folder = shipped_root() / SHARED / name.text
    files = [_read(path, read, faults) for path in sorted(folder.glob("*.yaml"))]
    manifest = next(each for each in files if each.path.name == _MANIFEST)
    found[name.text] = None
    for each in items_of(part_of(manifest.node, "needs")):
        _add(each, read, found, faults)
    del found[name.text]  # it comes after what it needs
    found[name.text] = SharedContent(manifest, tuple(each for each in files if each is not manifest))


def _read(path: Path, read: Reader, faults: list[Diagnostic]) -> SourceFile:
    file, wrong = read(path, display_name(path, shipped_root()))
    faults += wrong
    return file


def shared_file(name: str) -> Path | None:
    """Return the file of shared content that spans call by a name, or None."""
    path = Path(name)
    is_shared = path.parts[:1] == (SHARED,) and path.parts[1:2] in {(each,) for each in shared_names()}
    return shipped_root() / path if is_shared else None
