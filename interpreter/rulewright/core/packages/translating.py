"""Packages of translations: those that lie in `rulewright_packages` here or above, and those that were added.

None has to be named to be used, since no rule depends on it. Of several versions the newest counts, and one that cannot
be read stops nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from hashlib import sha256
from pathlib import Path

from rulewright.core.load.text import bytes_in
from rulewright.core.packages.package_names import TRANSLATION
from rulewright.core.packages.package_places import homes_of
from rulewright.core.packages.package_store import installed
from rulewright.core.packages.version_ranges import version_of

KIND = "translation"


def translation_packages(near: Iterable[Path] = ()) -> tuple[tuple[Path, str], ...]:
    """Return (folder, hash of its texts) of each package of translations, the nearest first."""
    homes = dict.fromkeys(home for each in (*near, Path()) for home in homes_of(each))
    return (*(found for home in homes for found in _beside(home)), *_added())


def _beside(home: Path) -> Iterator[tuple[Path, str]]:
    try:
        folders = sorted(home.iterdir())
    except OSError:
        return
    for folder in folders:
        try:
            if (folder / TRANSLATION).is_file():
                yield folder, sha256(bytes_in(folder / TRANSLATION)).hexdigest()
        except OSError:
            continue


def _added() -> Iterator[tuple[Path, str]]:
    newest = {}
    for each in sorted(installed(), key=lambda each: version_of(each.version) or ()):
        if each.kind == KIND and (each.folder / TRANSLATION).is_file():
            newest[each.package] = each.folder, each.tree
    yield from newest.values()
