"""The seats of one table by name, for people: those that the rules play are called by the setting that counts them."""

from __future__ import annotations

from dataclasses import replace

from rulewright.model.game import Blueprint, Game, State
from rulewright.model.seats import ruled_seats, ruled_setting


def with_seat_names(game: Game, state: State) -> Game:
    """The same game, which calls the seats of this table by their names wherever something is shown."""
    return replace(game, blueprint=name_seats(game.blueprint, ruled_seats(game.blueprint, state)))


def name_seats(blueprint: Blueprint, ruled: range) -> Blueprint:
    """The blueprint with titles for the seats that the rules play: `Ghost`, or `Ghost 1` and `Ghost 2`."""
    setting = ruled_setting(blueprint)
    if setting is None or not ruled:
        return blueprint
    title = setting.title or {"en": setting.id.replace("_", " ")}
    several = len(ruled) > 1
    named = tuple(
        {language: f"{text} {number}" if several else text for language, text in title.items()}
        for number in range(1, len(ruled) + 1)
    )
    seats = replace(blueprint.domains["seat"], titles=({},) * ruled.start + named)
    return replace(blueprint, domains={**blueprint.domains, "seat": seats})
