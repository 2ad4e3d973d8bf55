"""The rulesets that a campaign begins with: small ones of every kind, as texts that may be changed."""

from __future__ import annotations

import random
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from rulewright.core.pipeline import shipped_root
from tests.reference.games import SMALL, small_text, write_small
from tests.reference.random_rules import random_ruleset

UNIT = Path(__file__).resolve().parents[2] / "unit"
FOLDERS = {"tutorial": shipped_root() / "tutorial", "pebbles": UNIT / "cli" / "pebbles", "duel": UNIT / "play" / "duel"}


@dataclass(frozen=True, slots=True)
class Origin:
    """A ruleset's files by their paths in its folder."""

    name: str
    files: dict[str, str]

    def written(self, folder: Path, changed: dict[str, str] | None = None) -> Path:
        """The ruleset as a folder, some of its files other ones."""
        root = folder / self.name
        for path, text in {**self.files, **(changed or {})}.items():
            file = root / path
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(text.encode("utf-8", "surrogatepass"))
        return root


def any_origin(chance: random.Random) -> Origin:
    """A ruleset written by hand, or one of random rules."""
    among = chance.choice(("folder", "folder", "folder", "small", "small", "random"))
    if among == "folder":
        return folder_named(chance.choice(tuple(FOLDERS)))
    content = small_text(chance.choice(SMALL)) if among == "small" else random_ruleset(chance.randrange(10_000))
    with TemporaryDirectory() as place:
        root = Path(place) / "small"
        root.mkdir()
        write_small(root, content)
        return _read("small", root)


@cache
def folder_named(name: str) -> Origin:
    return _read(name, FOLDERS[name])


def _read(name: str, root: Path) -> Origin:
    paths = sorted(root.rglob("*.yaml"))
    return Origin(name, {path.relative_to(root).as_posix(): path.read_text(encoding="utf-8") for path in paths})
