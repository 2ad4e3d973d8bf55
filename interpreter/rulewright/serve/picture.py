"""The table drawn for one seat."""

from __future__ import annotations

from rulewright.drawing.table import draw_table
from rulewright.face import Decision, decision
from rulewright.model.game import Game, State
from rulewright.pages.html import Markup
from rulewright.play.moments import ONLOOKER


def picture(game: Game, state: State, seat: int, asked: bool, language: str) -> Markup:
    """The table as a seat sees it (-1: a spectator); with `asked`, what it may choose is in the drawing as well.

    The drawing escapes every text that it is made of.
    """
    choices: Decision | None = decision(game, state) if asked else None
    return draw_table(game, state, None if seat == ONLOOKER else seat, choices, language)
