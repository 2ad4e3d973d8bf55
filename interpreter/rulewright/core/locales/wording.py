"""The titles of a ruleset's things in a language, or else in English, or else their ids."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping

from rulewright.core.locales.catalogue import phrases
from rulewright.core.locales.tags import ENGLISH, stand_ins
from rulewright.core.model.game import Blueprint


def said_of(language: str, *parts: str) -> str:
    """Join parts with colons, `seat 1: Hand: Copper`, in French with its spaces. After a question there is none."""
    colon = phrases(language, "table")("colon")
    return "".join(f"{each}{' ' if each.endswith('?') and len(each) > 1 else colon}" for each in parts[:-1]) + parts[-1]


def tallied(titles: Iterable[str]) -> str:
    """Titles in the order in which they come, those that come several times once: `Copper, 2 x Silver`."""
    return ", ".join(f"{count} × {title}" if count > 1 else title for title, count in Counter(titles).items())


def title_in(title: Mapping[str, str], language: str, otherwise: str) -> str:
    """Return a title in a language, or in what stands in for it, or else another name of its thing."""
    return title.get(language) or title.get(language_in(title, language)) or otherwise.replace("_", " ")


def language_in(text: Mapping[str, str], language: str) -> str:
    """Return the language in which a text is shown to somebody who reads a language, English if it is in none."""
    return next((each for each in stand_ins(language) if text.get(each)), ENGLISH)


def face_title(blueprint: Blueprint, kind: str, face: str, language: str) -> str:
    """Return the title of a side of a piece, from the look of its kind.

    `up` and `down` have titles of our own.
    """
    look = blueprint.look.faces.get(kind)
    own = phrases(language, "table").known.get(f"face_{face}", "")
    return title_in(look.fields.get(face, {}) if look is not None else {}, language, own or face)
