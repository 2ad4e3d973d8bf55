"""The pages' own words in each of their languages: one file a language, the same keys in all of them."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files
from typing import Final

from rulewright.handbook.phrases import Phrases

LANGUAGES: Final = ("en", "pl", "fr")


@cache
def phrases(language: str) -> Phrases:
    """The words of a language; English for one that the pages do not have."""
    known = language if language in LANGUAGES else "en"
    text = files("rulewright.serve").joinpath(f"phrases.{known}.toml").read_text(encoding="utf-8")
    return Phrases(language, tomllib.loads(text))
