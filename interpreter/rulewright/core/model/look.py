"""The look of a game on a drawn table: a ruleset's declarations as plain values.

Nothing here changes a game. Everything left out has a default, which `drawing/` knows.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import cached_property
from typing import Final

from rulewright.core.model.pictures import CardLayout, LookPictures

NO_ICON = "nothing"
"""What a look names instead of an icon if there is to be none."""

TRICK = "trick"
"""The form of a zone whose pieces stay in sight after they have been taken away, until the next one is put there."""
FAN = "fan"
CHAIN = "chain"
"""The form of a zone whose pieces are joined end to end, in a line that turns at its sides."""
DIMMED = "dimmed"
"""The form of a truth about something whose part of the table is dimmed while it holds."""
UNDER = "under"
"""The form of a zone whose pieces peep out under those of the next zone in the same column."""
PILE = "pile"
FIELDS = "fields"
LATTICE = "lattice"
TABLE = "table"
TURNED = "turned"
GROWING = "growing"
GLOBE = "globe"
SEEDS = "seeds"
PIPS = "pips"
"""The form of a number that is drawn as the dots of a die, and of cards that bear their icon as often as they count."""

ICON_IN_TEXT: Final = re.compile(r":([a-z][a-z0-9_]*):")
"""An icon named in a text: its id between colons."""

Point = tuple[float, float]
"""Where something is drawn, across and down."""


@dataclass(frozen=True, slots=True)
class Shape:
    """A basic shape of an icon, in a square 100 wide: the tag of SVG with its attributes, all checked.

    `paint` says how: `full`, `line` (only its outline), `hole` (what is behind shows) or `pale`.
    """

    tag: str
    attributes: tuple[tuple[str, str], ...]
    paint: str = "full"


@dataclass(frozen=True, slots=True)
class Icon:
    id: str
    title: dict[str, str]
    shapes: tuple[Shape, ...]


@dataclass(frozen=True, slots=True)
class Tint:
    """The look of one value everywhere: a colour as `#rrggbb` and the id of an icon, each perhaps empty."""

    colour: str = ""
    icon: str = ""


@dataclass(frozen=True, slots=True)
class Face:
    """The look of the components of a kind, with texts written like the lines of the table section.

    `form` is card, tile or token; `band` the field whose value gives the colour, `icon` an icon's id or such a field;
    `heading` is what its band says in place of its title, `corners` are texts by corner, `offer` is shown while a
    component may be chosen, `stands` where it is on its circle;
    `meter` is what is reached and what is needed, a field or quantity each, drawn as a bar with both numbers; `seats`
    is a truth about a component, and the seats for which it holds are on it. `says` has what is on a component
    in place of `text`, `fields` what people call a field, each by language; `borders` what the lines of a map mean;
    `layout` where a picture and the text lie on a card; `counted` the field that says how often its icon is on it.
    """

    form: str = ""
    band: str = ""
    icon: str = ""
    heading: str = ""
    corners: tuple[tuple[str, str], ...] = ()
    text: str = ""
    offer: str = ""
    stands: str = ""
    meter: tuple[str, ...] = ()
    seats: str = ""
    says: dict[str, dict[str, str]] = field(default_factory=dict)
    fields: dict[str, dict[str, str]] = field(default_factory=dict)
    borders: dict[str, str] = field(default_factory=dict)
    layout: CardLayout | None = None
    counted: str = ""


@dataclass(frozen=True, slots=True)
class Manner:
    """The look of a counter, marker, zone, quantity or procedure, and its title on cards.

    `form` is its own form, `along` the row of spaces a counter moves along, `row` which of its rows (a list field),
    `chosen_as` the names under which decisions ask for the number of one of its spaces, and the names of options that
    are shown on it; `worth` another quantity of the same things that follows its number. `brings` is a numbered place
    and the counter whose number it brings besides; 0 for none.
    """

    title: dict[str, str] = field(default_factory=dict)
    icon: str = ""
    colour: str = ""
    form: str = ""
    along: str = ""
    row: str = ""
    chosen_as: tuple[str, ...] = ()
    worth: str = ""
    brings: tuple[int, str] = (0, "")


@dataclass(frozen=True, slots=True)
class Area:
    """A part of the table: one for each thing of `per`, with what is shown in it, in order.

    `chosen_as` names options that are shown on its heading; `in_columns` zones of it whose places stand under one
    another by their numbers.
    """

    id: str
    title: dict[str, str]
    per: tuple[str, ...]
    shows: tuple[str, ...]
    when: str = ""
    width: str = ""
    chosen_as: tuple[str, ...] = ()
    in_columns: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class FieldInfo:
    """A field of a kind: `sort` is number, truth, thing, text, effect, test, amount, list or records."""

    name: str
    sort: str
    domain: str = ""


@dataclass(frozen=True, slots=True)
class RowInfo:
    """The drawing of a component of a kind as a row of spaces: fields by their ids."""

    lists: tuple[str, ...]
    edges: tuple[str, ...]
    marks: tuple[str, ...]
    first: int


@dataclass(frozen=True, slots=True)
class MapInfo:
    """A map: its regions' points (0 to 100 both ways, in the order of the kind) and its borders.

    A border is the places of its two regions in that order, and the values it carries by name. A map that is `made`
    says itself where its regions are; `outlines` are their corners, none at all where regions are points. One that is
    `lined` has its ways written by hand, between places of a grid. Where borders are places of their own, of the kind
    `edges`, `edge_places` are the places of that kind, one for each border.
    """

    id: str
    title: dict[str, str]
    kind: str
    points: tuple[tuple[float, float], ...]
    borders: tuple[tuple[int, int, tuple[tuple[str, str], ...]], ...]
    placed: bool
    placed_by: tuple[str, ...] = ()
    made: bool = False
    outlines: tuple[tuple[Point, ...], ...] = ()
    lined: bool = False
    edges: str = ""
    edge_places: tuple[int, ...] = ()

    def is_around(self, other: MapInfo) -> bool:
        """Return whether its places are the corners of all fields of another map."""
        corners = {rounded(point) for each in other.outlines for point in each}
        return self.made and bool(corners) and {rounded(point) for point in self.points} == corners


@dataclass(frozen=True)
class Look:
    """The look of a game.

    `tints` are by domain and value, `seats` by seat, `faces` and `fields` by kind, `manners` by entry. `kinds` are the
    titles of kinds, `scoring` the ids of the lines of the scoring that are read first.
    """

    tints: dict[str, dict[str, Tint]] = field(default_factory=dict)
    seats: tuple[Tint, ...] = ()
    icons: dict[str, Icon] = field(default_factory=dict)
    faces: dict[str, Face] = field(default_factory=dict)
    manners: dict[str, Manner] = field(default_factory=dict)
    areas: tuple[Area, ...] = ()
    maps: tuple[MapInfo, ...] = ()
    fields: dict[str, tuple[FieldInfo, ...]] = field(default_factory=dict)
    rows: dict[str, tuple[RowInfo, ...]] = field(default_factory=dict)
    circles: dict[str, tuple[str, str]] = field(default_factory=dict)
    kinds: dict[str, dict[str, str]] = field(default_factory=dict)
    scoring: tuple[str, ...] = ()
    pictured: LookPictures = field(default_factory=LookPictures)

    def form_of(self, name: str) -> str:
        """Return the form that an entry is drawn in, empty if its look says none."""
        manner = self.manners.get(name)
        return manner.form if manner is not None else ""

    @property
    def has_pictures(self) -> bool:
        """Whether any of its pictures is there."""
        return bool(self.pictured.pictures)

    @cached_property
    def _corners(self) -> dict[str, MapInfo]:
        """The map of its corners for each map that has one, by its id."""
        return {info.id: each for info in self.maps for each in reversed(self.maps) if each.is_around(info)}

    def corners_around(self, info: MapInfo) -> MapInfo | None:
        """Return the map of the corners of another, which is drawn around its fields."""
        return self._corners.get(info.id)

    @cached_property
    def whole_maps(self) -> tuple[MapInfo, ...]:
        """The maps that are drawn, each with its corners."""
        return tuple(each for each in self.maps if not any(each.is_around(other) for other in self.maps))


def rounded(point: Point) -> Point:
    """Return a point as near as two are one."""
    return round(point[0], 1), round(point[1], 1)
