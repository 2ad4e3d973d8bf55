"""The components of a game that are printed, each as it is drawn, and what has changed since an earlier version."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Final, NamedTuple

from rulewright.observe.naming import seat_title
from rulewright.table.drawing import pieces
from rulewright.table.drawing.scene import Scene
from rulewright.table.drawing.still import bare
from rulewright.table.pages.html import Markup

_BY_PLACE: Final = re.compile(r"(?<= )d-\d+")


class Key(NamedTuple):
    """The component of a ruleset that a print shows: its kind, its design and the seat (from 0) whose it is, or -1."""

    kind: str
    design: str
    owner: int


class PrintedComponent(NamedTuple):
    """A component as it is printed: how often, the picture of its face and that of its back."""

    key: Key
    title: str
    form: str
    copies: int
    face: Markup
    back: Markup


class Since(NamedTuple):
    """A comparison with an earlier version: what is to be printed, and the titles of what is new, changed and gone."""

    printed: tuple[PrintedComponent, ...]
    new: tuple[str, ...]
    changed: tuple[str, ...]
    gone: tuple[str, ...]


def printed_components(scene: Scene, kinds: Iterable[str] = ()) -> tuple[PrintedComponent, ...]:
    """Return all components of some kinds, or of all, in the order of the ruleset.

    Dice are left out, and what is no piece unless its look says that it is a card or a tile. Use a scene on which
    nothing has been placed yet.
    """
    blueprint, wanted = scene.blueprint, set(kinds)
    first: dict[Key, int] = {}
    for number, each in reversed(list(enumerate(blueprint.pieces))):
        first[Key(each.kind, each.design, each.owner)] = number
    copies = Counter(Key(each.kind, each.design, each.owner) for each in blueprint.pieces)
    of_pieces = {each.kind for each in first}
    found: list[PrintedComponent] = []
    for kind in printable_kinds(scene):
        if wanted and kind not in wanted:
            continue
        for value, design in enumerate(blueprint.domains[kind].names):
            if kind not in of_pieces:
                found.append(_printed(scene, Key(kind, design, -1), 1, pieces.design(scene, kind, value)))
                continue
            keys = sorted(key for key in first if (key.kind, key.design) == (kind, design))
            for key in keys:
                drawn = pieces.piece(scene, first[key], scene.sight.state)
                found.append(_printed(scene, key, copies[key], drawn))
    return tuple(found)


def printable_kinds(scene: Scene) -> tuple[str, ...]:
    """Return the kinds of which components can be printed: pieces, declared cards, and what something lies on."""
    blueprint = scene.blueprint
    of_pieces = {each.kind for each in blueprint.pieces}
    declared = {kind for kind, face in scene.look.faces.items() if face.form in ("card", "tile")}
    declared |= scene.look.circles.keys()
    elsewhere = {kind for each in scene.look.maps for kind in (each.kind, each.edges)}
    elsewhere |= {kind for kind, rows in scene.look.rows.items() if rows}
    declared |= {
        each.per[0]
        for each in blueprint.families
        if each.sort == "zone" and each.title and len(each.per) == 1 and each.per[0] not in elsewhere
    }
    return tuple(
        kind
        for kind in scene.look.fields
        if kind in blueprint.domains and kind in of_pieces | declared and not _is_die(scene, kind)
    )


def since(earlier: Iterable[PrintedComponent], now: Iterable[PrintedComponent]) -> Since:
    """Return what has to be printed again: new components, those that look different, and further copies of others."""
    before: Mapping[Key, PrintedComponent] = {each.key: each for each in earlier}
    after = {each.key: each for each in now}
    new = [each for key, each in after.items() if key not in before]
    changed = [each for key, each in after.items() if key in before and _looks(each) != _looks(before[key])]
    more = [
        each._replace(copies=each.copies - before[key].copies)
        for key, each in after.items()
        if key in before and _looks(each) == _looks(before[key]) and each.copies > before[key].copies
    ]
    gone = [each for key, each in before.items() if key not in after or after[key].copies < each.copies]
    gone += [before[each.key] for each in changed]
    order = {key: at for at, key in enumerate(after)}
    printed = sorted((*new, *changed, *more), key=lambda each: order[each.key])
    return Since(tuple(printed), _titles((*new, *more)), _titles(changed), _titles(gone))


def _printed(scene: Scene, key: Key, copies: int, drawn: Markup) -> PrintedComponent:
    title = scene.title_named(key.kind, key.design)
    if key.owner >= 0:
        title = f"{title} ({seat_title(scene.blueprint, key.owner, scene.language)})"
    back = pieces.back(scene, key.kind, "")
    return PrintedComponent(key, title, scene.face(key.kind).form, copies, bare(drawn), bare(back))


def _looks(printed: PrintedComponent) -> str:
    """Return what a component looks like, but for the colour it has only by its place in the ruleset."""
    return _BY_PLACE.sub("", printed.face)


def _is_die(scene: Scene, kind: str) -> bool:
    return kind in scene.blueprint.face_names and pieces.is_numbered(scene.blueprint, kind)


def _titles(printed: Iterable[PrintedComponent]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(each.title for each in printed))
