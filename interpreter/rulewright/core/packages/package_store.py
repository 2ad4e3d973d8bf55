"""The store of a user's packages: each tree once, under its hash, never changed, and the list of installed ones.

    <data folder>/store/<tree hash>/<id>/...   installed.json

Versions are side by side. What is in the store and not in the list is there for saved games alone.
"""

from __future__ import annotations

import json
import os
import secrets
import shutil
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from rulewright.core.model.packages_used import PackageRefused
from rulewright.core.packages.package_places import LIST, data_folder
from rulewright.core.packages.tree_hash import files_in, tree_hash
from rulewright.core.writing import write_whole

FORMAT = 1
_KEYS = ("package", "version", "tree", "kind", "id", "origin")


@dataclass(frozen=True, slots=True)
class Installed:
    """A package that was installed: its full name, version, tree hash, kind and id, and where it came from."""

    package: str
    version: str
    tree: str
    kind: str
    id: str
    origin: str

    @property
    def folder(self) -> Path:
        """The folder of its files."""
        return store_folder() / self.tree / self.id


def store_folder() -> Path:
    """Return the folder of trees."""
    return data_folder() / "store"


def stored_tree(tree: str, store: Path | None = None) -> Path | None:
    """Return the folder of a package in a store (by default the user's) by its hash, None if it is not there whole."""
    home = (store or store_folder()) / tree
    if len(tree) != 64 or not tree.isalnum() or not home.is_dir():
        return None
    for folder in home.iterdir():
        if folder.is_dir() and _is_whole(folder, tree):
            return folder
    return None


def put_tree(files: Mapping[str, bytes], name: str, store: Path | None = None) -> tuple[str, Path]:
    """Put files into a folder of a store, by default the user's, and return (hash, folder).

    All of them are there afterwards, or none. Raises PackageRefused if the store cannot be written.
    """
    tree, store = tree_hash(files), store or store_folder()
    home = store / tree
    target = home / name
    if stored_tree(tree, store) == target:
        return tree, target
    part = store / f".{tree[:12]}.{secrets.token_hex(4)}"
    try:
        for path, data in files.items():
            place = part / name / path
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_bytes(data)
            place.chmod(0o444)
        if home.exists():
            shutil.rmtree(home)  # it was not whole
        os.replace(part, home)
    except OSError as fault:
        if not (home.is_dir() and _is_whole(target, tree)):  # another process may have put it there
            raise PackageRefused(f"the store {store} cannot be written: {fault.strerror or fault}") from None
    finally:
        shutil.rmtree(part, ignore_errors=True)
    return tree, target


def installed() -> tuple[Installed, ...]:
    """Return the installed packages in the order of installation, none if the list cannot be read."""
    try:
        listed = json.loads((data_folder() / LIST).read_text("utf-8"))
        rows = listed["packages"] if listed["format"] == FORMAT else []
        return tuple(Installed(*(_text(row, key) for key in _KEYS)) for row in rows)
    except (OSError, ValueError, KeyError, TypeError, RecursionError):
        return ()


def write_installed(packages: tuple[Installed, ...]) -> None:
    """Write the list of what is installed. Raises PackageRefused if it cannot be written."""
    data = {"format": FORMAT, "packages": [asdict(each) for each in packages]}
    try:
        data_folder().mkdir(parents=True, exist_ok=True)
        write_whole(data_folder() / LIST, json.dumps(data, indent=2, ensure_ascii=False) + "\n")
    except OSError as fault:
        raise PackageRefused(f"{data_folder() / LIST} cannot be written: {fault.strerror or fault}") from None


def remove_tree(tree: str) -> None:
    """Take a tree out of the store. Raises PackageRefused if it cannot be."""
    try:
        shutil.rmtree(store_folder() / tree)
    except FileNotFoundError:
        pass
    except OSError as fault:
        raise PackageRefused(f"{store_folder() / tree} cannot be removed: {fault.strerror or fault}") from None


def _is_whole(folder: Path, tree: str) -> bool:
    """Whether a folder of the store still holds what its name says: nothing that was changed there is played."""
    try:
        return folder.is_dir() and tree_hash(files_in(folder)) == tree
    except OSError:
        return False


def _text(row: Any, key: str) -> str:
    value = row[key]
    if type(value) is not str or len(value) > 2000:
        raise ValueError(key)
    return value
