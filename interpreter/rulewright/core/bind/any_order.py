"""Binds `in any order`: parts that are all done, in an order that the acting seat chooses where it can matter.

The statement is a procedure of its own, as is each part: a loop in it asks which of the parts left comes next. So a
part that stops before its end leaves out no other, and the parts that are left can be tried on a copy.
"""

from __future__ import annotations

from collections.abc import Callable

from rulewright.core.bind.binder import Binder
from rulewright.core.bind.calls import part_call
from rulewright.core.bind.candidates import candidates
from rulewright.core.bind.choices import Within, check_parts, part_chosen
from rulewright.core.bind.computed import ONE, ZERO, computed
from rulewright.core.bind.scope import Scope
from rulewright.core.model import bound as b
from rulewright.core.model import bound_values as bv
from rulewright.core.model import effects as ast
from rulewright.core.model.bound_values import Bound, Local
from rulewright.core.model.effect_names import IN_ANY_ORDER, part_named
from rulewright.core.model.type import NUMBER, Type


def in_any_order(
    binder: Binder, procedure: str, scope: Scope, node: ast.InAnyOrder, within: Callable[[str], Within]
) -> list[b.BoundStatement]:
    """Call the procedure that does all parts, where `within` binds a block in a named procedure."""
    name = part_named(procedure, IN_ANY_ORDER)
    whole = binder.program.add_procedure(name, scope.span(node.at))
    inner, whole.parameters = scope.apart(scope.names)
    begin: list[b.BoundStatement] = []
    left: list[Bound] = []
    options: list[b.BoundOption] = []
    check_parts(binder, scope, node)
    for part in node.options:
        option = _part(binder, inner, part, name, within, begin)
        options.append(option)
        left.append(_is_left(option))
    ask = part_chosen(binder, name, inner, node, options)
    more = left[0]
    for each in left[1:]:
        more = computed("or", more, each)
    whole.body, whole.n_locals = (*begin, b.RepeatWhile(more, (ask,))), inner.counter[0]
    return [part_call(scope, whole.number, scope.names.values(), node.at)]


def _part(
    binder: Binder, scope: Scope, part: ast.Option, name: str, within: Callable[[str], Within],
    begin: list[b.BoundStatement],
) -> b.BoundOption:  # fmt: skip
    """Return the option to do a part next, and add to `begin` the statement that marks it as left."""
    span = scope.span(part.at)
    done = binder.program.add_procedure(name, span)
    given = dict(scope.names)
    local: Local | None = None
    source: Bound | None = None
    if part.over is None:
        left = scope.new(NUMBER)
        begin.append(b.SetLocal(left, ONE))
        taken: b.BoundBlock = (b.RequireTest(computed(">", left, ZERO), span), b.SetLocal(left, ZERO))
    else:
        local, among, where, _ = candidates(binder, scope, part.over, IN_ANY_ORDER)
        of = Type("set", among.type.domain)
        source = left = scope.new(of)
        one = scope.new(local.type)
        begin.append(b.SetLocal(left, bv.Once(bv.Quantify("those", local, among, where, None, of), of, -1)))
        others = bv.Quantify("those", one, left, computed("!=", one, local), None, of)
        taken = (b.SetLocal(left, bv.Once(others, of, -1)),)
        given[part.over.variable] = local
    inner, done.parameters = scope.apart(given)
    done.body, done.n_locals = within(name)(inner, part.done), inner.counter[0]
    call = part_call(scope, done.number, given.values(), part.at)
    return b.BoundOption(part.label, local, source, None, None, (*taken, call), span)


def _is_left(option: b.BoundOption) -> Bound:
    """Whether a part, or one of its set, is not done yet."""
    if option.source is not None:
        return computed(">", bv.SetSize(option.source, NUMBER), ZERO)
    change = option.body[1]
    assert isinstance(change, b.SetLocal)
    return computed(">", change.local, ZERO)
