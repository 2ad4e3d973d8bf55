"""The style sheet of a drawn table: what all tables share, and the colours and places of one ruleset."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from math import atan2, degrees, dist
from typing import Final

from rulewright.core.locales.catalogue import ENGLISH
from rulewright.core.locales.wording import title_in
from rulewright.core.model.game import Game
from rulewright.core.model.look import (
    CHAIN,
    FAN,
    FIELDS,
    GLOBE,
    LATTICE,
    PILE,
    SEEDS,
    TABLE,
    TRICK,
    UNDER,
    Look,
    Manner,
    MapInfo,
    Point,
)
from rulewright.observe.words.growing import is_growing
from rulewright.table.drawing import circles, grown, placing
from rulewright.table.drawing.colour_names import colour_called
from rulewright.table.drawing.colours import SEATS, TEXT, VALUES, contrast, ink_on, mixed, towards
from rulewright.table.drawing.ground import ROOM, SIZE, along, height_of
from rulewright.table.drawing.pictured import PictureAddress, in_page, picture_rules
from rulewright.table.drawing.scene import is_enumeration
from rulewright.table.drawing.sides import FEW
from rulewright.table.pages.page import sheet

LIGHT: Final = "#ffffff"
DARK: Final = "#1b1f26"
"""What is behind a table's parts; a colour stands out from both by an edge of its own."""
_STONE: Final = "border-radius:50%;border:1px solid var(--edge);background:var(--tint) var(--shine)"
"""What stands for a seat beside its name in a sentence, as on its plate."""
_SQUARE: Final = 4
_EDGE: Final = 3.0
_LIGHTER: Final = 0.3
_SHADE: Final = 0.82
"""The share of a ground's colour in its middle and at its rim, where it is lighter and darker."""
_WAY: Final = 0.7
"""The share of readable ink in the lines of a map on its ground."""
_HOLLOW: Final = 0.6
_FRAME: Final = 0.72
"""The share of a board's colour in places that lie deeper than it, and in its frame; `_LIGHTER` in light squares."""
_RECESS: Final = 0.62
"""The share of a board's colour in what is printed on its fields, such as holes."""
_ACROSS: Final = 0.86
"""How large a circle is within a field that has no straight sides to frame."""
_LIGHT_FROM_DARK: Final = 7.0
"""The contrast of two colours that nobody takes one for the other."""
_QUIET: Final = 0.86
_LINE: Final = 0.5
_SOFT: Final = 0.2
"""The share of ink in quiet words and lines on a table that has a colour, and of its contrary behind numbers."""
_RING: Final = "#9bd6ff"
"""What is around that which may be chosen on a table with a colour, as far as it stands out from it."""


def style_of(game: Game, address: PictureAddress = in_page) -> str:
    """Return the style sheet for tables of a game, which does not depend on a state.

    `address` is where its pictures are found; by default they are in the sheet itself.
    """
    shared = (sheet("rulewright.table.drawing", name) for name in _shared_sheets(game.blueprint.look))
    own = (*_own_rules(game), *picture_rules(game.blueprint.look, address))
    return "\n".join((*shared, *own)) + "\n"


def _shared_sheets(look: Look) -> Iterator[str]:
    """Yield the sheets of what tables of a game draw: boards and pictures only weigh on games that have them."""
    yield "table.css"
    is_large = len(look.areas) > FEW and any(each.per == ("seat",) for each in look.areas)
    if not is_large:
        yield "few.css"
    if any(info.made or info.edges for info in look.whole_maps):
        yield "boards.css"
    if look.pictured.pictures or any(face.layout is not None for face in look.faces.values()):
        yield "pictures.css"
    if any(manner.form in (CHAIN, FAN, PILE, TRICK, UNDER) for manner in look.manners.values()):
        yield "hands.css"
    if any(manner.form == SEEDS for manner in look.manners.values()):
        yield "heaps.css"
    if is_large:
        yield "sides.css"
    elif look.pictured.table or look.manners.get(TABLE, Manner()).colour:
        yield "cloth.css"


def tint_of(game: Game, domain: str, value: int) -> str:
    """Return the colour of a value of an enumeration, or of a seat.

    It is declared by the look, or named by the value's title, or a default one.
    """
    look, blueprint = game.blueprint.look, game.blueprint
    if domain == "seat":
        declared = look.seats[value % len(look.seats)].colour if look.seats else ""
        return declared or SEATS[value % len(SEATS)]
    tint = look.tints.get(domain, {}).get(blueprint.domains[domain].names[value])
    if tint is not None and tint.colour:
        return tint.colour
    called = title_in(blueprint.domains[domain].titles[value], ENGLISH, "")
    return colour_called(called) or VALUES[value % len(VALUES)]


