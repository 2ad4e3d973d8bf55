"""What is printed on the places of a made map: in some random rulesets, by chance of its own, so that others stay."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tests.reference.random_values import Types, ValueAuthor

SHARE = 0.4
"""How many of the rulesets have it."""
_PLAIN = "  - {id: field, title: {en: Field}}\n"
_FIELDS = """\
  - id: field
    title: {en: Field}
    fields:
      steep: {type: number, default: 1, about: How steep it is}
      rough: {type: truth, default: false, about: Whether it is rough}
      flows: {type: direction, optional: true, about: Where it flows}
      hue: {type: colour, optional: true, about: Its colour}
"""
_MADE = "  - {id: fields, regions: field, grid: [3, 3], steps: both, prefix: f_}\n"
_PRINTED = """\
  - id: fields
    regions: field
    grid: [3, 3]
    steps: both
    prefix: f_
    places:
      - {at: [f_a1, f_b2], rough: true, flows: north}
      - {at: [f_c3], steep: 4, hue: red}
      - {at: [f_b3], steep: -2, flows: southwest, hue: blue}
"""


def with_printed_places(world: str, seed: int) -> str:
    """The world, with something printed on its fields where chance says so."""
    if random.Random(f"printed {seed}").random() >= SHARE:
        return world
    return world.replace(_PLAIN, _FIELDS).replace(_MADE, _PRINTED)


def is_printed(world: str) -> bool:
    """Whether something is printed on the fields of a world."""
    return _PRINTED in world


def numbers_of_places(author: ValueAuthor, scope: Types) -> list[str]:
    """Amounts that read what is printed; none where nothing is."""
    return [f"{each}.steep" for each in _printed(author, scope)]


def truths_of_places(author: ValueAuthor, scope: Types) -> list[str]:
    """Tests that read what is printed."""
    fields = _printed(author, scope)
    return [text for each in fields for text in (f"{each}.rough", f"exists({each}.flows)", f"{each}.hue is red")]


def directions_of_places(author: ValueAuthor, scope: Types) -> list[str]:
    """Directions that are printed, or another where none is."""
    return [author.sure(f"{each}.flows", "east") for each in _printed(author, scope)]


def _printed(author: ValueAuthor, scope: Types) -> list[str]:
    return ["f_b2", *author.known(scope, "field")] if "printed" in author.words else []
