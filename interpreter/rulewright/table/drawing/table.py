"""The whole table of a game as HTML for one seat, independent of anything hidden from that seat."""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Final, NamedTuple, Protocol

from rulewright.core.model.game import Game, State
from rulewright.core.model.kinds import DomainName, kind_of
from rulewright.core.model.layout import FRAME, N_SEATS
from rulewright.observe.sight.foreseen import OptionForeseen
from rulewright.observe.words.seats import with_seat_names
from rulewright.observe.words.table_values import Sight
from rulewright.table.drawing import areas, on_pieces, pieces, texts
from rulewright.table.drawing.drawn_areas import DrawnArea, InElement, in_element
from rulewright.table.drawing.families import is_sign
from rulewright.table.drawing.icons import sprite
from rulewright.table.drawing.kept import kept_of
from rulewright.table.drawing.memory import DrawingMemory
from rulewright.table.drawing.options import Choices, choices_of
from rulewright.table.drawing.scene import Scene, SeatSign
from rulewright.table.drawing.sides import sides_of
from rulewright.table.pages.html import Markup, element, joined, markup

_PIECE: Final = re.compile(r' data-piece="([^"]*)"')
_SEAT: Final = re.compile(r'class="(?:part|marker) [^"]*p-seat[^"]* s-(\d+)')
_FEW: Final = 4
"""A table of no more areas than so is drawn as large as there is room, without a paper below each; what the seats have
is one area, the own part and those of the others."""
_ABOUT: Final = re.compile(r'data-about="([a-z0-9_.]+)"')


class ShownDecision(Protocol):
    """A decision as `rulewright.decision` gives it."""

    @property
    def seat(self) -> int: ...
    @property
    def site(self) -> int: ...
    @property
    def options(self) -> tuple[int, ...]: ...


class TableDrawing(NamedTuple):
    """A table that has been drawn: ways, signs, its areas, and all that is printed on what is seen there."""

    ways: Markup | None
    signs: Markup
    areas: tuple[DrawnArea, ...]
    abouts: tuple[Markup, ...]
    arranged: str = ""
    """The classes that say whether areas are few, at its sides and above them."""
    is_seated: bool = False
    """Whether each seat has a part of its own, which tells who plays it."""

    def whole(self, within: InElement = in_element) -> Markup:
        """Return the whole drawing.

        `within` makes an element of a class whose parts may stay unchanged on the page.
        """
        inside = within("areas", (self.signs, *self.areas), "")
        drawn = element("div", self.ways, inside, class_=f"table{self.arranged}")
        return markup(drawn, within("abouts", self.abouts, ""))


def draw_table(
    game: Game,
    state: State,
    seat: int,
    decision: ShownDecision | None,
    language: str = "en",
    marks: Container[int] | None = None,
    foreseen: Sequence[OptionForeseen] = (),
    memory: DrawingMemory | None = None,
    *,
    is_open: bool = False,
    left: Mapping[int, tuple[int, ...]] | None = None,
    signs: Mapping[int, SeatSign] | None = None,
) -> TableDrawing:
    """Return the table as a seat (from 0) sees it, -1 for a spectator, who sees what all see.

    What an option of the seat's `decision` is about is a button `option` with the option's code; the caller puts it
    into a form. Things of the sort asked for that cannot be chosen bear `data-thing`, their domain and name; what is no
    thing bears `data-why`, the key of the option. Where several are picked at once, the buttons of the codes in `marks`
    are pressed. What is `foreseen` of the options is shown with them, and what follows those that are about nothing is
    a button `ahead` with both codes. With a `memory` of what this seat was shown before, only what is different is
    drawn. If the table `is_open`, as at the end of a game, all is seen. In empty places
    are the pieces that `left` has by their slot. `signs` are told in the parts of the seats.
    """
    scene = _scene_of(game, state, seat, language, is_open=is_open)
    blueprint = scene.blueprint
    if decision is not None and decision.seat == seat:
        choices = choices_of(blueprint, decision.site, decision.options, language, state[FRAME], marks, foreseen)
        scene = replace(scene, choices=choices)
    scene = replace(scene, left=left or {}, signs=signs or {})
    if memory is not None:
        scene = replace(scene, recall=memory.open(game, scene))
    listed = areas.areas_of(blueprint)
    sides = sides_of(scene, listed)
    shown = [(area, others, drawn._replace(class_=f"{drawn.class_}{sides.get((area.id, others), '')}"))
             for area in listed for others in (False, True)
             if (drawn := areas.drawn(scene, area, others=others)) is not None]  # fmt: skip
    ways = areas.ways_to(scene, [(area, others) for area, others, _ in shown])
    parts = _named_once(drawn for _, _, drawn in shown)
    abouts = _about_all(scene, (part for each in parts for part in each.parts), scene.kept.told)
    arranged = (
        " few" * (len({area.id for area, _, _ in shown}) <= _FEW)
        + " sided" * bool(sides)
        + " topped" * any(" above" in drawn.class_ for _, _, drawn in shown)
        + " crossed" * any(" across" in drawn.class_ for _, _, drawn in shown)
    )
    seated = {each for drawn in parts for part in drawn.parts for each in _SEAT.findall(part)}
    is_seated = len(seated) == state[N_SEATS]
    return TableDrawing(ways, sprite(scene.look), parts, abouts, arranged, is_seated)


