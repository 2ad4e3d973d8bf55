"""The shapes of icons: numbers and a few letters, checked one by one, and nothing else that a drawing could contain."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from rulewright.core.bind.world import World
from rulewright.core.model.document import Mapping, Node, Scalar, items_of, mappings_in
from rulewright.core.model.look import Shape

_TAKES: Final = {"m": 2, "l": 2, "h": 1, "v": 1, "c": 6, "s": 4, "q": 4, "t": 2, "a": 7, "z": 0}
"""The commands of a path, with how many numbers each takes; capital letters count from the corner."""
_TOKEN: Final = re.compile(r"[A-Za-z]|-?[0-9]{1,3}(?:\.[0-9]{1,2})?|[ ,\n]+|.", re.DOTALL)
_NUMBER: Final = re.compile(r"-?[0-9]{1,3}(?:\.[0-9]{1,2})?")
_TWO_RADII: Final = ("cx", "cy", "rx", "ry")
_LISTS: Final = {
    "circle": ("cx", "cy", "r"),
    "rect": ("x", "y", "width", "height"),
    "line": ("x1", "y1", "x2", "y2"),
}


def shapes_in(world: World, node: Mapping) -> tuple[Shape, ...]:
    """Return the shapes of an icon without invalid ones, which are reported."""
    shapes = (_shape(world, item) for item in mappings_in(node.get("shapes")))
    return tuple(shape for shape in shapes if shape is not None)


def _shape(world: World, item: Mapping) -> Shape | None:
    paint = item.text_at("paint") or "full"
    path = item.get("path")
    if isinstance(path, Scalar):
        fault = path_fault(path.text)
        if fault:
            world.error("wrong-shape", path.span, fault, "as in: M 10 90 L 50 10 L 90 90 Z")
            return None
        return Shape("path", (("d", " ".join(path.text.split())),), paint)
    for tag, names in _LISTS.items():
        numbers = item.get(tag) or (item.get("ellipse") if tag == "circle" else None)
        if numbers is not None:
            values = tuple(_numbers(numbers))
            if tag == "circle" and len(values) == len(_TWO_RADII):
                return Shape("ellipse", tuple(zip(_TWO_RADII, map(str, values), strict=True)), paint)
            if len(values) != len(names):
                world.error("wrong-shape", numbers.span, f"'{tag}' takes {len(names)} numbers: {', '.join(names)}")
                return None
            return Shape(tag, tuple(zip(names, map(str, values), strict=True)), paint)
    corners = item.get("polygon")
    if corners is not None:
        values = tuple(_numbers(corners))
        if len(values) < 6 or len(values) % 2:
            world.error("wrong-shape", corners.span, "'polygon' takes two numbers for each of three corners or more")
            return None
        return Shape("polygon", (("points", " ".join(map(str, values))),), paint)
    return None


def path_fault(written: str) -> str:
    """Return the fault of the data of a path, '' if it has only moves, lines, curves and their numbers."""
    waiting, command, first = 0, "", True
    for token in (found for found in _TOKEN.findall(written) if found.strip(" ,\n")):
        if _NUMBER.fullmatch(token):
            if not command or not _TAKES[command.lower()]:
                return f"the number {token} belongs to no command"
            waiting = (waiting or _TAKES[command.lower()]) - 1
        elif token.lower() in _TAKES and token.isascii():
            if waiting:
                return f"'{command}' takes {_TAKES[command.lower()]} numbers at a time"
            if first and token not in "Mm":
                return "a path begins with M: where it starts"
            command, first = token, False
            waiting = _TAKES[token.lower()]
        else:
            return f"'{token[:10]}' is neither a command of a path nor a number"
    if first:
        return "a path begins with M: where it starts"
    return f"'{command}' takes {_TAKES[command.lower()]} numbers at a time" if waiting else ""


def _numbers(node: Node) -> Iterator[int]:
    for item in items_of(node):
        if isinstance(item, Scalar) and isinstance(item.value, int) and not isinstance(item.value, bool):
            yield item.value
