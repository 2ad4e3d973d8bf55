"""Sources of the numbers in locals: values set, the sets they range over, the arguments of calls."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import assert_never

from rulewright.core.lower.lowering import Lowered
from rulewright.core.model import lowered_values as lv
from rulewright.core.model import operations as low
from rulewright.core.model.declared import Aside, ChangesState
from rulewright.core.model.nodes import nodes_of
from rulewright.core.model.ranges import Interval

FactKey = tuple[str, int, int]
"""A local: `effect` or `value`, the number of the function, the number of the local."""

_PLACES = Interval(0, 1 << 30)
_ONE_LESS = Interval(-1, 0)


@dataclass(slots=True)
class Flow:
    """The values that each local of a program's functions is set to.

    `owners` maps the identity of a node to the local that it is.

    A source that is a Candidate stands for the things of its set.
    """

    lowered: Lowered
    sources: dict[FactKey, list[lv.Expression | Candidate | Interval]] = field(default_factory=dict)
    owners: dict[int, FactKey] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for effect in self.lowered.effects():
            self._gather("effect", effect.number, (effect.parameters, effect.body))
        for value in self.lowered.values():
            self._gather("value", value.number, (value.parameters, value.amount))

    def _gather(self, sort: str, number: int, trees: object) -> None:
        for node in nodes_of(trees):
            if isinstance(node, lv.Local):
                if node.type.kind == "number":
                    self.owners[id(node)] = sort, number, node.number  # one object per mention; `lowered` keeps it
                continue
            for local, source in _set_in(node):
                if local.type.kind == "number":
                    self.sources.setdefault((sort, number, local.number), []).append(source)
            for key, given in self._given(node):
                self.sources.setdefault(key, []).append(given)

    def _given(self, node: object) -> Iterator[tuple[FactKey, lv.Expression]]:
        """Yield (parameter, argument) of each function that a node calls."""
        if isinstance(node, low.Operation):
            for called in node.runs:
                parameters = self.lowered.effect(called).parameters
                for parameter, given in zip(parameters, node.given, strict=False):
                    yield ("effect", called, parameter.number), given
        elif isinstance(node, lv.Evaluate):
            parameters = self.lowered.value(node.function).parameters
            for parameter, given in zip(parameters, node.arguments[1:], strict=False):
                yield ("value", node.function, parameter.number), given
        elif isinstance(node, lv.EvaluateField) and len(node.arguments) > 1:
            for number in self.lowered.program.named_in(node.table):
                parameters = self.lowered.value(number).parameters
                for parameter, given in zip(parameters, node.arguments[1:], strict=False):
                    yield ("value", number, parameter.number), given


@dataclass(frozen=True, slots=True)
class Candidate:
    """One of the things of a set."""

    source: lv.Expression


def _set_in(node: object) -> Iterator[tuple[lv.Local, lv.Expression | Candidate | Interval]]:
    """The locals that an operation, one of its options or a reduction sets, and what to."""
    if isinstance(node, lv.Reduce):
        yield node.variable, Candidate(node.source)
    elif isinstance(node, low.Option | low.AskEach):
        if node.local is not None and node.source is not None:
            yield node.local, Candidate(node.source)
    elif isinstance(node, low.Operation):
        yield from _set_by(node)


def _set_by(operation: low.Operation) -> Iterator[tuple[lv.Local, lv.Expression | Candidate | Interval]]:
    match operation:
        case low.Let():
            yield operation.local, operation.value
        case low.Roll():
            yield operation.local, Candidate(operation.source)
        case low.Each():
            yield operation.local, Candidate(operation.source)
            yield operation.position, _PLACES
        case low.Repeat():
            yield operation.left, operation.times
            yield operation.left, _ONE_LESS
        case (
            ChangesState() | Aside() | low.Check() | lv.Call() | lv.CallField() | low.Leave() | low.If()
            | low.While() | low.Ask() | low.AskEach()
        ):  # fmt: skip
            pass
        case _:
            assert_never(operation)
