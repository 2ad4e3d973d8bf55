"""Places in the rules, for recording how often each is reached, or changing one to see what happens."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from rulewright.core.diagnostics import Span
from rulewright.core.model.game import Blueprint


class PlaceId(NamedTuple):
    """The identity of a place: the entry and field of its text, the path in the text, and the file.

    `text` is `ENTRY.field`, or `ENTRY.field.2.field` for the second item of a list of records; `path` is that of
    `language/statement_paths.py`, empty for the text as a whole. No line is part of it: reformatting a file changes
    nothing. The file distinguishes modules that are never on together and use equal ids, and a text that a variant
    replaced.
    """

    text: str
    path: str
    file: str

    @property
    def name(self) -> str:
        """`deal_cards.does/2/then/0`, or `deal_cards.does`."""
        return f"{self.text}/{self.path}" if self.path else self.text


@dataclass(frozen=True, slots=True)
class CoveredPlace:
    """A place that can be reached, where it is written, and of which sort it is.

    `effect`: a whole effect text; `value`: a text that is worked out; `modifier`: what one adds; `statement`: one of an
    effect; `branch`: one way of a condition; `option`: one of a decision, or a free action. `word` is
    what it is called in its text (`then`, the label of an option), `calls` the procedure that a statement calls.
    A value that is not `played` is worked out by no effect and no other value; at most a table shows it.
    """

    id: PlaceId
    sort: str
    span: Span
    word: str = ""
    calls: str = ""
    played: bool = True


@dataclass(frozen=True, slots=True)
class Design:
    """A component as coverage lists it: its id, its kind, its position, and whether it is made of pieces."""

    id: str
    kind: str
    span: Span
    has_pieces: bool


@dataclass(frozen=True, slots=True)
class CoverPlan:
    """A game that counts coverage, as plain values, so that other processes can make it as well.

    `places` are in the order of their numbers; `options` are the numbers of those that are options, by site and
    option.
    """

    blueprint: Blueprint
    source: str
    traced: bool
    places: tuple[CoveredPlace, ...]
    options: dict[tuple[int, int], int]
    designs: tuple[Design, ...]
