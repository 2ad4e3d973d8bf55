"""Thresholds that leave gaps or overlap: rows of `else if`, and the tiers printed on components."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from itertools import pairwise
from typing import Final, NamedTuple

from rulewright.author.lint.lint_examples import KEEP, does
from rulewright.author.lint.parsed_texts import LintText
from rulewright.author.lint.scene import LintGroup, LintScene, LintVerdict, verdict
from rulewright.author.lint.written import WrittenNodes, ways_through, written_in
from rulewright.core.bind.world import Component, FieldSpec
from rulewright.core.diagnostics import CodeExplained, Diagnostic, Span, warning
from rulewright.core.load.entries import Entry
from rulewright.core.model import bound as b
from rulewright.core.model import bound_values as bv
from rulewright.core.model import effects as ast
from rulewright.core.model.bound_values import Bound
from rulewright.core.model.document import Mapping, Scalar, items_of, text_of
from rulewright.core.model.nodes import nodes_of
from rulewright.core.model.ranges import ORDERS, Interval, ordered

_ORDERS = ("<", "<=", ">", ">=")


class _Part(NamedTuple):
    """The numbers that a test lets through, and its place."""

    numbers: Interval
    place: Span

    def is_closed(self) -> bool:
        return None not in self.numbers


def test_chains(scene: LintScene, text: LintText) -> Iterator[Diagnostic]:
    """Yield findings on `else if` chains about one number, without an `else`.

    A finding is a number that no branch covers, or that two branches cover.
    """
    written = written_in(scene, text)
    for way in ways_through(scene, text):
        for step in way.steps:
            if isinstance(step.statement, b.Branch) and not step.in_chain:
                parts = _parts(written, step.statement)
                yield from _holes(parts)
                yield from _overlaps(parts)


def _parts(written: WrittenNodes, branch: b.Branch) -> list[_Part]:
    """Return the parts of a chain in which every test is about one number, empty if it ends with `else`."""
    found: list[_Part] = []
    of: Bound | None = None
    while True:
        limits, place = _limits(branch.test), written.test_of(branch)
        if limits is None or place is None or (of is not None and limits[0] != of):
            return []
        of, numbers = limits
        found.append(_Part(numbers, place))
        match branch.otherwise:
            case (b.Branch() as following,):
                branch = following
            case ():
                return found
            case _:
                return []


def _limits(test: Bound) -> tuple[Bound, Interval] | None:
    """Return the one value that a test compares with numbers, and the numbers it lets through."""
    if not isinstance(test, bv.Op):
        return None
    if test.op == "and":
        one, other = _limits(test.arguments[0]), _limits(test.arguments[1])
        if one is None or other is None or one[0] != other[0]:
            return None
        return one[0], one[1].meets(other[1])
    if test.op not in _ORDERS or not isinstance(test.arguments[1], bv.Const):
        return None
    number = test.arguments[1].value
    return test.arguments[0], ordered(ORDERS[test.op], Interval(number, number))


def _holes(parts: list[_Part]) -> Iterator[Diagnostic]:
    """Yield the numbers between two parts one of which is closed on both sides."""
    for one, other in pairwise(sorted(parts, key=lambda part: (part.numbers.low is not None, part.numbers.low or 0))):
        below, above = one.numbers.high, other.numbers.low
        if below is None or above is None or not (one.is_closed() or other.is_closed()):
            continue
        missing = above - below - 1
        if missing == 1 or (missing > 1 and one.is_closed() and other.is_closed()):
            what = str(below + 1) if missing == 1 else f"{below + 1} to {above - 1}"
            message = f"no branch covers {what}, between this test and the next"
            yield warning("gap-in-tests", one.place, message, "move one of the limits, or add a branch")


def _overlaps(parts: list[_Part]) -> Iterator[Diagnostic]:
    for number, other in enumerate(parts):
        for one in parts[:number]:
            both = one.numbers.meets(other.numbers)
            inside = both in (one.numbers, other.numbers)
            if one.is_closed() and other.is_closed() and not both.is_empty() and not inside:
                what = str(both.low) if both.low == both.high else f"{both.low} to {both.high}"
                message = f"{what} is tested earlier in this chain, so this branch is never used for it"
                yield warning("overlapping-tests", other.place, message, "move one of the limits")


def conditions(scene: LintScene) -> Iterator[LintVerdict]:
    """Yield a verdict on each `when` of modifiers of one quantity, or triggers of one event.

    A finding is a number that none of them covers.
    """
    rows: dict[tuple[str, str, Bound], list[tuple[Entry, _Part]]] = defaultdict(list)
    for section in ("modifiers", "triggers"):
        for entry in scene.assembly.section(section):
            when, test = entry.node.get("when"), _condition(scene, entry)
            limits = _limits(test) if test is not None else None
            if limits is not None and isinstance(when, Scalar):
                waits = [text_of(entry.node.get(key)) or "" for key in ("quantity", "before", "after", "change")]
                rows[section, "/".join(waits), limits[0]].append((entry, _Part(limits[1], when.span)))
    for row in rows.values():
        holes = {each.span: each for each in _holes([part for _, part in row])}
        for entry, part in row:
            yield LintVerdict("gap-in-tests", entry, part.place, holes.get(part.place))


def _condition(scene: LintScene, entry: Entry) -> Bound | None:
    """Return the test of `when` in a modifier or trigger."""
    for key in ("when", "add", "amount"):
        node = entry.node.get(key)
        for note in scene.notes.get(node.span, ()) if isinstance(node, Scalar) else ():
            if note.sort == "when" and isinstance(note.bound, b.Branch):
                return note.bound.test
            if note.sort == "modifier" and isinstance(note.bound, bv.Op) and note.bound.op == "if":
                return note.bound.arguments[0]
    return None


def tiers(scene: LintScene) -> Iterator[LintVerdict]:
    """Yield verdicts on lists of thresholds on components.

    A finding is a threshold that occurs twice, or is out of order with all others.
    """
    compared = _compared_fields(scene)
    entries = {entry.id: entry for entry in scene.assembly.section("components")}
    for kind in scene.world.kinds.values():
        for spec in kind.fields.values():
            record = scene.world.kinds.get(spec.record) if spec.holds == "records" else None
            for field in record.fields.values() if record is not None else ():
                if field.holds == "value" and field.type.kind == "number" and field.name in compared:
                    lists = [(entries[each.id], _values(each, spec, field.name)) for each in kind.designs]
                    yield from _of_lists([each for each in lists if len(each[1]) > 1])


def _compared_fields(scene: LintScene) -> set[str]:
    """Fields that some text compares with a number as a threshold is."""
    found: set[str] = set()
    for text in scene.texts:
        for node in nodes_of(text.tree):
            if isinstance(node, ast.Operation) and node.op in _ORDERS:
                found |= {side.name for side in (node.left, node.right) if isinstance(side, ast.Field)}
    return found


def _values(component: Component, spec: FieldSpec, name: str) -> list[Scalar]:
    items = [item.get(name) for item in items_of(component.node.get(spec.name)) if isinstance(item, Mapping)]
    return [item for item in items if isinstance(item, Scalar) and isinstance(item.value, int)]


def _of_lists(lists: list[tuple[Entry, list[Scalar]]]) -> Iterator[LintVerdict]:
    """Yield verdicts on lists of thresholds.

    If several lists are out of order, their order is taken to be intended.
    """
    numbers = [[int(value.value) for value in values] for _, values in lists]
    doubled = sum(len(set(each)) < len(each) for each in numbers)
    rising = sum(each == sorted(each) for each in numbers)
    falling = sum(each == sorted(each, reverse=True) for each in numbers)
    turned = falling > rising
    strays = len(numbers) - max(rising, falling)
    for (entry, values), found in zip(lists, numbers, strict=True):
        seen: dict[int, Scalar] = {}
        for value, number in zip(values, found, strict=True):
            twin = seen.setdefault(number, value)
            is_doubled = doubled == 1 and twin is not value
            message = f"the threshold {number} is already in this list, in line {twin.span.line}"
            hint = "change one of the two, or remove it"
            yield verdict("doubled-tier", entry, value.span, (message, hint) if is_doubled else None)
        sure = strays == 1 and (len(numbers) > 1 or len(found) > 2)
        told_at = _first_stray(found, turned) if sure else -1
        for place, value in enumerate(values):
            message = f"the threshold {value.text} is out of order: the others {'fall' if turned else 'rise'}"
            hint = "put the thresholds in order"
            yield verdict("unordered-tiers", entry, value.span, (message, hint) if place == told_at else None)


def _first_stray(numbers: list[int], turned: bool) -> int:
    """Return the place of the first number that breaks the order, -1 if none does."""
    signed = [-number for number in numbers] if turned else numbers
    return next((place for place in range(1, len(signed)) if signed[place] < signed[place - 1]), -1)


_TIERS = (
    "kinds:\n  - id: prize\n    title: {en: Prize, fr: Prix}\n    fields:\n"
    "      tiers: {type: list, of: {at: number, coins: number}}\n"
    "components:\n  - id: cup\n    kind: prize\n    title: {en: Cup, fr: Coupe}\n    source: {doc: DOC, place: c}\n"
    "    tiers: [{at: 2, coins: 1}, {at: %s, coins: 2}, {at: %s, coins: 3}]\n"
    "quantities:\n  - id: best\n    amount: highest(t.coins for t in cup.tiers where t.at <= coin)\n"
    "triggers:\n  - {id: win, after: turn, does: gain best coin}"
)
_EXPLAINED: Final = (
    CodeExplained(
        "gap-in-tests", "A number matches no branch of an `else if` chain.",
        "Two tests of an `else if` chain split the same number, and a number between them belongs to neither."
        + KEEP % "gap-in-tests",
        "lint", does("if coin >= 1 and coin <= 3: gain 1 coin", "else if coin >= 5 and coin <= 9: gain 2 coin"),
        does("if coin >= 1 and coin <= 3: gain 1 coin", "else if coin >= 4 and coin <= 9: gain 2 coin"),
    ),
    CodeExplained(
        "overlapping-tests", "Two tests of an `else if` chain include the same number.",
        "The first branch takes it, so the second is never used for it." + KEEP % "overlapping-tests",
        "lint", does("if coin >= 1 and coin <= 3: gain 1 coin", "else if coin >= 3 and coin <= 9: gain 2 coin"),
        does("if coin >= 1 and coin <= 3: gain 1 coin", "else if coin >= 4 and coin <= 9: gain 2 coin"),
    ),
    CodeExplained(
        "unordered-tiers", "A threshold is out of order.",
        "The thresholds of a list rise or fall everywhere but here. Perhaps a digit is wrong."
        + KEEP % "unordered-tiers",
        "lint", _TIERS % (6, 4), _TIERS % (4, 6),
    ),
    CodeExplained(
        "doubled-tier", "A threshold appears twice in a list.",
        "No other list of this kind repeats a threshold. Perhaps a digit is wrong." + KEEP % "doubled-tier",
        "lint", _TIERS % (4, 4), _TIERS % (4, 6),
    ),
)  # fmt: skip
LINTS: Final = LintGroup(_EXPLAINED, of_entries=(conditions, tiers), of_texts=(test_chains,))
