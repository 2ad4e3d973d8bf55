"""Files of a folder that a studio shows and writes: names that stay inside, marks by which changes are noticed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path, PurePosixPath

from rulewright.core.load.files import files_below
from rulewright.core.load.picture_files import PICTURES
from rulewright.core.load.text import bytes_in
from rulewright.core.model.pictures import TYPES
from rulewright.core.packages.zipped import refused_name
from rulewright.core.writing import write_whole
from rulewright.table.serve.studio.studio_tools import CannotStudy

LARGEST_TEXT = 150_000
"""Bytes of a text that is edited in a page, which sends all of it."""
_TEXTS = (".yaml", ".md")
_MOST_SHARED = 200
_MOST_SHARED_BYTES = 200_000


class ChangedMeanwhile(Exception):  # noqa: N818 - nobody's fault
    """A file that something else has changed since its text was read, with what it holds now."""

    def __init__(self, now: FileText) -> None:
        super().__init__(now.name)
        self.now = now


@dataclass(frozen=True, slots=True)
class FileText:
    """A file: its path in the folder, its text, and a mark of its bytes ("" if there is no such file)."""

    name: str
    text: str
    mark: str


@dataclass(frozen=True, slots=True)
class EditedFiles:
    """The text files of a folder."""

    folder: Path

    def marks(self) -> dict[str, str]:
        """Map the path of each file to its mark, sorted by path."""
        return {name: _mark(_bytes(path)) for name, path in self._files()}

    def names(self) -> tuple[str, ...]:
        """Return the paths of all files, sorted."""
        return tuple(name for name, _ in self._files())

    def read(self, name: str) -> FileText:
        """Return a file, empty if there is none. Raises CannotStudy if it cannot be edited here."""
        data = _bytes(self.path(name))
        if len(data or b"") > LARGEST_TEXT:
            raise CannotStudy(f"{name} has more than {LARGEST_TEXT // 1000} kB; edit it in another program")
        try:
            text = (data or b"").decode().removeprefix("\ufeff").replace("\r\n", "\n")
        except UnicodeDecodeError:
            raise CannotStudy(f"{name} is not UTF-8 text") from None
        return FileText(name, text, _mark(data))

    def write(self, name: str, text: str, mark: str) -> FileText:
        """Write a text over the file that had a mark, and return it.

        Raises ChangedMeanwhile, with nothing written, if the file has another mark now; CannotStudy for a name or a
        text that is refused, and OSError.
        """
        if len(text.encode("utf-8", "surrogatepass")) > LARGEST_TEXT:
            raise CannotStudy(f"{name} would have more than {LARGEST_TEXT // 1000} kB; split it into several files")
        path = self.path(name)
        if _mark(_bytes(path)) != mark:
            raise ChangedMeanwhile(self.read(name))
        path.parent.mkdir(parents=True, exist_ok=True)
        write_whole(path, _encoded(name, text))
        return self.read(name)

    def write_all(self, texts: Mapping[str, str], marks: Mapping[str, str]) -> dict[str, tuple[FileText, FileText]]:
        """Write several texts over files that had marks, or none of them, and return each (before, now).

        Raises as `write` does; what was written already is put back then.
        """
        before = {name: self.read(name) for name in texts}
        changed = next((each for each in before.values() if each.mark != marks.get(each.name)), None)
        if changed is not None:
            raise ChangedMeanwhile(changed)
        written: dict[str, tuple[FileText, FileText]] = {}
        try:
            for name, text in texts.items():
                written[name] = before[name], self.write(name, text, before[name].mark)
        except (CannotStudy, ChangedMeanwhile, OSError):
            for was, now in written.values():
                self.write(was.name, was.text, now.mark)
            raise
        return written

    def path(self, name: str) -> Path:
        """Return the file of a name. Raises CannotStudy if it is not a text in the folder, or led to by a link."""
        reason = refused_name(name) or _not_text(name)
        if reason:
            raise CannotStudy(f"'{name[:80]}' cannot be edited: {reason}")
        root = self.folder.resolve()
        path = root / name
        if path.resolve() != path:
            raise CannotStudy(f"'{name[:80]}' cannot be edited: a link leads elsewhere")
        return path

    def _files(self) -> Iterator[tuple[str, Path]]:
        root = self.folder.resolve()
        for path in files_below(root, root.parent, []):
            name = path.relative_to(root).as_posix()
            if not (refused_name(name) or _not_text(name) or path.is_symlink()):
                yield name, path


def write_shared(folder: Path, files: Mapping[str, str]) -> None:
    """Write files that somebody has shared into a new folder. Raises CannotStudy, with nothing written, or OSError."""
    if not 0 < len(files) <= _MOST_SHARED:
        raise CannotStudy(f"a link holds 1 to {_MOST_SHARED} files, not {len(files)}")
    if sum(len(_encoded(name, text)) for name, text in files.items()) > _MOST_SHARED_BYTES:
        raise CannotStudy(f"the files have more than {_MOST_SHARED_BYTES // 1000} kB; share a package instead")
    write_new(folder, files)


def write_new(folder: Path, files: Mapping[str, str | bytes]) -> None:
    """Write texts, and pictures as bytes, into a new folder. Raises CannotStudy, with nothing written, or OSError."""
    names: dict[str, str] = {}
    for name, data in files.items():
        if reason := refused_name(name) or (_not_text(name) if isinstance(data, str) else _not_picture(name)):
            raise CannotStudy(f"'{name[:80]}': {reason}")
        for each in (name, *(above.as_posix() for above in PurePosixPath(name).parents)):
            same = names.setdefault(each.casefold(), each)
            if same != each or (each in files and each != name):
                raise CannotStudy(f"'{name[:80]}' and '{same[:80]}' cannot both be written on some systems")
    if folder.exists() or folder.is_symlink():
        raise CannotStudy(f"{folder} is there already; choose another name")
    for name, data in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        write_whole(path, _encoded(name, data) if isinstance(data, str) else data)


def _not_text(name: str) -> str:
    parts = name.split("/")
    if any(part.startswith(".") for part in parts):
        return "its name begins with a dot"
    return "" if PurePosixPath(name).suffix in _TEXTS else f"it is not one of {', '.join(_TEXTS)}"


def _not_picture(name: str) -> str:
    path = PurePosixPath(name)
    is_one = PICTURES in path.parts[:-1] and path.suffix.removeprefix(".") in TYPES
    return "" if is_one else f"it is not a picture in a folder '{PICTURES}'"


def _encoded(name: str, text: str) -> bytes:
    try:
        return text.encode()
    except UnicodeEncodeError:
        raise CannotStudy(f"'{name[:80]}' holds half a character, which no file can") from None


def _bytes(path: Path) -> bytes | None:
    try:
        return bytes_in(path, LARGEST_TEXT) if path.is_file() else None
    except OSError:
        return None


def _mark(data: bytes | None) -> str:
    return sha256(data).hexdigest()[:20] if data is not None else ""
