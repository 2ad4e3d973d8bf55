"""A name of a class or a type means one thing in the whole of interpreter/rulewright/."""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from collections.abc import Iterator

from tests.reference.checkout import PACKAGE, SOURCES, text_of, tree_of

# The same thing before and after a pass has one name in each of its forms, and the union each form is part of.
FORMS = frozenset(
    f"core/model/{name}.py"
    for name in (
        "expressions", "effects", "bound", "bound_values", "lowered_values", "operations", "functions", "derived",
        "program", "effects_on_pieces", "simple_effects", "operations_on_slots",
    )
)  # fmt: skip
BACK_ENDS = ("core/backend/", "native/backend/")
ALLOWED = {
    "Layout": "what programs that learn import from `adapters`, beside that of the state",
    "Table": "what programs that learn import from `adapters`, beside that of the lowered program",
}


def names_in(tree: ast.Module) -> Iterator[str]:
    """The classes and names of types that a module defines for others; a type variable is no type."""
    for node in tree.body:
        if isinstance(node, ast.ClassDef):
            yield node.name
        elif isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
            name, called = node.targets[0].id, getattr(getattr(node.value, "func", None), "id", "")
            if name[0].isupper() and not name.isupper() and called not in ("TypeVar", "ParamSpec"):
                yield name


def meanings(files: list[str]) -> int:
    """How many things a name means that stands in these files."""
    places = {"forms" if file in FORMS else file for file in files}
    for back_end in BACK_ENDS:
        places = {place.replace(back_end, "backends/") for place in places}
    return len(places)


def found_twice() -> dict[str, list[str]]:
    files: dict[str, list[str]] = defaultdict(list)
    for path in SOURCES:
        for name in names_in(tree_of(path)):
            files[name].append(path.relative_to(PACKAGE).as_posix())
    return {name: places for name, places in files.items() if not name.startswith("_") and meanings(places) > 1}


def test_no_name_of_a_class_means_two_things() -> None:
    found = found_twice()
    assert {name: files for name, files in found.items() if name not in ALLOWED} == {}
    assert ALLOWED.keys() <= found.keys(), "an exception that is none any more"


def test_a_planted_name_is_found() -> None:
    assert list(
        names_in(ast.parse("class Place:\n    pass\nKey = tuple[str, int]\nItem = TypeVar('Item')\nMOST = 3\n"))
    ) == ["Place", "Key"]
    assert meanings(["core/model/effects.py", "table/serve/tables.py"]) == 2
    assert meanings(["core/model/effects.py", "core/model/operations.py"]) == 1
    assert meanings(["core/backend/source.py", "native/backend/source.py"]) == 1


def test_only_one_place_knows_how_a_domain_of_pieces_is_named() -> None:
    named = re.compile(r"""["'] piece["']|\} piece["']""")
    found = [path.relative_to(PACKAGE).as_posix() for path in SOURCES if named.search(text_of(path))]
    assert found == ["core/model/kinds.py"]
