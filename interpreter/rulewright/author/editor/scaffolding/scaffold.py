"""A start: files that are not there yet, and how they are written. What is in them is its neighbours' business."""

from __future__ import annotations

import json
import os
import re
from dataclasses import dataclass
from pathlib import Path

from rulewright.core.load.folder import ruleset_above
from rulewright.core.validate.schemas import schema_folder
from rulewright.core.writing import is_full, named

LONGEST_NAME = 60
SCHEMA_FOLDER = ".schemas"
"""The folder in which schemas travel with the files that they are for."""
_VSCODE = {
    "settings.json": {
        "[yaml]": {
            "editor.insertSpaces": True,
            "editor.tabSize": 2,
            "editor.quickSuggestions": {"other": True, "strings": True},
        }
    },
    "extensions.json": {"recommendations": ["rulewright.rulewright"]},
}
"""Settings by file: words are offered inside quoted effects as well."""
_NAME = re.compile(r"[a-z][a-z0-9]*([-_][a-z0-9]+)*")


class ScaffoldError(ValueError):
    """The reason why something cannot be created: a sentence for the user, with what to do instead."""


@dataclass(frozen=True, slots=True)
class Scaffold:
    """Files to be written, by path, as texts or bytes, and the commands to type next."""

    files: tuple[tuple[Path, str | bytes], ...]
    commands: tuple[str, ...]


def checked_name(name: str) -> str:
    """Return the name if it can be an id. Raises ScaffoldError, with one that can, if it cannot."""
    if _NAME.fullmatch(name) and len(name) <= LONGEST_NAME:
        return name
    better = re.sub(r"[^a-z0-9]+", "_", name.lower()).strip("_")[:LONGEST_NAME].strip("_")
    better = better if re.match(r"[a-z]", better) else f"my_{better}".rstrip("_")
    raise ScaffoldError(
        f"'{name}' cannot be an id: start with a small letter, then use letters, digits and single _ or -; how "
        f"about '{better}'?"
    )


def title_from_id(name: str) -> str:
    """Return an id as a title for people."""
    return re.sub(r"[-_]", " ", name).capitalize()


def titles(title: str, languages: tuple[str, ...]) -> str:
    """Return a title in every language of a ruleset, as a mapping in brackets, for the author to translate."""
    return "{" + ", ".join(f"{language}: {title}" for language in languages) + "}"


def modeline(kind: str, file: Path) -> str:
    """Return the line that leads an editor to the schema of a file, or "" if no line works on every machine.

    It is a path from the file on, in a checkout and if the schemas are next to the file or at the top of its ruleset:
    a path of this machine would mean nothing to a friend who is sent the file.
    """
    schema = schema_folder().resolve() / f"{kind}.schema.json"
    home = schema.parent.parent
    if (home / "pyproject.toml").is_file() and file.parent.resolve().is_relative_to(home):
        return _leading(file, schema)
    root = ruleset_above(file)
    for folder in (file.parent, *([root] if root is not None else [])):
        if (folder / SCHEMA_FOLDER / schema.name).is_file():
            return _leading(file, folder / SCHEMA_FOLDER / schema.name)
    return ""


def with_schemas(scaffold: Scaffold) -> Scaffold:
    """Return a scaffold with the schemas at the top of its ruleset, and files that lead editors to them."""
    first = scaffold.files[0][0].parent
    root = ruleset_above(scaffold.files[0][0])
    top = (root if root is not None else first) / SCHEMA_FOLDER
    texts = list[tuple[Path, str | bytes]]()
    for path, text in scaffold.files:
        assert isinstance(text, str)
        kind = re.search(r"^kind: (\w+)$", text, re.MULTILINE)
        assert kind is not None
        texts.append(
            (path, _leading(path, top / f"{kind[1]}.schema.json") + text.removeprefix(modeline(kind[1], path)))
        )
    schemas = ((top / each.name, each) for each in sorted(schema_folder().glob("*.schema.json")))
    new = ((path, each.read_text(encoding="utf-8")) for path, each in schemas if not path.exists())
    return Scaffold((*texts, *new), scaffold.commands)


def with_vscode(scaffold: Scaffold) -> Scaffold:
    """Return a scaffold with settings for Visual Studio Code at the top of its ruleset, those not there yet."""
    first = scaffold.files[0][0]
    root = ruleset_above(first)
    folder = (root if root is not None else first.parent) / ".vscode"
    parts = ((folder / name, json.dumps(value, indent=2) + "\n") for name, value in _VSCODE.items())
    return Scaffold((*scaffold.files, *(each for each in parts if not each[0].exists())), scaffold.commands)


def _leading(file: Path, schema: Path) -> str:
    leads = Path(os.path.relpath(schema.resolve(), file.parent.resolve())).as_posix()
    return f"# yaml-language-server: $schema={leads}\n"


def write_scaffold(scaffold: Scaffold) -> None:
    """Write all files of a scaffold, or none. Raises ScaffoldError if one exists already or cannot be written."""
    for path, _ in scaffold.files:
        if path.exists() or path.is_symlink():
            raise ScaffoldError(f"{path.as_posix()} already exists; choose another name, or remove it")
    written: list[Path] = []
    made: list[Path] = []
    try:
        for path, text in scaffold.files:
            for folder in reversed([each for each in path.parents if not each.exists()]):
                folder.mkdir()
                made.append(folder)
            with named(path), path.open("xb") as file:
                written.append(path)
                file.write(text.encode() if isinstance(text, str) else text)
    except OSError as fault:
        for path in written:
            path.unlink(missing_ok=True)
        for folder in reversed(made):
            folder.rmdir()
        if is_full(fault):
            raise
        where = Path(fault.filename).as_posix() if fault.filename is not None else "the folder"
        raise ScaffoldError(f"{where} cannot be written: {fault.strerror}; choose another folder with --in") from None


def shown(path: Path) -> str:
    """Return a path as it is typed at the command line."""
    text = path.as_posix()
    return f"'{text}'" if " " in text else text
