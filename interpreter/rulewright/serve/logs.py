"""What the server writes of itself: bounded in length and number, whatever is sent to it."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from dataclasses import dataclass, field

_LONGEST = 4000


@dataclass(slots=True)
class LogBudget:
    """How many lines may be written: a bucket that fills by `a_second` up to `most`; what is left out is counted."""

    most: float = 200
    a_second: float = 2
    seconds: Callable[[], float] = time.monotonic
    _left: float = field(init=False, default=0)
    _since: float = field(init=False, default=0)
    left_out: int = field(init=False, default=0)

    def __post_init__(self) -> None:
        self._left, self._since = self.most, self.seconds()

    def filter(self, record: logging.LogRecord) -> bool:
        now = self.seconds()
        self._left = min(self.most, self._left + (now - self._since) * self.a_second)
        self._since = now
        if self._left < 1:
            self.left_out += 1
            return False
        self._left -= 1
        if self.left_out:
            record.msg, record.args = f"{record.getMessage()} (before it {self.left_out} lines were left out)", ()
            self.left_out = 0
        return True


class ShortLines(logging.Formatter):
    """Lines, and the tracebacks below them, up to a length."""

    def format(self, record: logging.LogRecord) -> str:
        text = super().format(record)
        return text if len(text) <= _LONGEST else f"{text[: _LONGEST // 2]} ... {text[-_LONGEST // 2 :]}"


def bounded_handler() -> logging.Handler:
    """Writes warnings and errors to standard error, as much of them as anybody would read."""
    handler = logging.StreamHandler()
    handler.setFormatter(ShortLines("%(levelname)s %(message)s"))
    handler.addFilter(LogBudget().filter)
    return handler
