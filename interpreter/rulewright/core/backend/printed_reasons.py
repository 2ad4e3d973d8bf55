"""Explanations next to a traced build: functions that find an option's first failing requirement.

They are another print of the look-aheads: where those return 0 these return a tree, and 0 where nothing fails. A tree
is (number of a reason, values it saw, trees of what is behind it). The reasons are numbered from 1, those that are
looked at later with the higher number; each has its words, its place, a sort and the labels of its values:

- `test`, `pay`: a requirement; behind a test that has a name is its own reason
- `call`: an effect that cannot be done, and behind it why
- `pick`, `choose`: a choice in which nothing is possible, and behind it the candidate that comes closest, the options
- `option`: one option of a choice; `missing`, `alike`: a candidate; `otherwise`: what is open only if nothing else is
- `any`, `every`, `found`, `nobody`: a condition on candidates; of `nobody` even the first part is true for none
- `value`: how a named test or number comes about
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import assert_never

from rulewright.core.backend.failing import Failing, as_candidate, words_of
from rulewright.core.backend.printed_statements import Straight
from rulewright.core.backend.printed_values import Expressions
from rulewright.core.backend.seen import Seen
from rulewright.core.backend.source import Source, gathered, local_name, local_names
from rulewright.core.lower.locals import free_locals
from rulewright.core.lower.lookahead import in_order
from rulewright.core.lower.lowering import Lowered
from rulewright.core.lower.offered import locals_of
from rulewright.core.lower.phrase_trees import phrase_of
from rulewright.core.lower.walk import asks_in
from rulewright.core.model import derived as der
from rulewright.core.model import lowered_values as lv
from rulewright.core.model import operations as low
from rulewright.core.model.functions import Effect, Value
from rulewright.core.model.phrases import NO_PHRASE
from rulewright.core.model.type import NUMBER, TRUTH, Reason

NOTHING_TO_CHOOSE = "nothing can be chosen"
NOT_AMONG = "not among the candidates"
OTHERS_ARE_OPEN = "something else can be chosen"
ALIKE = "another one exactly like it represents it"


def explain_value_test(failing: Failing, value: Value) -> None:
    """`whyq<n>`: why a named test is false."""
    failing.entry = value.id
    failing.source.begin(f"yq{value.number}")
    lines = failing.tests(1, value.amount) if value.type.kind == "truth" else []
    parameters = ["v0", *(local_name(each) for each in value.parameters)]
    failing.source.function(f"whyq{value.number}", parameters, [*lines, "    return 0"])


def explain_effect(failing: Failing, effect: Effect) -> None:
    """Write `whyp<n>`, why an effect cannot be done, and the functions of each decision in it.

    For those see `_explain_decision`.
    """
    source, failing.entry = failing.source, effect.id
    looks = source.begin(f"yp{effect.number}")
    whole = looks.of_effect(effect)
    asked = [*asks_in(effect.body)]  # what follows them lives on: look-aheads know operations by their identity
    decisions = [looks.decision(ask, rest) for ask, rest in asked if source.lowered.program.sites[ask.site].asks]
    for look in in_order(looks.found):
        _explain_look(failing, look, f"whyp{effect.number}" if look is whole else _name(look))
    for decision in decisions:
        _explain_decision(failing, decision, effect.n_locals)


def tables(lowered: Lowered, known: tuple[int, int] = (0, 0)) -> list[str]:
    """The lines that gather the functions by their numbers, as in `module.py`."""
    program, (values, effects) = lowered.program, known
    quantities = [each.number for each in program.quantities[values:]]
    numbers = [each.number for each in program.procedures[effects:]]
    bodies = [each.body for each in lowered.effects() if each.number >= effects]
    asking = sorted(ask.site for body in bodies for ask, _ in asks_in(body) if program.sites[ask.site].asks)
    before = "**{}, " if effects else ""
    return [
        gathered("WHYQ", [f"whyq{number}" for number in quantities], values),
        gathered("WHYP", [f"whyp{number}" for number in numbers], effects),
        f"WHY = {{{before.format('WHY')}{', '.join(f'{each}: why{each}' for each in asking)}}}",
        gathered("NUM", [f"num{number}" for number in quantities], values),
        f"AMONG = {{{before.format('AMONG')}{', '.join(f'{each}: among{each}' for each in asking)}}}",
    ]


def _name(look: der.LookAhead) -> str:
    return f"k{look.name}"


def _explain_look(failing: Failing, look: der.LookAhead, name: str) -> None:
    lines = _Steps(failing).lines(look.steps, 1, False)
    failing.source.function(name, [local_name(each) for each in look.parameters], lines)


def _explain_decision(failing: Failing, decision: der.DecisionPoint, n_locals: int) -> None:
    """`why<site>(S, frame, option, candidate)`, and `among<site>(S, frame, option)`: what may be candidates."""
    source, site, steps = failing.source, decision.ask.site, _Steps(failing)
    unpacked = f"    _, _, pc, {', '.join(local_names(n_locals))} = f"
    lines, among = [unpacked], [unpacked]
    for number, option in enumerate(decision.options):
        offer = option.offer
        lines.append(f"    if option == {number}:")
        if offer.local is not None and offer.source is not None:
            items = Expressions(source).emit(offer.source)
            missing = failing.number(Reason(NOT_AMONG, offer.span), "missing")
            lines.append(f"        {local_name(offer.local)} = c")
            lines.append(f"        if c not in {items}: return {missing}, (), ()")
            lines += failing.tests(2, offer.where)
            among.append(f"    if option == {number}: return tuple({items})")
        lines += steps.following(2, option.following)
        lines.append(f"        return {_beside_others(failing, offer)}")
    source.function(f"why{site}", ["f", "option", "c"], [*lines, "    return 0"])
    source.function(f"among{site}", ["f", "option"], [*among, "    return ()"])


def _beside_others(failing: Failing, offer: low.Option) -> str:
    """The tree of what keeps an option closed that could be done: others that are open."""
    if offer.distinct is not None:
        return f"{failing.number(Reason(ALIKE, offer.span), 'alike')}, (), ()"
    if offer.otherwise:
        return f"{failing.number(Reason(OTHERS_ARE_OPEN, offer.span), 'otherwise')}, (), ()"
    return "0"


@dataclass(frozen=True, slots=True)
class _Steps:
    """Prints steps of look-aheads so that they report what fails."""

    failing: Failing

    @property
    def source(self) -> Source:
        return self.failing.source

    def lines(self, steps: der.LookAheadSteps, indent: int, copied: bool) -> list[str]:
        """Return the lines of steps, the last of which returns.

        `copied` tells whether the state is a copy already.
        """
        lines: list[str] = []
        left = "    " * indent
        for step in steps:
            match step:
                case low.Count():
                    pass
                case low.Let():
                    lines += self._straight(step, indent)
                case der.Must():
                    lines += self._must(indent, step.check)
                case der.MustBeAble():
                    lines += self._able(indent, step.call)
                case der.Trial():
                    lines += [] if copied else [f"{left}S = S[:]"]
                    copied = True
                    lines += self._trial(step, indent)
                case der.Foreseen():
                    lines.append(f"{left}return 0")
                case der.Then():
                    lines.append(f"{left}return {self._call(step.after)}")
                case der.Either():
                    lines.append(f"{left}if {Expressions(self.source).emit(step.test)}:")
                    lines += self.lines(step.then, indent + 1, copied)
                    lines += self.lines(step.otherwise, indent, copied)
                case der.AnyOf(choice=low.Ask(named=True) as ask):
                    lines.append(f"{left}return {self._choose(ask, step.options)}")
                case der.AnyOf():
                    (option,) = step.options
                    lines.append(f"{left}return {self._pick(option, step.choice)}")
                case _:
                    assert_never(step)
        return lines

    def following(self, indent: int, following: der.Following) -> list[str]:
        """Lines that return the tree of what follows a choice if it is not possible."""
        match following:
            case None:
                return []
            case low.Check():
                return self._must(indent, following)
            case lv.Call():
                return self._able(indent, following)
            case der.LookAhead():
                return ["    " * indent + f"r = {self._call(following)}", "    " * indent + "if r: return r"]
            case _:
                assert_never(following)

    def _call(self, look: der.LookAhead) -> str:
        return f"{_name(look)}({', '.join(['S', *(local_name(each) for each in look.parameters)])})"

    def _must(self, indent: int, check: low.Check) -> list[str]:
        if check.purse is None or check.price is None or check.reason is None:
            return self.failing.tests(indent, check.test)
        seen = Seen(self.source).add(check.purse).add(_price(check.price))
        number = self.failing.number(check.reason, "pay", seen.labels, phrase_of(check))
        test = Expressions(self.source).emit(check.test)
        return ["    " * indent + f"if not {test}: return ({number}, {seen.tuple}, ())"]

    def _able(self, indent: int, call: lv.Call | lv.CallField) -> list[str]:
        expressions, left, lines = Expressions(self.source), "    " * indent, []
        given = ", ".join(["S", *expressions.all(call.arguments)])
        if isinstance(call, lv.Call):
            called = f"whyp{call.function}({given})"
        else:
            name = self.source.temporary()
            lines.append(f"{left}{name} = T{call.table}[{expressions.emit(call.target)}]")
            called = f"WHYP[{name}]({given}) if {name} >= 0 else 0"
        lines.append(f"{left}r = {called}")
        written = words_of(call)
        if not written.text:
            return [*lines, f"{left}if r: return r"]
        seen = Seen(self.source)
        for each in call.arguments[1:]:
            seen.add(each)
        if isinstance(call, lv.CallField):
            seen.add(call.target)
        number = self.failing.number(written, "call", seen.labels, phrase_of(call))
        return [*lines, f"{left}if r: return ({number}, {seen.tuple}, (r,))"]

    def _straight(self, operation: low.Operation, indent: int) -> list[str]:
        straight = Straight(self.source, "S", "return 0", traced=False)
        straight.operation(operation, indent)
        return straight.lines

    def _trial(self, trial: der.Trial, indent: int) -> list[str]:
        """Return lines that do an operation on the copy, and return 0 if it ends the game."""
        left = "    " * indent
        if not trial.ends:
            return self._straight(trial.operation, indent)
        inner = self._straight(trial.operation, indent + 1)
        return [f"{left}try:", *inner, f"{left}except GameEnd:", f"{left}    return 0"]

    # ---- Choices

    def _pick(self, option: der.Possible, choice: low.Ask | low.Roll | None) -> str:
        """Return the call of a function that reports that no candidate can continue, 0 if one can.

        `choice` is None for the one option of a decision with several.
        """
        offer, failing = option.offer, self.failing
        assert offer.local is not None
        assert offer.source is not None
        variable = local_name(offer.local)
        inner = [*failing.tests(1, offer.where), *self.following(1, option.following)]
        parameters = [f"v{number}" for number in sorted(_read_by(option))]
        test = failing.helper([*parameters, variable], inner)
        if choice is not None:
            words = words_of(choice).text
            reason = Reason(f"{NOTHING_TO_CHOOSE}: {words}" if words else NOTHING_TO_CHOOSE, offer.span)
        else:
            reason = _label(offer)
        seen = Seen(self.source).name("candidates", "n", "number").name(*as_candidate(offer.local))
        phrase = phrase_of(choice) if choice is not None else NO_PHRASE
        number = failing.number(reason, "pick" if choice is not None else "option", seen.labels, phrase)
        lines = [
            *failing.through(offer.local, offer.source),
            "        n += 1",
            f"        r = {test}",
            "        if not r: return 0",
            f"        if not best or r[0] > best[0]: best, at = r, {variable}",
            f"    return ({number}, (n, at), (best,) if best else ())",
        ]
        return self.source.function(self.source.fresh("n"), parameters, lines)

    def _choose(self, ask: low.Ask, options: tuple[der.Possible, ...]) -> str:
        """The call of a function that finds no option that is open, or returns 0."""
        failing = self.failing
        lines: list[str] = []
        found: list[str] = []
        read: set[int] = set()
        for at, option in enumerate(options):
            if option.offer.local is not None:
                lines.append(f"    r{at} = {self._pick(option, None)}")
            else:
                parameters = [local_name(each) for each in locals_of(option.following)]
                inner = self.following(1, option.following)
                following = failing.helper(parameters, inner) if inner else "0"
                number = failing.number(_label(option.offer), "option")
                lines += [f"    r{at} = {following}", f"    if r{at}: r{at} = ({number}, (), (r{at},))"]
            read |= _read_by(option)
            lines.append(f"    if not r{at}: return 0")
            found.append(f"r{at}")
        number = failing.number(Reason(NOTHING_TO_CHOOSE, ask.span), "choose")
        lines.append(f"    return ({number}, (), ({', '.join(found)},))")
        return self.source.function(self.source.fresh("n"), [f"v{number}" for number in sorted(read)], lines)


def _read_by(option: der.Possible) -> set[int]:
    """The numbers of the locals that an option and what follows it read, besides its candidate."""
    offer = option.offer
    read = {each.number for each in (*free_locals(offer.where, offer.source), *locals_of(option.following))}
    return read if offer.local is None else read - {offer.local.number}


def _label(offer: low.Option) -> Reason:
    return Reason(offer.label.replace("_", " "), offer.span)


def _price(value: lv.Expression) -> lv.Expression:
    """A price without what keeps it from being less than nothing."""
    if isinstance(value, lv.Primitive) and value.name == "non_negative":
        (value,) = value.arguments
    return lv.Primitive("<=", (value, lv.Const(0, NUMBER)), TRUTH)
