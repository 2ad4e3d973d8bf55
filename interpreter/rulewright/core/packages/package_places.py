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


def are_there_any(folders: tuple[Path, ...]) -> bool:
    """Return whether there may be packages at all: near some folders, or of the user."""
    return any(map(homes_of, folders)) or (data_folder() / LIST).is_file()
