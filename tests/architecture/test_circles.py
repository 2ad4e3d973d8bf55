"""No module of interpreter/rulewright/ imports itself by way of others, be it inside a function or for types alone."""

from __future__ import annotations

import ast
from collections.abc import Mapping, Set

from tests.reference.imports import MODULES, imported_by, imports_in


def circle_in(imports: Mapping[str, Set[str]]) -> list[str]:
    """Return modules each of which imports the next, and the last the first; nothing where there are none."""
    left = dict(imports)
    while free := {name for name, needed in left.items() if not needed & left.keys()}:
        left = {name: needed for name, needed in left.items() if name not in free}
    if not left:
        return []
    way = [min(left)]
    while way[-1] not in way[:-1]:
        way.append(min(left[way[-1]] & left.keys()))
    return way[way.index(way[-1]) :]


def test_no_module_imports_itself_by_way_of_others() -> None:
    assert circle_in({module: imported_by(module) for module in MODULES}) == []


def test_a_planted_circle_is_found() -> None:
    assert circle_in({"a": {"b"}, "b": {"c"}, "c": {"d", "b"}, "d": set()}) == ["b", "c", "b"]


def test_imports_for_types_and_inside_functions_count() -> None:
    typed = "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from rulewright.core.run import steps\n"
    inside = "def f():\n    from rulewright.core.run.steps import step\n"
    module = "rulewright.play.records.saves"
    found = [list(imports_in(ast.walk(ast.parse(each)), module)) for each in (typed, inside)]
    assert found == [["typing.TYPE_CHECKING", "rulewright.core.run.steps"], ["rulewright.core.run.steps.step"]]
