"""How a game has ended, as people are told in each language."""

from __future__ import annotations

from collections.abc import Sequence

from rulewright.locales.catalogue import phrases
from rulewright.play.result import Result


def result_line(result: Result, names: Sequence[str], language: str) -> str:
    """Who has won, or drawn, or that nobody has."""
    say = phrases(language, "table")
    first = result.winners or result.drawn
    if not first:
        return say("nobody_wins")
    told = ", ".join(names[seat] for seat in first)
    if result.winners:
        return f"{say('winners_are') if len(first) > 1 else say('winner_is')} {told}."
    return say("is_drawn") if len(first) == len(names) else say("is_drawn_by", seats=told)