def _own_rules(game: Game) -> Iterator[str]:
    blueprint = game.blueprint
    for seat in range(blueprint.max_seats):
        yield tinted(f".s-{seat}", tint_of(game, "seat", seat))
    for place, colour in enumerate(VALUES):
        yield tinted(f".d-{place}", colour)
    for domain in blueprint.domains.values():
        if is_enumeration(blueprint, domain.id) and domain.id not in blueprint.settings:
            for value, name in enumerate(domain.names):
                yield tinted(f".v-{domain.id}-{name}", tint_of(game, domain.id, value))
    for kind in blueprint.look.faces:
        for name, tint in blueprint.look.tints.get(kind, {}).items():
            if tint.colour:
                yield tinted(f".v-{kind}-{name}", tint.colour)
    if _are_light_and_dark([tint_of(game, "seat", seat) for seat in range(blueprint.max_seats)]):
        yield ':is(.stands,.plate,.head,.saying,.turn,.standing) use[href^="#i-mark-"]{visibility:hidden}'
        yield f":is(.saying,.turn,.standing) .marker .icon{{{_STONE}}}"
    for info in blueprint.look.maps:
        manner = blueprint.look.manners.get(info.id, Manner())
        yield from _map_rules(info, manner, grows=is_growing(blueprint.look, info))
        if manner.colour and not info.made:
            yield _ground_rule(f".m-{info.id}", manner.colour, is_globe=manner.form == GLOBE)
    for family in blueprint.families:
        if (
            family.sort == "marker"
            and not family.per
            and (colour := blueprint.look.manners.get(family.id, Manner()).colour)
        ):
            yield f".laid.z-{family.id}{{color:{colour}}}"
    table = blueprint.look.manners.get(TABLE)
    if table is not None and table.colour:
        yield from table_rules(table.colour)
    for name, manner in blueprint.look.manners.items():
        if manner.form == SEEDS and manner.colour:
            yield f".of-{name}{{color:{manner.colour}}}"
    for kind in blueprint.look.circles:
        for name, x, y in circles.positions(blueprint.look, blueprint, kind):
            yield f".m-{kind} .{name}{{left:{x}%;top:{y}%}}"


def _are_light_and_dark(colours: Sequence[str]) -> bool:
    """Return whether pieces of two seats are told apart without a sign on each, as one is light and the other dark."""
    return len(colours) == 2 and contrast(*colours) >= _LIGHT_FROM_DARK


def table_rules(colour: str) -> Iterator[str]:
    """Yield the CSS rules of a table's colour, and of what is written on it, readable in light and dark.

    Components lie on the table with the paper that they have on any other; the parts of the seats are of its cloth.
    """
    ink = ink_on(colour)
    behind = ink_on(ink)
    soft, line = mixed(behind, colour, _SOFT), mixed(ink, colour, _LINE)
    quiet = max((mixed(ink, colour, _QUIET), ink), key=lambda each: min(contrast(each, colour), TEXT))
    ring = towards(_RING, colour, _EDGE)
    yield f".table > .areas{{--cloth:{colour};--over:none;--plate:{behind}{round(_SOFT * 255):02x};padding:.5rem}}"
    written = f"--ink:{ink};--quiet:{quiet};--soft:{soft};--line:{line};--card:{colour};color:{ink}"
    written += f";--ring:{ring}"
    yield f".table > .areas > .area > :is(h2, .parts), .table > .areas .part.part{{{written}}}"


def _dark_squares(info: MapInfo, form: str) -> list[int]:
    """Return every other square of a grid whose steps include diagonals, else an empty list.

    The dark squares help the eye to follow diagonals. A look that says `form: fields` has none.
    """
    if form in (FIELDS, LATTICE) or not info.outlines or any(len(each) != _SQUARE for each in info.outlines):
        return []
    ends = [(info.points[one], info.points[other]) for one, other, _ in info.borders]
    if not any(one[0] != other[0] and one[1] != other[1] for one, other in ends):
        return []
    across, down = (sorted({point[axis] for point in info.points}) for axis in (0, 1))
    return [at for at, (x, y) in enumerate(info.points) if (across.index(x) + down.index(y)) % 2]


def spot_on(*grounds: str) -> str:
    """Return the colour of a dot that says what can be chosen: a tone of the grounds that stands out from each."""
    tones = (mixed(ink_on(grounds[-1]), grounds[-1], step / 20) for step in range(21))
    seen = (each for each in tones if all(contrast(each, ground) >= _EDGE for ground in grounds))
    return next(seen, ink_on(grounds[-1]))


def _round_within(outline: Sequence[Point]) -> str:
    """Return how far a circle within a field is from its sides: above and below, then left and right."""
    tall, wide = (max(each) - min(each) for each in ([y for _, y in outline], [x for x, _ in outline]))
    across = min(tall, wide) * _ACROSS
    return " ".join(f"{50 * (1 - across / side):.1f}%" for side in (tall, wide))


