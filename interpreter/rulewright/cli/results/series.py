"""Parts that reports on series of games and of matches share: seats, spread of numbers, speed."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import fmean
from typing import Any


def seat_row(seat: int, name: str, policies: Sequence[str], deciding: int, wins: float) -> dict[str, Any]:
    """Return a seat (from 0) with its share of wins, and the policy that decides for it if any does."""
    policy = policies[seat % len(policies)] if seat < deciding else None
    return {"seat": seat + 1, "name": name, "policy": policy, "wins": round(wins, 4)}


def seat_labels(data: dict[str, Any]) -> list[str]:
    """Return the heads of a table with a column a seat, from the data of a report."""
    return [f"{row['name']} {row['policy'] or ''}".strip() for row in data["seats"]]


def pace_json(decisions: int, seconds: float) -> dict[str, Any]:
    return {
        "decisions": decisions,
        "seconds": round(seconds, 3),
        "decisions_per_second": round(_rate(decisions, seconds), 1),
    }


def pace_text(decisions: int, seconds: float, backend: str = "") -> str:
    told = {"native": ", natively", "python": ", in Python"}.get(backend, "")
    return f"{decisions} decisions in {seconds:.2f} s{told}: {_rate(decisions, seconds):.0f} a second"


def _rate(decisions: int, seconds: float) -> float:
    return decisions / max(seconds, 1e-9)


def spread_of(values: Sequence[int | float]) -> dict[str, float]:
    """Return {"mean", "min", "max"} of some values, the mean to 3 decimals, all 0 if empty."""
    return {"mean": round(fmean(values or (0,)), 3), "min": min(values, default=0), "max": max(values, default=0)}


def spread_text(spread: dict[str, float]) -> str:
    return f"{spread['mean']:.1f} ({_short(spread['min'])} - {_short(spread['max'])})"


def _short(number: float) -> str:
    """Return a whole number, or one with a half."""
    return f"{number:.0f}" if number == int(number) else f"{number:.1f}"
