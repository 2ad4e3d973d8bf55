"""Points as people count them: in a game whose scoring has halves, everything kept counts twice."""

from __future__ import annotations

from rulewright.core.model.game import Blueprint


def in_points(blueprint: Blueprint, kept: int) -> int | float:
    """Return the points that a kept number stands for."""
    if not blueprint.halves:
        return kept
    return kept / 2 if kept % 2 else kept // 2


def points_text(blueprint: Blueprint, kept: int) -> str:
    """Return the points that a kept number stands for, as text: `5½`."""
    if not blueprint.halves or kept % 2 == 0:
        return str(in_points(blueprint, kept))
    whole = abs(kept) // 2
    return f"{'-' if kept < 0 else ''}{whole or ''}½"
