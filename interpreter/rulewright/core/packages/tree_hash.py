"""One hash of a package: of the files in it, whatever they are packed in.

The SHA-256 of the sorted lines `sha256(file)  path`. A folder, a zip and the same zip packed again have the same hash.
"""

from __future__ import annotations

from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path

from rulewright.core.load.files import files_below
from rulewright.core.load.text import bytes_in

LARGEST_MEMBER = 20_000_000


def tree_hash(files: Mapping[str, bytes]) -> str:
    """Return the hash of files, given as the bytes by path, with forward slashes."""
    lines = [f"{sha256(data).hexdigest()}  {path}\n" for path, data in sorted(files.items())]
    return sha256("".join(lines).encode()).hexdigest()


def files_in(folder: Path) -> dict[str, bytes]:
    """Return the bytes of each file of a package's folder by its path there. Raises OSError."""
    root = folder.resolve()
    return {path.relative_to(root).as_posix(): bytes_in(path, LARGEST_MEMBER) for path in files_below(root, root, [])}
