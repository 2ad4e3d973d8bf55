"""What is said of a piece that goes somewhere: whose it is, what it is called, from where and to where."""

from __future__ import annotations

from typing import NamedTuple

from rulewright.core.locales.catalogue import phrases
from rulewright.core.locales.wording import said_of, title_in
from rulewright.core.model.events import Moved
from rulewright.core.model.game import Blueprint
from rulewright.core.model.kinds import PieceOf
from rulewright.observe.naming import index_titles, kind_title, seat_title, thing_title
from rulewright.observe.sight.places import SlotOwner, places_of, seen_at


class MoveTold(NamedTuple):
    """What is said of a move: the seat that it is about, what goes, from where and to where."""

    whose: int | None
    what: str
    here: str
    there: str


def move_told(blueprint: Blueprint, event: Moved, seat: int | None, language: str) -> MoveTold | None:
    """The parts of what a seat reads of a move; None if nothing is said of it."""
    piece = event.piece
    before, after = places_of(blueprint, event)
    if not (is_titled(before) and is_titled(after)):
        return None
    seen = any(seen_at(blueprint, event, seat))
    kind = kind_title(blueprint, blueprint.pieces[piece].kind, language)
    what = piece_title(blueprint, piece, language) if seen else kind
    owner = seat_about(blueprint, piece if seen else -1, (before, after))
    out_of, to = (member_title(blueprint, each, language, owner) for each in (before, after))
    return MoveTold(owner, what, out_of, to)


def member_title(blueprint: Blueprint, place: SlotOwner | None, language: str, told: int | None = None) -> str:
    """A member of a family in words: `seat 1: Purse`, `Row (3)`; the seat is left out if it was named already."""
    text = bare_title(blueprint, place, language)
    if place is None or place.owner is None or told is not None:
        return text
    return said_of(language, seat_title(blueprint, place.owner, language), text)


def bare_title(blueprint: Blueprint, place: SlotOwner | None, language: str) -> str:
    """A member of a family in words, without whose it is."""
    if place is None:
        return phrases(language, "table")("the_box")
    family = place.family
    title = title_in(family.title, language, family.id)
    names = list(index_titles(blueprint, family, place.indexes, language))
    if place.space and family.spaces > 1:
        names.append(str(place.space))
    return f"{title} ({', '.join(names)})" if names else title


def seat_about(blueprint: Blueprint, piece: int, places: tuple[SlotOwner | None, ...]) -> int | None:
    """The seat that what happens to a piece is about: whose zones it is in, or else it was printed for; none for two.

    A piece that is not seen is -1: nobody learns from it for whom it was printed.
    """
    owners = {place.owner for place in places if place is not None} - {None}
    if not owners and piece >= 0 and blueprint.pieces[piece].owner >= 0:
        return blueprint.pieces[piece].owner
    return next(iter(owners)) if len(owners) == 1 else None


def is_titled(place: SlotOwner | None) -> bool:
    return place is None or bool(place.family.title)


def piece_title(blueprint: Blueprint, piece: int, language: str) -> str:
    return thing_title(blueprint, PieceOf(blueprint.pieces[piece].kind), piece, language)
