"""Files that the page runs: the interpreter without parts for other front ends, and the packages it needs."""

from __future__ import annotations

import io
import json
import tarfile
from collections.abc import Iterable, Iterator, Sequence
from hashlib import sha256
from pathlib import Path

from rulewright.core.load.bundled import players_of, shared_files
from rulewright.core.load.folder import TRANSLATIONS
from rulewright.core.load.picture_files import pictures_in
from rulewright.core.load.shared_content import shared_with
from rulewright.core.packages.tree_hash import files_in
from rulewright.core.pipeline import ruleset_root, shipped_root
from rulewright.native.loading import load_game
from rulewright.table.serve.package_shelf import OfferedPackage, languages_of, offered_package, source_offered
from rulewright.table.serve.studio.example_games import EXAMPLES, examples

PACKAGE = Path(__file__).resolve().parents[2]
LEFT_OUT = ("adapters", "cli", "lab", "author/handbook", "author/proving")
"""Rooms that no page of a table needs."""
PACKAGES = (
    "starlette", "anyio", "idna", "h11", "jinja2", "markupsafe", "segno", "typing_extensions",
    "lark", "jsonschema", "jsonschema-specifications", "referencing", "attrs", "pyyaml",
)  # fmt: skip
_TIME = 1_600_000_000
_OWN = (".py", ".toml", ".lark", ".css", ".html", ".js", ".svg")
_NOT_PLAYED = frozenset({"scenarios", "replays"})


class NotReady(Exception):  # noqa: N818 - stated as a sentence
    """A requirement of a site that is missing."""


OFFERED = "packages.json"
"""The file that lists the packages in the program, in its folder `packages`."""


STUDIO = "studio"
"""The file of a program that has a studio."""


def staged(names: Sequence[str], packages: Sequence[OfferedPackage] = (), *, studio: bool = False) -> bytes:
    """All files of the program as sources, in one file that is the same whenever they are.

    With a `studio` come its examples, and the tests of all games.
    """
    found = dict(_interpreter())
    for name in PACKAGES:
        found |= dict(_package(name))
    inside = []
    for name in names:
        root = ruleset_root(name)
        assert root is not None
        inside.append(root.name)
        found |= {f"rulewright/rulesets/{root.name}/{place}": data for place, data in ruleset_files(root)}
        found |= {native_place(root.name): data for data in _native(name)}
        found |= {f"rulewright/rulesets/{root.name}/{place}": data for place, data in _added_texts(name, packages)}
        found |= dict(_shared(shared_with(root)))
    if studio:
        found |= dict(_for_studio(names))
    found["languages.json"] = json.dumps(languages_of(names, packages)).encode()
    found["rpds.py"] = (PACKAGE / "table" / "offline" / "static" / "rpds.txt").read_bytes()
    found["names.json"] = json.dumps(inside).encode()
    for package in packages:
        found |= {f"packages/{package.id}/{place}": data for place, data in files_in(package.folder).items()}
    found[OFFERED] = json.dumps([(each.id, each.packed.origin) for each in packages]).encode()
    written = io.BytesIO()
    with tarfile.open(fileobj=written, mode="w") as tar:
        for place, data in sorted(found.items()):
            about = tarfile.TarInfo(f"program/{place}")
            about.size, about.mtime, about.mode = len(data), _TIME, 0o644
            tar.addfile(about, io.BytesIO(data))
    return written.getvalue()


def _shared(files: Iterable[Path]) -> Iterator[tuple[str, bytes]]:
    """Yield (path, bytes) of files of shared content."""
    return ((f"rulewright/rulesets/{each.relative_to(shipped_root()).as_posix()}", each.read_bytes()) for each in files)


def has_studio(program: Path) -> bool:
    return (program / STUDIO).is_file()


