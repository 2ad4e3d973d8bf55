"""The manifest of a ruleset, checked."""

from __future__ import annotations

from dataclasses import dataclass, field

from rulewright.core.diagnostics import Span


@dataclass(frozen=True, slots=True)
class Manifest:
    """The id and title of a ruleset, its seats, the procedure it begins with, and where it is written.

    `first_names` has the first name of each thing that was renamed.
    """

    id: str
    title: dict[str, str]
    min_seats: int
    max_seats: int
    begins: str
    span: Span
    first_names: dict[str, str] = field(default_factory=dict)
