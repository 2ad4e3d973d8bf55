"""The playing pieces on regions of maps in words: the piece that moves, and those that it takes."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from typing import NamedTuple

from rulewright.core.locales.catalogue import phrases
from rulewright.core.locales.wording import tallied, title_in
from rulewright.core.model.events import Changed, Moved
from rulewright.core.model.game import Blueprint, FamilyInfo, Game, State
from rulewright.core.model.kinds import DomainName, kind_of
from rulewright.observe.naming import is_on_board, kind_title, thing_title
from rulewright.observe.sight.places import place_of
from rulewright.observe.sight.sight import may_see
from rulewright.observe.words.signs import man_title

Region = tuple[str, int]
"""A region of a map: its kind, and its place in it."""
Changes = Mapping[int, tuple[int, int]]
"""What slots of the state held before, and what they hold after."""


def region_of(blueprint: Blueprint, domain: DomainName, candidate: int) -> Region | None:
    """Return the region that an option is about, or where the move along its border begins.

    None if it is about something else.
    """
    for each in blueprint.look.whole_maps:
        if domain == each.kind and 0 <= candidate < len(each.points):
            return each.kind, candidate
    ends = _ends(blueprint, domain, candidate)
    return ends[0] if ends is not None else None


def standing_on(game: Game, state: State, seat: int, region: Region, language: str) -> str:
    """Return the titles of what is on a region, as far as a seat sees it, without its owner.

    Empty if nothing with a title is there. A playing piece of a marker without a type has the title of the marker of
    its own seat. The state is one as the seat knows it.
    """
    kind, at = region
    seen = [
        each
        for each in game.blueprint.families
        if each.title and each.per == (kind,) and may_see(game, state, each, (at,), seat)
    ]
    held = [(each, state[each.slot_of(at)]) for each in seen]
    found = [
        _sort_there(game.blueprint, each, value, language, _up(game.blueprint, each, value, state.__getitem__))
        for each, value in held
    ]
    if not any(found):
        found = [
            title_in(each.title, language, "")
            for each, value in held
            if _marks_seats(game.blueprint, each) and _whose(game.blueprint, each, value) == seat
        ]
    return ", ".join(filter(None, found))


def counted_on(game: Game, state: State, seat: int, region: Region, language: str) -> str:
    """Return the counters above their least on a region of a board, as far as a seat sees them.

    Empty if there are none.
    """
    kind, at = region
    found = [
        f"{title_in(each.title, language, each.id)} {'' if each.is_truth else state[each.slot_of(at)]}".rstrip()
        for each in game.blueprint.families
        if each.sort == "counter" and each.title and each.per == (kind,) and kind in _boards(game.blueprint)
        and state[each.slot_of(at)] > each.low and may_see(game, state, each, (at,), seat)
    ]  # fmt: skip
    return ", ".join(found)


def is_of_others(game: Game, state: State, seat: int, region: Region) -> bool:
    """Return whether a region is marked as that of another seat, which can be only what a move takes."""
    kind, at = region
    marks = [each for each in game.blueprint.families if each.per == (kind,) and _marks_seats(game.blueprint, each)]
    return bool({_whose(game.blueprint, each, state[each.slot_of(at)]) for each in marks} - {seat, -1})


class Left(NamedTuple):
    """A thing that left a region or was taken from it, in words.

    `is_number`: it is the amount that was counted there.
    """

    region: Region
    what: str
    is_number: bool = False

    def told_of(self, region: str) -> str:
        """Return the region's title and what has left it, in the order in which they are said."""
        return f"{region} ({self.what})" if self.is_number else f"{self.what} {region}"


def left_by(blueprint: Blueprint, event: Changed | Moved, language: str) -> Left | None:
    """Return what has left a region, or was taken from it, None for any other change.

    For a counter that is now at its least, it is the former number, in brackets.
    """
    place = place_of(blueprint, event.source if isinstance(event, Moved) else event.slot)
    if place is None or len(place.family.per) != 1 or not isinstance(place.family.per[0], str):
        return None
    family, region = place.family, (place.family.per[0], place.indexes[0])
    if isinstance(event, Moved):
        on_board = is_on_board(blueprint, family)
        return Left(region, man_title(blueprint, event.piece, event.face, language)) if on_board else None
    is_number = family.sort == "counter" and family.title and not family.is_yes_or_no
    if is_number and event.before > event.after == family.low:
        return Left(region, f"{title_in(family.title, language, family.id)} {event.before}", is_number=True)
    sort = _sort_there(blueprint, family, event.before, language)
    return Left(region, sort) if sort else None


def man_gone(blueprint: Blueprint, region: Region, changed: Changes, language: str) -> Left | None:
    """Return what a seat had on a region of a board and is no longer there, None if nothing is gone."""
    kind, at = region
    for each in blueprint.families:
        if each.per == (kind,) and _marks_seats(blueprint, each):
            before, after = changed.get(each.slot_of(at), (-1, -1))
            if before >= 0 > after:
                what = _called_before(blueprint, each, at, changed, language)
                return Left(region, what) if what else None
    return None


def region_title(blueprint: Blueprint, domain: DomainName, candidate: int, language: str) -> str:
    """Return the title of a thing, in which a number of a region comes after its kind."""
    title = thing_title(blueprint, domain, candidate, language)
    is_numbered = title.isdigit() and any(each.kind == domain for each in blueprint.look.whole_maps)
    return f"{kind_title(blueprint, domain, language)} {title}" if is_numbered else title


def far_end(blueprint: Blueprint, domain: DomainName, candidate: int) -> Region | None:
    """Return the region where the move along an option's border ends, None if it is about no border."""
    ends = _ends(blueprint, domain, candidate)
    return ends[1] if ends is not None else None


