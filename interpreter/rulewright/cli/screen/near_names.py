"""The names that what somebody typed at the screen may stand for."""

from __future__ import annotations

from collections.abc import Iterable

from rulewright.diagnostics import nearest_ones
from rulewright.locales.catalogue import phrases

_MOST_NEAR = 3


def meant(language: str, name: str, known: Iterable[str]) -> str:
    """The names that come near to one, in quotes, or nothing where none does."""
    near = [f"'{each}'" for each in nearest_ones(name, known)[:_MOST_NEAR]]
    return f" {phrases(language, 'screen')('or')} ".join(near)
