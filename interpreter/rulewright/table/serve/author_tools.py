"""Functions behind an author's tools at a table. The program that starts the server passes them in."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol

from rulewright.core.diagnostics import Diagnostic, Lines
from rulewright.core.pipeline import Built, Choice
from rulewright.play.records.replay import Replay
from rulewright.play.series.coverage import Coverage


class CannotWrite(ValueError):  # noqa: N818 - stated as a sentence
    """A scenario that cannot be written. The message says why."""


class ScenarioText(Protocol):
    """The text of a scenario file, the choices (from 1) it is about, and remarks for its author."""

    @property
    def text(self) -> str: ...
    @property
    def first(self) -> int: ...
    @property
    def last(self) -> int: ...
    @property
    def remarks(self) -> tuple[str, ...]: ...


class CoverageOfRules(Protocol):
    """A report of which places of the rules were reached."""

    @property
    def gaps(self) -> tuple[Any, ...]: ...


class WatchedFiles(Protocol):
    """An author's files while they change."""

    def faults(self, choice: Choice) -> tuple[tuple[Diagnostic, ...], Lines]:
        """Return (diagnostics, the source lines they point at). Raises WrongSetup without such a ruleset."""
        ...


@dataclass(frozen=True, slots=True)
class AuthorTools:
    """The calls. Each belongs to a module, so that processes that run rules can be given them.

    `changes` says in words what a house rule changes, in a language. `scenario` takes a choice of rules, a game, its
    first and last choice and the seconds it may take; it raises CannotWrite.
    """

    watch: Callable[[], WatchedFiles]
    coverage: Callable[[Built, Coverage, str], CoverageOfRules]
    changes: Callable[[Choice, str], list[str]]
    scenario: Callable[[Choice, Replay, int, int, float], ScenarioText]
