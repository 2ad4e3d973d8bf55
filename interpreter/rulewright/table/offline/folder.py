"""A folder of static files with tables of some games: written here, opened by any browser, played without a server.

It has the licences of all that it brings along.
"""

from __future__ import annotations

import gzip
import io
import json
import shutil
import subprocess
import sys
import tarfile
import tempfile
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from hashlib import sha256
from importlib.metadata import distribution
from importlib.resources import files
from pathlib import Path

from rulewright.core.locales.catalogue import phrases
from rulewright.core.pipeline import ruleset_root
from rulewright.table.offline.baking import HOME, STUDIO_HOME, first_pages, form_path
from rulewright.table.offline.gathering import PACKAGE, PACKAGES, NotReady, staged
from rulewright.table.offline.page_server import BEGUN, numbers_of
from rulewright.table.serve.author_tools import AuthorTools
from rulewright.table.serve.package_shelf import OfferedPackage, languages_of
from rulewright.table.serve.site import ServerState
from rulewright.table.serve.store import TableStore

_MODULE, _CODE, _ENGINE, _LIBRARY = "pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip"
_LOCK, _MEMORY = "pyodide-lock.json", "memory.bin"
_OWN = ("index.html", "shell.css", "shell.js", "begun.js", "frame.js", "worker.js", "restoring.mjs")
HOW_TO_GET = "npm install pyodide@314.0.7 puts it into node_modules/pyodide"


@dataclass(frozen=True, slots=True)
class Written:
    """The contents of a written folder: size in bytes by file, and the bytes that opening it loads."""

    sizes: dict[str, int]
    cold: int


def write_folder(
    names: Sequence[str], out: Path, pyodide: Path, tools: AuthorTools,
    handbooks: Callable[[Sequence[str]], dict[str, bytes]],
    packages: Sequence[OfferedPackage] = (), *, studio: bool = False,
) -> Written:  # fmt: skip
    """Write everything, `handbooks` in all languages and `packages` included, and a `studio` if that is wanted.

    Raises NotReady with a sentence.
    """
    for each in (_MODULE, _CODE, _ENGINE, _LIBRARY, _LOCK):
        if not (pyodide / each).is_file():
            raise NotReady(f"{pyodide} holds no {each}; {HOW_TO_GET}")
    spoken = languages_of(names, packages)
    sources = staged(names, packages, studio=studio)
    baked, tables = baked_by(pyodide, sources), begun_by(sources)
    made, later = folder_files(names, pyodide, baked, tables, handbooks(spoken), tools, spoken, studio=studio)
    for name, data in (made | later).items():
        path = out / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
    return Written({name: len(data) for name, data in (made | later).items()}, sum(map(len, made.values())))


def folder_files(
    names: Sequence[str],
    pyodide: Path,
    baked: dict[str, bytes],
    tables: dict[str, bytes],
    books: dict[str, bytes],
    tools: AuthorTools,
    spoken: Sequence[str],
    *,
    studio: bool = False,
) -> tuple[dict[str, bytes], dict[str, bytes]]:
    """Return (files loaded first, files loaded later or never), each as bytes by name."""
    made = {f"python/{name}": (pyodide / name).read_bytes() for name in (_MODULE, _CODE, _LIBRARY)}
    lock = json.loads((pyodide / _LOCK).read_text("utf-8"))
    made[f"python/{_LOCK}"] = json.dumps({**lock, "packages": {}}).encode()
    made[f"python/{_ENGINE}.gz"] = _packed((pyodide / _ENGINE).read_bytes())
    made[f"python/{_MEMORY}.gz"] = _packed(baked[_MEMORY])
    made["program.tar.gz"] = _packed(baked["files.tar"])
    counted = sum(len(data) for name, data in made.items() if name.endswith(".gz"))
    site = ServerState(TableStore(None), tuple(names), tools)
    made |= {site.asset_path(name).removeprefix("/"): data for name, (data, _) in site.assets.items()}
    ids = [root.name for root in map(ruleset_root, names) if root is not None]
    begun = {path: str(number) for number, path in enumerate(first_pages(ids, studio=studio))}
    first = STUDIO_HOME if studio else form_path(ids[0]) if len(ids) == 1 else HOME
    facts = {
        "{icon}": site.asset_path("icon.svg").removeprefix("/"), "{bytes}": str(counted),
        "{begun}": json.dumps(begun), "{first}": first, "{numbers}": json.dumps(numbers_of(ids)),
        "{sheets}": " ".join(name for name in sorted(tables) if name.endswith(".css")),
        "{languages}": " ".join(spoken),
        "{waits}": json.dumps({each: phrases(each, "browser")("getting_ready") for each in spoken}),
        "{unkept}": json.dumps({each: phrases(each, "browser")("not_kept") for each in spoken}),
    }  # fmt: skip
    made |= {name: _filled(name, facts) for name in _OWN}
    later: dict[str, bytes] = {}
    for where, text in json.loads(baked["pages.json"]).items():
        language, _, path = where.partition(" ")
        later[f"pages/{begun[path]}-{language}.html"] = text.encode()
    later |= {f"{BEGUN}/{name}": data for name, data in tables.items()} | books
    later["later.tar.gz"] = _packed(baked["later.tar"])
    later["LICENCES.txt"] = licences_text(version_of(pyodide)).encode()
    both = made | later
    digest = sha256(b"".join(both[name] for name in sorted(both))).hexdigest()[:16]
    later["sw.js"] = _filled("sw.js", {"{digest}": digest, "{files}": " ".join(["./", *sorted(both)])})
    return made, later


