"""What stands on the regions of maps, as people call it: which man a move is made with."""

from __future__ import annotations

from rulewright.model.events import Changed
from rulewright.model.game import Blueprint, Game, State
from rulewright.model.kinds import DomainName
from rulewright.observe.naming import thing_title
from rulewright.observe.places import place_of
from rulewright.observe.sight import may_see

Region = tuple[str, int]
"""A region of a map: its kind, and its place in it."""


def region_of(blueprint: Blueprint, domain: DomainName, candidate: int) -> Region | None:
    """The region that an option is about, or where the move along its border begins; None if it is about another."""
    for each in blueprint.look.whole_maps():
        if domain == each.kind and 0 <= candidate < len(each.points):
            return each.kind, candidate
        if domain == each.id and 0 <= candidate // 2 < len(each.borders):
            one, other, _ = each.borders[candidate // 2]
            return each.kind, other if candidate % 2 else one
    return None


def standing_on(game: Game, state: State, seat: int, region: Region, language: str) -> str:
    """What stands on a region, as far as a seat sees it, without whose it is; nothing if nothing with a name does.

    The state is one as the seat knows it.
    """
    kind, at = region
    found = [
        thing_title(game.blueprint, each.domain, state[each.base + at], language)
        for each in game.blueprint.families
        if each.sort == "marker" and each.title and each.per == (kind,) and each.domain != "seat"
        and state[each.base + at] >= 0 and may_see(game, state, each, (at,), seat)
    ]  # fmt: skip
    return ", ".join(found)


def left_by(blueprint: Blueprint, event: Changed, language: str) -> tuple[Region, str] | None:
    """The region that something has left, or was taken from, and what that is called; None for any other change."""
    place = place_of(blueprint, event.slot)
    if place is None or place.family.sort != "marker" or len(place.family.per) != 1 or event.before < 0:
        return None
    if place.family.domain == "seat" or not isinstance(place.family.per[0], str):
        return None
    return (place.family.per[0], place.indexes[0]), thing_title(
        blueprint, place.family.domain, event.before, language
    )
