"""Modules that few players want: they are in a file of their own, which comes with the first import of one."""

from __future__ import annotations

import gzip
import importlib
import io
import json
import sys
import tarfile
from collections.abc import Callable, Sequence
from importlib.machinery import ModuleSpec, PathFinder
from pathlib import Path
from types import ModuleType

INDEX = "late.json"


class LateModules:
    """The last to be asked where a module is. `fetch` gives that file, packed, at once."""

    def __init__(self, program: Path, fetch: Callable[[], bytes]) -> None:
        self._program, self._fetch = program, fetch
        self._names = frozenset(json.loads((program / INDEX).read_text("utf-8")))

    def find_spec(
        self, name: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if name not in self._names:
            return None
        self._names = frozenset()
        data = gzip.decompress(self._fetch())
        with tarfile.open(fileobj=io.BytesIO(data)) as tar:
            tar.extractall(self._program.parent, filter="fully_trusted")
        importlib.invalidate_caches()
        return PathFinder.find_spec(name, path, target)


def installed(program: Path, fetch: Callable[[], bytes]) -> None:
    """Find modules that come late from now on."""
    sys.meta_path.append(LateModules(program, fetch))
