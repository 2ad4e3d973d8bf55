"""Pictures in looks, checked: the paths, the fields in them, and the layout of a card."""

from __future__ import annotations

import re
from typing import Final

from rulewright.core.bind.world import World, unknown
from rulewright.core.model.document import Mapping, Node, Scalar, items_of, text_of
from rulewright.core.model.pictures import LEAST, TYPES, Box, CardLayout, size_measured

_HOLE: Final = re.compile(r"\{([^{}]*)\}")
_PART: Final = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_.-]*")
_WHOLE: Final = Box(0, 0, 100, 100)


def check_picture_path(world: World, node: Mapping, key: str, kind: str) -> None:
    """Report a path that does not lead to a picture of the folder `pictures`. `kind` is "" for what has no fields."""
    written = node.get(key)
    if written is None:
        return
    path = text_of(written) or ""
    message = hint = ""
    if "://" in path or path.startswith(("//", "data:")):
        message, hint = "a picture is a file, and never an address", "put the file into the folder 'pictures'"
    elif path.startswith("pictures/"):
        message, hint = "a path begins within the folder 'pictures'", f"write '{path.removeprefix('pictures/')}'"
    elif any(not _PART.fullmatch(_HOLE.sub("x", part)) or part.endswith(".") for part in path.split("/")):
        message = f"'{path}' is no path in the folder 'pictures'"
        hint = "write names of letters, digits, '_', '-' and '.', with '/' between them"
    elif path.rpartition(".")[2] not in TYPES:
        message = f"'{path}' is not the name of a PNG, JPEG or WebP"
        hint = f"end it in {', '.join(f'.{each}' for each in TYPES)}"
    if message:
        world.error("wrong-picture", written.span, message, hint)
        return
    known = _fields(world, kind) if kind and key == "picture" else set[str]()
    for name in _HOLE.findall(path):
        if name not in known:
            what = f"field of {kind} that is a number or a thing" if known else "field for this path"
            unknown(world, "unknown-field", what, name, written.span, known)


def layout_of(world: World, node: Node | None) -> CardLayout | None:
    """Return the layout of a card, None if there is none or it is wrong."""
    if not isinstance(node, Mapping):
        return None
    size = size_measured(node.text_at("size"))
    if size is None:
        message = f"'{node.text_at('size')}' is not the size of a card"
        hint = f"write width and height in millimetres, at least {LEAST:g}, such as 63x88mm"
        world.error("wrong-picture", node.span_of("size"), message, hint)
        return None
    wide, high = size
    picture, text = node.get("picture"), node.get("text")
    fit = picture.text_at("fit") if isinstance(picture, Mapping) else ""
    return CardLayout(
        wide, high, _box(world, picture, wide, high) or _WHOLE, fit or "cover", node.text_at("heading") or "top",
        _box(world, text, wide, high),
    )  # fmt: skip


def _box(world: World, node: Node | None, wide: float, high: float) -> Box | None:
    """Return a place on a card in percent, reporting one that is not within the card."""
    if not isinstance(node, Mapping):
        return None
    at, size = _pair(node.get("at")) or (0.0, 0.0), _pair(node.get("size"))
    if size is None:
        size = (wide - at[0], high - at[1])
    if at[0] + size[0] > wide or at[1] + size[1] > high:
        reached = f"{at[0] + size[0]:g} x {at[1] + size[1]:g}"
        message = f"this reaches to {reached} mm, and the card ends at {wide:g} x {high:g}"
        room = f"{max(0.0, wide - at[0]):g}, {max(0.0, high - at[1]):g}"
        world.error("wrong-picture", node.span, message, f"from there at most size: [{room}] is left")
        return None
    if min(size) <= 0:
        world.error("wrong-picture", node.span, "this has no room", "write a width and a height above 0")
        return None
    return Box(*(round(part / of * 100, 2) for part, of in zip((*at, *size), (wide, high) * 2, strict=True)))


def _pair(node: Node | None) -> tuple[float, float] | None:
    found = [float(each.text) for each in items_of(node) if isinstance(each, Scalar)]
    return (found[0], found[1]) if len(found) == 2 else None


def _fields(world: World, kind: str) -> set[str]:
    """Return what a path may name: the id, and the fields of a kind that hold a number or a thing."""
    fields = world.kinds[kind].fields.items()
    return {"id", *(name for name, spec in fields if spec.holds == "value" and spec.type.kind in ("number", "thing"))}
