"""Source code of reason trees, which tell part by part why a test fails.

`reasons.py` defines these trees.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from rulewright.core.backend.printed_values import Expressions
from rulewright.core.backend.seen import Seen
from rulewright.core.backend.source import Source, local_name, tupled
from rulewright.core.diagnostics import Span
from rulewright.core.lower.locals import outer_locals
from rulewright.core.lower.node_words import written_as
from rulewright.core.lower.phrase_trees import phrase_of
from rulewright.core.model import lowered_values as lv
from rulewright.core.model import operations as low
from rulewright.core.model.kinds import DomainName
from rulewright.core.model.phrases import NO_PHRASE, Phrase
from rulewright.core.model.reasons import ReasonInfo, ValueLabel
from rulewright.core.model.type import Reason

_REASONED = (lv.Evaluate, lv.EvaluateField, lv.Possible, lv.Reduce)
"""What has reasons of its own behind it if it fails."""


@dataclass(slots=True)
class Failing:
    """Prints what explains why tests fail, and gathers the reasons it names, numbered after the `known` ones."""

    source: Source
    known: int
    found: list[ReasonInfo] = field(default_factory=list)
    entry: str = ""
    """The effect or value whose reasons are being printed."""

    def number(self, reason: Reason, sort: str, labels: Iterable[ValueLabel] = (), phrase: Phrase = NO_PHRASE) -> int:
        """The number of a reason that a function may return."""
        span = reason.span
        self.found.append(ReasonInfo(reason.text, span.file, span.line, sort, tuple(labels), phrase, self.entry))
        return self.known + len(self.found)

    def tests(self, indent: int, test: lv.Expression | None) -> list[str]:
        """One line for each part of a test joined by `and`, which returns the tree where the part fails."""
        lines = []
        for part in _joined("and", test) if test is not None else ():
            holds = Expressions(self.source).emit(part)
            lines.append("    " * indent + f"if not {holds}: return {self._tree(part)}")
        return lines

    def helper(self, parameters: list[str], lines: list[str]) -> str:
        """Add a function of its own for lines that return a tree, and return the call of it."""
        return self.source.function(self.source.fresh("c"), parameters, [*lines, "    return 0"])

    def through(self, variable: lv.Local, source: lv.Expression) -> list[str]:
        """Begin a loop over candidates, as lines in which `n` is to count them and `at` to name the one to report."""
        name, (items, loose) = local_name(variable), Expressions(self.source).iterate(source)
        lines = ["    n = best = 0", "    at = -1", f"    for {name} in {items}:"]
        return [*lines, f"        if {name} < 0: continue"] if loose else lines

    def _tree(self, part: lv.Expression) -> str:
        """The source of the tree of a test that fails."""
        if isinstance(part, lv.Reduce) and _looks_through(part):
            return self._candidates(part, part)
        match part:
            case lv.Primitive(name="not", arguments=(lv.Reduce() as denied,)) if _looks_through(denied):
                return self._candidates(denied, part)
            case lv.Evaluate() | lv.EvaluateField() | lv.Possible() | lv.Reduce() | lv.Table():
                seen = Seen(self.source)
            case _:
                seen = Seen(self.source).add(part)
        number = self.number(words_of(part), "test", seen.labels, phrase_of(part))
        behind = [each for each in self._behind(part) if each]
        return f"({number}, {seen.tuple}, {tupled(behind)})"

    def _behind(self, part: lv.Expression) -> list[str]:
        """The sources of the trees behind a test that fails."""
        expressions = Expressions(self.source)
        match part:
            case lv.Evaluate():
                return [f"whyq{part.function}({', '.join(['S', *expressions.all(part.arguments)])})"]
            case lv.EvaluateField():
                name = self.source.temporary()
                target, given = expressions.emit(part.target), ", ".join(expressions.all(part.arguments))
                return [f"(WHYQ[{name}](S, {given}) if ({name} := T{part.table}[{target}]) >= 0 else 0)"]
            case lv.Possible():
                return [self._effect(expressions, part.call)]
            case lv.Primitive(name="or"):
                either = _joined("or", part)
                told = any(isinstance(each, _REASONED) for each in either)
                return [self._tree(each) for each in either] if told else []
            case lv.Primitive(name="not", arguments=(lv.Evaluate() as held,)):
                if self.source.lowered.program.quantities[held.function].type.kind != "truth":
                    return []
                return [f"NUM[{held.function}]({', '.join(['S', *expressions.all(held.arguments)])})"]
            case _:
                return []

    def _effect(self, expressions: Expressions, call: lv.Call | lv.CallField) -> str:
        """Return the source of the reason why an effect that a test asks about cannot be done."""
        given = ", ".join(["ahead(S)", *expressions.all(call.arguments)])
        if isinstance(call, lv.Call):
            return f"whyp{call.function}({given})"
        name = self.source.temporary()
        return f"(WHYP[{name}]({given}) if ({name} := T{call.table}[{expressions.emit(call.target)}]) >= 0 else 0)"

    def _candidates(self, part: lv.Reduce, failing: lv.Expression) -> str:
        """A function that looks at the candidates: one that passes, or the one that comes closest.

        What fails is the condition on them itself, or that it does not hold.
        """
        assert part.where is not None
        holds = failing is not part
        wanted = (part.function == "any") != holds if part.function != "none" else holds
        parameters = [local_name(each) for each in outer_locals(part.variable, part.where, part.source)]
        variable, every = local_name(part.variable), part.function == "every"
        seen = Seen(self.source).name("candidates", "n", "number").name(*as_candidate(part.variable))
        reason, phrase, name = words_of(failing), phrase_of(failing), self.source.fresh("n")
        head = self.through(part.variable, part.source)
        if (every and not holds) or wanted:
            number = self.number(reason, part.function, seen.labels, phrase)
            nobody = self.number(reason, "nobody", seen.labels, phrase)
            inner = self.tests(1, part.where)
            test = self.helper([*parameters, variable], inner)
            stop = ["        if r and not best: best, at = r, " + variable]
            near = ["        if r and (not best or r[0] > best[0]): best, at = r, " + variable]
            lines = [*head, "        n += 1", f"        r = {test}", *(stop if every else near)]
            told = str(number) if every else f"{nobody} if best and best[0] == {nobody + 1} else {number}"
            lines.append(f"    return ({told}, (n, at), (best,) if best else ())")
        else:
            number = self.number(reason, "found", seen.labels, phrase)
            test = Expressions(self.source).emit(part.where)
            lines = [*head, f"        if {test}:", "            n += 1", f"            if at < 0: at = {variable}"]
            lines.append(f"    return ({number}, (n, at), ())")
        return self.source.function(name, parameters, lines)


def words_of(node: lv.Expression | low.Operation) -> Reason:
    """Return the words of a node with their place, both empty for a node that binding made."""
    return written_as(node.origin) or Reason("", Span("", 0, 0))


def as_candidate(local: lv.Local) -> tuple[str, str, str, DomainName]:
    """A candidate as a value that has the name of its local."""
    return "it", "at", local.type.kind, local.type.domain


def _joined(word: str, test: lv.Expression) -> tuple[lv.Expression, ...]:
    """The parts of a test joined by a word."""
    if isinstance(test, lv.Primitive) and test.name == word:
        return tuple(part for each in test.arguments for part in _joined(word, each))
    return (test,)


def _looks_through(test: lv.Reduce) -> bool:
    """Whether a test puts a condition on candidates."""
    return test.function in ("any", "every", "none") and test.where is not None
