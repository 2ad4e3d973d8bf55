"""Preparation done once for all visitors, by the Python of the page: compiled modules, loaded games, first pages.

The page then finds all of it where it looks: code next to where its source would be, games in the cache.
"""

from __future__ import annotations

import asyncio
import io
import json
import py_compile
import re
import sys
import tarfile
from collections.abc import Iterable, Sequence
from html import unescape
from pathlib import Path
from urllib.parse import quote, urlencode

from rulewright.native.backend.native_code import NativeCode
from rulewright.native.loading import load_game
from rulewright.native.module_cache import native_in
from rulewright.play.policies.naming import LEARNED
from rulewright.table.offline.gathering import has_studio, languages_inside, native_place, packages_inside
from rulewright.table.offline.late import INDEX
from rulewright.table.offline.page_server import FORM, PageServer
from rulewright.table.serve.author_tools import AuthorTools
from rulewright.table.serve.guests import PART
from rulewright.table.serve.studio.studio_tools import StudioTools

HOME = "/"
STUDIO_HOME = "/studio/"
_PART = ((PART, "1"),)
_THINKS = "search:20"
_CHOICES = 12
_ROOT = "{root}"
"""Where the folder is; put in by the page, which knows."""
_READS_ITSELF = b"install_lazy_importer()"
"""What `anyio` calls where it looks into its own source for what may be imported later."""


async def bake(program: Path, tools: AuthorTools) -> None:
    """Compile the program, and load its games so that the cache holds them. Raises ValueError if one has mistakes."""
    compile_all(program)
    names = json.loads((program / "names.json").read_text("utf-8"))
    packages = packages_inside(program)
    server = PageServer(names, Path("/baking"), _ROOT, lambda name, data, kind: "", tools, packages=packages)
    for name in names:
        await _asked(server, "GET", form_path(name))
        _keep_native(name, program / native_place(name))


def _keep_native(name: str, path: Path) -> None:
    """Put a game's module where the game looks for it."""
    if path.is_file():
        native, code = load_game(name).native, native_in(path.read_bytes())
        assert native is not None
        assert isinstance(code, NativeCode)
        native.keep(code)
        path.unlink()


def first_pages(names: Sequence[str], *, studio: bool) -> tuple[str, ...]:
    """Return the paths of the pages that are made with the folder."""
    return HOME, *map(form_path, names), *([STUDIO_HOME] if studio else [])


def form_path(name: str) -> str:
    """Return the path of the form for a new table of a game."""
    return f"/new?ruleset={quote(name)}"


def compile_all(root: Path) -> None:
    """Replace each source by its compiled code. A source that reads itself stays next to its code."""
    for path in sorted(root.rglob("*.py")):
        reads_itself = _READS_ITSELF in path.read_bytes()
        py_compile.compile(
            str(path), None if reads_itself else str(path.with_suffix(".pyc")), path.relative_to(root).as_posix(),
            doraise=True, optimize=2, invalidation_mode=py_compile.PycInvalidationMode.UNCHECKED_HASH,
        )  # fmt: skip
        if not reads_itself:
            path.unlink()


async def rehearse(program: Path, tools: AuthorTools, studio: StudioTools) -> dict[str, str]:
    """Do what most visitors do, by what is baked: all modules that this takes are loaded.

    The pages that players begin with, by language and path: they are shown while the page gets ready.
    """
    names = json.loads((program / "names.json").read_text("utf-8"))
    packages, spoken = packages_inside(program), languages_inside(program)
    server = PageServer(
        names, Path("/visiting"), _ROOT, lambda name, data, kind: "", tools, packages=packages, spoken=spoken,
        studio=studio if has_studio(program) else None,
    )  # fmt: skip
    pages = {}
    paths = first_pages(names, studio=has_studio(program))
    for language in spoken:
        server.speak(language)
        for path in paths:
            pages[f"{language} {path}"] = await _asked(server, "GET", path)
    for name in names:
        await _play(server, name)
    return pages


async def _play(server: PageServer, name: str) -> None:
    """Begin a game with bots that think, look at all its pages, take some options."""
    seats = ("human", _THINKS, LEARNED if load_game(name).players else "greedy", "random")
    rules = [("ruleset", name), ("do", "start"), ("seed", "1")]
    place = ""
    for count in range(1, len(seats) + 1):
        fields = [*rules, *((f"seat-{number}", each) for number, each in enumerate(seats[:count], 1))]
        _, headers, _ = await server.ask("POST", "/new", FORM, urlencode(fields).encode())
        place = next((value for _, value in headers if value.startswith("/t/")), place)
    if not place:
        return  # a game for more
    for path in ("", "replay", "log", "why", "seats"):
        await server.ask("GET", f"{place}{path}", (), b"")
    server.follow(1, f"{place}events", lambda text: None)
    for _ in range(_CHOICES):
        await asyncio.sleep(0.2)
        page = (await server.ask("GET", place, _PART, b""))[2].decode()
        at, offer = (re.search(f'name="{each}" value="([^"]+)"', page) for each in ("at", "offer"))
        chosen = [("offer", unescape(offer[1]))] if offer is not None else [("do", "confirm")]
        if at is not None:
            await server.ask("POST", f"{place}act", (*FORM, *_PART), urlencode([("at", at[1]), *chosen]).encode())
    server.leave(1)


def parted(program: Path) -> tuple[list[Path], list[Path]]:
    """Return (first, later): the files that play takes, and modules that are loaded only when somebody wants them."""
    loaded = {str(each.__file__) for each in list(sys.modules.values()) if getattr(each, "__file__", None)}
    later = [path for path in sorted(program.rglob("*.pyc")) if path.parent.name != "__pycache__"]
    later = [path for path in later if str(path) not in loaded]
    names = [".".join(path.relative_to(program).with_suffix("").parts).removesuffix(".__init__") for path in later]
    (program / INDEX).write_text(json.dumps(names), "utf-8")
    left = set(later)
    return [path for path in sorted(program.rglob("*")) if path not in left], later


def packed(paths: Iterable[Path]) -> bytes:
    """Return files in one that the page unpacks by a few lines: with times in whole seconds, in the form of GNU tar."""

    def whole(about: tarfile.TarInfo) -> tarfile.TarInfo:
        about.mtime = int(about.mtime)
        return about

    written = io.BytesIO()
    with tarfile.open(fileobj=written, mode="w", format=tarfile.GNU_FORMAT) as tar:
        for path in paths:
            tar.add(path, str(path).removeprefix("/"), recursive=False, filter=whole)
    return written.getvalue()


async def _asked(server: PageServer, method: str, path: str, body: str = "") -> str:
    status, _, text = await server.ask(method, path, FORM if body else (), body.encode())
    if status >= 400:
        raise ValueError(f"{method} {path}: {status}\n{text.decode()}")
    return text.decode()
