"""The lowered program of an entry's texts, as operations."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from rulewright.author.editor.explain.search import Where
from rulewright.core.compile.bound_game import BoundGame
from rulewright.core.diagnostics import counted
from rulewright.core.load.conditions import choices_to_check
from rulewright.core.lower.printed import function_lines
from rulewright.core.pipeline import Choice, build_ruleset, read_whole
from rulewright.core.sound.open_places import standing_of


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
            return [*lines, *_standing(compiled.bound, entry)]
    return []


def _standing(game: BoundGame, entry: str) -> Iterator[str]:
    """Yield why places in an entry may stop a game, or that all of them are proven not to."""
    proven, doubts = standing_of(game, entry)
    if proven or doubts:
        may = f", {len(doubts)} may" if doubts else ""
        yield f"  {counted(proven, 'place')} proven never to stop a game{may}"
    yield from (f"    {each.span.line}:{each.span.column} {each.code}: {each.message}" for each in doubts)


def first_lowered(entry: str, places: tuple[Where, ...]) -> tuple[list[str], list[Path]]:
    """Return (functions of an entry in the first ruleset with it, rulesets that do not compile)."""
    wrong: list[Path] = []
    for place in places:
        lines = lowered_lines(entry, place)
        if lines:
            return lines, wrong
        wrong += [place.root] if lines is None else []
    return [], wrong
