"""The record of the log: each thing that has happened as a line, data first and words last."""

from __future__ import annotations

from typing import NamedTuple

from rulewright.core.model.events import Event
from rulewright.observe.words.choices_told import ChoiceTold
from rulewright.observe.words.moves_told import MoveTold

NOBODY = -1


class LogLine(NamedTuple):
    """A line of the log for one seat, about events that are told as one.

    `whose` is the seat that the line is about; where the sentence begins with its `name` and a colon, `words` is the
    rest. `by` is the seat that acts, in the innermost effect that says so, and `asked` the one that chose last, or was
    left no choice. What was chosen is `choice`, and where pieces went `move`; `by_chance` is a line of
    what came up. What was changed, and what caused it, is in the events.
    """

    words: str
    events: tuple[Event, ...]
    whose: int | None = None
    name: str = ""
    by: int = NOBODY
    asked: int = NOBODY
    choice: ChoiceTold | None = None
    move: MoveTold | None = None
    by_chance: bool = False

    @property
    def text(self) -> str:
        """The whole sentence."""
        return f"{self.name}{self.words}"

    def to(self, seat: int) -> LogLine:
        """Return the line for a reader who knows already that it is about this seat."""
        return self._replace(name="") if self.whose == seat else self
