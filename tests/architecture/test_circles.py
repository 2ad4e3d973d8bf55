"""No module of interpreter/rulewright/ imports itself by way of others, be it inside a function or for types alone."""

from __future__ import annotations

from collections.abc import Mapping, Set

from tests.architecture.test_floors import imports_in, module_of, nodes_in
from tests.reference.checkout import SOURCES, syntax_of

MODULES = {module_of(path): path for path in SOURCES}


def imported_by(module: str) -> set[str]:
    """The modules of ours that one imports; what it names of a package is a module of that package, or the package."""
    path = MODULES[module]
    found = imports_in(syntax_of(path), module, path.name == "__init__.py", whole=True)
    names = (name for _, name in found)
    modules = {name if name in MODULES else name.rpartition(".")[0] for name in names}
    return (modules & MODULES.keys()) - {module}


def circle_in(imports: Mapping[str, Set[str]]) -> list[str]:
    """Modules each of which imports the next, and the last the first; empty where there are none."""
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
    text = "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from rulewright.run import steps\n"
    inside = "def f():\n    from rulewright.run.steps import step\n"
    typed, later = (list(imports_in(nodes_in(each), "rulewright.play.saves", whole=True)) for each in (text, inside))
    assert [name for _, name in typed][1:] == ["rulewright.run.steps"]
    assert later == [(2, "rulewright.run.steps.step")]
