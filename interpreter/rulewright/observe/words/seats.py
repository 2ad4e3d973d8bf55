"""The names of a table's seats: those that the rules play are called by the setting that counts them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from rulewright.core.locales.catalogue import ENGLISH, phrases
from rulewright.core.model.endings import DRAWN, LOST, OUT, OUTDONE, PLACE, WON
from rulewright.core.model.game import Blueprint, Game, State
from rulewright.core.model.seats import ruled_seats, ruled_setting
from rulewright.observe.naming import seat_title


def with_seat_names(game: Game, state: State) -> Game:
    """Return the game with this table's names of seats, for everything that is shown."""
    return replace(game, blueprint=name_seats(game.blueprint, ruled_seats(game.blueprint, state)))


def name_seats(blueprint: Blueprint, ruled: range) -> Blueprint:
    """Return the blueprint with titles of the seats that the rules play: `Ghost`, `Ghost 2`."""
    setting = ruled_setting(blueprint)
    if setting is None or not ruled:
        return blueprint
    title = setting.title or {"en": setting.id.replace("_", " ")}
    several = len(ruled) > 1
    named = tuple(
        {language: f"{text} {number}" if several else text for language, text in title.items()}
        for number in range(1, len(ruled) + 1)
    )
    titles = blueprint.domains["seat"].titles
    known = tuple(titles[seat] if seat < len(titles) else {} for seat in range(ruled.start))
    seats = replace(blueprint.domains["seat"], titles=known + named)
    return replace(blueprint, domains={**blueprint.domains, "seat": seats})


def seat_shown(blueprint: Blueprint, state: State, seat: int, language: str) -> str:
    """Return the title of a seat, and whether it has left the game."""
    title = seat_title(blueprint, seat, language)
    family = next((each for each in blueprint.families if each.id == PLACE), None)
    place = state[family.slot_of(seat)] if family is not None else 0
    key = "seat_out" if LOST < place <= OUT else "seat_ahead" if 0 < place < DRAWN else ""
    return phrases(language, "table")(key, seat=title) if key else title


def place_told(blueprint: Blueprint, seat: int, place: int, language: str) -> str:
    """Return the words for a seat's new rank in the game, empty if others caused it."""
    told = {WON: "seat_won", DRAWN: "seat_drew", LOST: "seat_lost", OUTDONE: "", 0: ""}
    key = told.get(place, "seat_leaves_ahead" if place > 0 else "seat_leaves")
    return phrases(language, "table")(key, seat=seat_title(blueprint, seat, language)) if key else ""


def with_names(game: Game, names: Sequence[str]) -> Game:
    """Return the game with seats called by the names of people.

    An empty name leaves a seat's title unchanged.
    """
    blueprint = game.blueprint
    seats, known = blueprint.domains["seat"], blueprint.domains["seat"].titles
    titles = tuple(
        {ENGLISH: names[seat]} if seat < len(names) and names[seat] else known[seat] if seat < len(known) else {}
        for seat in range(max(len(names), len(known)))
    )
    named = replace(blueprint, domains={**blueprint.domains, "seat": replace(seats, titles=titles)})
    return replace(game, blueprint=named) if any(names) else game
