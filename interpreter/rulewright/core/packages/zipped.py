"""Zips of packages, read as if they came from an enemy: refused with a sentence before anything is written.

Limits: 20 MB packed, 60 MB and 2,000 files unpacked, counted while reading; folders six deep; 2 MB a YAML file. Only
files that a package has; no name that means another place or another file on any system; no links, no encryption.
"""

from __future__ import annotations

import io
import re
import stat
import unicodedata
import zipfile
import zlib
from collections.abc import Iterator
from pathlib import Path, PurePosixPath

from rulewright.core.load.files import MOST_FILES
from rulewright.core.load.text import LARGEST_FILE
from rulewright.core.model.packages_used import PackageRefused
from rulewright.core.packages.package_manifest import MANIFESTS

MOST_PACKED, MOST_UNPACKED = 20_000_000, 60_000_000
DEEPEST = 6
KINDS_OF_FILES = (".yaml", ".md", ".json", ".webp", ".png", ".jpg")
_LICENCE = "LICENSE"
_LARGEST_DIRECTORY = 1_000_000
"""As many bytes of a zip may list what is in it: 2,000 names with room for much that is skipped."""
_LARGEST_TEXT = {".yaml": LARGEST_FILE, ".md": LARGEST_FILE}
_CHUNK = 1 << 16
_UNSAFE = re.compile(r"[\x00-\x1f\x7f-\x9f<>:\"|?*\\\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]")
_DEVICE = re.compile(r"(con|prn|aux|nul|com[0-9]|lpt[0-9])(\..*)?", re.IGNORECASE)
_JUNK = ("__MACOSX", ".DS_Store", "Thumbs.db", "desktop.ini")
_END = b"PK\x05\x06"


def read_zip(data: bytes, named: str) -> dict[str, bytes]:
    """Return the bytes of the files in a zip, by their path in the package. Raises PackageRefused.

    `named` is what messages call the zip. One folder around everything is left out.
    """
    _refuse_large_directory(data, named)
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as packed:
            members = [each for each in packed.infolist() if not _is_junk(each.filename)]
            paths = _paths(members, named)
            return _within_manifest(dict(_unpacked(packed, paths, named)), named)
    except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError, OSError, ValueError) as fault:
        if isinstance(fault, PackageRefused):
            raise
        raise PackageRefused(f"{named} is not a zip that can be read: {_sentence(fault)}") from None


def zip_bytes(path: Path) -> bytes:
    """Return the bytes of a zip's file. Raises PackageRefused if there are too many, or none can be read."""
    try:
        with path.open("rb") as file:
            data = file.read(MOST_PACKED + 1)
    except OSError as fault:
        raise PackageRefused(f"{path} cannot be read: {fault.strerror or fault}") from None
    if len(data) > MOST_PACKED:
        raise PackageRefused(f"{path} has more than {MOST_PACKED // 1_000_000} MB")
    return data


def refused_name(path: str) -> str:
    """Return why a package may not have a file of this path, empty if it may."""
    parts = path.split("/")
    if not path or path.startswith("/") or any(part in ("", ".", "..") for part in parts):
        return "its name points outside the package"
    if found := _UNSAFE.search(path):
        return f"its name has the character U+{ord(found[0]):04X}"
    if unicodedata.normalize("NFC", path) != path:
        return "its name is not in Unicode's composed form (NFC)"
    if any(_DEVICE.fullmatch(part) or part.endswith((".", " ")) or part.startswith(" ") for part in parts):
        return "its name is that of a device, or begins or ends with a space or dot"
    if len(path) > 200:
        return "its name is longer than 200 characters"
    if len(parts) - 1 > DEEPEST + 1:
        return f"folders are nested deeper than {DEEPEST}"
    if PurePosixPath(path).suffix not in KINDS_OF_FILES and parts[-1] != _LICENCE:
        return f"a package has only {', '.join(KINDS_OF_FILES)} and {_LICENCE} files"
    return ""


def _refuse_large_directory(data: bytes, named: str) -> None:
    """Refuse a zip that lists more than a package can hold before its list is read."""
    at = data.rfind(_END, max(0, len(data) - 65_557))
    if at < 0 or len(data) < at + 22:
        raise PackageRefused(f"{named} is not a zip, or only part of one")
    listed, size = int.from_bytes(data[at + 10 : at + 12], "little"), int.from_bytes(data[at + 12 : at + 16], "little")
    if listed == 0xFFFF or size > _LARGEST_DIRECTORY:
        raise PackageRefused(f"{named} lists more than {MOST_FILES} files")


