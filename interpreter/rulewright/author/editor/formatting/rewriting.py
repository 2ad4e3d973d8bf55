"""Files below the paths given, as they are and as they should be laid out.

What the text looks like is in formatting.py.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from difflib import unified_diff
from functools import partial
from pathlib import Path

from rulewright.author.editor.formatting.effect_texts import KnownEntries
from rulewright.author.editor.formatting.formatting import Formatted, formatted_as_read
from rulewright.author.editor.formatting.ruleset_around import known_around, root_of
from rulewright.core.diagnostics import Diagnostic
from rulewright.core.load.files import read_file
from rulewright.core.model.document import Mapping, Node
from rulewright.core.validate.schemas import KINDS
from rulewright.core.validate.shape import kind_of

SUFFIXES = (".yaml", ".yml")


@dataclass(frozen=True, slots=True)
class LaidOut:
    """A file that was looked at: its bytes, and its new bytes, or None if its diagnostics refuse it."""

    path: Path
    before: bytes
    after: bytes | None
    diagnostics: tuple[Diagnostic, ...]

    @property
    def is_changed(self) -> bool:
        return self.after is not None and self.after != self.before


def files_at(path: Path) -> Iterator[Path]:
    """Yield a file itself, or the YAML files below a folder in order, without names that begin with a dot."""
    if not path.is_dir():
        yield path
        return
    for each in sorted(path.rglob("*")):
        if (
            each.suffix in SUFFIXES
            and each.is_file()
            and not any(p.startswith(".") for p in each.relative_to(path).parts)
        ):
            yield each


def layouts_of(paths: Iterator[tuple[Path, bool]]) -> Iterator[LaidOut]:
    """Yield the layout of each file. A file found in a folder is left out unless it declares a kind of ours."""
    around: dict[Path | None, KnownEntries] = {}
    for path, is_named in paths:
        file, faults = read_file(path)
        if not is_named and not faults and not _is_ours(file.node):
            continue
        yield layout_of(path, formatted_as_read((file, faults), partial(_known_around, around, path)), file.data)


def _known_around(known: dict[Path | None, KnownEntries], path: Path, document: Node) -> KnownEntries:
    """Return what is around a file, looked up once for each ruleset."""
    root = root_of(path, document)
    if root not in known:
        known[root] = known_around(root)
    return known[root]


def layout_of(path: Path, new: Formatted, before: bytes) -> LaidOut:
    """Return the result of formatting the bytes of a file."""
    return LaidOut(path, before, new.text.encode() if new.text is not None else None, new.diagnostics)


def difference(layout: LaidOut) -> str:
    """Return the changes made by formatting as a unified diff. Different line ends are shown as `\\r`."""
    name = layout.path.as_posix()
    before, after = (_lines(data) for data in (layout.before, layout.after or b""))
    return "".join(unified_diff(before, after, f"{name}", f"{name} (formatted)"))


def _lines(data: bytes) -> list[str]:
    lines = data.decode("utf-8", "replace").split("\n")
    last = lines.pop()
    shown = [line.replace("\r", "\\r").replace("\ufeff", "\\ufeff") + "\n" for line in lines]
    return [*shown, f"{last}\n", "\\ No newline at end of file\n"] if last else shown


def _is_ours(document: Node | None) -> bool:
    return isinstance(document, Mapping) and kind_of(document) in KINDS
