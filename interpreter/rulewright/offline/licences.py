"""The licences of all that a folder brings along, in one text."""

from __future__ import annotations

from collections.abc import Iterator
from importlib.metadata import distribution
from pathlib import Path

from rulewright.offline.gathering import PACKAGE, PACKAGES

_PYODIDE = """\
This folder holds copies of the following works. Each stays under its own licence.

Pyodide {version} (python/pyodide.mjs, python/pyodide.asm.mjs, python/pyodide.asm.wasm.gz), unchanged but packed:
  Mozilla Public License 2.0, https://mozilla.org/MPL/2.0/
  Its source is at https://github.com/pyodide/pyodide/tree/{version}
CPython, inside Pyodide and in python/python_stdlib.zip:
  Python Software Foundation License 2, https://docs.python.org/3/license.html
  It holds OpenSSL (Apache 2.0), SQLite (public domain), zlib, bzip2, xz (0BSD), Zstandard (BSD), libffi (MIT) and
  mpdecimal (BSD).
"""


def licences_text(version: str) -> str:
    """What is brought along, and by which licence."""
    parts = [_PYODIDE.format(version=version), _own()]
    for name in PACKAGES:
        about = distribution(name)
        known = about.metadata.json
        written = str(known.get("license_expression") or known.get("license") or "see below").splitlines()[0]
        home = f"{known['name']} {about.version} (in program.tar.gz or later.tar.gz): {written}"
        parts.append("\n".join([home, *_texts(name)]))
    return ("\n\n" + "-" * 80 + "\n\n").join(parts)


def _own() -> str:
    return "Rulewright (all else but the packages below): Apache License 2.0\n" + "".join(_licence_of_ours())


def _licence_of_ours() -> Iterator[str]:
    beside = PACKAGE.parents[1] / "LICENSE"
    if (PACKAGE.parents[1] / "pyproject.toml").is_file() and beside.is_file():
        yield beside.read_text("utf-8")
    else:
        yield from _texts("rulewright")


def _texts(name: str) -> Iterator[str]:
    """The licence files that an installed package carries."""
    for each in distribution(name).files or ():
        if each.parts[0].endswith(".dist-info") and each.name.upper().startswith(("LICEN", "COPYING", "NOTICE")):
            yield Path(str(each.locate())).read_text("utf-8", "replace")
