"""People at a table now: those whose page of it is in sight, as the streams of news tell.

A page that is loaded again, or left for another one of the table, is gone only after some seconds.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import NamedTuple

from rulewright.table.serve import links

_STAYS = 4.0
"""Seconds for which a page that is left counts as open."""


class PageOpener(NamedTuple):
    """The opener of a page of a table: the role of the link, and the browser, by which spectators are counted."""

    table: int
    role: str
    browser: str = ""


class PeopleHere(NamedTuple):
    """The seats (from 0) that have a page in sight, whether the shared screen has one, and how many watch."""

    seats: tuple[int, ...] = ()
    screen: bool = False
    watching: int = 0

    def has(self, seat: int) -> bool:
        """Whether the person of a seat is there. Whoever shares a screen sits at it."""
        return self.screen or seat in self.seats


@dataclass(slots=True)
class Presence:
    """The pages that are in sight, of all tables. `changed` is called with a table when somebody comes or goes."""

    changed: Callable[[int], None]
    _open: dict[int, Counter[PageOpener]] = field(default_factory=dict)

    def come(self, who: PageOpener) -> None:
        self._open.setdefault(who.table, Counter())[who] += 1
        self.changed(who.table)

    def leave(self, who: PageOpener) -> None:
        asyncio.get_running_loop().call_later(_STAYS, self._gone, who)

    def _gone(self, who: PageOpener) -> None:
        pages = self._open[who.table]
        pages[who] -= 1
        if not pages[who]:
            del pages[who]
        if not pages:
            del self._open[who.table]
        self.changed(who.table)

    def at(self, table: int) -> PeopleHere:
        """Return who is at a table. Everybody there may know it."""
        pages = self._open.get(table, Counter[PageOpener]())
        seats = sorted({int(each.role) - 1 for each in pages if each.role.isdigit()})
        roles = [each.role for each in pages]
        return PeopleHere(tuple(seats), links.SCREEN in roles, roles.count(links.WATCH))
