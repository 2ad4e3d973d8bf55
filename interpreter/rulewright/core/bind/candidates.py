"""Binds what ranges over a set: `x in SET where TEST by most value(x)`, and the functions that go through one."""

from __future__ import annotations

from rulewright.core.bind.binder import Binder
from rulewright.core.bind.computed import as_number, computed
from rulewright.core.bind.scope import Scope, describe, unsure
from rulewright.core.diagnostics import did_you_mean
from rulewright.core.language.other_words import function_suggestion
from rulewright.core.language.unparse import unparse_expression
from rulewright.core.language.vocabulary import names_of
from rulewright.core.model import bound_values as bv
from rulewright.core.model import effects as ast
from rulewright.core.model.bound_values import UNKNOWN, Bound, Const, Local, Order
from rulewright.core.model.kinds import kind_of
from rulewright.core.model.nodes import nodes_of
from rulewright.core.model.type import NUMBER, TRUTH, Type

QUANTIFIERS = names_of("quantifier")
_Ranging = tuple[Local, Bound, Bound | None, Scope]


def candidates(binder: Binder, scope: Scope, over: ast.Candidates, word: str) -> _Ranging:
    """The local, the set and the test of `x in SET where TEST`, and the scope that knows x.

    They are for `word`, for which their order does not matter; an order given is a diagnostic.
    """
    family, hint = binder.world.families.get(over.variable), "choose another name"
    if word in ("pick", "roll") and family is not None and family.sort != "zone":
        hint = f"{hint}; to set it to what is picked: {word} {over.variable} from (x in SET where TEST)"
    ranging = _ranging(binder, scope, over, hint)
    if over.order:
        hint = "leave out what begins with 'by': only 'first', 'for each' and 'ask in turn' take an order"
        binder.error(scope, "no-order-here", over.order[0].at, f"'{word}' takes no order", hint)
    return ranging


def ordered_candidates(binder: Binder, scope: Scope, over: ast.Candidates) -> tuple[_Ranging, Order]:
    """Return (what `candidates` returns, the numbers that order the candidates)."""
    ranging = _ranging(binder, scope, over)
    return ranging, tuple(_key(binder, ranging[-1], key) for key in over.order)


def _ranging(binder: Binder, scope: Scope, over: ast.Candidates, otherwise: str = "choose another name") -> _Ranging:
    source = binder.set_of(scope, over.source)
    inner = scope.inner()
    if binder.is_taken(over.variable):
        hint = otherwise
        if over.variable in binder.world.components:
            hint = f"{hint}; to look for it: any(x in SET where x is {over.variable})"
        binder.error(scope, "name-taken", over.at, f"'{over.variable}' has a meaning already", hint)
    local = inner.new(binder.element(source), over.variable)
    binder.world.note(scope.text, over.at, "local", over.variable, how="names", type_=local.type)
    if over.going is not None:
        test = binder.test(inner, over.going.test)
        source = bv.Quantify(over.going.word, local, source, test, None, source.type)
    where = binder.test(inner, over.where) if over.where is not None else None
    return local, source, where, inner


def _key(binder: Binder, scope: Scope, key: ast.OrderKey) -> Bound:
    value = binder.bind(scope, key.value)
    if value.type.kind == "truth":
        value = as_number(value)
    elif value.type.kind not in ("number", "nothing"):
        message = f"candidates are ordered by numbers or truths; this is {describe(value.type)}"
        binder.error(scope, "wrong-type", key.value.at, message)
    return value if key.first == "least" else computed("neg", value)


def those(binder: Binder, scope: Scope, node: ast.Those) -> Bound:
    """`(x in SET where TEST by KEYS)`: the set of those things."""
    (local, source, where, _), order = ordered_candidates(binder, scope, node.over)
    return bv.Quantify("those", local, source, where, None, Type("set", source.type.domain), order)


def quantifier(binder: Binder, scope: Scope, node: ast.Quantifier) -> Bound:
    """`count(x in ...)`, `sum(value for x in ...)`, `first(x in ... by ...)` and the like."""
    name = node.function
    if name not in QUANTIFIERS:
        is_function = name in names_of("function")  # of a set, which stands in parentheses of its own
        those = unparse_expression(ast.Those(node.over, node.at))
        hint = f"write {name}({those})" if is_function else function_suggestion(name)
        hint = hint or did_you_mean(name, QUANTIFIERS)
        return binder.refused(scope, "unknown-function", node.at, f"no function is named '{name}'", hint)
    if name == "distance":
        return _distance(binder, scope, node)
    if name == "first":
        (local, source, where, inner), order = ordered_candidates(binder, scope, node.over)
    else:
        (local, source, where, inner), order = candidates(binder, scope, node.over, name), ()
    value = None
    if name in ("sum", "highest", "lowest"):
        if node.value is None:
            message = f"'{name}' needs a number to add or compare: {name}(x.cost for x in ...)"
            return binder.refused(scope, "wrong-arguments", node.at, message)
        value = binder.number(inner, node.value)
    elif node.value is not None:
        message = f"'{name}' takes a set alone: {name}(x in ...)"
        test = unparse_expression(node.value) if node.over.where is None else "TEST"
        hint = f"write {name}({node.over.variable} in {unparse_expression(node.over.source)} where {test})"
        binder.error(scope, "wrong-arguments", node.at, message, hint)
    if name == "any" and where is not None and _holds_me(scope, source) and local not in nodes_of(where):
        return where
    type_ = NUMBER if name in ("count", "sum", "highest", "lowest") else TRUTH
    if name == "first":
        type_ = _or_none(local.type)
    return bv.Quantify(name, local, source, where, value, type_, order)


def _holds_me(scope: Scope, source: Bound) -> bool:
    """Return whether a set is that of all seats from the acting one on, where none can have left."""
    return isinstance(source, bv.OthersSet) and source.also_self and source.seat == scope.me


def _or_none(type_: Type) -> Type:
    """The type of a candidate that there may be none of, which is -1 among numbers."""
    if type_.kind != "number" or type_.low is None or type_.high is None:
        return unsure(type_)
    return type_._replace(low=min(-1, type_.low), high=max(-1, type_.high))


def _distance(binder: Binder, scope: Scope, node: ast.Quantifier) -> Bound:
    """Return the number of borders to the nearest place of a reach that passes a test."""
    local, source, where, _ = candidates(binder, scope, node.over, node.function)
    along = source.source if isinstance(source, bv.Quantify) and source.function in ("while", "until") else source
    if node.value is not None or where is None or not isinstance(along, bv.Along) or along.way != "reach":
        if source.type.domain:
            message = "'distance' needs 'reach' of a place: it goes from there to the nearest one that passes a test"
            hint = "write distance(x in reach(PLACE) while TEST where TEST); the first test may be left out"
            binder.error(scope, "wrong-arguments", node.at, message, hint)
        return UNKNOWN
    if source is along:
        source = bv.Quantify("while", local, along, Const(1, TRUTH), None, along.type)
    farthest = len(binder.world.domains[kind_of(along.type.domain)].names)
    nowhere = Const(farthest, Type("number", "", False, farthest, farthest))
    return bv.Quantify(node.function, local, source, where, nowhere, NUMBER._replace(low=0, high=farthest))