def _map_rules(info: MapInfo, manner: Manner, *, grows: bool) -> Iterator[str]:
    """Yield the CSS rules for the positions of a map's regions, for their outlines, and for the colour of a board.

    The colour is that of its dark squares, if it has such.
    """
    map_, high, colour = f".m-{info.id}", height_of(info), manner.colour
    if grows:
        yield from grown.rules(info)
    elif info.made:
        nearest = min((dist(*pair) for pair in combinations(info.points, 2)), default=100.0)
        shape = f"aspect-ratio:{SIZE:.0f}/{high:.0f};--wide:{SIZE / high:.2f}"
        yield f"{map_}{{{shape};--across:{nearest * (SIZE - 2 * ROOM) / SIZE:.2f}cqw}}"
    dark = _dark_squares(info, manner.form)
    if dark:
        yield f"{map_} > :is({','.join(f'.at-{value}' for value in dark)}){{--square:{colour or 'var(--soft)'}}}"
    if colour and not info.outlines and info.made:
        hollow = mixed(colour, DARK, _HOLLOW)
        written = f"--quiet:{ink_on(colour)};--letter:{ink_on(colour)}"
        yield f"{map_}{{background:{colour};border-radius:2rem;--hollow:{hollow};{written}}}"
        yield f"{map_} > .region{{--ink:{ink_on(hollow)};--quiet:{ink_on(hollow)}}}"
    elif colour and info.made:
        board, frame = mixed(colour, LIGHT, _LIGHTER) if dark else colour, mixed(colour, DARK, _FRAME)
        spot, recess = spot_on(board, colour), mixed(colour, DARK, _RECESS)
        yield f"{map_}{{--board:{board};--letter:{ink_on(colour)};--print:{recess};--spot:{spot}}}"
        yield f"{map_} > .field{{--edge:{frame}}}"
        if all(len(each) == _SQUARE for each in info.outlines):
            yield f"{map_}{{background:{frame};--quiet:{ink_on(frame)}}}"
    if info.outlines and any(len(each) != _SQUARE for each in info.outlines):
        yield f"{map_}{{--ring:{_round_within(info.outlines[0])};--round:50%;box-shadow:none}}"
    for value, outline in enumerate(info.outlines):
        place = ""
        left, right = (along(f(x for x, _ in outline)) for f in (min, max))
        top, bottom = (along(f(y for _, y in outline)) for f in (min, max))
        wide, tall = right - left, bottom - top
        if not grows:
            place = _percent(left=left / SIZE, top=top / high, width=wide / SIZE, height=tall / high)
        corners = [((along(x) - left) / wide, (along(y) - top) / tall) for x, y in outline]
        ends = ",".join(f"{x * 100:.2f}% {y * 100:.2f}%" for x, y in corners)
        clipped = "" if all(x in (0, 1) and y in (0, 1) for x, y in corners) else f";clip-path:polygon({ends})"
        yield f"{map_} > .at-{value}{{{place}{clipped}}}"
    spots = placing.spots_of(info)
    for number, (one, other, _) in enumerate(info.borders if info.edge_places else ()):
        yield f"{map_} > .e-{number}{{{_edge_place(spots[one], spots[other], high)}}}"
    for value, (x, y) in enumerate(() if info.outlines else spots):
        yield f"{map_} > .at-{value}{{{_percent(left=along(x) / SIZE, top=along(y) / high)}}}"


def _ground_rule(map_: str, colour: str, *, is_globe: bool) -> str:
    """Return the CSS of the ground of a map whose regions an author has placed, and of the lines between them.

    A globe is lit from the upper left, with the dark around it.
    """
    light, dark = mixed(colour, LIGHT, _SHADE), mixed(colour, DARK, _SHADE)
    shades = f"{light},{colour} 55%,{dark}"
    ground = f"radial-gradient({shades})"
    if is_globe:
        around = mixed(colour, DARK, 1 - _SHADE)
        rim = f"radial-gradient(circle closest-side,#0000 97%,{around} 98%)"
        ground = f"{rim},radial-gradient(circle at 40% 36%,{shades} 75%)"
    return (
        f"{map_}{{background:{ground};border-radius:.8rem;"
        f"--way:{mixed(ink_on(colour), colour, _WAY)};--between:{colour}}}"
    )


def _edge_place(one: Point, other: Point, high: float) -> str:
    """Return the CSS of an edge: its middle, its angle and its length."""
    ends = [(along(x), along(y)) for x, y in (one, other)]
    (left, top), (right, bottom) = ends
    place = _percent(left=(left + right) / 2 / SIZE, top=(top + bottom) / 2 / high)
    turn = degrees(atan2(bottom - top, right - left))
    return f"{place};--turn:{turn:.0f}deg;--long:{dist(*ends) / SIZE * 100:.2f}cqw"


def _percent(**parts: float) -> str:
    return ";".join(f"{name}:{part * 100:.2f}%" for name, part in parts.items())


def tinted(selector: str, colour: str) -> str:
    """Return the rule of a colour, with readable ink, and edges visible on light and dark paper."""
    light, dark = towards(colour, LIGHT, _EDGE), towards(colour, DARK, _EDGE)
    return f"{selector}{{--tint:{colour};--on:{ink_on(colour)};--edge:light-dark({light},{dark})}}"
