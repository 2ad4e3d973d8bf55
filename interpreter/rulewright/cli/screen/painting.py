"""The colours of a ruleset on a screen of text: words that mean a thing with a colour are shown on that colour.

The words themselves stay, so that no colour carries meaning alone; whoever asks for no colours by NO_COLOR gets none.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable

import click

from rulewright.core.model.game import Game
from rulewright.core.model.kinds import DomainName
from rulewright.observe.naming import thing_title
from rulewright.observe.words.signs import IN_BACKGROUND, Ink, plain_ink
from rulewright.table.drawing.colours import channels, ink_on
from rulewright.table.drawing.scene import is_enumeration
from rulewright.table.drawing.style import tint_of

_LEAST = 2


def board_ink(game: Game) -> Ink:
    """Return the colours of seats and values for the signs of a board, with a faint background."""
    if os.environ.get("NO_COLOR"):
        return plain_ink

    def ink(text: str, domain: DomainName, value: int) -> str:
        if not domain:
            return click.style(text, dim=True) if value == IN_BACKGROUND else click.style(text, bold=True)
        if domain != "seat" and not is_enumeration(game.blueprint, str(domain)):
            return click.style(text, bold=True)
        return click.style(text, fg=channels(tint_of(game, str(domain), value)), bold=True)

    return ink


def painter(game: Game, language: str) -> Callable[[str], str]:
    """Return a function that colours the names of seats and values in a line as the ruleset declares."""
    colours: dict[str, str] = {}
    blueprint = game.blueprint
    for domain, tints in blueprint.look.tints.items():
        for value, name in enumerate(blueprint.domains[domain].names):
            if name in tints and tints[name].colour:
                colours.setdefault(thing_title(blueprint, domain, value, language), tints[name].colour)
    for seat in range(blueprint.max_seats) if blueprint.look.seats else ():
        colours.setdefault(thing_title(blueprint, "seat", seat, language), tint_of(game, "seat", seat))
    titles = sorted((title for title in colours if len(title) > _LEAST), key=len, reverse=True)
    if not titles or os.environ.get("NO_COLOR"):
        return lambda line: line
    found = re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, titles))})(?!\w)")
    return lambda line: found.sub(lambda match: _on(match[0], colours[match[0]]), line)


def _on(text: str, colour: str) -> str:
    return click.style(text, fg=channels(ink_on(colour)), bg=channels(colour))
