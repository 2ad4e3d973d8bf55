"""Pictures of a game's look as plain values: files by the hash of their content, and where they lie on a card.

Nothing here changes a game: no rule, effect or digest reads it.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

TYPES = {"png": "image/png", "jpg": "image/jpeg", "webp": "image/webp"}
"""The types of pictures by their suffix."""


LEAST = 8.0
"""The least length of a card and of what lies on it, in millimetres; less cannot be cut or read."""
_MEASURED = re.compile(r"(\d{1,3}(?:\.\d)?)x(\d{1,3}(?:\.\d)?)(?:mm)?")


def size_measured(written: str) -> tuple[float, float] | None:
    """Return a width and height written as `63x88mm` or `63x88`, in millimetres, or None if they are none."""
    found = _MEASURED.fullmatch(written)
    size = (float(found[1]), float(found[2])) if found is not None else None
    return size if size is not None and min(size) >= LEAST else None


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture: the SHA-256 of its bytes, the suffix that its bytes say, and its size in pixels."""

    hash: str
    sort: str
    width: int
    height: int
    data: bytes = field(repr=False)

    @property
    def type(self) -> str:
        """The media type that its bytes say."""
        return TYPES[self.sort]


@dataclass(frozen=True, slots=True)
class Box:
    """A part of a card, in percent of its width and height."""

    left: float
    top: float
    width: float
    height: float


@dataclass(frozen=True, slots=True)
class CardLayout:
    """Places of things on a card: its size in millimetres, the picture, the heading, and the text if it has one.

    `fit` is cover or contain, `heading` top, bottom or hidden.
    """

    width: float
    height: float
    picture: Box = Box(0, 0, 100, 100)
    fit: str = "cover"
    heading: str = "top"
    text: Box | None = None


@dataclass(frozen=True, slots=True)
class Credit:
    """The maker of some pictures, and the licence under which they may be shared."""

    files: str
    by: str
    licence: str


@dataclass(frozen=True, slots=True)
class LookPictures:
    """All pictures of a look by the hash of their content, and whose they are.

    `faces` are by kind and component, `backs` by kind, `grounds` by map; `table` is behind everything.
    """

    pictures: dict[str, Picture] = field(default_factory=dict)
    faces: dict[str, dict[str, str]] = field(default_factory=dict)
    backs: dict[str, str] = field(default_factory=dict)
    grounds: dict[str, str] = field(default_factory=dict)
    table: str = ""
    credits: tuple[Credit, ...] = ()
