"""Numbers for the places of a program that a covered build counts.

Made from the origins the binder remembers, only for who asks; the plain and the traced build know nothing of them.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from rulewright.diagnostics import Span
from rulewright.language.paths import ELSE, NO, THEN, YES, statements_of
from rulewright.model import bound as b
from rulewright.model import effects as ast
from rulewright.model.document import Scalar
from rulewright.model.origins import Provenance
from rulewright.model.program import Program

RUN = ""
"""The part of a node that is counted each time it is run or worked out."""


@dataclass(frozen=True, slots=True)
class CoveragePoint:
    """One place to count: its sort as in `model/places.py`, its text, its path in it, and where it is written.

    `word` is what the place is called, `calls` the procedure that a statement calls.
    """

    sort: str
    text: Scalar
    path: str
    span: Span
    word: str = ""
    calls: str = ""


@dataclass(slots=True)
class CoveragePoints:
    """The places of a program in the order of their numbers, and the numbers by bound node and part.

    Nodes are known by identity: two statements that read the same stand in two places. `origins` keeps them alive.
    """

    marks: list[CoveragePoint] = field(default_factory=list)
    numbers: dict[tuple[str, int, str], int] = field(default_factory=dict)
    options: dict[tuple[int, int], int] = field(default_factory=dict)
    origins: tuple[Provenance, ...] = ()

    def of(self, node: object, part: str = RUN) -> int | None:
        """The number of a node's place, or that of a part of it."""
        return self.numbers.get(("node", id(node), part))

    def of_text(self, sort: str, number: int) -> int | None:
        """The number of the place of a whole text: `effect` and a procedure, or `value` and a quantity."""
        return self.numbers.get((sort, number, RUN))


def marks_of(program: Program) -> CoveragePoints:
    """The places of all texts of a program."""
    marks = CoveragePoints(origins=tuple(program.origins))
    paths: dict[int, str] = {}
    for origin in program.origins:
        if isinstance(origin.statement, tuple):
            paths |= {id(statement): path for path, statement in statements_of(origin.statement)}
    for origin in program.origins:
        for key, mark in _marks_of(origin, paths):
            marks.numbers[key] = len(marks.marks)
            marks.marks.append(mark)
    for procedure in program.procedures:
        _number_options(marks, procedure.body)
    return marks


def _marks_of(origin: Provenance, paths: dict[int, str]) -> Iterator[tuple[tuple[str, int, str], CoveragePoint]]:
    text, span = origin.text, origin.text.span
    match origin.sort, origin.bound:
        case ("effect" | "value") as sort, int(number):
            yield (sort, number, RUN), CoveragePoint(sort, text, "", span)
        case "modifier", node:
            yield ("node", id(node), RUN), CoveragePoint("modifier", text, "", span)
        case "free", node:
            yield ("node", id(node), RUN), CoveragePoint("option", text, "", span)
        case "requirement", node:
            yield ("node", id(node), RUN), CoveragePoint("statement", text, "", span)
        case "when", node:
            for part in (THEN, ELSE):
                yield ("node", id(node), part), CoveragePoint("branch", text, part, span, part)
        case _, node:
            yield from _of_statement(origin, node, paths[id(origin.statement)])


def _of_statement(origin: Provenance, node: object, path: str) -> Iterator[tuple[tuple[str, int, str], CoveragePoint]]:
    tree = origin.statement
    at = getattr(tree, "at")  # noqa: B009 - every node of an effect tree has its place
    span = origin.text.span_at(at.line, at.column, at.length)
    calls = tree.procedure if isinstance(tree, ast.Call) else ""
    yield ("node", id(node), RUN), CoveragePoint("statement", origin.text, path, span, calls=calls)
    if isinstance(node, b.Branch) and isinstance(tree, ast.If):
        for part in (THEN, ELSE):
            yield ("node", id(node), part), CoveragePoint("branch", origin.text, f"{path}/{part}", span, part)
    elif isinstance(node, b.ChooseOption):
        words = [option.label for option in tree.options] if isinstance(tree, ast.Choose) else [YES, NO]
        for word, option in zip(words, node.options, strict=True):
            label = option.label if word == YES else word
            yield ("node", id(option), RUN), CoveragePoint("option", origin.text, f"{path}/{word}", option.span, label)


def _number_options(marks: CoveragePoints, block: b.BoundBlock) -> None:
    """Remember which option of which site each place of an option is; free actions stand in a procedure too."""
    for statement in block:
        if isinstance(statement, b.ChooseOption):
            for number, option in enumerate(statement.options):
                place = marks.of(option)
                if place is not None:
                    marks.options[(statement.site, number)] = place
        for inner in b.blocks_in(statement):
            _number_options(marks, inner)
