"""The interface between an effect and the others of its program."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol

from rulewright.core.model.bound import BoundBlock, RepeatWhile
from rulewright.core.model.program import Procedure
from rulewright.core.model.ranges import Interval
from rulewright.core.sound.asking import Noting
from rulewright.core.sound.changes import StateChange
from rulewright.core.sound.facts import Facts


class AroundEffects(Noting, Protocol):
    """The others of a program, to an effect: their changes and ends, and notes for them."""

    def name_of(self, procedure: Procedure) -> str: ...

    def changes_of(self, number: int) -> list[StateChange]: ...

    def changes_in(self, procedure: Procedure, block: BoundBlock) -> list[StateChange]: ...

    def changes_at(self, procedure: Procedure, site: int, *, all_known: bool) -> Iterable[StateChange]: ...

    def changes_of_waiting(self, until: int) -> Iterable[StateChange]: ...

    def at_ends(self, number: int) -> tuple[bool, Facts | None]: ...

    def begin(self, number: int, facts: Facts) -> None: ...

    def note_endless(self, loop: RepeatWhile) -> None: ...

    def note_written(self, family: str, values: Interval) -> None: ...

    def for_some_seat(self, facts: Facts) -> Facts: ...
