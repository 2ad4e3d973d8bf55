"""Why not? A module beside a traced build: functions that find the first requirement of an option that fails.

They follow the same guards as the look-ahead, in the order written, on copies of the state. What they return is 0 where
nothing fails, else a tree: (number of a reason, values it saw, trees of what is behind it). The reasons are numbered
from 1; each has its words, its place, a sort and the labels of its values:

- `test`, `pay`: a requirement; behind a test that has a name is its own reason
- `call`: an effect that cannot be done, and behind it why
- `pick`, `choose`: a choice in which nothing is possible, and behind it the candidate that comes nearest, the options
- `option`: one option of a choice; `missing`, `alike`: a candidate
- `any`, `every`, `found`, `nobody`: a condition on candidates; of `nobody` even the first part is true for none
- `value`: how a named test or number comes about
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from rulewright.compile.analysis import ends_game, free_locals, needs, open_locals, pauses
from rulewright.compile.emit_expressions import Expressions, Source, local_name
from rulewright.compile.emit_guards import Guards
from rulewright.compile.emit_plain import PlainEffects, enough
from rulewright.compile.emit_seen import Label, Seen
from rulewright.compile.requirements import written_as
from rulewright.diagnostics import Span
from rulewright.model import bound as b
from rulewright.model.bound import Bound, BoundBlock, BoundStatement, Local, Reason
from rulewright.model.program import Procedure, Quantity

ReasonLine = tuple[str, str, int, str, tuple[Label, ...]]
"""A reason as a blueprint keeps it: its words, file and line, its sort, and the labels of its values."""

NOTHING_TO_CHOOSE = "nothing can be chosen"
NOT_AMONG = "not among the candidates"
ALIKE = "another one that is just like it stands for it"


@dataclass(slots=True)
class Reasons:
    """Emits the functions and gathers the reasons they name."""

    source: Source
    known: int
    found: list[ReasonLine] = field(default_factory=list)
    functions: dict[tuple[int, ...], tuple[str, tuple[str, ...], BoundBlock]] = field(default_factory=dict)

    # ---- What a module consists of

    def quantity(self, quantity: Quantity) -> None:
        """`whyq<n>`: why a named test is false."""
        parameters = ", ".join(["S", "v0", *(local_name(each) for each in quantity.parameters)])
        lines: list[str] = []
        if quantity.type.kind == "truth":
            self._tests(lines, 1, quantity.amount)
        self.source.lines += [f"def whyq{quantity.number}({parameters}):", *lines, "    return 0", ""]

    def procedure(self, procedure: Procedure) -> None:
        """`whyp<n>`: why an effect cannot be done."""
        statements = Guards(self.source).needed(procedure.body, ())
        parameters = ", ".join(["S", "v0", *(local_name(each) for each in procedure.parameters)])
        body = self._body(statements)
        self.source.lines += [f"def whyp{procedure.number}({parameters}):", *body, ""]

    def site(self, procedure: Procedure, statement: b.PickOne | b.ChooseOption, rest: BoundBlock) -> None:
        """`why<site>(S, frame, option, candidate)`, and `among<site>(S, frame, option)`: what may be candidates."""
        names = ", ".join(f"v{n}" for n in range(procedure.n_locals))
        lines = [f"def why{statement.site}(S, f, option, c):", f"    _, _, pc, {names} = f"]
        among = [f"def among{statement.site}(S, f, option):", f"    _, _, pc, {names} = f"]
        for number, option in enumerate(_options(statement)):
            lines.append(f"    if option == {number}:")
            if option.local is not None and option.source is not None:
                items = Expressions(self.source).emit(option.source)
                missing = self.number(Reason(NOT_AMONG, option.span), "missing")
                lines += [f"        {local_name(option.local)} = c", f"        if c not in {items}: return {missing}"]
                lines[-1] += ", (), ()"
                self._tests(lines, 2, option.where)
                among.append(f"    if option == {number}: return tuple({items})")
            body = option.body if isinstance(option, b.BoundOption) else ()
            following = self._following((*body, *rest))
            if following:
                lines += [f"        r = {following}", "        if r: return r"]
            alike = self.number(Reason(ALIKE, option.span), "alike") if option.distinct is not None else 0
            lines.append(f"        return {f'{alike}, (), ()' if alike else '0'}")
        self.source.lines += [*lines, "    return 0", "", *among, "    return ()", ""]

    def tables(self) -> list[str]:
        program = self.source.program
        quantities = ", ".join(f"whyq{each.number}" for each in program.quantities)
        procedures = ", ".join(f"whyp{each.number}" for each in program.procedures)
        asking = [str(each.number) for each in program.sites if each.asks]
        return [
            f"WHYQ = ({quantities + ',' * bool(quantities)})",
            f"WHYP = ({procedures},)",
            f"WHY = {{{', '.join(f'{each}: why{each}' for each in asking)}}}",
            f"NUM = ({''.join(f'num{each.number}, ' for each in program.quantities)})",
            f"AMONG = {{{', '.join(f'{each}: among{each}' for each in asking)}}}",
        ]

    # ---- Tests

    def number(self, reason: Reason, sort: str, labels: Iterable[Label] = ()) -> int:
        """The number of a reason that a function may return."""
        span = reason.span
        self.found.append((reason.text, span.file, span.line, sort, tuple(labels)))
        return self.known + len(self.found)

    def _written(self, node: Bound | BoundStatement) -> Reason:
        """The words of a node; nothing and no place for one that came by binding."""
        return written_as(self.source.program, node) or Reason("", Span("", 0, 0))

    def _tests(self, lines: list[str], indent: int, test: Bound | None) -> None:
        """One line for each part of a test joined by `and`."""
        for part in _conjuncts(test) if test is not None else ():
            holds = Expressions(self.source).emit(part)
            lines.append("    " * indent + f"if not {holds}: return {self._failing(part)}")

    def _failing(self, part: Bound) -> str:
        """The source of the tree of a test that fails."""
        if isinstance(part, b.Quantify) and _looks_through(part):
            return self._candidates(part, part)
        if isinstance(part, b.Op) and part.op == "not":
            (denied,) = part.arguments
            if isinstance(denied, b.Quantify) and _looks_through(denied):
                return self._candidates(denied, part)
        held = isinstance(part, b.Evaluate | b.EvaluateField | b.Possible | b.Quantify | b.Lookup)
        seen = Seen(self.source) if held else Seen(self.source).add(part)
        number = self.number(self._written(part), "test", seen.labels)
        behind = [each for each in self._behind(part) if each]
        return f"({number}, {seen.tuple}, ({', '.join(behind)}{',' * bool(behind)}))"

    def _behind(self, part: Bound) -> list[str]:
        """The sources of the trees behind a test that fails."""
        expressions = Expressions(self.source)
        match part:
            case b.Evaluate():
                given = ", ".join(expressions.emit(each) for each in (part.seat, *part.arguments))
                return [f"whyq{part.quantity}(S, {given})"]
            case b.EvaluateField():
                return [self._field_reason(expressions, part)]
            case b.Possible():
                return [self._effect_reason(expressions, part.effect)]
            case b.Op(op="or"):
                return [self._failing(each) for each in _either(part)] if any(map(_has_reason, _either(part))) else []
            case b.Op(op="not", arguments=(b.Evaluate() as held,)):
                quantity = self.source.program.quantities[held.quantity]
                if quantity.type.kind != "truth":
                    return []
                given = ", ".join(expressions.emit(each) for each in (held.seat, *held.arguments))
                return [f"NUM[{held.quantity}](S, {given})"]
            case _:
                return []

    def _field_reason(self, expressions: Expressions, part: b.EvaluateField) -> str:
        name = self.source.temporary()
        target, seat = expressions.emit(part.target), expressions.emit(part.seat)
        return f"(WHYQ[{name}](S, {seat}) if ({name} := T{part.table}[{target}]) >= 0 else 0)"

    def _effect_reason(self, expressions: Expressions, effect: b.CallProcedure | b.DoField) -> str:
        """Why an effect that a test asks about cannot be done."""
        given = ", ".join(["ahead(S)", *(expressions.emit(each) for each in (effect.seat, *effect.arguments))])
        if isinstance(effect, b.CallProcedure):
            return f"whyp{effect.procedure}({given})"
        name = self.source.temporary()
        return f"(WHYP[{name}]({given}) if ({name} := T{effect.table}[{expressions.emit(effect.target)}]) >= 0 else 0)"

    def _candidates(self, part: b.Quantify, failing: Bound) -> str:
        """A function that looks at the candidates: one that passes, or the one that comes nearest to it.

        What fails is the condition on them itself, or that it does not hold.
        """
        assert part.where is not None
        holds = failing is not part
        wanted = (part.function == "any") != holds if part.function != "none" else holds
        outer = [each for each in free_locals(part.where, part.source) if each.number != part.variable.number]
        parameters = [local_name(each) for each in outer]
        variable = local_name(part.variable)
        seen = Seen(self.source).name("candidates", "n", "number").name(*self._named(part.variable, "at"))
        reason = self._written(failing)
        items, loose = Expressions(self.source).iterate(part.source)
        head = ["    n = best = 0", "    at = -1", f"    for {variable} in {items}:"]
        head += [f"        if {variable} < 0: continue"] if loose else []
        name = self.source.fresh("n")
        if (part.function == "every" and not holds) or wanted:
            number = self.number(reason, part.function, seen.labels)
            nobody = self.number(reason, "nobody", seen.labels)
            inner: list[str] = []
            self._tests(inner, 1, part.where)
            first = nobody + 1
            test = self._helper([*parameters, *([] if variable in parameters else [variable])], inner)
            stop = ["        if r and not best: best, at = r, " + variable]
            near = ["        if r and (not best or r[0] > best[0]): best, at = r, " + variable]
            lines = [*head, "        n += 1", f"        r = {test}", *(stop if part.function == "every" else near)]
            told = f"{nobody} if best and best[0] == {first} else {number}" if part.function != "every" else str(number)
            lines.append(f"    return ({told}, (n, at), (best,) if best else ())")
        else:
            number = self.number(reason, "found", seen.labels)
            test = Expressions(self.source).emit(part.where)
            lines = [*head, f"        if {test}:", "            n += 1", f"            if at < 0: at = {variable}"]
            lines.append(f"    return ({number}, (n, at), ())")
        self.source.lines += [f"def {name}({', '.join(['S', *parameters])}):", *lines, ""]
        return f"{name}({', '.join(['S', *parameters])})"

    def _named(self, local: Local, value: str) -> tuple[str, str, str, str]:
        """A candidate as a value that has the name of its local."""
        return "it", value, local.type.kind, local.type.domain

    def _helper(self, parameters: list[str], lines: list[str]) -> str:
        """A function of its own for lines that return a tree; the call of it."""
        name = self.source.fresh("c")
        call = ", ".join(["S", *parameters])
        self.source.lines += [f"def {name}({call}):", *lines, "    return 0", ""]
        return f"{name}({call})"

    # ---- Effects

    def _following(self, statements: BoundBlock) -> str:
        """The call of a function that says why statements cannot all be done; empty where they always can."""
        statements = Guards(self.source).needed(statements, ())
        if not statements:
            return ""
        key = tuple(id(each) for each in statements)
        if key not in self.functions:
            parameters = tuple(local_name(local) for local in open_locals(statements))
            name = self.source.fresh("k")
            self.functions[key] = (name, parameters, statements)
            body = self._body(statements)
            self.source.lines += [f"def {name}({', '.join(['S', *parameters])}):", *body, ""]
        name, parameters, _ = self.functions[key]
        return f"{name}({', '.join(['S', *parameters])})"

    def _body(self, statements: BoundBlock) -> list[str]:
        """The lines of a function; it looks at a copy of the state where something before a guard changes it."""
        lines: list[str] = []
        changes = self._chain(lines, statements)
        return ["    S = S[:]", *lines] if changes else lines

    def _chain(self, lines: list[str], statements: BoundBlock) -> bool:
        """Checks of the guards in order, each in the state that what stands before it leaves."""
        program, changes = self.source.program, False
        for position, statement in enumerate(statements):
            rest = statements[position + 1 :]
            if not needs(program, statements[position:]):
                break
            expressions = Expressions(self.source)
            match statement:
                case b.PickOne():
                    lines.append(f"    return {self._pick(statement, statement, rest)}")
                    return changes
                case b.ChooseOption():
                    lines.append(f"    return {self._choose(statement, rest)}")
                    return changes
                case b.Branch():
                    then, otherwise = (
                        self._following((*block, *rest)) or "0" for block in (statement.then, statement.otherwise)
                    )
                    lines.append(f"    return {then} if {expressions.emit(statement.test)} else {otherwise}")
                    return changes
                case b.Stop():
                    break
                case b.SetLocal():
                    lines.append(f"    {local_name(statement.local)} = {expressions.emit(statement.value)}")
                    continue
                case b.RequireTest():
                    self._tests(lines, 1, statement.test)
                    continue
                case b.SetSlot(mode="pay"):
                    seen = Seen(self.source).add(statement.target).add(_price(statement.value))
                    number = self.number(statement.reason, "pay", seen.labels)
                    test = enough(expressions, statement)
                    lines.append(f"    if not {test}: return ({number}, {seen.tuple}, ())")
                case b.CallProcedure() | b.DoField():
                    self._call(lines, expressions, statement)
                case _:
                    pass
            if pauses(program, (statement,)):
                break
            if needs(program, rest):
                self._run(lines, statement)
                changes = True
        lines.append("    return 0")
        return changes

    def _call(self, lines: list[str], expressions: Expressions, statement: b.CallProcedure | b.DoField) -> None:
        if not needs(self.source.program, (statement,)):
            return
        arguments = ", ".join(["S", *(expressions.emit(each) for each in (statement.seat, *statement.arguments))])
        written = self._written(statement)
        called = f"whyp{statement.procedure}({arguments})" if isinstance(statement, b.CallProcedure) else ""
        if not called:
            assert isinstance(statement, b.DoField)
            name = self.source.temporary()
            lines.append(f"    {name} = T{statement.table}[{expressions.emit(statement.target)}]")
            called = f"WHYP[{name}]({arguments}) if {name} >= 0 else 0"
        lines.append(f"    r = {called}")
        if not written.text:
            lines.append("    if r: return r")
            return
        seen = Seen(self.source)
        for each in statement.arguments:
            seen.add(each)
        if isinstance(statement, b.DoField):
            seen.add(statement.target)
        number = self.number(written, "call", seen.labels)
        lines.append(f"    if r: return ({number}, {seen.tuple}, (r,))")

    def _run(self, lines: list[str], statement: BoundStatement) -> None:
        """Do a statement on the copy; where it ends the game, nothing after it can fail."""
        plain = PlainEffects(self.source, "S", "return 0", traced=False)
        if not ends_game(self.source.program, (statement,)):
            plain.statement(statement, 1)
            lines += plain.lines
            return
        plain.statement(statement, 2)
        lines += ["    try:", *plain.lines, "    except GameEnd:", "        return 0"]

    def _pick(self, asked: b.PickOne | b.BoundOption, written: BoundStatement | None, rest: BoundBlock) -> str:
        """The call of a function that finds no candidate with which it goes on, or says 0."""
        assert asked.local is not None
        assert asked.source is not None
        by_chance = isinstance(asked, b.PickOne) and asked.chance
        variable = local_name(asked.local)
        inner: list[str] = []
        self._tests(inner, 1, asked.where)
        following = "" if by_chance else self._following(rest)
        if following:
            inner += [f"    r = {following}", "    if r: return r"]
        ahead = open_locals(() if by_chance else Guards(self.source).needed(rest, ()))
        outer = {each.number for each in (*free_locals(asked.where, asked.source), *ahead)} - {asked.local.number}
        parameters = [f"v{number}" for number in sorted(outer)]
        test = self._helper([*parameters, variable], inner)
        words = self._written(written).text if written is not None else ""
        text = f"{NOTHING_TO_CHOOSE}: {words}" if words else NOTHING_TO_CHOOSE
        seen = Seen(self.source).name("candidates", "n", "number").name(*self._named(asked.local, "at"))
        sort = "pick" if isinstance(asked, b.PickOne) else "option"
        reason = Reason(text if sort == "pick" else asked.label.replace("_", " "), asked.span)  # type: ignore[union-attr]
        number = self.number(reason, sort, seen.labels)
        items, loose = Expressions(self.source).iterate(asked.source)
        name = self.source.fresh("n")
        self.source.lines += [
            f"def {name}({', '.join(['S', *parameters])}):",
            "    n = best = 0",
            "    at = -1",
            f"    for {variable} in {items}:",
            *([f"        if {variable} < 0: continue"] if loose else []),
            "        n += 1",
            f"        r = {test}",
            "        if not r: return 0",
            f"        if not best or r[0] > best[0]: best, at = r, {variable}",
            f"    return ({number}, (n, at), (best,) if best else ())",
            "",
        ]
        return f"{name}({', '.join(['S', *parameters])})"

    def _choose(self, asked: b.ChooseOption, rest: BoundBlock) -> str:
        """The call of a function that finds no option that is open, or says 0."""
        lines: list[str] = []
        found = []
        for at, option in enumerate(asked.options):
            if option.local is not None:
                why = self._pick(option, None, (*option.body, *rest))
                lines.append(f"    r{at} = {why}")
            else:
                following = self._following((*option.body, *rest)) or "0"
                number = self.number(Reason(option.label.replace("_", " "), option.span), "option")
                lines += [f"    r{at} = {following}", f"    if r{at}: r{at} = ({number}, (), (r{at},))"]
            lines.append(f"    if not r{at}: return 0")
            found.append(f"r{at}")
        number = self.number(Reason(NOTHING_TO_CHOOSE, asked.span), "choose")
        lines.append(f"    return ({number}, (), ({', '.join(found)},))")
        parameters = [local_name(each) for each in open_locals((asked, *Guards(self.source).needed(rest, ())))]
        name = self.source.fresh("n")
        self.source.lines += [f"def {name}({', '.join(['S', *parameters])}):", *lines, ""]
        return f"{name}({', '.join(['S', *parameters])})"


def _either(test: Bound) -> tuple[Bound, ...]:
    if isinstance(test, b.Op) and test.op == "or":
        return tuple(part for each in test.arguments for part in _either(each))
    return (test,)


def _looks_through(test: b.Quantify) -> bool:
    """Whether a test puts a condition on candidates."""
    return test.function in ("any", "every", "none") and test.where is not None


def _has_reason(test: Bound) -> bool:
    """Whether a test has a reason of its own behind it."""
    return isinstance(test, b.Evaluate | b.EvaluateField | b.Possible | b.Quantify)


def _options(asked: b.PickOne | b.ChooseOption) -> tuple[b.PickOne | b.BoundOption, ...]:
    return (asked,) if isinstance(asked, b.PickOne) else asked.options


def _price(value: Bound) -> Bound:
    """A price without what keeps it from being less than nothing."""
    match value:
        case b.Op(op="max", arguments=(b.Const(value=0), amount)):
            return b.Op("<=", (amount, b.Const(0, b.NUMBER)), b.TRUTH)
        case _:
            return b.Op("<=", (value, b.Const(0, b.NUMBER)), b.TRUTH)


def _conjuncts(test: Bound) -> tuple[Bound, ...]:
    if isinstance(test, b.Op) and test.op == "and":
        return tuple(part for each in test.arguments for part in _conjuncts(each))
    return (test,)
