"""The progress of a game: its round, its current phase, and the numbers that a table shows first.

A ruleset states these in its own words: a common counter named `round`, titles of procedures, and the first entries of
its look or its `table:` section.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from rulewright.core.locales.catalogue import ENGLISH
from rulewright.core.locales.line_text import Hole, parse_line, text_in
from rulewright.core.locales.wording import title_in
from rulewright.core.model.effect_names import is_part
from rulewright.core.model.game import Blueprint, FamilyInfo, Game, State
from rulewright.core.model.layout import FRAME, PROCEDURE, SEALED, frames_from
from rulewright.core.model.weighing import SMALL
from rulewright.observe.naming import is_amount, value_title

_ROUND: Final = "round"
_MOST: Final = 2


def round_counter(blueprint: Blueprint) -> FamilyInfo | None:
    """Return the common counter named `round`, None in a game without one."""
    named = (each for each in blueprint.families if each.id == _ROUND)
    return next((each for each in named if is_amount(each) and not each.per), None)


def round_of(blueprint: Blueprint, state: State) -> int:
    """Return the value of the common counter named `round`, 0 in a game without one."""
    counter = round_counter(blueprint)
    return int(state[counter.base]) if counter is not None else 0


def rounds_apart(blueprint: Blueprint) -> tuple[int, int, int]:
    """Return (slot of the round or 0, first round, last round) of the rounds that are distinguished."""
    counter = round_counter(blueprint)
    if counter is None:
        return 0, 0, 0
    return counter.base, counter.low, min(counter.high, counter.low + SMALL)


def phase(game: Game, state: State, language: str = "en") -> str:
    """Return the title of the outermost titled procedure in progress, below that of the whole game.

    Empty if none has one. In a simultaneous decision, each seat's own procedures are not shown.
    """
    blueprint = game.blueprint
    for number in _under_way(state)[1:]:
        name = blueprint.procedures[number].id
        if state[SEALED] is not None and is_part(name):  # from here on each seat has a course of its own
            return ""
        title = blueprint.procedure_titles.get(name)
        if title:
            return title_in(title, language, name)
    return ""


def under_way(blueprint: Blueprint, state: State) -> frozenset[str]:
    """Return the procedures under way, by name."""
    return frozenset(blueprint.procedures[number].id for number in _under_way(state))


def shown_first(game: Game, state: State, language: str = "en") -> tuple[tuple[str, str], ...]:
    """Return (title, value) of the common counters and markers that the table shows first.

    Most often it is the round. They are those of the first area or line that shows any; if a ruleset declares neither,
    its round.
    """
    blueprint = game.blueprint
    open_ = (each for each in blueprint.families if each.sort != "zone" and each.visible == "all")
    common = {each.id: each for each in open_ if each.title and not each.per}
    for names in _places(blueprint):
        found = [common[name] for name in dict.fromkeys(names) if name in common]
        if found:
            break
    else:
        found = [each for each in common.values() if each.id == _ROUND]
    shown = ((each, int(state[each.base])) for each in found[:_MOST])
    return tuple(
        (title_in(each.title, language, each.id), value_title(blueprint, each, value, language))
        for each, value in shown
        if each.sort == "counter" or value >= 0
    )


def _places(blueprint: Blueprint) -> Iterator[list[str]]:
    """Yield the names that each area shows, else each line of the table."""
    for area in blueprint.look.areas:
        yield list(area.shows)
    if not blueprint.look.areas:
        for entry in blueprint.table_layout:
            if "of" not in entry:
                line = parse_line(*text_in(entry, "line", ENGLISH))
                yield [each.name for each in line if isinstance(each, Hole)]


def _under_way(state: State) -> list[int]:
    """Return the numbers of the procedures under way, from the outermost on."""
    return [frame[PROCEDURE] for frame in frames_from(state[FRAME])][::-1]
