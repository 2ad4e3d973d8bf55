"""The server's own log, bounded in length and number of lines whatever is sent to the server."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from dataclasses import dataclass, field

from rulewright.table.serve.hosting.guard import Rate

_LONGEST = 4000


@dataclass(slots=True)
class LogBudget:
    """A log filter that limits how often a line is written, and counts the lines left out."""

    rate: Rate = field(default_factory=lambda: Rate(200, 2))
    seconds: Callable[[], float] = time.monotonic
    left_out: int = field(init=False, default=0)

    def filter(self, record: logging.LogRecord) -> bool:
        if not self.rate.allows("", self.seconds()):
            self.left_out += 1
            return False
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
    """Return a handler that writes warnings and errors to standard error, as many as a person would read."""
    handler = logging.StreamHandler()
    handler.setFormatter(ShortLines("%(levelname)s %(message)s"))
    handler.addFilter(LogBudget().filter)
    return handler
