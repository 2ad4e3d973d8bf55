"""Hints that make a value of the wanted type from the one that is there.

Nothing here decides what is wrong; it is asked for a hint once that is known, and gives none if nothing is certain.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from rulewright.core.bind.world import SEAT, World, few
from rulewright.core.diagnostics import Suggestion
from rulewright.core.language.other_words import function_suggestion
from rulewright.core.language.unparse import unparse_expression
from rulewright.core.language.vocabulary import names_of
from rulewright.core.model import bound_values as bv
from rulewright.core.model import effects as ast
from rulewright.core.model.bound_values import Bound, Const
from rulewright.core.model.effects import Expression
from rulewright.core.model.kinds import PieceOf
from rulewright.core.model.type import Type

_MOST_LISTED: Final = 8
_LONGEST: Final = 40
_COMPOUND: Final = ast.Operation | ast.Conditional | ast.OrElse
"""Values before which a `.` takes parentheses."""

# What is there, what is wanted, and how to make one from the other; `{it}` is what the author wrote.
_CONVERSIONS: Final[dict[tuple[str, str], str]] = {
    ("number", "truth"): "compare it, such as {it} > 0",
    ("literal", "truth"): "write the whole test, such as x = {it}",
    ("value", "truth"): "write the whole test, such as x = {it}",
    ("thing", "truth"): "whether there is one: exists({it})",
    ("piece", "truth"): "whether there is one: exists({it})",
    ("seat", "truth"): "whether there is one: exists({it}); whether it is the one that acts: {it} is me",
    ("zone", "truth"): "whether something is there: exists({it})",
    ("set", "truth"): "whether there is one: any(x in {it})",
    ("truth", "number"): "write (1 if {it} else 0)",
    ("zone", "number"): "how many are there: size({it})",
    ("set", "number"): "how many there are: size({it})",
    ("seat", "number"): "the number of a seat is {it}.number",
    ("number", "seat"): "the seat of a number is seat({it}); the one with most: first(s in seat by most NUMBER)",
    ("literal", "seat"): "the seat of a number is seat({it})",
    ("piece", "seat"): "the seat it belongs to is {it}.owner",
    ("set", "seat"): "one of them is first(x in {it} where TEST)",
    ("set", "piece"): "one of them is first(x in {it} where TEST)",
    ("set", "thing"): "one of them is first(x in {it} where TEST)",
    ("zone", "piece"): "one piece is top({it}), or first(x in {it} where TEST)",
    ("literal", "piece"): "several are drawn: draw {it} from PILE to OTHER_PILE",
    ("number", "piece"): "several are drawn: draw {it} from PILE to OTHER_PILE",
    ("number", "set"): "the numbers up to it are 1..{it}",
    ("literal", "set"): "the numbers up to it are 1..{it}",
}


def value_suggestion(world: World, value: Bound, wanted: Type, node: Expression) -> str:
    """Return a hint that makes a value of the wanted type from another one.

    It is empty where no text can write the name of that one.
    """
    if isinstance(node, ast.Name) and not node.name.isidentifier():
        return ""
    return _converted(value, _sort_of(wanted), node) or _printed_on(world, value, wanted, node)


def as_equal(left: Bound, right: Bound, node: ast.Operation) -> str:
    """Return a hint that makes two compared values of different types comparable."""
    if "truth" in (left.type.kind, right.type.kind) or node.left is None:
        return ""
    tried = ((right, _sort_of(left.type), node.right), (left, _sort_of(right.type), node.left))
    return next(
        (hint for value, wanted, at in tried if wanted != "set" and (hint := _converted(value, wanted, at))), ""
    )


def one_of_hint(value: Bound, node: ast.Field) -> str:
    """Return a hint how to read a field that was read from many things together."""
    many = unparse_expression(node.target)
    if value.type.kind != "set" or len(many) > _LONGEST:
        return ""
    if node.name in names_of("function") or node.name == "count":
        return f"write {node.name.replace('count', 'size')}({many})"
    if hint := function_suggestion(node.name):
        return hint
    one = f"top({many})" if isinstance(value, bv.ZoneRef) else f"first(x in {many})"
    together = f"sum(x.{node.name} for x in {many}), or any(x in {many} where x.{node.name} = VALUE)"
    return f"name one of them: {one}.{node.name}; of all of them: {together}"


def zone_of_seat_hint(world: World, value: Bound, node: Expression) -> str:
    """The zones of a seat, where the seat is in place of one."""
    zones = [each.id for each in world.families.values() if each.sort == "zone" and each.per == (SEAT,)]
    if value.type.domain != SEAT or value.type.kind != "thing" or not 0 < len(zones) <= _MOST_LISTED:
        return ""
    return f"name one of its zones: {', '.join(f'{unparse_expression(node)}.{zone}' for zone in zones)}"


def whole_hint(node: Expression) -> str:
    """The zone that was meant where there is a piece of it."""
    if isinstance(node, ast.FunctionCall) and node.function in ("top", "bottom") and len(node.arguments) == 1:
        return f"the zone itself is {unparse_expression(node.arguments[0])}"
    return ""


def zones_hint(zones: Collection[str]) -> str:
    """The zones there are, where there is something else."""
    listed = few(zones, ": ") or ", which 'zones:' declares"
    return f"pieces are in a zone{listed}; a counter changes by gain, lose, pay and set"


def one_space(world: World, zone: Expression) -> str:
    """Return one of the spaces of a zone that is named as a whole, as it is written."""
    family = world.family_of(zone)
    names = world.domains[family.place].names if family is not None and family.place else ["1"]
    written, first = unparse_expression(zone), next(iter(names), "PLACE")
    return f"{written[:-1]}, {first}]" if written.endswith("]") else f"{written}[{first}]"


EACH_OF_THEM: Final = "for each x in {}: EFFECT"


def one_of_zone_hint(value: Bound, node: Expression, each: str) -> str:
    """Return a hint how to name one piece of a set, and how to write the statement for each of them."""
    many = unparse_expression(node)
    one = f"top({many}), or first(x in {many} where TEST)" if isinstance(value, bv.ZoneRef) else f"first(x in {many})"
    return f"one is {one}; each of them: {each.format(many)}"


def _converted(value: Bound, wanted: str, node: Expression) -> str:
    """Return a hint that makes a value of a sort, a word of the table above, from the one that is there."""
    found = _sort(value)
    written = unparse_expression(node)
    if wanted == "set" and isinstance(node, ast.Name) and node.name == "seats":
        return Suggestion("did you mean 'seat'?", "seats", (SEAT,))
    it = written if len(written) <= _LONGEST else "IT"
    if found == "set" and wanted in (SEAT, "piece", "thing") and isinstance(node, ast.Those):
        return f"one of them is first{it}" if it == written else "one of them is first(x in SET where TEST)"
    if "{it}." in _CONVERSIONS.get((found, wanted), "") and isinstance(node, _COMPOUND):
        it = f"({it})"
    return _CONVERSIONS.get((found, wanted), "").format(it=it)


def _sort_of(type_: Type) -> str:
    """The word of the table above for a type."""
    if type_.kind != "thing":
        return type_.kind
    return SEAT if type_.domain == SEAT else "piece" if isinstance(type_.domain, PieceOf) else "thing"


def _printed_on(world: World, value: Bound, wanted: Type, node: Expression) -> str:
    """The fields of a thing that have the type that is wanted."""
    kind, _ = world.kind_of(value.type.domain) if value.type.kind == "thing" else (None, False)
    if kind is None:
        return ""
    sort = (wanted.kind, wanted.domain)
    names = [each.name for each in kind.fields.values() if (each.type.kind, each.type.domain) == sort]
    names = [each for each in names if kind.fields[each].holds == "value"]
    what = unparse_expression(node)
    if not 0 < len(names) <= _MOST_LISTED or len(what) > _LONGEST or isinstance(node, _COMPOUND):
        return ""
    return f"what is printed on it: {', '.join(f'{what}.{name}' for name in names)}"


def _sort(value: Bound) -> str:
    if isinstance(value, bv.ZoneRef):
        return "zone"
    if isinstance(value, Const) and value.type.kind in ("number", "thing"):
        return "literal" if value.type.kind == "number" else SEAT if value.type.domain == SEAT else "value"
    return _sort_of(value.type)
