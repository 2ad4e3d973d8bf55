"""Loop hoisting: values that do not depend on the candidates are computed once, before the loop.

That is only what can be worked out in any case: sums that make up a slot, the cell of a table for a thing, a slot that
needs no index or the acting seat's alone. It is done before loops that have many candidates, where it would be asked
of each of them.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from rulewright.core.model import lowered_values as lv

_FIXED = re.compile(r"S\d*\[\d+( \+ v0( \* \d+)?)?\]|T\d+\[[hv]\d+\]")
_SCALED = re.compile(r"[hv]\d+ \* \d+")
_PLAIN = re.compile(r"[hv]\d+( \* \d+)?")
_MANY = 4


@dataclass(slots=True)
class Hoisted:
    """Values computed before the loop of a `variable`: `names` maps the source of each to its name."""

    variable: str
    names: dict[str, str] = field(default_factory=dict)

    def once(self, text: str) -> str:
        """Return the name of a value that can be computed before the loop, or else its text unchanged."""
        return self._name(text) if _FIXED.fullmatch(text) and self._stays(text) else text

    def sum(self, base: int, terms: list[str]) -> str:
        """A sum whose constant part is worked out before the loop, if that is more than one addition."""
        fixed = [each for each in terms if _PLAIN.fullmatch(each) and self._stays(each)]
        if not any(map(_SCALED.fullmatch, fixed)):
            return " + ".join([str(base), *terms])
        rest = [each for each in terms if each not in fixed]
        return " + ".join([self._name(" + ".join([str(base), *fixed])), *rest])

    def within(self, variable: str) -> Hoisted:
        """The same before the same loop, for what stands in another loop inside that has a variable of its own."""
        return Hoisted(f"{self.variable}|{variable}", self.names)

    def lines(self) -> list[str]:
        """The lines before the loop."""
        return [f"{name} = {text}" for text, name in self.names.items()]

    def _name(self, text: str) -> str:
        return self.names.setdefault(text, f"h{len(self.names) + 1}")

    def _stays(self, text: str) -> bool:
        return re.search(rf"\b(?:{self.variable})\b", text) is None


def has_many(source: lv.Expression) -> bool:
    """Whether a set is seldom small."""
    match source:
        case lv.Primitive(name="domain", arguments=(lv.Const(value=size),)):
            return size >= _MANY
        case lv.Primitive(name="range", arguments=(lv.Const(value=first), lv.Const(value=last))):
            return last - first >= _MANY - 1
        case lv.Primitive(name="range"):
            return True
        case _:
            return False