def _ends(blueprint: Blueprint, domain: DomainName, candidate: int) -> tuple[Region, Region] | None:
    """Return (start, end) of a move along a border, None for anything but a border."""
    for each in blueprint.look.whole_maps:
        if domain == each.id and 0 <= candidate // 2 < len(each.borders):
            one, other, _ = each.borders[candidate // 2]
            ends = (each.kind, one), (each.kind, other)
            return ends[::-1] if candidate % 2 else ends
    return None


def landed_at(blueprint: Blueprint, seat: int, far: Region | None, changed: Changes, language: str) -> str:
    """Return where a move leads that goes beyond its border's far end, as a jump does, else empty."""
    if far is None:
        return ""
    places = {
        at
        for each in blueprint.families
        if each.per == (far[0],) and (is_on_board(blueprint, each) or (each.sort, each.domain) == ("marker", "seat"))
        for at, (_, after) in _changed_on(blueprint, each, changed).items()
        if after == seat
    }
    return (
        f"→ {thing_title(blueprint, far[0], places.pop(), language)}"
        if len(places) == 1 and far[1] not in places
        else ""
    )


def taken_by(
    blueprint: Blueprint, seat: int, changed: Changes, language: str, named: Collection[Region | None] = ()
) -> str:
    """Return what a seat takes from others on boards, in words, empty if it takes nothing.

    A playing piece is taken if its region is empty afterwards, or belongs to the seat without the seat having more than
    before. Pieces just removed from regions that are `named` already are not told again.
    """
    taken = [
        title
        for family in blueprint.families
        if _marks_seats(blueprint, family)
        for at in _regions_taken(blueprint, family, seat, changed)
        if (family.per[0], at) not in named or changed[family.slot_of(at)][1] >= 0
        if (title := _called_before(blueprint, family, at, changed, language))
    ]
    return phrases(language, "table")("takes", what=tallied(taken)) if taken else ""


def _marks_seats(blueprint: Blueprint, family: FamilyInfo) -> bool:
    """Return whether something marks whose each region of a map that is made is: a marker, or pieces with owners."""
    if is_on_board(blueprint, family):
        return any(each.owner >= 0 for each in blueprint.pieces if each.kind == kind_of(family.domain))
    is_of_seats = family.sort == "marker" and family.domain == "seat"
    return is_of_seats and len(family.per) == 1 and family.per[0] in _boards(blueprint)


def _whose(blueprint: Blueprint, family: FamilyInfo, held: int) -> int:
    """Return the seat that a marker names, or that owns a piece, -1 for none."""
    return blueprint.pieces[held].owner if family.sort == "zone" and held >= 0 else held


def _boards(blueprint: Blueprint) -> list[str]:
    """Return the kinds of the regions of maps that are made."""
    return [each.kind for each in blueprint.look.whole_maps if each.made]


def _regions_taken(blueprint: Blueprint, family: FamilyInfo, seat: int, changed: Changes) -> Iterator[int]:
    """Yield the regions where others have lost a piece, unless they have it elsewhere now."""
    here = _changed_on(blueprint, family, changed)
    more = sum((after == seat) - (before == seat) for before, after in here.values())
    for other in {before for before, _ in here.values()} - {seat, -1}:
        lost = [at for at, (before, after) in here.items() if before == other and (after < 0 or more <= 0)]
        fewer = sum((before == other) - (after == other) for before, after in here.values())
        if len(lost) <= fewer:
            yield from sorted(lost)


def _changed_on(blueprint: Blueprint, family: FamilyInfo, changed: Changes) -> Changes:
    """Map the region of each change of a family to the seats there (before, after)."""
    here = {slot - family.base: held for slot, held in changed.items() if slot in family.slots}
    return {at: (_whose(blueprint, family, one), _whose(blueprint, family, other)) for at, (one, other) in here.items()}


def _called_before(blueprint: Blueprint, family: FamilyInfo, at: int, changed: Changes, language: str) -> str:
    """Return the title of what was on a region: its type, if known from there, else its marker."""
    for each in blueprint.families:
        if not each.title or each.per != family.per:
            continue
        before, _ = changed.get(each.slot_of(at), (_that_came(blueprint, each, changed), -1))
        up = _up(blueprint, each, before, lambda slot: changed.get(slot, (0, 0))[0])
        if sort := _sort_there(blueprint, each, before, language, up):
            return sort
    return title_in(family.title, language, "") if family.title else ""


def _that_came(blueprint: Blueprint, family: FamilyInfo, changed: Changes) -> int:
    """Return the type of an unchanged region whose seat has changed, taken from a piece that moved."""
    own = _changed_on(blueprint, family, changed).values() if family.sort == "marker" else ()
    gone = {before for before, after in own if after < 0}
    return gone.pop() if len(gone) == 1 else -1


def _up(blueprint: Blueprint, family: FamilyInfo, held: int, at: Callable[[int], int]) -> int:
    """Return the face of a piece that a zone holds, from what is in the slots of a state."""
    has_faces = family.sort == "zone" and held >= 0 and blueprint.pieces[held].kind in blueprint.face_names
    return at(blueprint.faces + held) if has_faces else 0


def _sort_there(blueprint: Blueprint, family: FamilyInfo, held: int, language: str, up: int = 0) -> str:
    """Return the type of a playing piece by a family on its region: a value of a list, or a title.

    `up` is the face of a piece that is up.
    """
    if is_on_board(blueprint, family) and held >= 0:
        return man_title(blueprint, held, up, language)
    if family.sort == "counter":
        return title_in(family.title, language, family.id) if family.is_yes_or_no and held == family.high else ""
    if family.sort != "marker" or family.domain == "seat" or held < 0:
        return ""
    return thing_title(blueprint, family.domain, held, language)
