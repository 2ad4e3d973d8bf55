"""How a value comes about: for each value a function that gives its parts, alongside a traced build.

`num<n>(S, v0, ...)` returns a tree as those of `failing.py` are: of the sort `value`, its values first the whole, then
what it is before modifiers, then what that reads. It is followed by each modifier that changes it, of the sort
`modifier`: what it adds, then what it reads.
"""

from __future__ import annotations

from rulewright.backends.python.expressions import Expressions
from rulewright.backends.python.failing import Failing
from rulewright.backends.python.seen import Seen
from rulewright.backends.python.source import local_name
from rulewright.lower.words import written_as
from rulewright.model import effects as ast
from rulewright.model import lowered_values as lv
from rulewright.model.functions import Value
from rulewright.model.nodes import nodes_of
from rulewright.model.type import Reason


def emit_number(failing: Failing, value: Value) -> None:
    """The function of one value."""
    failing.entry = value.id
    source, expressions, type_ = failing.source, Expressions(failing.source), value.type
    given = ["v0", *(local_name(each) for each in value.parameters)]
    seen = Seen(source).name("", f"q{value.number}({', '.join(['S', *given])})", type_.kind, type_.domain)
    seen.name("base", expressions.emit(value.bare), type_.kind, type_.domain)
    names = _names_in(value)
    for local in value.parameters:
        if local.number in names:
            seen.name(names[local.number], local_name(local), local.type.kind, local.type.domain)
    seen.add(value.bare)
    lines = ["    r = ()"]
    for addend in value.addends:
        amount = expressions.emit(addend.amount)
        when = expressions.emit(addend.when) if addend.when is not None else "True"
        inner = Seen(source).name("", amount, "number").add(addend.when).add(addend.amount)
        number = failing.number(Reason(addend.id, addend.span), "modifier", inner.labels)
        lines.append(f"    if {when} and {amount}: r = (*r, ({number}, {inner.tuple}, ()))")
    written = written_as(value.bare.origin)
    words = f"{value.id} = {written.text}" if written is not None else value.id
    number = failing.number(Reason(words, value.span), "value", seen.labels)
    source.function(f"num{value.number}", given, [*lines, f"    return ({number}, {seen.tuple}, r)"])


def _names_in(value: Value) -> dict[int, str]:
    """What a value calls locals that it mentions, by number: as its own text does, else as those of its modifiers."""
    names: dict[int, str] = {}
    for node in nodes_of((value.bare, value.addends)):
        if isinstance(node, lv.Local) and node.origin is not None and isinstance(node.origin.tree, ast.Name):
            names.setdefault(node.number, node.origin.tree.name)
    return names
