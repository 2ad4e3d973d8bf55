"""Amounts and tests of the effect language in words, by one pass over their trees, in any language.

An author's `says` for a quantity or counter wins, then its title; anything with neither is described by its parts. If
those have no words either, nothing is said: never an id. Phrases come after a colon or a number, so that nothing has to
be inflected. Effects are in `phrasing_effects.py`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import assert_never

from rulewright.core.model import effects as ast
from rulewright.core.model.kinds import DomainName
from rulewright.core.model.packed_trees import unpacked
from rulewright.core.model.texts import EFFECT_TYPES
from rulewright.observe.words.domains_of_trees import domain_of
from rulewright.observe.words.glossary import Glossary, Meant
from rulewright.observe.words.phrasing_comparisons import compared, of_rivals, there_is
from rulewright.observe.words.said import Said, filled_in, in_a_row, listed, text_of

_DEEPEST = 12
_NEGATED = {
    "=": "!=", "!=": "=", "<": ">=", "<=": ">", ">": "<=", ">=": "<",
}  # fmt: skip
_SIGNS = {"+": "plus", "-": "minus", "*": "times", "/": "divided", "%": "rest"}
_FUNCTIONS = {
    "top": "top", "bottom": "bottom", "min": "smallest", "max": "greatest", "size": "number_in", "abs": "distance",
    "neighbours": "next_to", "step": "next_to", "ray": "in_direction", "reach": "connected_to",
    "opposite": "opposite", "turn": "turned",
    "distance": "way_between", "longest_way": "longest_way",
}  # fmt: skip
_OTHERS = {"any": "somebody_else", "none": "nobody_else", "every": "all_others"}
_RIVALS = {("none", ">"): "nobody_has_more", ("none", "<"): "nobody_has_less"}
_SOME = {"any": "some", "none": "no", "every": "every"}
_OF_SETS = {"sum": "sum_over", "highest": "highest", "lowest": "lowest"}


@dataclass(frozen=True, slots=True)
class Phrasing:
    """The wording of trees.

    `names` are the names of the surrounding text, `values` the known values of parts, and `titles` the titles of parts
    that are known to be one of several.
    """

    glossary: Glossary
    names: Mapping[str, Meant] = field(default_factory=dict)
    values: Mapping[ast.Expression, Said] = field(default_factory=dict)
    titles: Mapping[ast.Expression, Said] = field(default_factory=dict)
    entry: str = ""
    depth: int = 0

    def knowing(self, name: str, domain: DomainName, said: Said = ()) -> Phrasing:
        """Return this wording with one more name."""
        words = self.glossary.words(self.entry, name)
        return replace(self, names={**self.names, name: Meant(domain, said or ((words,) if words else ()))})

    def fill(self, key: str, *parts: Said | str) -> Said:
        return filled_in(self.glossary.say, key, *parts)

    # ---- What things and numbers are called

    def amount(self, tree: ast.Expression) -> Said:
        """Return the title of a number, thing or set."""
        if tree in self.titles:
            return self.titles[tree]
        match tree:
            case ast.Number():
                return (str(tree.value),)
            case ast.Truth():
                return (self.glossary.say("yes" if tree.value else "no_word"),)
            case ast.Name():
                return self._name(tree.name)
            case ast.Index():
                indexes = [self.amount(each) for each in tree.indexes]
                return self._of(self.amount(tree.target), indexes)
            case ast.Field():
                return self._field(tree)
            case ast.Operation():
                return self._worked_out(tree)
            case ast.Conditional():
                return self.fill("or", self.amount(tree.yes), self.amount(tree.no))
            case ast.OrElse(other=ast.Number() | ast.Truth() | ast.Name(name="none")):
                return self.amount(tree.value)  # the other value is what nobody would ask about
            case ast.OrElse():
                return self.fill("or_else", self.amount(tree.value), self.amount(tree.other))
            case ast.FunctionCall():
                return self._called(tree)
            case ast.Quantifier():
                return self._over_set(tree)
            case ast.Those():
                return self.several(tree.over)
            case ast.Range():
                return self.fill("from_to", self.amount(tree.low), self.amount(tree.high))
            case _:
                assert_never(tree)

    def counted(self, tree: ast.Expression, amount: str) -> Said:
        """Return N of what a tree names, in the form for the number, empty if no form is known."""
        match tree:
            case ast.Name() if tree.name not in self.names:
                return self.glossary.in_sentence(tree.name, amount, {})
            case ast.FunctionCall():
                return self.glossary.in_sentence(tree.function, amount, self.given(tree))
            case ast.Field():
                known = self.domain(tree.target) == "seat"
                return self.glossary.in_sentence(tree.name, amount, {}) if known else ()
            case _:
                return ()

    def several(self, over: ast.Candidates) -> Said:
        """Return the things that something ranges over."""
        source = self.amount(over.source)
        if over.where is None or not source:
            return source
        test = self.within(over).test(over.where)
        return self.fill("of", source, test)

    def within(self, over: ast.Candidates) -> Phrasing:
        """Return the wording inside of a loop or set, where the name of each thing needs no words."""
        return replace(self, names={**self.names, over.variable: Meant(self.domain(over.source))})

    def domain(self, tree: ast.Expression) -> DomainName:
        """Return the domain of a thing, or of the things of a set, empty if not known."""
        return domain_of(tree, self.names, self.glossary)

    def _name(self, name: str) -> Said:
        glossary = self.glossary
        if name in self.names:
            meant = self.names[name]
            kind = glossary.kind(meant.domain) if meant.domain != "number" else ""
            return meant.said or ((kind,) if kind else ())
        said = {"me": "me", "others": "others", "none": "nothing_there", "seats": "seats", "seat": "each_seat"}.get(
            name
        )
        if said is not None:
            return (glossary.say(said),)
        if name in glossary.things:
            return glossary.thing_named(name)
        if name in glossary.blueprint.domains:
            return (kind,) if (kind := glossary.kind(name)) else ()
        return self.titled(name, {}) or self._inside(name)

    def _inside(self, quantity: str) -> Said:
        """Return the words of a quantity by its parts."""
        inner = self._body(quantity)
        return inner[0].amount(inner[1]) if inner is not None else ()

    def _body(self, quantity: str) -> tuple[Phrasing, ast.Expression] | None:
        blueprint = self.glossary.blueprint
        phrase = blueprint.phrases.get(quantity)
        if phrase is None or phrase.names or self.depth >= _DEEPEST or quantity not in blueprint.quantities:
            return None  # with what it is given it would be too long, and often about nothing that people know
        tree = unpacked(phrase.tree)
        if isinstance(tree, tuple):
            return None
        return Phrasing(self.glossary, entry=quantity, depth=self.depth + 1), tree

    def _field(self, tree: ast.Field) -> Said:
        glossary, domain = self.glossary, self.domain(tree.target)
        if domain == "seat":
            if tree.name == "number":
                return self.amount(tree.target)
            return self._of(self.titled(tree.name, {}), [self.amount(tree.target)])
        field = glossary.field(domain, tree.name)
        called = (field,) if field else ()
        target = self.amount(tree.target)
        general = isinstance(tree.target, ast.Name) and self._is_general(tree.target.name)
        return called if general or not target else self._of(called, [target])

    def seats(self, tree: ast.Expression) -> Said:
        """Return one seat or several, or nobody."""
        nobody = isinstance(tree, ast.Name) and tree.name == "none"
        return (self.glossary.say("nobody"),) if nobody else self.amount(tree)

    def _is_general(self, name: str) -> bool:
        """Return whether a name stands for any chosen thing, and needs no mention."""
        return name in self.names and not self.names[name].said

    def _of(self, what: Said, whose: list[Said]) -> Said:
        """Return a thing with what it belongs to, as far as that can be said."""
        known = [each for each in whose if each and text_of(each).casefold() != text_of(what).casefold()]
        if not what or len(known) < len(whose):
            return what
        return self.fill("of", what, in_a_row(known)) if known else what

    def _worked_out(self, tree: ast.Operation) -> Said:
        if tree.op in _SIGNS and tree.left is not None:
            if tree.op == "+" and self.domain(tree.left) not in ("number", ""):
                return self.fill("and", self.amount(tree.left), self.amount(tree.right))
            return self.fill(_SIGNS[tree.op], self.amount(tree.left), self.amount(tree.right))
        if tree.op == "-":
            right = self.amount(tree.right)
            return ("−", *right) if right else ()
        return self.test(tree)

    def titled(self, name: str, given: Mapping[str, Said]) -> Said:
        """Return an entry with its arguments: in its author's sentence, or else by its title."""
        said = self.glossary.in_sentence(name, "", given)
        return said or self._of(self.glossary.entry(name), [each for each in given.values() if each])

    def given(self, call: ast.FunctionCall) -> dict[str, Said]:
        phrase = self.glossary.blueprint.phrases.get(call.function)
        names = [name for name, _ in phrase.names] if phrase is not None else []
        return {name: self.particular(each) for name, each in zip(names, call.arguments, strict=False)}

    def particular(self, tree: ast.Expression) -> Said:
        """Return the title of a known thing, empty for whichever is chosen."""
        return () if isinstance(tree, ast.Name) and self._is_general(tree.name) else self.amount(tree)

    def _called(self, call: ast.FunctionCall) -> Said:
        key = _FUNCTIONS.get(call.function)
        if key is not None:
            return self.fill(key, in_a_row(self.amount(each) for each in call.arguments))
        if call.function in ("exists", "possible"):
            return self.test(call)
        return self.titled(call.function, self.given(call)) or self._inside(call.function)

    def _over_set(self, tree: ast.Quantifier) -> Said:
        if tree.function in _SOME:
            return self.test(tree)
        if tree.function == "distance":
            return self.fill("way_to", self.within(tree.over).test(tree.over.where)) if tree.over.where else ()
        source = self.amount(tree.over.source)
        if tree.function in _OF_SETS and tree.value is not None:
            return self.fill(_OF_SETS[tree.function], source, self.within(tree.over).amount(tree.value))
        if tree.over.where is None:
            return self.fill("first" if tree.function == "first" else "number_in", source)
        if tree.function == "count":
            return self.fill("number_with", source, self.within(tree.over).test(tree.over.where))
        return ()

    # ---- What must hold

    def test(self, tree: ast.Expression, *, holds: bool = True) -> Said:
        """Return what must be true, or must not be, for a test to hold."""
        match tree:
            case ast.Operation(op="not"):
                return self.test(tree.right, holds=not holds)
            case ast.Operation(op="and" | "or", left=left) if left is not None:
                return self._joined(tree, holds)
            case ast.Operation(left=left) if left is not None and tree.op in _NEGATED:
                return compared(self, tree.op if holds else _NEGATED[tree.op], left, tree.right)
            case ast.FunctionCall(function="exists", arguments=(what,)):
                return there_is(self, what, holds=holds)
            case ast.Quantifier() if tree.function in _SOME:
                return self._some(tree, holds)
            case ast.Truth():
                return ()
            case ast.OrElse(other=ast.Truth()):
                return self.test(tree.value, holds=holds)
            case ast.Field(name="up" | "down") if self.glossary.face(self.domain(tree.target), tree.name):
                up = (tree.name == "up") == holds
                return self._side(tree.target, self.glossary.say("side_up" if up else "side_down"))
            case ast.Field() if side := self.glossary.face(self.domain(tree.target), tree.name):
                return self._denied(self._side(tree.target, side), holds)
            case ast.Name() | ast.FunctionCall() | ast.Field():
                return self._truth(tree, holds)
            case _:
                return self._denied(self.amount(tree), holds)

    def _denied(self, said: Said, holds: bool) -> Said:
        return said if holds else self.fill("not", said)

    def _side(self, target: ast.Expression, side: str) -> Said:
        general = isinstance(target, ast.Name) and self._is_general(target.name)
        what = () if general else self.amount(target)
        return self.fill("side", what, side) if what else (side,)

    def _joined(self, tree: ast.Operation, holds: bool) -> Said:
        several = joined(tree.op, tree)
        both = (tree.op == "and") == holds
        if not both and (said := self._any_of(several)):
            return said
        parts = self._at_least(several) if both and holds else [self.test(each, holds=holds) for each in several]
        if not both and not all(parts):
            return ()
        return listed(self.glossary.say, "and" if both else "or", list(dict.fromkeys(filter(None, parts))))

    def _at_least(self, several: list[ast.Expression]) -> list[Said]:
        """Return tests that must all hold, with successive minimum amounts in one list."""
        parts: list[Said] = []
        enough: list[Said] = []
        for each in several:
            counted: Said = ()
            if isinstance(each, ast.Operation) and each.op == ">=" and isinstance(each.right, ast.Number) and each.left:
                counted = self.counted(each.left, str(each.right.value))
            if counted:
                enough.append(counted)
            else:
                parts.append(self.test(each))
        listing = listed(self.glossary.say, "and", enough)
        return [self.fill("no_less", listing), *parts] if listing else parts

    def _any_of(self, several: list[ast.Expression]) -> Said:
        """Return one thing that may be any of several: `type: wood or stone`."""
        first = several[0]
        if not isinstance(first, ast.Operation) or first.left is None or not self.is_thing(first.left):
            return ()
        things: list[Said] = []
        for each in several:
            if not isinstance(each, ast.Operation) or each.op != "=" or each.left != first.left:
                return ()
            things.append(self.known(each.right))
        either = listed(self.glossary.say, "or", things) if all(things) else ()
        return self.fill("has", self.amount(first.left), either) if self.particular(first.left) else either

    def _truth(self, tree: ast.Name | ast.FunctionCall | ast.Field, holds: bool) -> Said:
        """Return the words of a boolean quantity: its author's, its title, or its parts."""
        given = self.given(tree) if isinstance(tree, ast.FunctionCall) else {}
        name = tree.function if isinstance(tree, ast.FunctionCall) else tree.name
        if isinstance(tree, ast.FunctionCall) and name == "possible":
            (what,) = tree.arguments
            return self._denied(self.fill("possible", self.amount(what)), holds)
        if isinstance(tree, ast.Field):
            is_text = self.glossary.field_domain(self.domain(tree.target), tree.name) in EFFECT_TYPES
            return () if is_text else self._denied(self._field(tree), holds)  # what is written there fails by itself
        if name in self.names:
            return self._denied(self.names[name].said, holds)
        if said := self.titled(name, given):
            return self._denied(said, holds)
        inner = self._body(name)
        return inner[0].test(inner[1], holds=holds) if inner is not None else ()

    def _some(self, tree: ast.Quantifier, holds: bool) -> Said:
        over, inner = tree.over, self.within(tree.over)
        function = tree.function if holds else {"any": "none", "none": "any"}.get(tree.function, "")
        if not function:
            return self._denied(self._some(tree, holds=True), holds)
        if over.where is None:
            return self.fill("something_in" if function == "any" else "nothing_in", self.amount(over.source))
        if self.domain(over.source) == "number":
            return inner.test(over.where, holds=function == "any") if function != "every" else ()
        test = inner.test(over.where)
        if isinstance(over.source, ast.Name) and over.source.name == "others":
            where = over.where
            if isinstance(where, ast.Operation) and (rival := of_rivals(inner, where)):
                if key := _RIVALS.get((function, where.op)):
                    return self.fill(key, rival)
            return self.fill(_OTHERS[function], test)
        return self.fill(_SOME[function], self.amount(over.source), test)

    def is_thing(self, tree: ast.Expression) -> bool:
        return self.domain(tree) not in ("", "number")

    def known(self, tree: ast.Expression) -> Said:
        """Return the value of a thing if known, or else its title."""
        return self.values.get(tree) or self.amount(tree)

    def bound(self, tree: ast.Expression) -> int | None:
        """Return a number that is written or known, None for any other."""
        if isinstance(tree, ast.Number):
            return tree.value
        shown = text_of(self.values.get(tree, ()))
        return int(shown) if shown.removeprefix("-").isdecimal() else None


def joined(op: str, tree: ast.Expression) -> list[ast.Expression]:
    """Return the parts of a test joined by a word."""
    if isinstance(tree, ast.Operation) and tree.op == op and tree.left is not None:
        return [*joined(op, tree.left), *joined(op, tree.right)]
    return [tree]
