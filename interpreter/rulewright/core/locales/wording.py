"""What the things of a ruleset are called in a language: by their titles, else in English, else by their ids."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping

from rulewright.core.locales.catalogue import ENGLISH, phrases
from rulewright.core.model.game import Blueprint


def said_of(language: str, *parts: str) -> str:
    """What is said of something after it, of that in turn: `seat 1: Hand: Copper`, in French with its spaces."""
    return phrases(language, "table")("colon").join(parts)


def tallied(titles: Iterable[str]) -> str:
    """Titles in the order in which they come, those that come several times once: `Copper, 2 x Silver`."""
    return ", ".join(f"{count} x {title}" if count > 1 else title for title, count in Counter(titles).items())


def title_in(title: Mapping[str, str], language: str, otherwise: str) -> str:
    """A title in a language, in English where it has none, else what its thing is called otherwise."""
    return title.get(language) or title.get(ENGLISH) or otherwise.replace("_", " ")


def face_title(blueprint: Blueprint, kind: str, face: str, language: str) -> str:
    """What people call a side of a piece: as the look of its kind says; `up` and `down` are ours."""
    look = blueprint.look.faces.get(kind)
    own = phrases(language, "table").known.get(f"face_{face}", "")
    return title_in(look.fields.get(face, {}) if look is not None else {}, language, own or face)
