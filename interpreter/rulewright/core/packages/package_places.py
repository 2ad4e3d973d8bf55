"""Places of packages on this system: the folders `rulewright_packages`, and the data folder of the user."""

from __future__ import annotations

import os
from pathlib import Path

BESIDE = "rulewright_packages"
LIST = "installed.json"


def homes_of(folder: Path) -> tuple[Path, ...]:
    """Return the folders `rulewright_packages` in a folder and those above it, the nearest first."""
    folder = folder.resolve()
    return tuple(home for each in (folder, *folder.parents) if (home := each / BESIDE).is_dir())


def data_folder() -> Path:
    """Return the folder of what belongs to a user, on this system."""
    given = os.environ.get("XDG_DATA_HOME")
    if given:
        return Path(given) / "rulewright"
    from platformdirs import user_data_path

    return user_data_path("rulewright", appauthor=False)


def known_name(path: Path) -> str:
    """Return the name by which people know a file: its own if it is in the folder of the user's data, else its path."""
    folder = _folder_if_known()
    is_kept = folder is not None and path.is_absolute() and path.is_relative_to(folder)
    return path.name if is_kept else path.as_posix()


def are_there_any(folders: tuple[Path, ...]) -> bool:
    """Return whether there may be packages at all: near some folders, or of the user."""
    if any(map(homes_of, folders)):
        return True
    folder = _folder_if_known()
    return folder is not None and (folder / LIST).is_file()


def _folder_if_known() -> Path | None:
    """Return the data folder, None without platformdirs: core plays without it, and then nobody has kept anything."""
    try:
        return data_folder()
    except ModuleNotFoundError:
        return None
