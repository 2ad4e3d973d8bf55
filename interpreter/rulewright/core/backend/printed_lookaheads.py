"""Look-aheads as Python functions that return 1 if something can be done, 0 if it cannot."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import assert_never

from rulewright.core.backend.printed_statements import Straight, otherwise_if
from rulewright.core.backend.printed_values import Expressions
from rulewright.core.backend.source import Source, local_name
from rulewright.core.lower.offered import reads
from rulewright.core.model import derived as der
from rulewright.core.model import lowered_values as lv
from rulewright.core.model import operations as low
from rulewright.core.model.layout import STEPS


def emit_lookahead(source: Source, look: der.LookAhead) -> None:
    """The function of one look-ahead."""
    body = _Body(source)
    looks = source.lowered.cost_model.of_look(look)
    if looks:
        body.put(1, f"count_looks(S, {looks})")
    body.steps(look.steps, 1, "S", False)
    source.function(look.name, [local_name(each) for each in look.parameters], body.lines)


def possible(expressions: Expressions, following: der.Following) -> str:
    """Return an expression that is true if what follows can be done, '' if it always can."""
    match following:
        case None:
            return ""
        case low.Check():
            return expressions.whole(following.test)
        case lv.Call():
            return f"can{following.function}({', '.join([expressions.state, *expressions.all(following.arguments)])})"
        case der.LookAhead():
            parameters = [local_name(each) for each in following.parameters]
            return f"{following.name}({', '.join([expressions.state, *parameters])})"
        case _:
            assert_never(following)


@dataclass(slots=True)
class _Body:
    """The lines of one look-ahead."""

    source: Source
    lines: list[str] = field(default_factory=list)
    depth: int = 0

    def put(self, indent: int, line: str) -> None:
        self.lines.append("    " * indent + line)

    def steps(self, steps: der.LookAheadSteps, indent: int, state: str, copied: bool) -> None:
        """Write the lines of steps, the last of which returns.

        `copied` tells whether the named state is a copy already.

        What is counted on a copy counts for the original state.
        """
        outer, begins = state, indent
        for step in steps:
            expressions = Expressions(self.source, state)
            match step:
                case low.Count() | low.Let():
                    self._straight(state).operation(step, indent)
                case der.Must():
                    self.put(indent, f"if not {expressions.whole(step.check.test)}: return 0")
                case der.MustBeAble():
                    self.put(indent, f"if not ({self._able(expressions, step.call)}): return 0")
                case der.Trial():
                    if not copied:
                        state, copied = self._copy(indent, state), True
                        indent += 1
                    self._run(indent, step, state)
                case der.Foreseen():
                    self.put(indent, "return 1")
                case der.Then():
                    self.put(indent, f"return {possible(expressions, step.after)}")
                case der.Either():
                    self._either(step, indent, state, copied)
                case der.AnyOf():
                    self._any_of(step, indent, expressions)
                case _:
                    assert_never(step)
        if indent > begins:
            self.put(begins, f"finally: {outer}[{STEPS}] = {state}[{STEPS}]")

    def _able(self, expressions: Expressions, call: lv.Call | lv.CallField) -> str:
        given = ", ".join([expressions.state, *expressions.all(call.arguments)])
        if isinstance(call, lv.Call):
            return f"can{call.function}({given})"
        name, target = self.source.temporary(), expressions.looked_at(call.target)
        return f"({name} := T{call.table}[{target}]) < 0 or CAN[{name}] is None or CAN[{name}]({given})"

    def _copy(self, indent: int, state: str) -> str:
        """Copy a state into one that may be changed, open a `try`, and return the copy's name."""
        self.depth += 1
        self.put(indent, f"S{self.depth} = {state}[:]")
        self.put(indent, "try:")
        return f"S{self.depth}"

    def _run(self, indent: int, trial: der.Trial, state: str) -> None:
        if not trial.ends:
            self._straight(state).operation(trial.operation, indent)
            return
        self.put(indent, "try:")
        self._straight(state).operation(trial.operation, indent + 1)
        self.put(indent, "except GameEnd:")
        self.put(indent + 1, "return 1")

    def _straight(self, state: str) -> Straight:
        """Return a printer that adds operations to these lines, with `return 1` where an effect ends."""
        return Straight(self.source, state, "return 1", traced=False, lines=self.lines)

    def _either(self, either: der.Either, indent: int, state: str, copied: bool) -> None:
        """Write both ways of a test, each of which returns, with a chain of `else if` kept flat."""
        word = "if"
        while True:
            self.put(indent, f"{word} {Expressions(self.source, state).whole(either.test)}:")
            self.steps(either.then, indent + 1, state, copied)
            match either.otherwise:
                case (*counts, der.Either() as following) if all(isinstance(each, low.Count) for each in counts):
                    either, word = following, otherwise_if(counts)
                case otherwise:
                    self.put(indent, "else:")
                    self.steps(otherwise, indent + 1, state, copied)
                    return

    def _any_of(self, choice: der.AnyOf, indent: int, expressions: Expressions) -> None:
        for option in choice.options:
            for count in option.counted:
                self.put(indent, f"COVER[{count.point}] += 1")
            if option.offer.local is not None:
                self._candidates(option, indent, expressions)
                continue
            test = possible(expressions, option.following)
            self.put(indent, f"if {test}: return 1" if test else "return 1")
            if not test:
                return
        self.put(indent, "return 0")

    def _candidates(self, option: der.Possible, indent: int, expressions: Expressions) -> None:
        """Lines that return 1 when with one of the candidates what follows can be done.

        What follows is looked at once if it does not depend on the candidate.
        """
        local, source = option.offer.local, option.offer.source
        assert local is not None
        assert source is not None
        items, test = expressions.found(local, source, option.offer.where)
        after = expressions.with_candidate(local, source, option.offer.where)
        following, found = possible(after, option.following), ["return 1"]
        if following and not reads(option.following, local):
            found, following = [f"if {following}: return 1", "break"], ""
        test = " and ".join(each for each in (test, following) if each)
        self.put(indent, f"for {local_name(local)} in looked_at({expressions.state}, {items}, 1):")
        if test:
            self.put(indent + 1, f"if {test}:")
        for line in found:
            self.put(indent + 1 + bool(test), line)
