"""The names that a text uses, by kind of use: read, changed, filled with pieces, called."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field, fields

from rulewright.core.model import effects as ast
from rulewright.core.model import effects_on_pieces as on_pieces
from rulewright.core.model.effects import Expression
from rulewright.core.model.nodes import nodes_of


@dataclass(slots=True)
class Uses:
    """The names of one text. A name after a dot may be a field as well as something of a seat."""

    read: set[str] = field(default_factory=set)
    changed: set[str] = field(default_factory=set)
    filled: set[str] = field(default_factory=set)
    called: set[str] = field(default_factory=set)
    done: set[str] = field(default_factory=set)
    cleared: set[str] = field(default_factory=set)
    """Markers that the text sets to nothing on purpose."""

    def all(self) -> set[str]:
        return self.read | self.changed | self.filled | self.called | self.done

    def add(self, other: Uses) -> None:
        """Add what another text uses."""
        for each in fields(self):
            getattr(self, each.name).update(getattr(other, each.name))


def uses_of(tree: object, counters: Collection[str] = ()) -> Uses:
    """Return the names that a text uses, of which these are `counters`."""
    found = Uses()
    targets: set[ast.Name | ast.Field] = set()
    for node in nodes_of(tree):
        match node:
            case ast.Name() | ast.Field():
                if node not in targets:
                    found.read.add(node.name)
            case ast.FunctionCall():
                found.read.add(node.function)
            case ast.Call():
                found.called.add(node.procedure)
            case ast.Do(target=ast.Field() as target):
                found.done.add(target.name)
                targets.add(target)
            case ast.Change():
                _target(node.counter, found.changed, targets)
                if node.verb == "pay":
                    found.read.add(word_of(node.counter))
            case ast.Pick():
                found.changed.add(node.over.variable)  # no local is named as a counter or marker is
            case ast.Assign():
                _target(node.target, found.changed, targets)
                if isinstance(node.value, ast.Name) and node.value.name == "none":
                    found.cleared.add(word_of(node.target))
            case ast.Derived():
                found.add(uses_of(node.among(lambda named: word_of(named) in counters, lambda _: False), counters))
                targets |= {each for each in nodes_of(node) if isinstance(each, ast.Name | ast.Field)}
            case on_pieces.Move() | on_pieces.Draw():
                _target(node.to, found.filled, targets)
            case _:
                pass
    return found


def word_of(node: Expression) -> str:
    """Return the name at the head of `row`, `s.row` and `s.row[2]`, empty for anything else."""
    while isinstance(node, ast.Index):
        node = node.target
    return node.name if isinstance(node, ast.Name | ast.Field) else ""


def _target(node: Expression, into: set[str], targets: set[ast.Name | ast.Field]) -> None:
    """Record the target of a change, which the change does not read.

    Its indexes and its seat are read.
    """
    while isinstance(node, ast.Index):
        node = node.target
    if isinstance(node, ast.Name | ast.Field):
        into.add(node.name)
        targets.add(node)
