"""The pictures in folders named `pictures`: ordinary files, judged by their bytes, each read once while it is the same.

Whose pictures they are is known by the file that names them: those in the folder of its module come first, then those
of its package or ruleset, and those beside the file of a variant.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from hashlib import sha256
from itertools import islice
from pathlib import Path

from rulewright.core.diagnostics import Diagnostic, Span, error
from rulewright.core.load.files import display_name
from rulewright.core.load.picture_bytes import LARGEST, PictureRefused, head_of
from rulewright.core.load.text import bytes_in
from rulewright.core.model.pictures import TYPES, Picture

PICTURES = "pictures"
MOST_FILES, MOST_BYTES, MOST_MEGAPIXELS = 500, 20_000_000, 200
"""The most pictures in a folder, and how many bytes and millions of pixels they may have together."""
_MOST_FAULTS = 20
_DEEPEST = 4
_USUAL = {"jpeg": "jpg", "jpe": "jpg"}


@dataclass(frozen=True, slots=True)
class PictureFolder:
    """The pictures of an owner by their paths in its folder.

    `owner` is the name that messages give the file or folder which they belong to.
    """

    owner: str
    pictures: Mapping[str, Picture]
    faults: tuple[Diagnostic, ...] = ()
    paths: frozenset[str] = field(default=frozenset())
    """The paths of all files there, of those too that are refused."""

    def owns(self, file: str) -> bool:
        """Return whether a file may name its pictures."""
        return file == self.owner or file.startswith(f"{self.owner}/")


def picture_folder(folder: Path, owner: str, shown_from: Path) -> PictureFolder | None:
    """Return the pictures in a folder, or None if there is no such folder."""
    if not os.path.lexists(folder):
        return None
    faults: list[Diagnostic] = []
    found: dict[str, Picture] = {}
    paths: list[str] = []
    total = pixels = 0
    for path in _walked(folder, shown_from, faults, 0):
        if len(faults) > _MOST_FAULTS:
            break
        within = path.relative_to(folder).as_posix()
        if path.suffix == ".md" or path.name == "LICENSE":
            continue
        paths.append(within)
        try:
            stat = path.stat()
            picture = _picture(path, stat.st_mtime_ns, stat.st_size)
        except (OSError, ValueError) as fault:
            faults.append(_refused(path, shown_from, fault))
            continue
        total, pixels = total + stat.st_size, pixels + picture.width * picture.height
        if len(found) >= MOST_FILES or total > MOST_BYTES or pixels > MOST_MEGAPIXELS * 1_000_000:
            most = f"{MOST_FILES} pictures, {MOST_BYTES // 1_000_000} MB or {MOST_MEGAPIXELS} million pixels"
            message = f"the folder has more than {most}"
            faults.append(error("bad-picture", Span(display_name(folder, shown_from), 1, 1), message, "remove some"))
            break
        found[within] = picture
    return PictureFolder(owner, found, tuple(_first(faults, folder, shown_from)), frozenset(paths))


def pictures_in(root: Path) -> Iterator[tuple[str, bytes]]:
    """Yield (path, bytes) of each right picture in the folders `pictures` of a ruleset, package or variant."""
    for folder in sorted(root.rglob(PICTURES)):
        found = picture_folder(folder, "", root) if folder.is_dir() else None
        for name, picture in found.pictures.items() if found is not None else ():
            yield (folder.relative_to(root) / name).as_posix(), picture.data


def _first(faults: list[Diagnostic], folder: Path, shown_from: Path) -> Iterator[Diagnostic]:
    """Yield the first faults of a folder, and one that there are more."""
    yield from faults[:_MOST_FAULTS]
    if len(faults) > _MOST_FAULTS:
        message = f"more than {_MOST_FAULTS} files are no pictures, and the others were not looked at"
        yield error("bad-picture", Span(display_name(folder, shown_from), 1, 1), message, "mend these first")


def folders_of(file: str, folders: Iterable[PictureFolder]) -> tuple[PictureFolder, ...]:
    """Return the folders in which the pictures that a file names are looked for, the nearest first."""
    return tuple(sorted((each for each in folders if each.owns(file)), key=lambda each: -len(each.owner)))


def stamps_of(folder: Path) -> Iterator[bytes]:
    """Yield the path and hash of each picture in a folder, the same wherever the folder is. Raises OSError."""
    if folder.is_dir() and not folder.is_symlink():
        for path in sorted(islice(folder.rglob("*"), 4 * MOST_FILES)):
            if path.is_file() and not path.is_symlink():
                yield f"{path.relative_to(folder).as_posix()} {sha256(bytes_in(path)).hexdigest()}".encode()


def _walked(folder: Path, shown_from: Path, faults: list[Diagnostic], depth: int) -> Iterator[Path]:
    """Yield the ordinary files below a folder in the order of their names, and never follow a link."""
    if folder.is_symlink() or depth > _DEEPEST:
        reason = "a link is not followed" if folder.is_symlink() else f"folders are nested deeper than {_DEEPEST}"
        faults.append(_fault(folder, shown_from, f"'{folder.name}': {reason}", "put the files themselves here"))
        return
    try:
        entries = sorted(os.scandir(folder), key=lambda entry: entry.name)
    except OSError as fault:
        faults.append(_fault(folder, shown_from, f"the folder cannot be read: {fault.strerror}", ""))
        return
    for entry in entries:
        path = folder / entry.name
        if entry.name.startswith("."):
            continue
        if entry.is_symlink():
            message = f"'{entry.name}' is a link, and a picture is an ordinary file"
            faults.append(_fault(path, shown_from, message, "put a copy of the file here"))
        elif entry.is_dir(follow_symlinks=False):
            yield from _walked(path, shown_from, faults, depth + 1)
        elif entry.is_file(follow_symlinks=False):
            yield path
        else:
            faults.append(_fault(path, shown_from, f"'{entry.name}' is not an ordinary file", "remove it"))


@lru_cache(maxsize=4 * MOST_FILES)
def _picture(path: Path, _time: int, size: int) -> Picture:
    """Return a picture as it is at a time. Raises PictureRefused and OSError."""
    sort = path.suffix.removeprefix(".")
    usual = _USUAL.get(sort.lower(), sort.lower())
    if sort not in TYPES and usual in TYPES:
        raise PictureRefused(f"ends in {path.suffix}, not .{usual}", f"rename it to {path.stem}.{usual}")
    if sort not in TYPES:
        listed = ", ".join(f".{each}" for each in TYPES)
        raise PictureRefused("is none of the files that go here", f"only {listed} and .md files do")
    if size > LARGEST:
        raise PictureRefused(f"has more than {LARGEST // 1_000_000} MB", "save it smaller, or as WebP")
    data = bytes_in(path)
    head = head_of(data)
    if head.sort != sort:
        hint = f"rename it to {path.with_suffix('.' + head.sort).name}"
        raise PictureRefused(f"is a .{head.sort} by its bytes", hint)
    return Picture(sha256(data).hexdigest(), head.sort, head.width, head.height, data)


def _refused(path: Path, shown_from: Path, fault: Exception) -> Diagnostic:
    if isinstance(fault, PictureRefused):
        return _fault(path, shown_from, f"'{path.name}' {fault.reason}", fault.hint)
    return _fault(path, shown_from, f"'{path.name}' cannot be read: {getattr(fault, 'strerror', None) or fault}", "")


def _fault(path: Path, shown_from: Path, message: str, hint: str) -> Diagnostic:
    return error("bad-picture", Span(display_name(path, shown_from), 1, 1), message, hint)
