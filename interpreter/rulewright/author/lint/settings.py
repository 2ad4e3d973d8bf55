"""Values of settings that no rule distinguishes: whichever a table picks, it plays the same game."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Final

from rulewright.author.lint.lint_examples import KEEP
from rulewright.author.lint.reach import reached_in
from rulewright.author.lint.scene import LintGroup, LintScene, LintVerdict, verdict
from rulewright.core.diagnostics import CodeExplained
from rulewright.core.load.entries import Entry, value_named
from rulewright.core.model import effects as ast
from rulewright.core.model.document import items_of
from rulewright.core.model.nodes import nodes_of
from rulewright.core.model.ranges import ORDERS, Interval, orders_of, turned
from rulewright.core.model.settings import SettingInfo

_MOST_VALUES = 100
_HINT = "use one of them in a rule, or remove it"

Test = tuple[frozenset[str], int]
"""What a setting is compared with: the orders (some of < = >) in which it may be to a value."""


def same_values(scene: LintScene) -> Iterator[LintVerdict]:
    """Yield a verdict on each value of a setting and the value before it.

    Only settings that nothing but tests read can have findings.
    """
    entries = {entry.id: entry for entry in scene.assembly.section("settings")}
    if not entries:
        return
    tests, elsewhere = _tests(scene, set(entries))
    for name, entry in entries.items():
        setting = scene.world.settings[name]
        if not setting.ruled_seats:
            open_ = name in tests and name not in elsewhere
            yield from _verdicts(entry, setting, tests.get(name, set()) if open_ else None)


def _tests(scene: LintScene, settings: set[str]) -> tuple[dict[str, set[Test]], set[str]]:
    """Return (values each setting is compared with, settings that are read in any other way)."""
    tests: dict[str, set[Test]] = {}
    elsewhere: set[str] = set()
    for text in reached_in(scene).texts:
        if not scene.uses_in(text).read & settings:
            continue
        compared: set[ast.Expression] = set()
        for node in nodes_of(text.tree):
            if isinstance(node, ast.Operation) and node.op in ORDERS and node.left is not None:
                orders = ORDERS[node.op]
                sides = ((node.left, node.right, orders), (node.right, node.left, turned(orders)))
                for side, other, allowed in sides:
                    value = _constant(scene, side, other)
                    if isinstance(side, ast.Name) and side.name in settings and value is not None:
                        compared |= {side, other}
                        tests.setdefault(side.name, set()).add((allowed, value))
            elif isinstance(node, ast.Name) and node.name in settings and node not in compared:
                elsewhere.add(node.name)
    return tests, elsewhere


def _constant(scene: LintScene, side: ast.Expression, other: ast.Expression) -> int | None:
    """Return the value a setting is compared with: the index of a named value, or a number."""
    setting = scene.world.settings.get(side.name) if isinstance(side, ast.Name) else None
    if setting is None:
        return None
    if setting.values:
        return (
            setting.values.index(other.name) if isinstance(other, ast.Name) and other.name in setting.values else None
        )
    return other.value if isinstance(other, ast.Number) else None


def _verdicts(entry: Entry, setting: SettingInfo, tests: set[Test] | None) -> Iterator[LintVerdict]:
    if setting.values:
        seen: dict[tuple[bool, ...], str] = {}
        for number, item in enumerate(items_of(entry.node.get("values"))):
            name = setting.values[number]
            twin = seen.setdefault(_seen_as(number, tests), name) if tests is not None else name
            message = f"no rule distinguishes '{name}' from '{twin}' of the setting '{entry.id}'"
            place = value_named(item).span
            yield verdict("same-values", entry, place, (message, _HINT) if twin != name else None)
    elif setting.high - setting.low < _MOST_VALUES:
        node = entry.node.get("values") or entry.node
        for one, other in pairwise(range(setting.low, setting.high + 1)):
            same = tests is not None and _seen_as(one, tests) == _seen_as(other, tests)
            message = f"no rule distinguishes {one} from {other} of the setting '{entry.id}'"
            yield verdict("same-values", entry, node.span, (message, _HINT) if same else None, str(one))


def _seen_as(value: int, tests: set[Test]) -> tuple[bool, ...]:
    return tuple(orders_of(Interval(value, value), Interval(other, other)) <= orders for orders, other in tests)


_SPEED = "settings:\n  - {id: speed, title: {en: Speed, fr: Allure}, values: [%s], default: slow}\n"
_FAST = _SPEED + "triggers:\n  - {id: gust, after: turn, when: speed is fast, does: lose 1 coin}"
_EXPLAINED: Final = (
    CodeExplained(
        "same-values", "Two values of a setting do the same.",
        "No text, table or module distinguishes the two, so both give the same game."
        + KEEP % "same-values",
        "lint", _FAST % "slow, calm, fast", _FAST % "slow, fast",
    ),
)  # fmt: skip
LINTS: Final = LintGroup(_EXPLAINED, of_entries=(same_values,))
