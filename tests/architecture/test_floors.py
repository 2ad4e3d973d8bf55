"""The rooms of interpreter/rulewright/ and what each may import, inside functions too."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

import pytest

from tests.reference.checkout import PACKAGE, SOURCES, syntax_of

# A room imports from rooms on lower floors only; load stands on model, though both are on the ground floor.
FLOORS = {
    "diagnostics": 1.0,
    "locales": 1.0,
    "writing": 1.0,
    "pages": 1.0,
    "model": 2.0,
    "load": 2.5,
    "language": 3.0,
    "validate": 3.0,
    "run": 3.0,
    "observe": 3.0,
    "bind": 3.1,
    "lower": 3.2,
    "backends": 3.4,
    "native_play": 3.5,
    "drawing": 3.5,
    "jobs": 3.9,
    "compile": 4.0,
    "play": 4.0,
    "adapters": 4.5,
    "pipeline": 5.0,
    "loading": 5.1,
    "matches": 5.2,
    "scenarios": 5.5,
    "lab": 5.6,
    "lint": 5.6,
    "review": 5.65,
    "editor": 5.7,
    "testing": 5.8,
    "primer": 5.7,
    "proving": 5.9,
    "handbook": 5.8,
    "difference": 5.8,
    "face": 6.0,
    "serve": 6.5,
    "offline": 6.6,
    "at_tables": 6.7,
    "cli": 7.0,
    "__main__": 8.0,
}
# The two wings meet in model/ alone: what plays never sees a file, what reads never sees a state.
PLAY_WING = frozenset({"run", "observe"})
SOURCE_WING = frozenset({"load", "language", "validate"})
# Rooms that may use what others may not.
ONLY = {
    "lark": {"language"},
    "yaml": {"load"},
    "jsonschema": {"validate"},
    "referencing": {"validate"},
    "click": {"cli"},
    "wasmtime": {"backends"},
}
# What would let the pure core differ from one run to the next, or touch the world.
IMPURE = frozenset(
    """
    asyncio concurrent csv datetime glob http io json logging marshal multiprocessing os pathlib pickle platform random
    secrets shelve shutil signal socket sqlite3 subprocess tempfile threading time tomllib urllib uuid xml
    lark yaml jsonschema referencing ruamel click rich numpy
    """.split()  # noqa: SIM905 - a list of words reads better
)
# A seat that imagines what it cannot see draws by lot, from a seed it is given; the core has streams of its own.
IMPURE_FOR = {"run": IMPURE, "observe": IMPURE - {"random"}}
IMPURE_CALLS = frozenset({"print", "open", "input", "eval", "hash", "id", "vars", "globals"})
DEPENDENCIES = frozenset({"lark", "jsonschema", "referencing", "yaml", "click", "rich", "wasmtime"})
OPTIONAL = {
    "lsprotocol": {"editor"},
    "pygls": {"editor"},
    "distributed": {"lab"},
    "gymnasium": {"adapters"},
    "numpy": {"adapters", "lab"},
    "openskill": {"lab"},
    "pettingzoo": {"adapters"},
    "pyspiel": {"adapters"},
    "jinja2": {"serve"},
    "starlette": {"serve", "offline"},
    "uvicorn": {"serve"},
    "h11": {"serve"},
    "segno": {"serve"},
    "js": {"backends"},
    "pyodide": {"backends"},
}


def room_of(module: str) -> str:
    """The room a dotted module is in; the package itself is its face."""
    parts = module.split(".")
    if parts[0] != "rulewright":
        return ""
    return parts[1] if len(parts) > 1 else "face"


def module_of(path: Path) -> str:
    parts = list(path.relative_to(PACKAGE.parent).with_suffix("").parts)
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def imports_in(
    nodes: Iterable[ast.AST], module: str, is_package: bool = False, *, whole: bool = False
) -> Iterator[tuple[int, str]]:
    """Line and dotted name of everything a source imports; names that are modules of ours are resolved.

    Of `from x import y` it is x, and `whole` x.y.
    """
    for node in nodes:
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield node.lineno, alias.name
        elif isinstance(node, ast.ImportFrom):
            source = node.module or ""
            if node.level:
                here = module.split(".") if is_package else module.split(".")[:-1]
                source = ".".join([*here[: len(here) - node.level + 1], *([source] if source else [])])
            for alias in node.names:
                yield node.lineno, f"{source}.{alias.name}" if whole or source == "rulewright" else source
        elif isinstance(node, ast.Call) and called(node) in ("import_module", "__import__") and node.args:
            first = node.args[0]
            if isinstance(first, ast.Constant) and isinstance(first.value, str):
                yield node.lineno, first.value


def called(node: ast.Call) -> str:
    return getattr(node.func, "id", getattr(node.func, "attr", ""))


def faults_in(nodes: Sequence[ast.AST], module: str, is_package: bool = False) -> list[str]:
    """What a source of ours imports or calls and may not."""
    room = room_of(module)
    found = []
    for line, name in imports_in(nodes, module, is_package):
        top, target = name.split(".")[0], room_of(name)
        if target and target not in FLOORS and room != "face":
            target = "face"
        if target and target != room:
            if FLOORS.get(target, 9.0) >= FLOORS[room]:
                found.append(f"{module}:{line}: {room} is not above {target}")
            if room in PLAY_WING and target in SOURCE_WING:
                found.append(f"{module}:{line}: {room} never sees a file, so nothing of {target}")
        if not target:
            if top in ONLY and room not in ONLY[top]:
                found.append(f"{module}:{line}: only {', '.join(ONLY[top])} imports {top}")
            if top in IMPURE_FOR.get(room, ()):
                found.append(f"{module}:{line}: {room} never imports {top}")
            if top not in DEPENDENCIES and top not in sys.stdlib_module_names and room not in OPTIONAL.get(top, set()):
                found.append(f"{module}:{line}: {top} is no dependency of {room}")
    if room == "run":
        for node in nodes:
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in IMPURE_CALLS:
                found.append(f"{module}:{node.lineno}: run never calls {node.func.id}")
    return found


def nodes_in(text: str) -> list[ast.AST]:
    return list(ast.walk(ast.parse(text)))


def test_every_room_is_in_the_table() -> None:
    rooms = {room_of(module_of(path)) for path in SOURCES}
    assert rooms <= FLOORS.keys(), "give each new room a floor in design and in this table"


def test_a_module_imports_from_lower_floors_only() -> None:
    faults = {
        module_of(path): faults_in(syntax_of(path), module_of(path), path.name == "__init__.py")
        for path in SOURCES
    }
    assert {module: found for module, found in faults.items() if found} == {}


@pytest.mark.parametrize(
    ("module", "text"),
    [
        ("rulewright.load.reader", "from rulewright.bind.layout import Layout"),
        ("rulewright.load.reader", "def f():\n    from rulewright.run import steps"),
        ("rulewright.run.steps", "from rulewright.load.reader import read_yaml"),
        ("rulewright.run.steps", "from ..load import reader"),
        ("rulewright.run.steps", "import random"),
        ("rulewright.run.steps", "import os.path"),
        ("rulewright.run.steps", "from time import monotonic"),
        ("rulewright.run.steps", "def f():\n    print(1)"),
        ("rulewright.observe.view", "import json"),
        ("rulewright.validate.shape", "from rulewright import language"),
        ("rulewright.validate.shape", "from rulewright import load_game"),
        ("rulewright.validate.shape", "import importlib\nimportlib.import_module('rulewright.compile.game')"),
        ("rulewright.bind.program", "import lark"),
        ("rulewright.play.playout", "import numpy"),
    ],
)
def test_a_planted_import_is_found(module: str, text: str) -> None:
    assert faults_in(nodes_in(text), module)


@pytest.mark.parametrize(
    ("module", "text"),
    [
        ("rulewright.load.reader", "from rulewright.model.document import Node\nimport yaml"),
        ("rulewright.run.steps", "from .atoms import gain\nfrom rulewright.model import layout"),
        ("rulewright.bind.program", "from rulewright.run import atoms\nfrom rulewright.language import parse"),
        ("rulewright.cli.play", "import click\nfrom rulewright import load_game"),
    ],
)
def test_an_import_from_below_is_no_fault(module: str, text: str) -> None:
    assert faults_in(nodes_in(text), module) == []
