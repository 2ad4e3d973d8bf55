"""Standard streams that are closed when the command starts, as by `<&-`: each is replaced, so that none is missing.

Python leaves `None` in place of such a stream, and the next file that is opened would get its number.
"""

from __future__ import annotations

import os
import sys
from typing import IO, Final

_MODES: Final = {"stdin": "r", "stdout": "w", "stderr": "w"}


def open_closed_streams() -> None:
    """Put a stream in place of each that is closed: nothing can be read, complaints are dropped, results are refused.

    Standard output is opened for reading, so that a verb which writes there fails, and one that does not runs.
    """
    for number, (name, mode) in enumerate(_MODES.items()):
        if getattr(sys, name) is not None and (name != "stderr" or _is_writable(sys.stderr)):
            continue
        found = os.open(os.devnull, os.O_WRONLY if name == "stderr" else os.O_RDONLY)
        if found != number and _is_free(number):
            os.dup2(found, number)
            os.close(found)
            found = number
        os.set_inheritable(found, True)
        setattr(sys, name, open(found, mode, encoding="utf-8", errors="replace", closefd=False))  # noqa: SIM115


def _is_free(number: int) -> bool:
    try:
        os.fstat(number)
    except OSError:
        return True
    return False


def closed_stream() -> str:
    """The name of the standard stream that cannot be used, given that one of them could not."""
    return "standard input" if _is_writable(sys.stdout) else "standard output"


def _is_writable(stream: IO[str]) -> bool:
    try:
        os.write(stream.fileno(), b"")
    except ValueError:  # a stream of somebody who calls us from Python, which is not a file
        return True
    except OSError:
        return False
    return True
