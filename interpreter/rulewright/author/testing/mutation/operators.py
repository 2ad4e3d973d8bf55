"""The small mistakes that an author could make: each operator turns a node of an effect tree into another one.

Where an operator applies depends on the tree alone; whether the result means anything, on binding it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from rulewright.author.testing.mutation.trees import TreePath, nodes, put
from rulewright.core.bind.world import World
from rulewright.core.model import effects as ast
from rulewright.core.model import effects_on_pieces as on_pieces
from rulewright.core.model.nodes import nodes_of

Mutator = Callable[[Any, "Zones"], Iterator[Any]]

_COMPARISONS = {"=": "!=", "!=": "=", "<": "<=", "<=": "<", ">": ">=", ">=": ">"}
_SIGNS = {"+": "-", "-": "+", "gain": "lose", "lose": "gain"}
_PRODUCTS = {"*": "/", "/": "*"}
_JOINTS = {"and": "or", "or": "and"}
_ENDS = {
    "min": "max", "max": "min", "highest": "lowest", "lowest": "highest", "most": "least", "least": "most",
    "top": "bottom", "bottom": "top",
}  # fmt: skip
_QUANTIFIERS = {"any": "every", "every": "any"}
_SEATS = {"others": "seats", "seats": "others"}


@dataclass(frozen=True, slots=True)
class Zones:
    """The zones that can replace each other (of the same pieces and indexes), and the ordered ones."""

    others: dict[str, str]
    in_order: frozenset[str]


@dataclass(frozen=True, slots=True)
class Operator:
    """One kind of small mistake, and what it makes of a node."""

    name: str
    about: str
    change: Mutator


@dataclass(frozen=True, slots=True)
class Mutation:
    """A tree with one node changed."""

    operator: str
    path: TreePath
    tree: Any


def mutations(tree: Any, zones: Zones) -> Iterator[Mutation]:
    """Every tree that one operator makes of one node, without repeats."""
    seen = {tree}
    for name, path, new in _changes(tree, zones):
        changed = put(tree, path, new)
        if changed not in seen:
            seen.add(changed)
            yield Mutation(name, path, changed)


NodeChange = tuple[str, TreePath, Any]
"""An operator, the path to what it changes, and what is there then; None where an item of a list goes."""


def _changes(tree: Any, zones: Zones) -> Iterator[NodeChange]:
    for path, node in nodes(tree):
        for operator in OPERATORS:
            yield from ((operator.name, path, new) for new in operator.change(node, zones))
        if isinstance(node, tuple):
            yield from _without(path, node)


def zones_of(world: World, trees: Iterable[Any]) -> Zones:
    """Return the zones of a ruleset with these texts, each with the next one like it, if there is one.

    Those are ordered that are declared so, and those that a text draws from or asks for the top or
    bottom of; a numbered space holds only one.
    """
    alike: dict[object, list[str]] = {}
    for family in world.families.values():
        if family.sort == "zone":
            alike.setdefault((family.type.domain, family.per, family.spaces > 0), []).append(family.id)
    others = {
        name: names[(number + 1) % len(names)]
        for names in alike.values()
        for number, name in enumerate(names)
        if len(names) > 1
    }
    used = {name for node in nodes_of(tuple(trees)) for name in _names_in(_ordered_source(node))}
    piles = (each for each in world.families.values() if each.sort == "zone" and not each.spaces)
    return Zones(others, frozenset(each.id for each in piles if each.ordered or each.id in used))


def _ordered_source(node: Any) -> Any:
    """Return the source from which a node takes pieces in order, or None if it does not."""
    match node:
        case on_pieces.Draw():
            return node.source
        case ast.FunctionCall(function="top" | "bottom"):
            return node.arguments
        case _:
            return None


def _names_in(expression: Any) -> Iterator[str]:
    return (node.name for node in nodes_of(expression) if isinstance(node, ast.Name | ast.Field))


def _without(path: TreePath, block: tuple[Any, ...]) -> Iterator[NodeChange]:
    """Blocks with one statement fewer, choices with one option fewer."""
    for number, item in enumerate(block):
        if isinstance(item, ast.Option) and len(block) > 1:
            yield "option", (*path, number), None
        elif isinstance(item, ast.Leave) and item.verb == "nothing":
            continue
        elif hasattr(item, "at") and not isinstance(item, _PARTS | ast.Let):
            yield "statement", (*path, number), None if len(block) > 1 else ast.Leave("nothing", item.at)


_PARTS = ast.Expression | ast.HowMany | ast.OrderKey | ast.Going | ast.Candidates | ast.Option
"""What in a list is no statement."""


def _up(node: Any, zones: Zones) -> Iterator[Any]:
    if isinstance(node, ast.Number):
        yield replace(node, value=node.value + 1)


def _down(node: Any, zones: Zones) -> Iterator[Any]:
    if isinstance(node, ast.Number) and node.value > 0:
        yield replace(node, value=node.value - 1)


def _turning(others: Mapping[str, str]) -> Mutator:
    """Return a mutator that gives an operation another operator."""

    def turned(node: Any, zones: Zones) -> Iterator[Any]:
        if isinstance(node, ast.Operation) and node.op in others:
            yield replace(node, op=others[node.op])

    return turned


def _sign(node: Any, zones: Zones) -> Iterator[Any]:
    if isinstance(node, ast.Operation) and node.op in _SIGNS:
        yield replace(node, op=_SIGNS[node.op]) if node.left is not None else node.right
    elif isinstance(node, ast.Change) and node.verb in _SIGNS:
        yield replace(node, verb=_SIGNS[node.verb])


def _negation(node: Any, zones: Zones) -> Iterator[Any]:
    """Yield a node with its test negated. Tests for equality are left to another operator."""
    if isinstance(node, ast.Operation) and node.op == "not":
        yield node.right
    for key in ("test", "where"):
        test = getattr(node, key, None)
        if test is None or (isinstance(test, ast.Operation) and test.op in ("not", "=", "!=")):
            continue
        yield replace(node, **{key: ast.Operation("not", None, test, test.at)})


def _condition(node: Any, zones: Zones) -> Iterator[Any]:
    if isinstance(node, ast.Candidates) and node.where is not None:
        yield replace(node, where=None)
    if getattr(node, "going", None) is not None:
        yield replace(node, going=None)


def _guard(node: Any, zones: Zones) -> Iterator[Any]:
    if isinstance(node, ast.Change) and node.verb == "pay":
        yield replace(node, verb="lose")


def _end(node: Any, zones: Zones) -> Iterator[Any]:
    if isinstance(node, ast.FunctionCall | ast.Quantifier) and node.function in _ENDS:
        yield replace(node, function=_ENDS[node.function])
    elif isinstance(node, ast.OrderKey):
        yield replace(node, first=_ENDS[node.first])


def _quantifier(node: Any, zones: Zones) -> Iterator[Any]:
    if isinstance(node, ast.Quantifier) and node.function in _QUANTIFIERS:
        yield replace(node, function=_QUANTIFIERS[node.function])


def _under(node: Any, zones: Zones) -> Iterator[Any]:
    """Yield a move to the other end of a zone, if the order there means anything."""
    to = getattr(node, "to", None)
    while isinstance(to, ast.Index):
        to = to.target
    if isinstance(node, on_pieces.Move) and isinstance(to, ast.Name | ast.Field) and to.name in zones.in_order:
        yield replace(node, under=not node.under)


def _zone(node: Any, zones: Zones) -> Iterator[Any]:
    if isinstance(node, ast.Name | ast.Field) and node.name in zones.others:
        yield replace(node, name=zones.others[node.name])


def _seats(node: Any, zones: Zones) -> Iterator[Any]:
    if isinstance(node, ast.Name) and node.name in _SEATS:
        yield replace(node, name=_SEATS[node.name])


def _truth(node: Any, zones: Zones) -> Iterator[Any]:
    if isinstance(node, ast.Truth):
        yield replace(node, value=not node.value)


def _stand_in(node: Any, zones: Zones) -> Iterator[Any]:
    if isinstance(node, ast.OrElse):
        yield from (node.value, node.other)


def _nowhere(node: Any, zones: Zones) -> Iterator[Any]:
    yield from ()


OPERATORS = (
    Operator("number up", "a number is one greater", _up),
    Operator("number down", "a number is one smaller", _down),
    Operator("comparison", "'is' and 'is not', '<' and '<=', '>' and '>=' are swapped", _turning(_COMPARISONS)),
    Operator("sign", "'+' and '-', 'gain' and 'lose' are swapped; a minus is removed", _sign),
    Operator("product", "'*' and '/' are swapped", _turning(_PRODUCTS)),
    Operator("joint", "'and' and 'or' are swapped", _turning(_JOINTS)),
    Operator("negation", "a test is negated", _negation),
    Operator("condition", "a 'where' is removed", _condition),
    Operator("guard", "'pay' becomes 'lose', so the cost is no longer required", _guard),
    Operator("end", "min and max, highest and lowest, most and least, top and bottom are swapped", _end),
    Operator("quantifier", "any and every are swapped", _quantifier),
    Operator("under", "'to' and 'under' are swapped in ordered zones", _under),
    Operator("zone", "a zone is replaced by another one for the same kind of pieces", _zone),
    Operator("seats", "'others' and 'seats' are swapped", _seats),
    Operator("truth", "true and false are swapped", _truth),
    Operator("or else", "only one value of an 'or else' is left", _stand_in),
    Operator("statement", "a statement is removed", _nowhere),
    Operator("option", "an option of a choice is removed", _nowhere),
)
