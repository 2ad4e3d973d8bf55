"""Where the numbers in locals come from: what is kept in them, what they go through, what functions are called with."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from rulewright.lower.program import Lowered
from rulewright.lower.summary import callees
from rulewright.model import lowered as low
from rulewright.model.nodes import nodes_of
from rulewright.model.ranges import Interval

FactKey = tuple[str, int, int]
"""A local: `effect` or `value`, the number of the function, the number of the local."""

_PLACES = Interval(0, 1 << 30)
_ONE_LESS = Interval(-1, 0)


@dataclass(slots=True)
class Flow:
    """What each local of a program's functions is set to; `owners` says which local a node is, by its identity.

    A source that is a Candidate stands for the things of its set.
    """

    lowered: Lowered
    sources: dict[FactKey, list[low.Expression | Candidate | Interval]] = field(default_factory=dict)
    owners: dict[int, FactKey] = field(default_factory=dict)

    def __post_init__(self) -> None:
        program = self.lowered.program
        for number in range(len(program.procedures)):
            effect = self.lowered.effect(number)
            self._gather("effect", number, (effect.parameters, effect.body))
        for number in range(len(program.quantities)):
            value = self.lowered.value(number)
            self._gather("value", number, (value.parameters, value.amount))

    def _gather(self, sort: str, number: int, trees: object) -> None:
        for node in nodes_of(trees):
            if isinstance(node, low.Local):
                if node.type.kind == "number":
                    self.owners[id(node)] = sort, number, node.number  # one object a mention; `lowered` keeps it
                continue
            for local, source in _set_in(node):
                if local.type.kind == "number":
                    self.sources.setdefault((sort, number, local.number), []).append(source)
            for key, given in self._given(node):
                self.sources.setdefault(key, []).append(given)

    def _given(self, node: object) -> Iterator[tuple[FactKey, low.Expression]]:
        """What the functions that a node calls are called with."""
        match node:
            case low.Call() | low.CallField():
                for called in callees(node):
                    parameters = self.lowered.effect(called).parameters
                    for parameter, given in zip(parameters, node.arguments[1:], strict=False):
                        yield ("effect", called, parameter.number), given
            case low.AskEach():
                parameters = self.lowered.effect(node.function).parameters
                for parameter, given in zip(parameters, node.arguments, strict=False):
                    yield ("effect", node.function, parameter.number), given
            case low.Evaluate():
                parameters = self.lowered.value(node.function).parameters
                for parameter, given in zip(parameters, node.arguments[1:], strict=False):
                    yield ("value", node.function, parameter.number), given
            case _:
                pass


@dataclass(frozen=True, slots=True)
class Candidate:
    """One of the things of a set."""

    source: low.Expression


def _set_in(node: object) -> Iterator[tuple[low.Local, low.Expression | Candidate | Interval]]:
    """The locals that an operation or a reduction sets, and what to."""
    match node:
        case low.Let():
            yield node.local, node.value
        case low.Reduce():
            yield node.variable, Candidate(node.source)
        case low.Roll():
            yield node.local, Candidate(node.source)
        case low.Each():
            yield node.local, Candidate(node.source)
            yield node.position, _PLACES
        case low.Repeat():
            yield node.left, node.times
            yield node.left, _ONE_LESS
        case low.Option() if node.local is not None and node.source is not None:
            yield node.local, Candidate(node.source)
        case low.AskEach() if node.local is not None and node.source is not None:
            yield node.local, Candidate(node.source)
        case _:
            pass
