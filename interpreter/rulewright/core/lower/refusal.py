"""The refusal to play a ruleset natively, with the reason."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rulewright.core.model.origins import Origin


class NotNative(Exception):  # noqa: N818 - not an error: the game is played by the Python back end
    """A ruleset that cannot be played natively, with a sentence as `reason` and the text that causes it."""

    def __init__(self, reason: str, origin: Origin | None = None) -> None:
        super().__init__(reason)
        self.reason, self.origin = reason, origin