def _is_junk(name: str) -> bool:
    parts = name.replace("\\", "/").split("/")
    return any(part in _JUNK or part.startswith("._") for part in parts)


def _paths(members: list[zipfile.ZipInfo], named: str) -> dict[str, zipfile.ZipInfo]:
    """Map the paths of a zip to its files. Raises PackageRefused for a name, type or size that is not allowed."""
    if len(members) > 2 * MOST_FILES:
        raise PackageRefused(f"{named} lists more than {MOST_FILES} files")
    found: dict[str, zipfile.ZipInfo] = {}
    seen: dict[str, str] = {}
    folders: dict[str, str] = {}
    for member in members:
        path = member.orig_filename
        shown = repr(path[:80])
        mode = member.external_attr >> 16
        if stat.S_IFMT(mode) not in (0, stat.S_IFREG, stat.S_IFDIR):
            raise PackageRefused(f"{named}: {shown} is a link or a device; a package has ordinary files only")
        if member.flag_bits & 0x1:
            raise PackageRefused(f"{named}: {shown} is encrypted")
        if member.is_dir() and "\0" not in path:
            if reason := refused_name(path.rstrip("/") + "/x.md"):
                raise PackageRefused(f"{named}: {shown}: {reason}")
            continue
        if reason := refused_name(path):
            raise PackageRefused(f"{named}: {shown}: {reason}")
        if member.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
            raise PackageRefused(f"{named}: {shown} is packed in a way other than 'deflate'")
        same = seen.setdefault(path.casefold(), path)
        if path in found or same != path:
            raise PackageRefused(f"{named}: {shown} and {same!r} are the same name on some systems")
        found[path] = member
        for above in PurePosixPath(path).parents:
            folders.setdefault(above.as_posix().casefold(), path)
    if len(found) > MOST_FILES:
        raise PackageRefused(f"{named} holds more than {MOST_FILES} files")
    for path in found:
        if path.casefold() in folders:
            raise PackageRefused(f"{named}: {path[:80]!r} is both a file and a folder")
    return found


def _unpacked(packed: zipfile.ZipFile, paths: dict[str, zipfile.ZipInfo], named: str) -> Iterator[tuple[str, bytes]]:
    """Yield (path, bytes) of each file.

    What exceeds the limits is refused while it is read, whatever the header states.
    """
    left = MOST_UNPACKED
    for path, member in paths.items():
        most = min(left, _LARGEST_TEXT.get(PurePosixPath(path).suffix, MOST_UNPACKED))
        data = bytearray()
        with packed.open(member) as file:
            while chunk := file.read(_CHUNK):
                data += chunk
                if len(data) > most:
                    size = f"{most // 1_000_000} MB" if most < left else f"{MOST_UNPACKED // 1_000_000} MB in all"
                    raise PackageRefused(f"{named}: {path[:80]!r} unpacks to more than {size}")
        left -= len(data)
        yield path, bytes(data)


def _within_manifest(files: dict[str, bytes], named: str) -> dict[str, bytes]:
    """Return the files without the one folder around all of them, if there is one."""
    tops = {path.split("/", 1)[0] for path in files}
    if not any(path in MANIFESTS for path in files) and len(tops) == 1 and all("/" in path for path in files):
        files = {path.split("/", 1)[1]: data for path, data in files.items()}
    for path in files:
        if path.count("/") > DEEPEST:
            raise PackageRefused(f"{named}: {path[:80]!r}: folders are nested deeper than {DEEPEST}")
    has_manifest = any(path in MANIFESTS for path in files)
    if not has_manifest and sum(path.endswith(".yaml") and "/" not in path for path in files) != 1:
        listed = ", ".join(MANIFESTS)
        raise PackageRefused(f"{named} has no manifest ({listed}, or one variant) at its top or in a single folder")
    return files


def _sentence(fault: BaseException) -> str:
    text = " ".join(str(fault).split())[:120]
    return text[:1].lower() + text[1:] if text else type(fault).__name__
