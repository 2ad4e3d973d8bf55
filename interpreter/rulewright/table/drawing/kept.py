"""Texts that are the same in every drawing of a game in a language, kept from one drawing to the next.

Only what is printed is kept, never what depends on a state or on who looks.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache
from typing import NamedTuple

from rulewright.core.model.game import Blueprint, FamilyInfo
from rulewright.core.model.kinds import DomainName
from rulewright.core.model.look import Face
from rulewright.observe.words.phrasing import Phrasing
from rulewright.table.pages.html import Markup

_GAMES = 64


@dataclass(frozen=True, slots=True, eq=False)
class _Printed:
    """The cache key of texts: a ruleset, its look, the names of its seats, and a language.

    Ruleset and look have no hash and are compared by identity. The blueprint of a table whose seats have names is a
    copy with the same parts.
    """

    blueprint: Blueprint
    seats: tuple[dict[str, str], ...]
    language: str

    def __hash__(self) -> int:
        return hash((id(self.blueprint.look), self.language))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, _Printed) or self.blueprint.look is not other.blueprint.look:
            return False
        if self.blueprint.sites is not other.blueprint.sites:
            return False
        return self.seats == other.seats and self.language == other.language


class PrintedCell(NamedTuple):
    """A cell of a printed row: its number, what is printed on it, whether that marks it or bars it."""

    number: int
    inside: Markup
    marked: bool
    barred: bool


@dataclass(frozen=True, slots=True)
class Kept:
    """The cached parts of drawings that depend on printed data alone, as many as the ruleset has.

    These are phrasings of effects, lines about designs, and all that is printed on each; for each kind its faces, the
    numbers on its pieces, and whether a design always looks the same. The contents of pieces of such designs are
    cached, and pieces that cannot be chosen are cached as drawn. So are the cells of printed rows, and for maps the
    ground and its key, upright and turned, and by number of seats on which side of it each seat begins.
    """

    phrasings: dict[str, Phrasing] = field(default_factory=dict)
    lines: dict[tuple[str, str, bool], Markup | None] = field(default_factory=dict)
    told: dict[str, Markup] = field(default_factory=dict)
    families: dict[str, FamilyInfo] = field(default_factory=dict)
    enumerations: dict[DomainName, bool] = field(default_factory=dict)
    faces: dict[str, Face] = field(default_factory=dict)
    numbers: dict[str, tuple[FamilyInfo, ...]] = field(default_factory=dict)
    same: dict[tuple[str, str], bool] = field(default_factory=dict)
    pieces: dict[tuple[str, str, int, int], Markup] = field(default_factory=dict)
    contents: dict[tuple[str, str, int, int], Markup] = field(default_factory=dict)
    cells: dict[tuple[str, str, tuple[str, ...]], tuple[PrintedCell, ...]] = field(default_factory=dict)
    grounds: dict[tuple[str, bool], tuple[Markup | None, Markup | None]] = field(default_factory=dict)
    sides: dict[tuple[str, int], tuple[float, ...]] = field(default_factory=dict)


def kept_of(blueprint: Blueprint, seats: tuple[dict[str, str], ...], language: str) -> Kept:
    """Return the cache of a game whose seats have these names, in a language.

    Only the games drawn last have one, so that memory does not grow.
    """
    return _kept(_Printed(blueprint, seats, language))


@lru_cache(maxsize=_GAMES)
def _kept(_: _Printed) -> Kept:
    return Kept()
