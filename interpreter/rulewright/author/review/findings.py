"""Findings of a review so far."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace

from rulewright.core.diagnostics import Diagnostic, Lines, has_errors

OnProgress = Callable[[int, int], None]
"""Receives how many of how many scenario files have been looked at."""


def _nobody(_done: int, _of: int) -> None:
    return


@dataclass(slots=True)
class Findings:
    """All that is wrong so far, with the source lines to show and the names of what was looked at.

    `lint` if what deserves a second look is sought too, `scenarios` if the texts of scenarios are.
    """

    lint: bool = True
    scenarios: bool = True
    jobs: int = 1
    watch: OnProgress = _nobody
    diagnostics: list[Diagnostic] = field(default_factory=list)
    lines: Lines = field(default_factory=dict)
    checked: list[str] = field(default_factory=list)

    def add(self, diagnostics: Iterable[Diagnostic], lines: Lines) -> None:
        self.diagnostics += diagnostics
        self.lines |= lines

    def anew(self) -> Findings:
        """Return empty findings with the same options."""
        return replace(self, diagnostics=[], lines={}, checked=[])

    @property
    def has_errors(self) -> bool:
        """Whether an error is among what was found."""
        return has_errors(self.diagnostics)


@dataclass(slots=True)
class Fresh:
    """The diagnostics already reported about the games of one ruleset, so that each is reported once."""

    known: set[Diagnostic] = field(default_factory=set)

    def new(self, found: Iterable[Diagnostic], where: str = "") -> list[Diagnostic]:
        """Return the diagnostics that are new, with `where` added to each message."""
        fresh = [each for each in found if each not in self.known]
        self.known.update(fresh)
        return [replace(each, message=each.message + where) for each in fresh] if where else fresh


def with_modules(modules: Iterable[str]) -> str:
    """Return a phrase that says in which choice of modules something occurs."""
    return f" (with the modules {', '.join(modules)})"
