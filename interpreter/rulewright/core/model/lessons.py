"""Lessons for newcomers as plain values: the game in one page, its words, steps of a guided game."""

from __future__ import annotations

from dataclasses import dataclass, field

from rulewright.core.locales.tags import ENGLISH, stand_ins

STEP, CHOICE = "step", "choice"
"""The parts of lessons that are read at the table; `choice` also next to a question on the page."""
PARTS = ("goal", "setup", "turn", "phase", "end", "scoring", "advice")
"""The parts of the page that teaches a game, in the order in which they are read."""


@dataclass(frozen=True, slots=True)
class Lesson:
    """A few sentences by language, and where they are read.

    A step or what is said of a choice goes with the questions of the procedure `during`, a step while the quantity
    `when` is a truth or more than 0; each may be empty. A step without `when` goes with the first of these questions.
    """

    id: str
    part: str
    text: dict[str, str]
    title: dict[str, str] = field(default_factory=dict)
    during: str = ""
    when: str = ""

    def said(self, language: str) -> tuple[str, bool]:
        """Return (text, whether it is in that language rather than in English)."""
        spoken = next((each for each in stand_ins(language) if self.text.get(each)), ENGLISH)
        return self.text.get(spoken, ""), spoken != ENGLISH or language == ENGLISH
