"""A start: files that are not there yet, and how they are written. What stands in them is its neighbours' business."""

from __future__ import annotations

import os
import re
from dataclasses import dataclass
from pathlib import Path

from rulewright.validate.schemas import schema_folder

LONGEST_NAME = 60
_NAME = re.compile(r"[a-z][a-z0-9]*([-_][a-z0-9]+)*")


class CannotStartError(ValueError):
    """Why nothing can be begun so, in a sentence for who asked, with what to do instead."""


@dataclass(frozen=True, slots=True)
class Start:
    """Files to be written, by path, and the commands to type next."""

    files: tuple[tuple[Path, str], ...]
    commands: tuple[str, ...]


def checked_name(name: str) -> str:
    """The name itself, if it can be an id. Raises CannotStartError with one that can."""
    if _NAME.fullmatch(name) and len(name) <= LONGEST_NAME:
        return name
    better = re.sub(r"[^a-z0-9]+", "_", name.lower()).strip("_")[:LONGEST_NAME].strip("_")
    better = better if re.match(r"[a-z]", better) else f"my_{better}".rstrip("_")
    raise CannotStartError(
        f"'{name}' cannot be an id: it begins with a small letter and goes on with letters, digits and single _ or -; "
        f"how about '{better}'?"
    )


def title_of(name: str) -> str:
    """An id as people may read it."""
    return re.sub(r"[-_]", " ", name).capitalize()


def titles(title: str, languages: tuple[str, ...]) -> str:
    """A title in every language of a ruleset, as a mapping in brackets; the author translates it."""
    return "{" + ", ".join(f"{language}: {title}" for language in languages) + "}"


def modeline(kind: str, file: Path) -> str:
    """The line that leads an editor to the schema of a file.

    Inside a checkout it is a path from the file on, which holds on every machine; elsewhere it leads to the schemas
    that this program was installed with.
    """
    schema = schema_folder().resolve() / f"{kind}.schema.json"
    home = schema.parent.parent
    folder = _real(file.parent)
    is_checkout = (home / "pyproject.toml").is_file() and folder.is_relative_to(home)
    leads = Path(os.path.relpath(schema, folder)).as_posix() if is_checkout else schema.as_uri()
    return f"# yaml-language-server: $schema={leads}"


def write_start(start: Start) -> None:
    """Writes all files of a start, or none. Raises CannotStartError where one is there already or cannot be written."""
    for path, _ in start.files:
        if path.exists() or path.is_symlink():
            raise CannotStartError(f"{path.as_posix()} is there already; choose another name, or remove it")
    written: list[Path] = []
    made: list[Path] = []
    try:
        for path, text in start.files:
            for folder in reversed([each for each in path.parents if not each.exists()]):
                folder.mkdir()
                made.append(folder)
            with path.open("x", encoding="utf-8", newline="\n") as file:
                written.append(path)
                file.write(text)
    except OSError as fault:
        for path in written:
            path.unlink(missing_ok=True)
        for folder in reversed(made):
            folder.rmdir()
        where = Path(fault.filename).as_posix() if fault.filename is not None else "the folder"
        raise CannotStartError(
            f"{where} cannot be written: {fault.strerror}; choose another folder with --in"
        ) from None


def shown(path: Path) -> str:
    """A path as it is typed at the command line."""
    text = path.as_posix()
    return f"'{text}'" if " " in text else text


def _real(folder: Path) -> Path:
    """A folder that may not be there yet, without links."""
    return folder.resolve()
