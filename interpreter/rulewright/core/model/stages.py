"""The stages of a simultaneous answer: asked, waiting for the opening, waiting for its end."""

from __future__ import annotations

from typing import Final, Literal

AnswerStage = Literal[0, 1, 2]
"""Until when an answer waits before an operation: not at all, until all have answered, until all have acted."""
SAFE: Final = 0
OPENED: Final = 1
WHEN_ALL_HAVE_ACTED: Final = 2


def waiting_site(stage: AnswerStage) -> int:
    """Return the number that replaces a site in the entry of an answer that waits."""
    return -1 - stage


def stage_of(site: int) -> AnswerStage:
    """Return the stage that an entry's answer waits for, SAFE if its seat has still to be asked."""
    if site >= -1:
        return SAFE
    return OPENED if site == -1 - OPENED else WHEN_ALL_HAVE_ACTED
