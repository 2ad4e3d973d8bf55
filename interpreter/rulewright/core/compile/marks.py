"""Numbers for the places of a program that a covered build counts.

Made from the origins that the binder has marked nodes with, only on request; no other build knows about them.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import chain

from rulewright.core.diagnostics import Span
from rulewright.core.language.statement_paths import ELSE, NO, THEN, YES, statements_of
from rulewright.core.model import bound as b
from rulewright.core.model import effects as ast
from rulewright.core.model.bound_values import BoundNode
from rulewright.core.model.document import Scalar
from rulewright.core.model.effects import Place
from rulewright.core.model.origins import PARTS, Provenance
from rulewright.core.model.program import Program

_Paths = dict[tuple[Span, Place], str]
"""The paths of statements by their texts and their places in these."""
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
    """The places of a program in the order of their numbers, and the numbers by mark of a node and part.

    An option of a decision is a part by its label.
    """

    marks: list[CoveragePoint] = field(default_factory=list)
    numbers: dict[tuple[str, int, str], int] = field(default_factory=dict)
    options: dict[tuple[int, int], int] = field(default_factory=dict)

    def of(self, node: BoundNode, part: str = RUN) -> int | None:
        """The number of a node's place, or that of a part of it."""
        return self.numbers.get(("node", node.mark, node.label if isinstance(node, b.BoundOption) else part))

    def of_text(self, sort: str, number: int) -> int | None:
        """The number of the place of a whole text: `effect` and a procedure, or `value` and a quantity."""
        return self.numbers.get((sort, number, RUN))


def marks_of(program: Program) -> CoveragePoints:
    """The places of all texts of a program."""
    marks = CoveragePoints()
    paths: _Paths = {}
    for origin in program.origins:
        if isinstance(origin.statement, tuple):
            span = origin.text.span
            paths |= {(span, statement.at): path for path, statement in statements_of(origin.statement)}
    for number, origin in enumerate(program.origins):
        for (sort, of, part), mark in _marks_of(number, origin, paths):
            marks.numbers[sort, of, part] = len(marks.marks)
            marks.marks.append(mark)
    for procedure in program.procedures:
        _number_options(marks, procedure.body)
    return marks


def _marks_of(mark: int, origin: Provenance, paths: _Paths) -> Iterator[tuple[tuple[str, int, str], CoveragePoint]]:
    text, span = origin.text, origin.text.span
    match origin.sort, origin.bound:
        case ("effect" | "value") as sort, int(number):
            yield (sort, number, RUN), CoveragePoint(sort, text, "", span)
        case "modifier", _:
            yield ("node", mark, RUN), CoveragePoint("modifier", text, "", span)
        case "free", b.BoundOption() as option:
            yield ("node", mark, option.label), CoveragePoint("option", text, "", span)
        case "requirement", _:
            yield ("node", mark, RUN), CoveragePoint("statement", text, "", span)
        case "when", _:
            for part in (THEN, ELSE):
                yield ("node", mark, part), CoveragePoint("branch", text, part, span, part)
        case sort, node:
            for part, point in _of_statement(origin, node, paths):
                if part != RUN or sort != PARTS:
                    yield ("node", mark, part), point


def _of_statement(origin: Provenance, node: object, paths: _Paths) -> Iterator[tuple[str, CoveragePoint]]:
    text, tree = origin.text, origin.statement
    at: Place = getattr(tree, "at")  # noqa: B009 - every node of an effect tree has its place
    if (text.span, at) not in paths:
        return  # the pick from the second set of an option, which counts as that option
    path, span = paths[text.span, at], text.span_at(at.line, at.column, at.length)
    calls = tree.procedure if isinstance(tree, ast.Call) else ""
    yield RUN, CoveragePoint("statement", text, path, span, calls=calls)
    if isinstance(node, b.Branch) and isinstance(tree, ast.If):
        for part in (THEN, ELSE):
            yield part, CoveragePoint("branch", text, f"{path}/{part}", span, part)
    elif isinstance(node, b.ChooseOption):
        words = [option.label for option in tree.options] if isinstance(tree, ast.Choose) else [YES, NO]
        for word, option in zip(words, node.options, strict=True):
            label = option.label if word == YES else word
            yield option.label, CoveragePoint("option", text, f"{path}/{word}", option.span, label)


def _number_options(marks: CoveragePoints, block: b.BoundBlock) -> None:
    """Map (site, option) to the place of the option.

    Free actions are in a procedure as well.
    """
    for statement in chain.from_iterable(b.all_blocks(block)):
        if isinstance(statement, b.ChooseOption):
            for number, option in enumerate(statement.options):
                place = marks.of(option)
                if place is not None:
                    marks.options[(statement.site, number)] = place