def _for_studio(names: Sequence[str]) -> Iterator[tuple[str, bytes]]:
    """Yield (path, bytes) of what only a studio needs: the examples, and all texts of games that can be copied."""
    yield STUDIO, b""
    yield f"rulewright/rulesets/{EXAMPLES}", (shipped_root() / EXAMPLES).read_bytes()
    yield from _shared(shared_files())
    for name in dict.fromkeys((*names, *(each.name for each in examples()))):
        root = ruleset_root(name)
        assert root is not None
        for path in sorted(root.rglob("*.yaml")):
            place = path.relative_to(root)
            if place.parts[0] != "replays":
                yield f"rulewright/rulesets/{root.name}/{place.as_posix()}", path.read_bytes()


def languages_inside(program: Path) -> tuple[str, ...]:
    """Return the languages that a program offers."""
    return tuple(json.loads((program / "languages.json").read_text("utf-8")))


def _added_texts(name: str, packages: Sequence[OfferedPackage]) -> Iterator[tuple[str, bytes]]:
    """Yield (path, bytes) of packages of translations for a game, in its own folder: the page has no store."""
    source = source_offered(name, packages)
    assert source is not None
    homes = (source.root, *(each.folder.resolve() for each in packages))
    for each in source.spoken:
        if not any(each.file.path.resolve().is_relative_to(home) for home in homes):
            digest = sha256(each.file.data).hexdigest()[:8]
            yield f"{TRANSLATIONS}/{each.language}-{digest}.yaml", each.file.data


def packages_inside(program: Path) -> tuple[OfferedPackage, ...]:
    """Return the packages that a program has brought along."""
    listed = json.loads((program / OFFERED).read_text("utf-8"))
    return tuple(offered_package(str(program / "packages" / id_), origin) for id_, origin in listed)


def native_place(game: str) -> str:
    """Return the place of a game's native module on its way to the page."""
    return f"native/{game}"


def _native(name: str) -> Iterator[bytes]:
    """Yield the native module of a game, which the page cannot make. Yields nothing if the game has none."""
    from rulewright.native.module_cache import native_data  # the page does not make modules, and loads what it needs

    native = load_game(name).native
    if native is not None and not native.refusal():
        yield native_data(native.code())


def _interpreter() -> Iterator[tuple[str, bytes]]:
    for path in sorted(PACKAGE.rglob("*")):
        place = path.relative_to(PACKAGE)
        if path.suffix in _OWN and not any(map(place.is_relative_to, (*LEFT_OUT, "rulesets", "schemas"))):
            if place.parts[:3] != ("table", "offline", "static"):
                yield f"rulewright/{place.as_posix()}", path.read_bytes()
    for path in sorted((shipped_root().parent / "schemas").rglob("*.json")):
        yield f"rulewright/schemas/{path.name}", path.read_bytes()


def _package(name: str) -> Iterator[tuple[str, bytes]]:
    """Yield (path, bytes) of the Python files of an installed package, without code compiled for this machine.

    Raises NotReady if the package is not installed.
    """
    from importlib.metadata import PackageNotFoundError, distribution  # as above

    try:
        files = distribution(name).files or ()
    except PackageNotFoundError:
        raise NotReady(f"the package '{name}' is missing here: pip install 'rulewright[web]'") from None
    for each in files:
        if each.suffix in (".py", ".json") and not each.parts[0].endswith(".dist-info") and ".." not in each.parts:
            yield each.as_posix(), each.read_binary()


def ruleset_files(root: Path) -> Iterator[tuple[str, bytes]]:
    """Yield (path, bytes) of the files that a table of a ruleset needs: rules and bundled players."""
    for player in map(Path, players_of(root)):
        yield player.relative_to(root).as_posix(), player.read_bytes()
    for path in sorted(root.rglob("*.yaml")):
        place = path.relative_to(root)
        if path.is_file() and place.parts[0] not in _NOT_PLAYED:
            yield place.as_posix(), path.read_bytes()
    yield from pictures_in(root)
