"""The one projection of a state to what a seat may see, used by screen, log, bot and save."""

from __future__ import annotations

from dataclasses import dataclass, field

from rulewright.core.model.game import Blueprint, FamilyInfo, Game, State
from rulewright.core.model.kinds import PieceOf, kind_of
from rulewright.core.model.layout import N_SEATS
from rulewright.observe.naming import index_names, thing_name
from rulewright.observe.sight.hiding import as_sealed, awaited
from rulewright.observe.sight.offers import offers
from rulewright.observe.sight.sight import HIDDEN, in_order, may_see, members, owner_of, source_of
from rulewright.observe.sight.waiting import waiting_seen


@dataclass(frozen=True, slots=True)
class View:
    """The view of one seat by names: counters, markers and zones, with `?` for hidden values.

    `counters[id][indexes]` is a number (-1 for none) or `?`, `markers[id][indexes]` a name or None,
    `zones[id][indexes]` a tuple of names (None for an empty numbered space). A piece that was printed for a seat says
    for which, as in saves: `card@2` is that of seat 2. `faces` says which way the pieces of a zone that may be seen
    are turned.
    `seat` is the viewer, None for someone who may see everything; `deciding` are the seats that have yet to answer.
    `waiting` says what is deferred, first what is done first: the effect it is in, the seat that acts in it and until
    the end of which procedure it waits.
    """

    seat: int | None
    deciding: tuple[int, ...]
    counters: dict[str, dict[tuple[str, ...], int | str]]
    markers: dict[str, dict[tuple[str, ...], str | None]]
    zones: dict[str, dict[tuple[str, ...], tuple[str | None, ...]]]
    options: tuple[str, ...]
    faces: dict[str, dict[tuple[str, ...], tuple[str | None, ...]]] = field(default_factory=dict)
    waiting: tuple[tuple[str, int, str], ...] = ()


def view_of(game: Game, state: State, seat: int | None) -> View:
    """Return what a seat (from 0) may see of `state`, everything for None."""
    blueprint = game.blueprint
    counters: dict[str, dict[tuple[str, ...], int | str]] = {}
    markers: dict[str, dict[tuple[str, ...], str | None]] = {}
    zones: dict[str, dict[tuple[str, ...], tuple[str | None, ...]]] = {}
    faces: dict[str, dict[tuple[str, ...], tuple[str | None, ...]]] = {}
    known = state if seat is None else as_sealed(game, state, seat)
    for family in blueprint.families:
        for indexes, slot in members(blueprint, family, state[N_SEATS]):
            names = index_names(blueprint, family, indexes)
            source = source_of(state, seat, owner_of(family, indexes))
            shown = may_see(game, known, family, indexes, seat)
            if family.sort == "counter":
                counters.setdefault(family.id, {})[names] = source[slot] if shown else HIDDEN
            elif family.sort == "marker":
                markers.setdefault(family.id, {})[names] = _named(blueprint, family, source[slot], shown)
            else:
                held = family.held(source, slot)
                held = held if family.spaces else in_order(family, held)
                zones.setdefault(family.id, {})[names] = tuple(
                    _named(blueprint, family, piece, shown) for piece in held
                )
                turned = blueprint.face_names.get(kind_of(family.domain))
                if turned is not None and shown:
                    faces.setdefault(family.id, {})[names] = tuple(
                        None if piece < 0 else turned[source[blueprint.faces + piece]] for piece in held
                    )
    keys = tuple(offer.key for offer in offers(game, state, seat))
    ids = [id_ for id_, *_ in blueprint.procedures]
    waiting = tuple((ids[each.effect], each.seat, ids[each.until]) for each in waiting_seen(blueprint, state, seat))
    return View(seat, awaited(game, state, seat), counters, markers, zones, keys, faces, waiting)


def _named(blueprint: Blueprint, family: FamilyInfo, thing: int, shown: bool) -> str | None:
    """Return the name of a thing in a family, `?` if it is not shown, None for nothing."""
    if thing < 0:
        return None
    if not shown:
        return HIDDEN
    whole = isinstance(family.domain, PieceOf)
    return blueprint.pieces[thing].key if whole else thing_name(blueprint, family.domain, thing)