def _scene_of(game: Game, state: State, seat: int, language: str, *, is_open: bool = False) -> Scene:
    """Return a table as a seat sees it, with nothing to choose."""
    named = with_seat_names(game, state)
    kept = kept_of(game.blueprint, named.blueprint.domains["seat"].titles, language)
    return Scene(Sight.of(named, state, seat, language, is_open=is_open), Choices(), kept)


class Printed:
    """The text on components, as a list of options shows it next to their titles."""

    def __init__(self, game: Game, state: State, seat: int, language: str) -> None:
        self._scene = _scene_of(game, state, seat, language)

    def on(self, domain: DomainName, value: int) -> Markup | None:
        """Return the text of a visible thing on one line, or its pips, None if the look of its kind has neither."""
        scene, kind = self._scene, kind_of(domain)
        if domain != kind and (lying := on_pieces.pips_on(scene, kind, value)):
            return element("span", lying, class_="die")
        if kind not in scene.look.faces or not scene.look.faces[kind].text or value < 0:
            return None
        piece = value if domain != kind else -1
        name = scene.blueprint.pieces[value].design if piece >= 0 else scene.blueprint.domains[kind].names[value]
        face = scene.face(kind)
        text, short = pieces.text_of(scene, face, name), face.form == "token"
        lines = text.text.splitlines()
        shown = (texts.line(scene, each, kind, name, piece, short=short, spoken=text.language) for each in lines)
        return joined(filter(None, shown), "  ")

    def hue(self, domain: DomainName, value: int, title: str) -> str:
        """Return the class of the colour of a thing whose title has the sign of what gives it that, such as a suit."""
        scene, kind = self._scene, kind_of(domain)
        if kind not in scene.look.faces or value < 0:
            return ""
        blueprint = scene.blueprint
        name = blueprint.pieces[value].design if domain != kind else blueprint.domains[kind].names[value]
        band = scene.face(kind).band
        of, given = scene.domain_of(kind, band), blueprint.printed.get(name, {}).get(band)
        if not isinstance(given, str) or not scene.is_enumeration(of):
            return ""
        sign = scene.title_named(of, given)
        return scene.band_class(kind, name) if is_sign(sign) and sign in title else ""


def _named_once(drawn: Iterable[DrawnArea]) -> tuple[DrawnArea, ...]:
    """Return areas without duplicate names of pieces, for authors who show a zone in several places."""
    seen: set[str] = set()

    def kept(found: re.Match[str]) -> str:
        known = found[1] in seen
        seen.add(found[1])
        return "" if known else found[0]

    return tuple(each._replace(parts=tuple(Markup(_PIECE.sub(kept, part)) for part in each.parts)) for each in drawn)


def _about_all(scene: Scene, parts: Iterable[Markup], told: dict[str, Markup]) -> tuple[Markup, ...]:
    """Return the texts about each component that is seen, closed until they are opened."""
    seen = dict.fromkeys(name for each in parts for name in _ABOUT.findall(each))
    new = seen.keys() - told.keys()
    if new:
        kinds = {
            name: kind
            for kind in scene.look.fields
            if kind in scene.blueprint.domains
            for name in scene.blueprint.domains[kind].names
        }
        told |= {name: _about(scene, name, kinds[name]) for name in new}
    return tuple(told[name] for name in seen if told[name])


def _about(scene: Scene, name: str, kind: str) -> Markup:
    told = texts.about(scene, name, kind)
    title = scene.title_named(kind, name)
    return (
        element("div", element("h3", title), told, id=f"about-{name}", popover="auto", class_="about")
        if told
        else Markup("")
    )
