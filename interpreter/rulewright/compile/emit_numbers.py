"""How a value comes about: for each quantity a function that tells its parts, beside a traced build.

`num<n>(S, v0, ...)` returns a tree as those of `emit_reasons.py` are: of the sort `value`, its values first the whole,
then what it is before modifiers, then what that reads. Behind it stands each modifier that changes it, of the sort
`modifier`: what it adds, then what it reads.
"""

from __future__ import annotations

from rulewright.compile.emit_expressions import Expressions, local_name
from rulewright.compile.emit_reasons import Reasons
from rulewright.compile.emit_seen import Seen
from rulewright.compile.requirements import written_as
from rulewright.model import bound as b
from rulewright.model.bound import Reason
from rulewright.model.program import Quantity


def emit_number(reasons: Reasons, quantity: Quantity) -> None:
    """The function of one quantity."""
    source = reasons.source
    program, expressions = source.program, Expressions(source)
    bare = program.bare.get(quantity.number, quantity.amount)
    type_ = quantity.type
    given = ["S", "v0", *(local_name(each) for each in quantity.parameters)]
    seen = Seen(source).name("", f"q{quantity.number}({', '.join(given)})", type_.kind, type_.domain)
    seen.name("base", expressions.emit(bare), type_.kind, type_.domain)
    for local in quantity.parameters:
        name = _name(reasons, local)
        if name:
            seen.name(name, local_name(local), local.type.kind, local.type.domain)
    seen.add(bare)
    written = written_as(program, bare)
    lines = [f"def num{quantity.number}({', '.join(given)}):", "    r = ()"]
    for addend in program.addends.get(quantity.number, ()):
        amount = expressions.emit(addend.amount)
        when = expressions.emit(addend.when) if addend.when is not None else "True"
        inner = Seen(source).name("", amount, "number").add(addend.when).add(addend.amount)
        number = reasons.number(Reason(addend.id, addend.span), "modifier", inner.labels)
        lines.append(f"    if {when} and {amount}: r = (*r, ({number}, {inner.tuple}, ()))")
    words = f"{quantity.id} = {written.text}" if written is not None else quantity.id
    reason = Reason(words, quantity.span)
    number = reasons.number(reason, "value", seen.labels)
    source.lines += [*lines, f"    return ({number}, {seen.tuple}, r)", ""]


def _name(reasons: Reasons, local: b.Local) -> str:
    """What a parameter is called in the text of its quantity."""
    written = reasons.source.program.texts.get(id(local))
    name = getattr(written.tree, "name", "") if written is not None else ""
    return str(name)
