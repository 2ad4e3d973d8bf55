"""Decisions whose offers depend on what other seats do not see: how many are open is then a secret of the seat asked.

An offer depends on a hidden thing if a test of it, or a guard that is checked before it is offered, reads one, or if it
picks among hidden pieces and not every one of them is offered. How many pieces are in a zone is no secret. A piece that
was picked from a hidden zone is hidden until it is moved to an open one. What is found is only ever too much.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import assert_never

from rulewright.core.lower.lookahead import LookAheads
from rulewright.core.lower.lowering import Lowered
from rulewright.core.lower.summary import suspends
from rulewright.core.lower.walk import after_body
from rulewright.core.model import derived as der
from rulewright.core.model import lowered_values as lv
from rulewright.core.model import operations as low
from rulewright.core.model.nodes import nodes_of

_Function = tuple[str, int]
_Look = tuple[str, frozenset[int]]
"""A look by its name, and the locals that are hidden there."""


def secret_sites(lowered: Lowered, hidden: Collection[str]) -> frozenset[int]:
    """Return the sites of decisions whose number of options is a secret, given the families that are hidden."""
    return _Secrets(lowered, frozenset(hidden)).sites() if hidden else frozenset()


class HiddenReads:
    """Tells whether a tree of operations or expressions reads what not everybody sees."""

    def __init__(self, lowered: Lowered, hidden: frozenset[str]) -> None:
        self._secrets = _Secrets(lowered, hidden)

    def reads(self, tree: object) -> bool:
        """Return whether a tree reads one of the hidden families, itself or in a value that it needs."""
        return self._secrets.reads(tree)


def telling_tests(lowered: Lowered, hidden: Collection[str]) -> tuple[low.If, ...]:
    """Return the conditions on hidden things of which one way asks somebody and the other does not."""
    if not hidden:
        return ()
    secrets = _Secrets(lowered, frozenset(hidden))
    secrets.sites()
    return tuple(secrets.tests.values())


class _Secrets:
    """Goes through the effects of a program until no more of their parameters may be hidden pieces."""

    def __init__(self, lowered: Lowered, hidden: frozenset[str]) -> None:
        self._lowered, self._hidden = lowered, hidden
        self._given: dict[int, set[int]] = {}
        """The parameters of each effect that may be hidden pieces."""
        self._known: dict[_Function, bool] = {}
        self._looks: dict[str, der.LookAhead] = {}
        self._looked: dict[_Look, bool] = {}
        """What was found of a look with some hidden locals: many ways go on with one look."""
        self._under_way: set[_Look] = set()
        self._assumed: set[_Look] = set()
        self._times_assumed = 0
        """Those looks under way that what is found now relies on, and how often that was done."""
        self._decisions: dict[int, der.DecisionPoint] = {}
        self._found: set[int] = set()
        self.tests: dict[int, low.If] = {}
        self._more = False

    def sites(self) -> frozenset[int]:
        self._more = True
        while self._more:
            self._more = False
            for effect in self._lowered.effects():
                looks = LookAheads(self._lowered, f"s{effect.number}")
                self._block(looks, effect.body, (), set(self._given.get(effect.number, ())))
        program = self._lowered.program
        free = {each.site for each in self._free()} & self._found
        return frozenset(self._found | ({*program.free.sites} if free else set()))

    def reads(self, tree: object) -> bool:
        """Return whether a tree reads what is hidden, where no local is known to hold such a thing."""
        return self._reads(tree, set())

    def _free(self) -> Iterable[low.Ask]:
        number = self._lowered.program.free.procedure
        return (each for each in self._lowered.effect(number).body if isinstance(each, low.Ask)) if number >= 0 else ()

    def _block(self, looks: LookAheads, block: low.Block, rest: low.Block, veiled: set[int]) -> None:
        """Go through a block, updating `veiled`, the locals that hold hidden things."""
        for position, operation in enumerate(block):
            following = (*block[position + 1 :], *rest)
            self._pass_on(operation, veiled)
            if isinstance(operation, low.Ask):
                self._ask(looks, operation, following, veiled)
                continue
            if isinstance(operation, low.Let):
                self._set(operation.local, self._reads(operation.value, veiled), veiled)
            elif isinstance(operation, low.Roll | low.Each):
                self._set(operation.local, self._shows(operation.source, veiled), veiled)
            elif isinstance(operation, low.Move) and isinstance(operation.piece, lv.Local):
                if operation.to.address.family not in self._hidden:
                    veiled.discard(operation.piece.number)
            if isinstance(operation, low.If) and self._reads(operation.test, veiled):
                if suspends(self._lowered, operation.then) != suspends(self._lowered, operation.otherwise):
                    self.tests[id(operation)] = operation
            for way in (*operation.ways, *operation.loops):
                inner = set(veiled)
                self._block(looks, way, following if operation.ways else after_body(operation, following), inner)
                veiled |= inner

    def _ask(self, looks: LookAheads, ask: low.Ask, rest: low.Block, veiled: set[int]) -> None:
        if ask.site not in self._decisions:
            self._decisions[ask.site] = looks.decision(ask, rest)
            self._looks |= {each.name: each for each in looks.found}
        if any(self._depends(each, veiled) for each in self._decisions[ask.site].options):
            self._found.add(ask.site)
        ways = []
        for offer in ask.offers:
            inner = set(veiled)
            if offer.local is not None:
                self._set(offer.local, self._shows(offer.source, veiled), inner)
            self._block(looks, offer.body, rest, inner)
            ways.append(inner)
        veiled |= set().union(*ways)

    def _set(self, local: lv.Local, is_hidden: bool, veiled: set[int]) -> None:
        (veiled.add if is_hidden else veiled.discard)(local.number)

    def _pass_on(self, operation: low.Operation, veiled: set[int]) -> None:
        """Note which hidden things are given to other effects."""
        for number in operation.runs:
            for parameter, value in zip(self._lowered.effect(number).parameters, operation.given, strict=False):
                known = self._given.setdefault(number, set())
                if parameter.number not in known and self._reads(value, veiled):
                    known.add(parameter.number)
                    self._more = True

    # ---- What an offer depends on

    def _depends(self, option: der.Possible, veiled: set[int]) -> bool:
        offer = option.offer
        inner = set(veiled)
        among = self._shows(offer.source, veiled)
        if offer.local is not None:
            self._set(offer.local, among, inner)
        if self._reads((offer.where, offer.distinct), inner) or self._counts(offer.source, veiled):
            return True
        return self._follows(option.following, inner)

    def _follows(self, following: der.Following, veiled: set[int]) -> bool:
        """Whether what must be possible after a choice depends on hidden things."""
        match following:
            case None:
                return False
            case low.Check(test=test):
                return self._reads(test, veiled)
            case lv.Call():
                return self._reads(following.arguments, veiled) or self._effect(following.function)
            case der.LookAhead():
                return self._look(following, veiled)
            case _:
                assert_never(following)

    def _look(self, look: der.LookAhead, veiled: set[int]) -> bool:
        key = look.name, frozenset(veiled)
        if key in self._looked:
            return self._looked[key]
        if key in self._under_way:  # it calls itself, and nothing more is hidden than before
            self._assumed.add(key)
            self._times_assumed += 1
            return False
        before = self._times_assumed
        self._under_way.add(key)
        found = self._steps(self._looks[look.name].steps, set(veiled))
        self._under_way.remove(key)
        self._assumed.discard(key)
        if not self._assumed or self._times_assumed == before:
            self._looked[key] = found
        return found

    def _steps(self, steps: der.LookAheadSteps, veiled: set[int]) -> bool:
        return any(self._step(each, veiled) for each in steps)

    def _step(self, step: der.LookAheadStep, veiled: set[int]) -> bool:
        match step:
            case low.Count() | der.Foreseen():
                return False
            case low.Let(local=local, value=value):
                self._set(local, self._reads(value, veiled), veiled)
                return False
            case der.Must(check=check):
                return self._reads(check.test, veiled)
            case der.MustBeAble(call=call):
                return self._reads(call.arguments, veiled) or any(map(self._effect, call.runs))
            case der.Trial(operation=operation):
                return isinstance(operation, low.If | low.While) and self._reads(operation.test, veiled)
            case der.Then(after=after):
                return self._look(after, veiled)
            case der.Either(test=test, then=then, otherwise=otherwise):
                return (
                    self._reads(test, veiled) or self._steps(then, set(veiled)) or self._steps(otherwise, set(veiled))
                )
            case der.AnyOf(options=options):
                return any(self._depends(each, veiled) for each in options)
            case _:
                assert_never(step)

    def _effect(self, number: int) -> bool:
        """Whether it depends on hidden things that an effect can be done."""
        key = "effect", number
        if key not in self._known:
            self._known[key] = False
            looks = LookAheads(self._lowered, f"e{number}")
            whole = looks.of_effect(self._lowered.effect(number))
            self._looks |= {each.name: each for each in looks.found}
            self._known[key] = self._look(whole, set())
        return self._known[key]

    # ---- What an expression reads

    def _shows(self, source: lv.Expression | None, veiled: set[int]) -> bool:
        """Whether things of a set are hidden ones."""
        return source is not None and self._reads(source, veiled)

    def _counts(self, source: lv.Expression | None, veiled: set[int]) -> bool:
        """Whether how many things are in a set depends on hidden things: those in a zone anyone can count."""
        match source:
            case None:
                return False
            case lv.Zone():
                return self._reads([each for each, _ in source.address.terms], veiled)
            case lv.Primitive(name="union", arguments=parts):
                return any(self._counts(each, veiled) for each in parts)
            case _:
                return self._reads(source, veiled)

    def _reads(self, tree: object, veiled: set[int]) -> bool:
        """Whether a tree reads what is hidden: a zone, a counter, a marker, or a local that holds such a thing."""
        sizes = {
            id(node.arguments[0])
            for node in nodes_of(tree)
            if isinstance(node, lv.Primitive) and node.name == "size" and not self._counts(node.arguments[0], veiled)
        }
        for node in nodes_of(tree):
            match node:
                case lv.Zone(address=address):
                    if address.family in self._hidden and id(node) not in sizes:
                        return True
                case lv.Load(address=address):
                    if address.family in self._hidden:
                        return True
                case lv.Local(number=number):
                    if number in veiled:
                        return True
                case lv.Evaluate(function=number):
                    if self._value(number):
                        return True
                case lv.EvaluateField(table=table):
                    if any(map(self._value, self._lowered.program.named_in(table))):
                        return True
                case lv.Possible(call=call):
                    if any(map(self._effect, call.runs)):
                        return True
                case _:
                    pass
        return False

    def _value(self, number: int) -> bool:
        """Whether a value reads what is hidden, whatever it is given."""
        key = "value", number
        if key not in self._known:
            self._known[key] = False
            self._known[key] = self._reads(self._lowered.value(number).amount, set())
        return self._known[key]
