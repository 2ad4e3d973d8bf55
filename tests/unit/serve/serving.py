"""A server as a process of its own, as `rulewright serve` starts it."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

_SERVE = "from rulewright.cli import main; main()"


@contextmanager
def served(folder: Path, *names: str, port: int = 0) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """A server on the tables of a folder, and its address."""
    command = [
        sys.executable,
        "-c",
        _SERVE,
        "serve",
        *(names or ("tutorial",)),
        "--port",
        str(port),
        "--data",
        str(folder),
    ]
    process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
    try:
        assert process.stderr is not None
        told = process.stderr.readline()
        found = re.search(r"(http://127\.0\.0\.1:\d+)/", told)
        assert found is not None, told + process.stderr.read()
        yield process, found[1]
    finally:
        process.kill()
        process.wait()
        if process.stderr is not None:
            process.stderr.close()
