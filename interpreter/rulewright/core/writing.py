"""Files are written whole or not at all, and whoever cannot write one says which.

Python names the file that cannot be opened, but none if the disk fills up while it is being written.
"""

from __future__ import annotations

import errno
import os
import secrets
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

_FULL = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EFBIG})


def is_full(fault: OSError) -> bool:
    """Whether there was no room for what was written: a full disk, a quota, a limit of a file's size."""
    return fault.errno in _FULL


@contextmanager
def named(path: Path | str) -> Iterator[None]:
    """System errors meanwhile name this file if they name none."""
    try:
        yield
    except OSError as fault:
        if fault.filename is None and fault.errno is not None:
            raise OSError(fault.errno, fault.strerror, str(path)) from fault
        raise


def write_whole(path: Path, data: str | bytes) -> None:
    """Put text or bytes into a file, which stays as it was if that fails. Raises OSError, with its name.

    A file that is replaced keeps its permissions and a link still leads to it; any other file, such as a pipe or a
    terminal, is written to.
    """
    encoded = data if isinstance(data, bytes) else data.encode("utf-8")
    with named(path):
        if (path.exists() and not path.is_file()) or not os.access(path.resolve().parent, os.W_OK):
            with path.open("wb") as there:
                there.write(encoded)
            return
        with begun(path) as file:
            file.write(encoded)


@contextmanager
def begun(path: Path) -> Iterator[IO[bytes]]:
    """A new file that takes the place of the one at `path` when all went well, and is gone when not. Raises OSError."""
    target = path.resolve()
    if target.exists():
        with target.open("r+b"):
            pass  # a file that may not be written is not replaced either
    part = target.with_name(f".{target.name}.{secrets.token_hex(4)}")
    try:
        with named(path), part.open("xb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
            if target.exists():
                shutil.copymode(target, part)
            os.replace(part, target)
    except BaseException:
        part.unlink(missing_ok=True)
        raise
