"""The table as one text, as tests read it."""

from __future__ import annotations

from typing import Any

from rulewright.table.drawing.table import draw_table
from rulewright.table.pages.html import Markup


def drawn_table(*given: Any, **more: Any) -> Markup:
    """What `draw_table` draws, in one piece."""
    return draw_table(*given, **more).whole()