def is_site(folder: Path) -> bool:
    """Whether a folder holds a site that may be written anew."""
    return all((folder / name).is_file() for name in (*_OWN, "program.tar.gz"))


def version_of(pyodide: Path) -> str:
    """Return the version of Pyodide in a folder."""
    about = pyodide / "package.json"
    found = json.loads(about.read_text("utf-8")).get("version") if about.is_file() else None
    return found if isinstance(found, str) else "of an unknown version"


def _filled(name: str, facts: dict[str, str]) -> bytes:
    text = static_text(name)
    for key, value in facts.items():
        text = text.replace(key, value)
    return text.encode()


def static_text(name: str) -> str:
    return files("rulewright.table.offline").joinpath("static", name).read_text("utf-8")


def _packed(data: bytes) -> bytes:
    return gzip.compress(data, 9, mtime=0)


def baked_by(pyodide: Path, sources: bytes) -> dict[str, bytes]:
    """Return the files that the page runs, by name, made from sources by the page's own Python under node.

    Raises NotReady if node is missing, or if it cannot make them.
    """
    node = shutil.which("node")
    if node is None:
        raise NotReady("node is needed once, to compile the program for the page; npm brings it")
    with tempfile.TemporaryDirectory(prefix="rulewright-site-") as room:
        before, script = Path(room) / "staged.tar", Path(room) / "bake.mjs"
        before.write_bytes(sources)
        for each in (script, Path(room) / "restoring.mjs"):
            each.write_text(static_text(each.name), "utf-8")
        done = subprocess.run(
            [node, str(script), str(pyodide.resolve()), str(before), room],
            capture_output=True, text=True, check=False,
        )  # fmt: skip
        made = {name: Path(room) / name for name in ("files.tar", "later.tar", "pages.json", _MEMORY)}
        if done.returncode or not all(path.is_file() for path in made.values()):
            raise NotReady(f"the Python in {pyodide} cannot prepare the page:\n{done.stderr[-2000:]}")
        return {name: path.read_bytes() for name, path in made.items()}


_BEGIN = """
import sys
from pathlib import Path
program, out = map(Path, sys.argv[1:])
sys.path.insert(0, str(program))
from rulewright.author.at_tables import STUDIO, TOOLS
from rulewright.table.offline.begun_tables import write_begun
write_begun(program, out, TOOLS, STUDIO)
"""


def begun_by(sources: bytes) -> dict[str, bytes]:
    """Return the files of tables that are begun with the folder, by name, made by the program that the page has.

    Raises NotReady if it cannot begin them.
    """
    with tempfile.TemporaryDirectory(prefix="rulewright-site-") as room:
        with tarfile.open(fileobj=io.BytesIO(sources)) as tar:
            tar.extractall(room, filter="data")
        out = Path(room) / BEGUN
        out.mkdir()
        command = [sys.executable, "-c", _BEGIN, str(Path(room) / "program"), str(out)]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode:
            raise NotReady(f"no tables can be begun for the page:\n{done.stderr[-2000:]}")
        return {path.name: path.read_bytes() for path in out.iterdir()}


_PYODIDE = """\
This folder holds copies of the following works. Each stays under its own licence.

Pyodide {version} (python/pyodide.mjs, python/pyodide.asm.mjs, python/pyodide.asm.wasm.gz), unchanged but packed:
  Mozilla Public License 2.0, https://mozilla.org/MPL/2.0/
  Its source is at https://github.com/pyodide/pyodide/tree/{version}
CPython, inside Pyodide, in python/python_stdlib.zip and in python/memory.bin.gz:
  Python Software Foundation License 2, https://docs.python.org/3/license.html
  It holds OpenSSL (Apache 2.0), SQLite (public domain), zlib, bzip2, xz (0BSD), Zstandard (BSD), libffi (MIT) and
  mpdecimal (BSD).
"""


def licences_text(version: str) -> str:
    """Return the licence texts of everything that is bundled."""
    own = "Rulewright (all else but the packages below): Apache License 2.0\n" + "".join(_licence_of_ours())
    parts = [_PYODIDE.format(version=version), own]
    for name in PACKAGES:
        about = distribution(name)
        known = about.metadata.json
        written = str(known.get("license_expression") or known.get("license") or "see below").splitlines()[0]
        home = f"{known['name']} {about.version} (in python/memory.bin.gz, program.tar.gz or later.tar.gz): {written}"
        parts.append("\n".join([home, *_texts(name)]))
    return ("\n\n" + "-" * 80 + "\n\n").join(parts)


def _licence_of_ours() -> Iterator[str]:
    beside = PACKAGE.parents[1] / "LICENSE"
    if (PACKAGE.parents[1] / "pyproject.toml").is_file() and beside.is_file():
        yield beside.read_text("utf-8")
    else:
        yield from _texts("rulewright")


def _texts(name: str) -> Iterator[str]:
    """Yield the licence texts that an installed package carries."""
    for each in distribution(name).files or ():
        if each.parts[0].endswith(".dist-info") and each.name.upper().startswith(("LICEN", "COPYING", "NOTICE")):
            yield Path(str(each.locate())).read_text("utf-8", "replace")
