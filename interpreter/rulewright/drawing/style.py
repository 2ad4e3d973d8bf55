"""The style sheet of a drawn table: what all tables share, and the colours and places of one ruleset."""

from __future__ import annotations

from collections.abc import Iterator
from importlib.resources import files
from typing import Final

from rulewright.drawing import circles, placing
from rulewright.drawing.colours import SEATS, VALUES, ink_on, towards
from rulewright.drawing.ground import SIZE, along
from rulewright.drawing.scene import is_enumeration
from rulewright.model.game import Game

LIGHT: Final = "#ffffff"
DARK: Final = "#1b1f26"
"""What is behind a table's parts; a colour stands out from both by an edge of its own."""
_EDGE: Final = 3.0


def style_of(game: Game) -> str:
    """The style sheet for tables of a game; it contains nothing of a state."""
    shared = files("rulewright.drawing").joinpath("table.css").read_text("utf-8")
    return shared + "\n" + "\n".join(_own_rules(game)) + "\n"


def tint_of(game: Game, domain: str, value: int) -> str:
    """The colour of a value of an enumeration, or of a seat."""
    look, blueprint = game.blueprint.look, game.blueprint
    if domain == "seat":
        declared = look.seats[value % len(look.seats)].colour if look.seats else ""
        return declared or SEATS[value % len(SEATS)]
    tint = look.tints.get(domain, {}).get(blueprint.domains[domain].names[value])
    return tint.colour if tint is not None and tint.colour else VALUES[value % len(VALUES)]


def _own_rules(game: Game) -> Iterator[str]:
    blueprint = game.blueprint
    for seat in range(blueprint.max_seats):
        yield _tinted(f".s-{seat}", tint_of(game, "seat", seat))
    for place, colour in enumerate(VALUES):
        yield _tinted(f".d-{place}", colour)
    for domain in blueprint.domains.values():
        if is_enumeration(blueprint, domain.id) and domain.id not in blueprint.settings:
            for value, name in enumerate(domain.names):
                yield _tinted(f".v-{domain.id}-{name}", tint_of(game, domain.id, value))
    for info in blueprint.look.maps:
        for value, (x, y) in enumerate(placing.apart(info.points)):
            left, top = along(x) / SIZE * 100, along(y) / SIZE * 100
            yield f".m-{info.id} .at-{value}{{left:{left:.2f}%;top:{top:.2f}%}}"
    for kind in blueprint.look.circles:
        for name, x, y in circles.positions(blueprint.look, blueprint, kind):
            yield f".m-{kind} .{name}{{left:{x}%;top:{y}%}}"


def _tinted(selector: str, colour: str) -> str:
    """A colour with the ink that is read on it, and edges that stand out from light and from dark paper."""
    light, dark = towards(colour, LIGHT, _EDGE), towards(colour, DARK, _EDGE)
    return f"{selector}{{--tint:{colour};--on:{ink_on(colour)};--edge:light-dark({light},{dark})}}"
