"""Values that may be none but say whose, or which one: what belongs to none stops the game."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from typing import Final

from rulewright.author.lint.facts import Facts
from rulewright.author.lint.lint_examples import KEEP, does
from rulewright.author.lint.parsed_texts import LintText
from rulewright.author.lint.scene import LintGroup, LintScene
from rulewright.author.lint.tests_within import values_within
from rulewright.author.lint.written import own_parts, quantities_of, ways_through, written_in
from rulewright.core.diagnostics import CodeExplained, Diagnostic, warning
from rulewright.core.model import bound as b
from rulewright.core.model import bound_values as bv
from rulewright.core.model.bound_values import Bound
from rulewright.core.model.nodes import nodes_of
from rulewright.core.model.type import Type

_NONE = bv.Const(-1, Type("thing"))
_MEND = "test it with 'exists(...)' before"


def none_as_index(scene: LintScene, text: LintText) -> Iterator[Diagnostic]:
    """Seats and indexes that can be none where they are used.

    Reported only for what can be none at times: `no_one` itself, a marker that a rule takes away, the first of the
    others where one may play alone, names for these, and names that the same text tests elsewhere.
    """
    message = "this can be none here, and asking for what belongs to none stops the game"
    if text.sort in ("test", "amount"):
        for quantity in quantities_of(scene, text):
            if _is_used(scene, (quantity.amount,), Facts(scene.world), {}):
                yield warning("none-as-index", text.node.span, message, _MEND)
        return
    written = written_in(scene, text)
    for way in ways_through(scene, text):
        values: dict[int, list[Bound]] = defaultdict(list)
        for step in way.steps:
            if isinstance(step.statement, b.SetLocal):
                values[step.statement.local.number].append(step.statement.value)
        for node in nodes_of(way.body):
            match node:
                case bv.Op(op=">=", arguments=(bv.Local(number=number, type=Type(kind="thing")), bv.Const(value=0))):
                    values[number].append(_NONE)
                case _:
                    pass
        for step in way.steps:
            place = written.place_of(step.statement)
            if place is not None and _is_used(scene, own_parts(step.statement), step.facts, values):
                yield warning("none-as-index", place, message, _MEND)


def _is_used(scene: LintScene, parts: tuple[object, ...], facts: Facts, values: dict[int, list[Bound]]) -> bool:
    """Return whether something in these values is numbered by what can be none."""
    for node, known in values_within(parts, facts):
        if isinstance(node, bv.Inside) and node.type.kind == "thing":
            index = node.value
            if _can_be_none(scene, index, values):
                low = known.range_of(index).low
                if low is None or low < 0:
                    return True
    return False


def _can_be_none(scene: LintScene, value: Bound, values: dict[int, list[Bound]]) -> bool:
    match value:
        case bv.Const(value=-1):
            return True
        case bv.Quantify(function="first", source=bv.OthersSet(also_self=False)):
            return scene.world.min_seats == 1
        case bv.Read(family=family):
            return family in scene.cleared
        case bv.Lookup():
            return _can_be_none(scene, value.index, values)
        case bv.Local(number=number):
            return any(_can_be_none(scene, each, {}) for each in values.get(number, ()))
        case _:
            return False


_EXPLAINED: Final = (
    CodeExplained(
        "none-as-index", "A value that may be `none` is used as an owner.",
        "Nobody has counters, and nothing has numbers, faces or tests: a game that asks for them there stops with the"
        " line. Ask with `exists` before." + KEEP % "none-as-index",
        "lint", does("let s = first(o in others by most o.coin)", "gain 1 s.coin"),
        does("let s = first(o in others by most o.coin)", "if exists(s): gain 1 s.coin"),
    ),
)  # fmt: skip
LINTS: Final = LintGroup(_EXPLAINED, of_texts=(none_as_index,))
