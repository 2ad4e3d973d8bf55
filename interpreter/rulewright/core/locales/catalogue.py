"""The messages to players and readers, one file per language. Every language with a file is offered.

A file has a table for each channel: a game's table, the terminal, the browser, the handbook. Messages to authors
(diagnostics, reports, the help of verbs) are in English only and are next to the code that writes them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any, Literal

from rulewright.core.locales.tags import ENGLISH, stand_ins

__all__ = ["ENGLISH", "Channel", "Phrases", "known_language", "languages", "phrases", "tables_of"]

FOLDER = Path(__file__).parent

Channel = Literal["table", "phrases", "screen", "browser", "headings", "handbook"]


@dataclass(frozen=True, slots=True)
class Phrases:
    """The messages of one language by key, with placeholders in braces."""

    language: str
    known: Mapping[str, str]

    def __call__(self, key: str, /, **values: object) -> str:
        """Return the message of a key with its placeholders filled in.

        Raises KeyError if the key is unknown, because all keys are our own.
        """
        return self.known[key].format(**values) if values else self.known[key]


@lru_cache(maxsize=1)
def languages() -> tuple[str, ...]:
    """Return all languages there are, English first."""
    found = {path.stem for path in FOLDER.glob("*.toml")}
    return ENGLISH, *sorted(found - {ENGLISH})


@lru_cache(maxsize=64)
def phrases(language: str, *channels: Channel) -> Phrases:
    """Return the messages of a language on some channels, in what stands in for it if it has no file."""
    tables = tables_of(language)
    return Phrases(language, {key: words for channel in channels for key, words in tables[channel].items()})


def tables_of(language: str) -> Mapping[str, Mapping[str, Any]]:
    """Return all that the file of a language says, or that of what stands in for it."""
    return _read(known_language(language))


def known_language(language: str) -> str:
    """Return the language in which our own words are said to somebody who reads a language: `de` for `de-AT`."""
    return next(each for each in stand_ins(language) if each in languages())


@lru_cache(maxsize=16)
def _read(language: str) -> Mapping[str, Mapping[str, Any]]:
    import tomllib

    return tomllib.loads((FOLDER / f"{language}.toml").read_text("utf-8"))
