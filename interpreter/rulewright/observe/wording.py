"""What the things of a ruleset are called in a language: by their titles, else in English, else by their ids."""

from __future__ import annotations

from rulewright.locales.catalogue import ENGLISH, phrases


def title_in(title: dict[str, str], language: str, otherwise: str) -> str:
    """A title in a language, in English where it has none, else what its thing is called otherwise."""
    return title.get(language) or title.get(ENGLISH) or otherwise.replace("_", " ")


def face_title(face: str, language: str) -> str:
    """What people call a side of a piece; `up` and `down` are ours, others as their ruleset names them."""
    return phrases(language, "table").known.get(f"face_{face}", face.replace("_", " "))
