"""The reference evaluator with a count of what it runs, to which the counts of covered builds are held."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from rulewright.core.compile.marks import CoveragePoints, marks_of
from rulewright.core.language.statement_paths import ELSE, THEN
from rulewright.core.model import bound as b
from rulewright.core.model.bound import BoundBlock, BoundStatement
from tests.reference.evaluator import Evaluator, Running
from tests.reference.values import Moment, value
from tests.reference.waiting_statements import wait_before


@dataclass(slots=True)
class CountingEvaluator(Evaluator):
    """Counts statements, ways of conditions and options taken, by the number of their place; not what it only tries."""

    marks: CoveragePoints = field(default_factory=CoveragePoints)
    counts: Counter[int] = field(default_factory=Counter)
    trying: int = 0

    def __post_init__(self) -> None:
        self.marks = marks_of(self.program)

    def _count(self, place: int | None) -> None:
        if place is not None and not self.trying:
            self.counts[place] += 1

    def _statement(self, at: Moment, statement: BoundStatement, rest: BoundBlock) -> Running:
        yield from wait_before(self.opening, self.program, statement)  # type: ignore[misc]  # which `at_once` takes
        self._count(self.marks.of(statement))
        if isinstance(statement, b.Branch):
            self._count(self.marks.of(statement, THEN if value(at, statement.test) else ELSE))
        yield from Evaluator._statement(self, at, statement, rest)

    def call(self, state: list[Any], procedure: int, arguments: tuple[int, ...]) -> Running:
        self._count(self.marks.of_text("effect", procedure))
        yield from Evaluator.call(self, state, procedure, arguments)

    def _take(self, at: Moment, choose: b.ChooseOption, code: int, rest: BoundBlock) -> Running:
        self._count(self.marks.of(choose.options[code % 64]))
        yield from Evaluator._take(self, at, choose, code, rest)

    def next_part(self, *given: Any) -> int | None:
        self.trying += 1
        try:
            return Evaluator.next_part(self, *given)
        finally:
            self.trying -= 1

    def can_do(self, at: Moment, block: BoundBlock) -> bool:
        self.trying += 1
        try:
            return Evaluator.can_do(self, at, block)
        finally:
            self.trying -= 1

    def _leaves_open(self, *given: Any) -> bool:
        self.trying += 1
        try:
            return Evaluator._leaves_open(self, *given)
        finally:
            self.trying -= 1

    def _offered(self, *given: Any) -> Iterator[int]:
        self.trying += 1
        try:
            yield from list(Evaluator._offered(self, *given))
        finally:
            self.trying -= 1
