"""The table drawn for one seat."""

from __future__ import annotations

from collections.abc import Sequence

from rulewright.drawing.memory import DrawingMemory
from rulewright.drawing.table import TableDrawing, draw_table
from rulewright.face import decision
from rulewright.model.game import Game, State
from rulewright.observe.foreseen import OptionForeseen
from rulewright.play.moments import ONLOOKER
from rulewright.serve.offers import Asked


def picture(
    game: Game,
    state: State,
    seat: int,
    asked: Asked | None,
    language: str,
    foreseen: Sequence[OptionForeseen] = (),
    memory: DrawingMemory | None = None,
) -> TableDrawing:
    """The table as a seat sees it (-1: a spectator); what it may choose, if it is asked, is in the drawing as well.

    The drawing escapes every text that it is made of.
    """
    shown = decision(game, state) if asked is not None else None
    viewer = None if seat == ONLOOKER else seat
    if shown is None or asked is None or asked.selecting is None:
        return draw_table(game, state, viewer, shown, language, None, foreseen, memory)
    selection = asked.selecting.selection
    seen = (each for each in (*selection.offers, *selection.beside) if not each.is_hidden)
    shown = shown._replace(options=tuple(each.codes[0] for each in seen))
    return draw_table(game, state, viewer, shown, language, asked.selecting.codes, memory=memory)
