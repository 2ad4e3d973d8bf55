"""The scope of a text: its locals and its acting seat, and types in an author's words."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from rulewright.core.bind.world import SEAT
from rulewright.core.diagnostics import Span, indefinite
from rulewright.core.model.bound_values import Local
from rulewright.core.model.document import Scalar
from rulewright.core.model.effects import Expression, Name, Place
from rulewright.core.model.type import Type

ZONE = Type("zone")
"""Not the type of a value, but of a place: where a zone is wanted, and no other set."""


ME: Final = Local(0, Type("thing", SEAT))
"""The seat that acts when an effect begins, or that a value is worked out for."""


@dataclass(slots=True)
class Scope:
    """The locals of one text, with `me` as the local that holds the acting seat here."""

    text: Scalar
    me: Local = ME
    names: dict[str, Local] = field(default_factory=dict)
    counter: list[int] = field(default_factory=lambda: [1])
    changed: frozenset[str] = frozenset()
    """Names that the text gives another value later, so that nothing is certain about what they are."""

    def inner(self) -> Scope:
        return Scope(self.text, self.me, dict(self.names), self.counter, self.changed)

    def apart(self, names: Mapping[str, Local]) -> tuple[Scope, tuple[Local, ...]]:
        """The scope of a part of the text that runs by itself, and its parameters: the names that it is given."""
        part = Scope(self.text, changed=self.changed)
        return part, tuple(part.new(local.type, name) for name, local in names.items())

    def span(self, at: Place) -> Span:
        """A place of the text in its file."""
        return self.text.span_at(*at)

    def new(self, type_: Type, name: str | None = None) -> Local:
        local = Local(self.counter[0], unsure(type_) if name in self.changed else type_)
        self.counter[0] += 1
        if name is not None:
            self.names[name] = local
        return local


def is_none(node: Expression, scope: Scope) -> bool:
    """Whether a value is written as `none`."""
    return isinstance(node, Name) and node.name == "none" and node.name not in scope.names


def unsure(type_: Type) -> Type:
    """The type of a value that may be none or, if a number, any number, but within its bounds if a counter held it."""
    if type_.kind == "number" and type_.optional:
        return type_
    return type_._replace(optional=type_.kind == "thing", low=None, high=None)


def describe(type_: Type) -> str:
    """A type in an author's words."""
    match type_.kind:
        case "thing":
            return indefinite(str(type_.domain))
        case "set":
            return f"a set of {type_.domain}" if type_.domain else "a zone"
        case "truth":
            return "true or false"
        case "nothing":
            return "nothing"
        case _:
            return indefinite(type_.kind)
