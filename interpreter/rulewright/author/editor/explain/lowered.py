"""The lowered program of an entry's texts, as operations."""

from __future__ import annotations

from pathlib import Path

from rulewright.author.editor.explain.search import Where
from rulewright.core.load.conditions import choices_to_check
from rulewright.core.lower.printed import function_lines
from rulewright.core.pipeline import Choice, build_ruleset, read_whole


def lowered_lines(entry: str, place: Where) -> list[str] | None:
    """Return the functions of an entry, with the first choice of modules that has it.

    None for a ruleset with mistakes.
    """
    read = read_whole(str(place.root), place.packages)
    for modules in (place.modules or None, *(choices_to_check(read.source) if not place.modules else ())):
        compiled = build_ruleset(Choice(str(place.root), modules), read=read).compiled
        if compiled is None:
            return None
        lines = function_lines(compiled.lowered, entry)
        if lines:
            return lines
    return []


def first_lowered(entry: str, places: tuple[Where, ...]) -> tuple[list[str], list[Path]]:
    """Return (functions of an entry in the first ruleset with it, rulesets that do not compile)."""
    wrong: list[Path] = []
    for place in places:
        lines = lowered_lines(entry, place)
        if lines:
            return lines, wrong
        wrong += [place.root] if lines is None else []
    return [], wrong
