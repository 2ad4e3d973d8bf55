"""Discs that show where something stands: playing pieces on maps, the seats' markers on tracks, and chips.

How many a game needs is not written anywhere. It is the largest number seen at once in a few random games.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from math import dist
from typing import Final

from rulewright.author.printing.boards import is_list, is_tracked, least_of, on_maps
from rulewright.author.printing.box_contents import Key, PrintedComponent
from rulewright.author.printing.paper import SIDE, Size
from rulewright.core.model.game import FamilyInfo, Game, State
from rulewright.core.model.kinds import kind_of
from rulewright.core.model.limits import LimitReached
from rulewright.core.model.pictures import LEAST
from rulewright.core.model.seats import usual_seats
from rulewright.core.run.steps import settings_chosen
from rulewright.observe.naming import seat_title
from rulewright.observe.words.signs import letters_of
from rulewright.play.policies.playout import play_out
from rulewright.table.drawing.icons import icon, mark_of
from rulewright.table.drawing.scene import Scene
from rulewright.table.drawing.still import bare
from rulewright.table.pages.html import Content, Markup, element

_GAMES: Final = 12
_LARGEST: Final = 20.0
_OF_PLACE: Final = 0.8
"""How wide a playing piece is, of the way from a place to the next."""


def discs(game: Game, scene: Scene) -> Iterator[PrintedComponent]:
    """Yield the discs of a game, those on maps before those on tracks."""
    yield from _men(game, scene)
    yield from _markers(scene)


def size_of_men(scene: Scene) -> Size:
    """Return a size in which a playing piece fits on a place of each map."""
    wide = _LARGEST
    for info in scene.look.whole_maps:
        points = info.points
        near = min((dist(one, other) for at, one in enumerate(points) for other in points[:at]), default=100.0)
        wide = min(wide, near / 100 * SIDE * _OF_PLACE)
    return Size(max(LEAST, round(wide, 1)), max(LEAST, round(wide, 1)))


# ---- Playing pieces


def _men(game: Game, scene: Scene) -> Iterator[PrintedComponent]:
    lying = [each for kind in on_maps(scene) for each in scene.families_on(kind)
             if each.title and each.sort != "zone" and scene.manner(each.id).form != "nothing"]  # fmt: skip
    if not lying:
        return
    most = _most_at_once(game, lambda state: _standing(scene, lying, state))
    for (family, sort, seat), copies in sorted(most.items()):
        yield _man(scene, family, sort, seat, copies)


def _standing(scene: Scene, lying: list[FamilyInfo], state: State) -> Counter[tuple[str, int, int]]:
    """Return how many of each piece are on the maps: (family, value or -1, seat or -1)."""
    found: Counter[tuple[str, int, int]] = Counter()
    seats = {each.per: each for each in lying if each.sort == "marker" and each.domain == "seat"}
    sorts = {each.per for each in lying if each.sort == "marker" and scene.is_enumeration(each.domain)}
    for family in lying:
        whose = seats.get(family.per)
        if family is whose and family.per in sorts:
            continue  # the seat is the colour of the piece that stands there
        for at in range(family.sizes[0]):
            held = state[family.base + at * family.strides[0]]
            if family.sort == "counter":
                if held > least_of(family):
                    found[family.id, -1, -1] += held - least_of(family)
            elif held >= 0:
                is_seat = family.domain == "seat"
                owner = state[whose.base + at * whose.strides[0]] if whose is not None else -1
                found[family.id, -1 if is_seat else held, held if is_seat else owner] += 1
    return found


def _most_at_once(game: Game, count: Callable[[State], Counter[tuple[str, int, int]]]) -> Counter[tuple[str, int, int]]:
    """Return the largest numbers of a count in some random games, always the same ones."""
    most: Counter[tuple[str, int, int]] = Counter()

    def look(state: State, _: int) -> None:
        nonlocal most
        most |= count(state)

    seats = usual_seats(game.blueprint, settings_chosen(game.blueprint, {}))
    for seed in range(1, _GAMES + 1):
        try:
            play_out(game, seats=seats, seed=seed, look=look)
        except LimitReached:
            continue  # what was seen until then counts
    return most


def _man(scene: Scene, name: str, value: int, seat: int, copies: int) -> PrintedComponent:
    family = scene.family(name)
    assert family is not None
    title = scene.called(name)
    sign: Content = icon(mark_of(seat)) if seat >= 0 else _sign(scene, family)
    design = ""
    if value >= 0:
        domain = kind_of(family.domain)
        names = scene.blueprint.domains[domain].names
        titles = [scene.title(domain, each) for each in range(len(names))]
        tint = scene.look.tints.get(domain, {}).get(names[value])
        sign = icon(tint.icon) if tint is not None and tint.icon else element("b", letters_of(titles, value))
        title, design = titles[value], names[value]
    if seat >= 0:
        title = f"{title} ({seat_title(scene.blueprint, seat, scene.language)})"
    return _disc(Key(name, design, seat), title, "man", copies, sign, seat)


# ---- Markers


def _markers(scene: Scene) -> Iterator[PrintedComponent]:
    """Yield a disc of each seat for each of its tracks, and what stands on tracks and lists of all."""
    pointing = [each for each in scene.blueprint.families if is_list(scene, each) or _moves(scene, each)]
    own = sum(_members(each) // each.sizes[0] for each in pointing if each.of_seats)
    common = sum(_members(each) for each in pointing if not each.of_seats)
    for seat in range(scene.blueprint.max_seats if own else 0):
        yield _disc(
            Key("", "", seat), seat_title(scene.blueprint, seat, scene.language), "disc", own, icon(mark_of(seat)), seat
        )
    if common:
        yield _disc(Key("", "", -1), "", "disc", common, "", -1)
    for family in scene.blueprint.families:
        if _is_token(scene, family):
            title = scene.called(family.id)
            yield _disc(Key(family.id, "", -1), title, "man", _members(family), _sign(scene, family), -1)


def _moves(scene: Scene, family: FamilyInfo) -> bool:
    return is_tracked(scene, family) or bool(family.sort == "counter" and scene.manner(family.id).along)


def _is_token(scene: Scene, family: FamilyInfo) -> bool:
    """Return whether a marker is a token that lies before a seat or on a place, such as that of the first player."""
    if family.sort != "marker" or not family.title or is_list(scene, family):
        return False
    if any(each in scene.look.fields for each in family.per):
        return False
    return family.domain == "seat" or kind_of(family.domain) in on_maps(scene)


def _members(family: FamilyInfo) -> int:
    count = 1
    for size in family.sizes:
        count *= size
    return count


def _sign(scene: Scene, family: FamilyInfo) -> Content:
    named = scene.manner(family.id).icon
    if named:
        return icon(named)
    title = scene.called(family.id)
    return element("b", title[:1].upper()) if family.is_yes_or_no or family.sort == "marker" else ""


def _disc(key: Key, title: str, form: str, copies: int, sign: Content, seat: int) -> PrintedComponent:
    colour = f"s-{seat}" if seat >= 0 else "of-all"
    face: Markup = bare(element("span", sign, class_=f"disc {colour}", title=title or None))
    return PrintedComponent(key, title, form, copies, face, bare(element("span", class_=f"disc {colour}")))
