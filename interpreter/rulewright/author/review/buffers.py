"""Files as an editor holds them: what is unsaved wins over the disk, and what has not changed is parsed once."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from rulewright.core.diagnostics import Diagnostic
from rulewright.core.load.files import SourceFile, read_file
from rulewright.core.load.reader import read_yaml
from rulewright.core.load.text import LARGEST_FILE
from rulewright.core.model.document import Mapping
from rulewright.core.validate.shape import check_shape

_Read = tuple[SourceFile, tuple[Diagnostic, ...]]


@dataclass(slots=True)
class Buffers:
    """The texts of an editor, and what was read from them and from files on disk."""

    unsaved: dict[Path, bytes] = field(default_factory=dict)
    _known: dict[tuple[Path, str], tuple[bytes, _Read]] = field(default_factory=dict)
    _shapes: dict[tuple[Path, str], tuple[object, str | None, tuple[Diagnostic, ...]]] = field(default_factory=dict)

    def hold(self, path: Path, text: str) -> None:
        """Take the text of a file that is open."""
        self.unsaved[path.resolve()] = text.encode("utf-8", "surrogatepass")

    def drop(self, path: Path) -> None:
        """Forget the unsaved text of a file that is closed, so that the text on disk counts."""
        self.unsaved.pop(path.resolve(), None)

    def is_saved(self, path: Path) -> bool:
        """Whether the disk holds what the editor holds."""
        held = self.unsaved.get(path.resolve())
        return held is None or held == self._on_disk(path)

    def text(self, path: Path) -> str:
        """Return the text of a file as it is now, or "" if it cannot be read."""
        held = self.data(path)
        return held.decode("utf-8", "replace") if held is not None else ""

    def read(self, path: Path, name: str) -> _Read:
        """Return a file's document, from memory if its text has not changed."""
        data = self.data(path)
        if data is None:
            return read_file(path, name)
        known = self._known.get((path, name))
        if known is not None and known[0] == data:
            return known[1]
        node, faults = read_yaml(name, data)
        found = SourceFile(name, path, data, node), faults
        self._known[path, name] = data, found
        return found

    def shape(self, kind: str | None, file: SourceFile) -> tuple[Diagnostic, ...]:
        """Return the faults in the shape of a file of a kind, or () if it is not a mapping.

        The last result is reused if the document is the same.
        """
        if not isinstance(file.node, Mapping):
            return ()
        known = self._shapes.get((file.path, file.name))
        if known is not None and known[0] is file.node and known[1] == kind:
            return known[2]
        found = check_shape(kind or "", file.node)
        self._shapes[file.path, file.name] = file.node, kind, found
        return found

    def data(self, path: Path) -> bytes | None:
        """Return the bytes of a file as it is now, or None if it cannot be read."""
        held = self.unsaved.get(path) or self.unsaved.get(path.resolve())
        return held if held is not None else self._on_disk(path)

    def _on_disk(self, path: Path) -> bytes | None:
        try:
            if path.is_file() and path.stat().st_size <= LARGEST_FILE:
                return path.read_bytes()
        except (OSError, ValueError):
            pass
        return None
