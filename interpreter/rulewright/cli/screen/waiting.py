"""What a person at the screen is shown while a bot thinks."""

from __future__ import annotations

from rulewright.cli.output import complain
from rulewright.cli.screen.session import Session
from rulewright.locales.catalogue import phrases
from rulewright.observe.naming import seat_title


def tell_thinking(session: Session, seat: int, policy: str) -> None:
    """Say on standard error that a seat (from 0) thinks for a while, by which policy."""
    name = seat_title(session.game.blueprint, seat, session.language)
    complain(phrases(session.language, "screen")("thinks", seat=name, policy=policy))
