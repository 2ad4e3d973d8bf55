"""The handbook's own words in each of its languages: one file a language, the same keys in all of them.

What sections are called stands in `model/sections.py`.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from importlib.resources import files
from typing import Final

from rulewright.model.sections import SECTIONS, Titles

LANGUAGES: Final = Titles._fields


@dataclass(frozen=True, slots=True)
class Phrases:
    """The words of one language by key; what stands in braces is filled in."""

    language: str
    known: dict[str, str]

    def __call__(self, key: str, **values: str | int) -> str:
        """The words of a key. Raises KeyError where there are none: every key is ours."""
        return self.known[key].format(**values) if values else self.known[key]


def phrases(language: str) -> Phrases:
    """The words of a language, one of `LANGUAGES`."""
    text = files("rulewright.handbook").joinpath(f"phrases.{language}.toml").read_text(encoding="utf-8")
    headings = {each.id: each.heading._asdict()[language] for each in SECTIONS}
    return Phrases(language, tomllib.loads(text) | headings)
