"""What a person at the screen is told while a bot thinks."""

from __future__ import annotations

from rulewright.cli.output import complain
from rulewright.cli.said import saying
from rulewright.cli.session import Session
from rulewright.observe.naming import seat_title


def tell_thinking(session: Session, seat: int, policy: str) -> None:
    """Say on standard error that a seat (from 0) thinks for a while, by which policy."""
    name = seat_title(session.game.blueprint, seat, session.language)
    complain(saying(session.language)("{seat} thinks ({policy}) ...", seat=name, policy=policy))
