"""The seed of a game at this screen that nobody typed."""

from __future__ import annotations

import secrets
from collections.abc import Collection

from rulewright.cli.output import complain
from rulewright.core.model.secret_seeds import is_secret, new_secret
from rulewright.play.records.replay import PERSON

_MOST = 10**9


def drawn_seed(policies: Collection[str]) -> int:
    """Draw a secret seed if a person plays, or a number that can be typed again if only policies do."""
    return new_secret() if PERSON in policies else secrets.randbelow(_MOST)


def tell_seed(seed: int) -> None:
    """Say what a game can be played with again, unless whoever plays it could compute what is hidden."""
    if not is_secret(seed):
        complain(f"seed {seed}")
