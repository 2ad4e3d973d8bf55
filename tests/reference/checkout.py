"""Files of the checkout that many tests look at, read and parsed once in a session; nobody changes what is got."""

from __future__ import annotations

import ast
import shutil
from functools import cache
from pathlib import Path
from typing import Any

import yaml

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = ROOT / "interpreter" / "rulewright"
RULESETS = ROOT / "rulesets"
SOURCES = tuple(sorted(PACKAGE.rglob("*.py")))

# libyaml reads the same ten times as fast, where PyYAML was built with it.
_SAFE: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_BASE: Any = getattr(yaml, "CBaseLoader", yaml.BaseLoader)


def copy_of_sources(to: Path) -> Path:
    """A copy of the program, to be changed, with what the type checker wants to know."""
    shutil.copytree(ROOT / "interpreter", to / "interpreter", ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "pyproject.toml", to)
    return to


@cache
def text_of(path: Path) -> str:
    return path.read_text("utf-8")


@cache
def tree_of(path: Path) -> ast.Module:
    """The syntax tree of a Python source."""
    return ast.parse(text_of(path))


@cache
def syntax_of(path: Path) -> tuple[ast.AST, ...]:
    """All nodes of that tree."""
    return tuple(ast.walk(tree_of(path)))


@cache
def data_of(path: Path) -> Any:
    """What a YAML file holds, with its numbers and truths."""
    return yaml.load(text_of(path), Loader=_SAFE)


@cache
def strings_of(path: Path) -> Any:
    """What a YAML file holds, every leaf as it is written."""
    return yaml.load(text_of(path), Loader=_BASE)
