"""Files of the cache: read only if nobody but this user can have put them there.

The folder must be the user's own and not a link, and neither it nor the file may be writable by others.
The file is looked for in the very folder that was checked, not again by its path. If a system does not say whose a
file is, it only has to be an ordinary one.
"""

from __future__ import annotations

import os
import stat
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

OWNERS = hasattr(os, "getuid")
"""Whether the system says whose a file is."""
_LARGEST = 64 << 20
_WRITABLE, _OPEN = 0o022, 0o077
_LOOK = os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)


def read_own(folder: Path, name: str, *, closed: bool = False) -> bytes | None:
    """The bytes of a file that nobody else can have written or, with `closed`, read. None if there is none."""
    try:
        with _place(folder) as place:
            handle = os.open(name if place is not None else folder / name, _LOOK, dir_fd=place)
            with os.fdopen(handle, "rb") as file:
                status = os.fstat(handle)
                if not stat.S_ISREG(status.st_mode) or status.st_size > _LARGEST:
                    return None
                return file.read() if _is_own(status, _OPEN if closed else _WRITABLE) else None
    except OSError:
        return None


def write_own(folder: Path, name: str, data: bytes, *, anew: bool = True) -> None:
    """Write a file into a folder, whole or not at all, closed to others.

    An existing file stays unless `anew`. A folder that others can write to is left alone, and one that cannot be
    written is not an error.
    """
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        with _place(folder):
            handle, part = tempfile.mkstemp(dir=folder, suffix=".part")
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(data)
            (os.replace if anew else os.link)(part, folder / name)
        finally:
            if os.path.lexists(part):
                os.unlink(part)
    except OSError:
        return


@contextmanager
def _place(folder: Path) -> Iterator[int | None]:
    """Open the folder, or yield None if files cannot be opened relative to a folder here.

    Raises OSError if the folder is not the user's own.
    """
    if os.open not in os.supports_dir_fd:
        yield None
        return
    place = os.open(folder, _LOOK | os.O_DIRECTORY)
    try:
        if not _is_own(os.fstat(place), _WRITABLE):
            raise PermissionError(folder)
        yield place
    finally:
        os.close(place)


def _is_own(status: os.stat_result, others: int) -> bool:
    return not OWNERS or (status.st_uid == os.getuid() and not status.st_mode & others)
