"""What stands on the regions of maps, as people call it: which man a move is made with, and what it takes."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import NamedTuple

from rulewright.core.locales.catalogue import phrases
from rulewright.core.locales.wording import tallied, title_in
from rulewright.core.model.events import Changed
from rulewright.core.model.game import Blueprint, FamilyInfo, Game, State
from rulewright.core.model.kinds import DomainName
from rulewright.observe.naming import kind_title, thing_title
from rulewright.observe.sight.places import place_of
from rulewright.observe.sight.sight import may_see

Region = tuple[str, int]
"""A region of a map: its kind, and its place in it."""
Changes = Mapping[int, tuple[int, int]]
"""What slots of the state held before, and what they hold after."""


def region_of(blueprint: Blueprint, domain: DomainName, candidate: int) -> Region | None:
    """The region that an option is about, or where the move along its border begins; None if it is about another."""
    for each in blueprint.look.whole_maps:
        if domain == each.kind and 0 <= candidate < len(each.points):
            return each.kind, candidate
    ends = _ends(blueprint, domain, candidate)
    return ends[0] if ends is not None else None


def standing_on(game: Game, state: State, seat: int, region: Region, language: str) -> str:
    """What stands on a region, as far as a seat sees it, without whose it is; nothing if nothing with a name does.

    Of a man of no sort, as most are, it is what the marker of its own seat is called. The state is one as the seat
    knows it.
    """
    kind, at = region
    seen = [
        each
        for each in game.blueprint.families
        if each.title and each.per == (kind,) and may_see(game, state, each, (at,), seat)
    ]
    found = [_sort_there(game.blueprint, each, state[each.slot_of(at)], language) for each in seen]
    if not any(found):
        found = [
            title_in(each.title, language, "")
            for each in seen
            if _marks_seats(game.blueprint, each) and state[each.slot_of(at)] == seat
        ]
    return ", ".join(filter(None, found))


def counted_on(game: Game, state: State, seat: int, region: Region, language: str) -> str:
    """What is counted on a region of a board that is made, as far as a seat sees it; nothing if all is at its least."""
    kind, at = region
    found = [
        f"{title_in(each.title, language, each.id)} {state[each.slot_of(at)]}"
        for each in game.blueprint.families
        if each.sort == "counter" and each.title and each.per == (kind,) and kind in _boards(game.blueprint)
        and state[each.slot_of(at)] > each.low and may_see(game, state, each, (at,), seat)
    ]  # fmt: skip
    return ", ".join(found)


def is_of_others(game: Game, state: State, seat: int, region: Region) -> bool:
    """Whether a region is marked as that of another seat, which can be only what a move takes."""
    kind, at = region
    marks = [each for each in game.blueprint.families if each.per == (kind,) and _marks_seats(game.blueprint, each)]
    return bool({state[each.slot_of(at)] for each in marks} - {seat, -1})


class Left(NamedTuple):
    """What has left a region or was taken from it, in words; `is_number`: it is how much was counted there."""

    region: Region
    what: str
    is_number: bool = False

    def told_of(self, region: str) -> str:
        """What the region is called, with what has left it, in the order in which it is said."""
        return f"{region} ({self.what})" if self.is_number else f"{self.what} {region}"


def left_by(blueprint: Blueprint, event: Changed, language: str) -> Left | None:
    """What has left a region, or was taken from it; None for any other change."""
    place = place_of(blueprint, event.slot)
    if place is None or len(place.family.per) != 1 or not isinstance(place.family.per[0], str):
        return None
    family, region = place.family, (place.family.per[0], place.indexes[0])
    is_number = family.sort == "counter" and family.title and not family.is_yes_or_no
    if is_number and event.before > event.after == family.low:
        return Left(region, f"{title_in(family.title, language, family.id)} {event.before}", is_number=True)
    sort = _sort_there(blueprint, family, event.before, language)
    return Left(region, sort) if sort else None


def man_gone(blueprint: Blueprint, region: Region, changed: Changes, language: str) -> Left | None:
    """What of a seat stood on a region of a board that is made and is not there any more; None if nothing is gone."""
    kind, at = region
    for each in blueprint.families:
        if each.per == (kind,) and _marks_seats(blueprint, each):
            before, after = changed.get(each.slot_of(at), (-1, -1))
            if before >= 0 > after:
                what = _called_before(blueprint, each, at, changed, language)
                return Left(region, what) if what else None
    return None


def region_title(blueprint: Blueprint, domain: DomainName, candidate: int, language: str) -> str:
    """What a thing is called by itself: a region that has but a number is told with what is numbered."""
    title = thing_title(blueprint, domain, candidate, language)
    is_numbered = title.isdigit() and any(each.kind == domain for each in blueprint.look.whole_maps)
    return f"{kind_title(blueprint, domain, language)} {title}" if is_numbered else title


def far_end(blueprint: Blueprint, domain: DomainName, candidate: int) -> Region | None:
    """The region where the move along the border that an option is about ends; None if it is about no border."""
    ends = _ends(blueprint, domain, candidate)
    return ends[1] if ends is not None else None


def _ends(blueprint: Blueprint, domain: DomainName, candidate: int) -> tuple[Region, Region] | None:
    """Where a move along a border begins and where it ends; None for what is no border."""
    for each in blueprint.look.whole_maps:
        if domain == each.id and 0 <= candidate // 2 < len(each.borders):
            one, other, _ = each.borders[candidate // 2]
            ends = (each.kind, one), (each.kind, other)
            return ends[::-1] if candidate % 2 else ends
    return None


def landed_at(blueprint: Blueprint, seat: int, far: Region | None, changed: Changes, language: str) -> str:
    """Where a move along a border leads that goes beyond its far end, as a jump does; nothing for any other."""
    if far is None:
        return ""
    places = {
        at
        for each in blueprint.families
        if each.sort == "marker" and each.domain == "seat" and each.per == (far[0],)
        for at, (_, after) in _changed_on(each, changed).items()
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
    """What a seat takes of the others on boards that are made, in words; nothing if all theirs is there still.

    What stood on a region is taken if nothing stands there any more, or the seat does that has no more than before.
    Of regions that are `named` already, what was just removed there is not told again.
    """
    taken = [
        title
        for family in blueprint.families
        if _marks_seats(blueprint, family)
        for at in _regions_taken(family, seat, changed)
        if (family.per[0], at) not in named or changed[family.slot_of(at)][1] >= 0
        if (title := _called_before(blueprint, family, at, changed, language))
    ]
    return phrases(language, "table")("takes", what=tallied(taken)) if taken else ""


def _marks_seats(blueprint: Blueprint, family: FamilyInfo) -> bool:
    """Whether something marks whose each region of a map that is made is."""
    is_of_seats = family.sort == "marker" and family.domain == "seat"
    return is_of_seats and len(family.per) == 1 and family.per[0] in _boards(blueprint)


def _boards(blueprint: Blueprint) -> list[str]:
    """The kinds of the regions of maps that are made."""
    return [each.kind for each in blueprint.look.whole_maps if each.made]


def _regions_taken(family: FamilyInfo, seat: int, changed: Changes) -> Iterator[int]:
    """Where others have lost what stood there, unless they have it elsewhere now."""
    here = _changed_on(family, changed)
    more = sum((after == seat) - (before == seat) for before, after in here.values())
    for other in {before for before, _ in here.values()} - {seat, -1}:
        lost = [at for at, (before, after) in here.items() if before == other and (after < 0 or more <= 0)]
        fewer = sum((before == other) - (after == other) for before, after in here.values())
        if len(lost) <= fewer:
            yield from sorted(lost)


def _changed_on(family: FamilyInfo, changed: Changes) -> Changes:
    """What changed of something on regions, by the places of these."""
    return {slot - family.base: held for slot, held in changed.items() if slot in family.slots}


def _called_before(blueprint: Blueprint, family: FamilyInfo, at: int, changed: Changes, language: str) -> str:
    """What stood on a region: its sort, if something there told that until then, else what marks whose it was."""
    for each in blueprint.families:
        if not each.title or each.per != family.per:
            continue
        before, _ = changed.get(each.slot_of(at), (_that_came(each, changed), -1))
        if sort := _sort_there(blueprint, each, before, language):
            return sort
    return title_in(family.title, language, "") if family.title else ""


def _that_came(family: FamilyInfo, changed: Changes) -> int:
    """What a region shows that has not changed though another seat's man is there now: the like of one that moved."""
    own = _changed_on(family, changed).values() if family.sort == "marker" else ()
    gone = {before for before, after in own if after < 0}
    return gone.pop() if len(gone) == 1 else -1


def _sort_there(blueprint: Blueprint, family: FamilyInfo, held: int, language: str) -> str:
    """What something on a region says of the sort of man there: a value of a list, or that it is one at all."""
    if family.sort == "counter":
        return title_in(family.title, language, family.id) if family.is_yes_or_no and held == family.high else ""
    if family.sort != "marker" or family.domain == "seat" or held < 0:
        return ""
    return thing_title(blueprint, family.domain, held, language)
