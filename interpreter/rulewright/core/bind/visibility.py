"""Visibility of counters, markers and zones: the test under `visible`, with words for four common tests.

The test is a value like others, worked out for the seat that looks, `viewer`; what it may not ask for is found by
`compile/visible_reads.py`, once everything is bound.
"""

from __future__ import annotations

from rulewright.core.bind.world import SEAT, Family, Named, World, unknown
from rulewright.core.language.mistakes import Mistake
from rulewright.core.language.parse import parse_expression
from rulewright.core.model import effects as ast
from rulewright.core.model.document import Scalar, text_of
from rulewright.core.model.texts import SIGHT_WORDS, is_word
from rulewright.core.model.type import NUMBER, TRUTH, Type

VIEWER = "viewer"
BY_TEST = "test"
"""What `visible` of a family is whose members are seen by a test."""


def declare_sight(world: World, family: Family) -> None:
    """Set who sees the members of a family: a word, or the test that is to be bound."""
    node = family.node.get("visible")
    written = text_of(node)
    if node is None or written is None or is_word("visible", written):
        family.visible = written or "all"
        return
    family.visible = BY_TEST
    named = Named(f"{family.id}.visible", "sight", family.node, _takes(world, family), TRUTH)
    family.sight = named
    parsed = parse_expression(written)
    if not isinstance(parsed, Mistake) and isinstance(node, Scalar):
        family.always_seen_by = frozenset(_alternatives(parsed))


def misspelt_word(world: World, named: Named) -> bool:
    """Report a `visible` of a single word without a meaning, and return whether it is one."""
    node = named.node.get("visible")
    written = text_of(node) or ""
    known = written in world.all_names() or written in (VIEWER, "true", "false")
    if node is None or known or not written.isidentifier():
        return False
    unknown(world, "unknown-value", "word for who sees something", written, node.span, set(SIGHT_WORDS))
    return True


def _takes(world: World, family: Family) -> tuple[tuple[str, Type], ...]:
    """The names for what a member belongs to: its domains, a second one of the same as `seat_2`."""
    names: list[str] = []
    for number, per in enumerate(family.per, 1):
        times = family.per[:number].count(per)
        name = per if per.isidentifier() else f"index_{number}"
        names.append(name if times == 1 or not per.isidentifier() else f"{name}_{times}")
    types = (world.type_named(per) or NUMBER for per in family.per)
    return tuple(zip(names, types, strict=True))


def _alternatives(node: ast.Expression) -> list[str]:
    """The words that a test holds for in any case: `owner` where one of its alternatives is `viewer is seat`."""
    match node:
        case ast.Operation(op="or", left=left, right=right) if left is not None:
            return [*_alternatives(left), *_alternatives(right)]
        case ast.Operation(op="=" | "!=" as op, left=ast.Name(name=one), right=ast.Name(name=other)):
            if {one, other} == {VIEWER, SEAT}:
                return ["owner" if op == "=" else "others"]
        case ast.Truth(value=True):
            return ["owner", "others"]
        case _:
            pass
    return []
