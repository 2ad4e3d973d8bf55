"""The table drawn for one seat."""

from __future__ import annotations

from html import escape

from rulewright.model.game import Game, State
from rulewright.observe.table import table_lines


def picture(game: Game, state: State, seat: int, asked: bool, language: str) -> str:
    """The table as a seat sees it (-1: who looks on); with `asked`, what it may choose is in the drawing as well."""
    lines = table_lines(game, state, seat, language, 96)
    return f'<pre class="plain-table" tabindex="0">{escape(chr(10).join(lines))}</pre>'
