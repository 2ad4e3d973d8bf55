"""The example games of a studio in order of difficulty, each with three things to try."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from rulewright.core.load.files import read_file
from rulewright.core.load.folder import MANIFEST
from rulewright.core.locales.wording import title_in
from rulewright.core.model.document import Mapping as Document
from rulewright.core.model.document import mappings_in
from rulewright.core.pipeline import shipped_folder, shipped_root

EXAMPLES = "examples.toml"


@dataclass(frozen=True, slots=True)
class ExampleTrial:
    """A thing to try: the file it is about, and what to do, by language."""

    file: str
    does: Mapping[str, str]

    def told(self, language: str) -> str:
        return title_in(self.does, language, "")


@dataclass(frozen=True, slots=True)
class ExampleGame:
    """A shipped ruleset by its name, with things to try."""

    name: str
    trials: tuple[ExampleTrial, ...]


@lru_cache(maxsize=1)
def examples() -> tuple[ExampleGame, ...]:
    """Return the examples that are here, the easiest first."""
    path = shipped_root() / EXAMPLES
    listed = tomllib.loads(path.read_text("utf-8"))["example"] if path.is_file() else []
    return tuple(
        ExampleGame(each["ruleset"], tuple(ExampleTrial(one["file"], one["does"]) for one in each["try"]))
        for each in listed
        if shipped_folder(each["ruleset"]) is not None
    )


def trials_for(folder: Path) -> tuple[ExampleTrial, ...]:
    """Return what to try in a folder that holds an example or a copy of one, whose rules come from the same sources."""
    sources = _sources(folder)
    return next((each.trials for each in examples() if sources and sources == _sources(shipped_folder(each.name))), ())


def _sources(root: Path | None) -> tuple[tuple[str, str], ...]:
    """Return (id, title) of each document that a ruleset cites. A copy under another id still cites them."""
    node = read_file(root / MANIFEST)[0].node if root is not None else None
    listed = mappings_in(node.get("documents")) if isinstance(node, Document) else ()
    return tuple((each.text_at("id"), each.text_at("title")) for each in listed)
