"""The words of a piece's move: its seat, its title, and the positions before and after."""

from __future__ import annotations

from typing import NamedTuple

from rulewright.core.locales.catalogue import phrases
from rulewright.core.locales.wording import said_of, title_in
from rulewright.core.model.events import Moved
from rulewright.core.model.game import Blueprint
from rulewright.core.model.kinds import PieceOf
from rulewright.observe.naming import index_titles, is_on_board, kind_title, seat_title, thing_title
from rulewright.observe.sight.places import SlotOwner, places_of, seen_at
from rulewright.observe.words.signs import man_title


class MoveTold(NamedTuple):
    """The parts of a move in words: the seat that it is about, the piece, its kind, its start and its end.

    `seen`: the piece itself is known, and not only its kind.
    """

    whose: int | None
    what: str
    kind: str
    here: str
    there: str
    seen: bool


def move_told(blueprint: Blueprint, event: Moved, seat: int | None, language: str) -> MoveTold | None:
    """Return the parts of a move as a seat reads it, None if nothing is said."""
    piece = event.piece
    before, after = places_of(blueprint, event)
    if not (is_titled(before) and is_titled(after)):
        return None
    seen = any(seen_at(blueprint, event, seat))
    kind = kind_title(blueprint, blueprint.pieces[piece].kind, language)
    on_board = any(each is not None and is_on_board(blueprint, each.family) for each in (before, after))
    what = kind
    if seen and on_board:
        what = man_title(blueprint, piece, event.face, language)
    elif seen:
        what = piece_title(blueprint, piece, language)
    owner = seat_about(blueprint, piece if seen else -1, (before, after))
    out_of, to = (member_title(blueprint, each, language, owner) for each in (before, after))
    return MoveTold(owner, what, kind, out_of, to, seen)


def member_title(blueprint: Blueprint, place: SlotOwner | None, language: str, told: int | None = None) -> str:
    """Return a member of a family in words: `seat 1: Purse`, `Row 3`.

    The seat is left out if it was named already.
    """
    text = bare_title(blueprint, place, language)
    if place is None or place.owner is None or told is not None:
        return text
    return said_of(language, seat_title(blueprint, place.owner, language), text)


def bare_title(blueprint: Blueprint, place: SlotOwner | None, language: str) -> str:
    """Return a member of a family in words, without its seat."""
    if place is None:
        return phrases(language, "table")("the_box")
    family = place.family
    title = title_in(family.title, language, family.id)
    names = list(index_titles(blueprint, family, place.indexes, language))
    if place.space and family.spaces > 1:
        names.append(str(place.space))
    if is_on_board(blueprint, family):
        return names[0]
    told = ", ".join(names)
    if all(each.isdigit() for each in names):
        return f"{title} {told}".rstrip()
    return f"{title} ({told})"


def seat_about(blueprint: Blueprint, piece: int, places: tuple[SlotOwner | None, ...]) -> int | None:
    """Return the seat that an event with a piece is about, None if there are two or none.

    It is the owner of its zones, or else the seat that the piece was printed for. A piece that is not seen is -1, so
    that nobody learns whom it was printed for.
    """
    owners = {place.owner for place in places if place is not None} - {None}
    if not owners and piece >= 0 and blueprint.pieces[piece].owner >= 0:
        return blueprint.pieces[piece].owner
    return next(iter(owners)) if len(owners) == 1 else None


def is_titled(place: SlotOwner | None) -> bool:
    return place is None or bool(place.family.title)


def piece_title(blueprint: Blueprint, piece: int, language: str) -> str:
    return thing_title(blueprint, PieceOf(blueprint.pieces[piece].kind), piece, language)
