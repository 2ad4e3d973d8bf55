"""The files of a variant: its own, those of variants it extends, and several joined into one."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from pathlib import Path

from rulewright.core.load.files import Reader, read_file
from rulewright.core.load.folder import read_variant
from rulewright.core.load.modules import names_in
from rulewright.core.load.picture_files import PICTURES, picture_folder
from rulewright.core.load.text import bytes_in
from rulewright.core.load.together import ruleset_extended, variants_extended
from rulewright.core.locating import find_variant
from rulewright.core.model.document import text_of
from rulewright.core.packages.package_places import data_folder
from rulewright.core.writing import write_whole

_FOLDER = "together"


def files_of_variant(path: Path, root: Path | None, read: Reader = read_file) -> tuple[Path, ...]:
    """Return the file of a variant and those of all it extends, without any that is not found."""
    found: dict[Path, None] = {path: None}
    for each in _extended(path, root, read):
        if each not in found and len(found) < 100:
            found |= dict.fromkeys(files_of_variant(each, root, read)) if each != path else {}
    return tuple(found)


def _extended(path: Path, root: Path | None, read: Reader) -> Iterator[Path]:
    document = read_variant(path, read=read)[0]
    for name, _ in variants_extended(document) if document is not None else ():
        file = find_variant(name, root, path.parent)
        if file is not None and file != path:
            yield file


def modules_of_variant(path: Path, root: Path | None, read: Reader = read_file) -> tuple[str, ...]:
    """Return the modules that a variant and those it extends name."""
    documents = (read_variant(each, read=read)[0] for each in files_of_variant(path, root, read))
    return tuple(name for each in documents if each is not None for name, _ in names_in(each.get("modules")))


def pictures_beside(path: Path) -> Path:
    """Return the folder of the pictures of a variant's file, whether it is there or not.

    Of several that were joined into one each has its own.
    """
    is_joined = path.parent.parent.name == _FOLDER and (path.parent / path.stem / PICTURES).is_dir()
    return (path.parent / path.stem if is_joined else path.parent) / PICTURES


def joined_variant(paths: tuple[Path, ...], root: Path) -> Path:
    """Return the file of a variant that extends several in order, always the same for the same files.

    It is kept with the user's packages, as saved games name it, and so are their pictures. Raises ValueError if two
    have the same id, or if a picture is none.
    """
    documents = [read_variant(path)[0] for path in paths]
    pairs = zip(documents, paths, strict=True)
    names = [each.text_at("variant") if each is not None else path.stem for each, path in pairs]
    if len(set(names)) < len(names):
        raise ValueError(f"two of these are named '{max(names, key=names.count)}'")
    ruleset = next((name for each in documents if (name := text_of(ruleset_extended(each)))), root.name)
    files = dict(zip(names, paths, strict=True))
    for path in paths:
        files |= {each.stem: each for each in files_of_variant(path, root) if each != path and each.stem not in files}
    texts = {name: bytes_in(path) for name, path in files.items()}
    folders = {name: picture_folder(pictures_beside(path), path.name, path.parent) for name, path in files.items()}
    if fault := next((fault for each in folders.values() if each is not None for fault in each.faults), None):
        raise ValueError(f"{fault.span.file}: {fault.message}")
    pictures = {f"{name}/{PICTURES}/{place}": picture for name, each in folders.items() if each is not None
                for place, picture in each.pictures.items()}  # fmt: skip
    parts = (ruleset, names, sorted(texts.items()), *sorted((place, each.hash) for place, each in pictures.items()))
    digest = hashlib.sha256(repr(parts).encode()).hexdigest()[:16]
    home = data_folder() / _FOLDER / digest
    name = f"{'_and_'.join(names)[:50].rstrip('_-')}_{digest[:6]}"  # a saved game finds it by this name alone
    extends = ", ".join((ruleset, *names))
    text = f"kind: variant\nvariant: {name}\ntitle: {{en: {' and '.join(names)}}}\nextends: [{extends}]\n"
    made = {f"{name}.yaml": text.encode()} | {f"{each}.yaml": data for each, data in texts.items()}
    for file, data in (made | {place: each.data for place, each in pictures.items()}).items():
        if not (home / file).is_file():
            (home / file).parent.mkdir(parents=True, exist_ok=True)
            write_whole(home / file, data)
    return home / f"{name}.yaml"


def joined_variants() -> tuple[Path, ...]:
    """Return the folders of variants that were joined before, in which saved games look for theirs."""
    return tuple(sorted((data_folder() / _FOLDER).glob("*"))) if (data_folder() / _FOLDER).is_dir() else ()
