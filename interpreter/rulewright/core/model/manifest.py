"""The manifest of a ruleset, checked."""

from __future__ import annotations

from dataclasses import dataclass

from rulewright.core.diagnostics import Span


@dataclass(frozen=True, slots=True)
class Manifest:
    """The id and title of a ruleset, its seats, the procedure it begins with, and where it is written."""

    id: str
    title: dict[str, str]
    min_seats: int
    max_seats: int
    begins: str
    span: Span
