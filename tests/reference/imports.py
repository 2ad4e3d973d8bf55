"""What the sources of interpreter/rulewright/ import, inside functions too, read off their syntax."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from pathlib import Path

from tests.reference.checkout import PACKAGE, SOURCES, syntax_of


def module_of(path: Path) -> str:
    """Return the dotted name of a source."""
    parts = list(path.relative_to(PACKAGE.parent).with_suffix("").parts)
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


MODULES = {module_of(path): path for path in SOURCES}


def imports_in(nodes: Iterable[ast.AST], module: str, is_package: bool = False) -> Iterator[str]:
    """Yield the dotted name of everything that a source imports: of `from x import y` it is x.y."""
    for node in nodes:
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            source = node.module or ""
            if node.level:
                here = module.split(".") if is_package else module.split(".")[:-1]
                source = ".".join([*here[: len(here) - node.level + 1], *([source] if source else [])])
            yield from (f"{source}.{alias.name}" for alias in node.names)


def imported_by(module: str) -> set[str]:
    """Return the modules of ours that one imports: of a name in a package, that module of it, or the package."""
    path = MODULES[module]
    names = imports_in(syntax_of(path), module, path.name == "__init__.py")
    return ({name if name in MODULES else name.rpartition(".")[0] for name in names} & MODULES.keys()) - {module}
