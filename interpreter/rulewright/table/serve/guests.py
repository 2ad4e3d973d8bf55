"""Somebody at a table: by which secret link they came, what they see by it, and how pages are made for them."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from starlette.datastructures import QueryParams
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from rulewright.play.session.moments import ONLOOKER
from rulewright.table.serve import links
from rulewright.table.serve.forms import seat_named
from rulewright.table.serve.live import LiveTable
from rulewright.table.serve.records import Record
from rulewright.table.serve.site import ServerState
from rulewright.table.serve.store import DamagedTable
from rulewright.table.serve.tables import CannotOpen, OpenTable

PART = "x-rulewright-part"
"""What a page sends that puts the answer into a place of its own."""


@dataclass(frozen=True)
class Guest:
    """Somebody who asks for something at a table, and the role of the link that they came by."""

    site: ServerState
    request: Request
    place: OpenTable
    role: str

    @property
    def live(self) -> LiveTable:
        return self.place.live

    @property
    def record(self) -> Record:
        return self.live.record

    @property
    def asked(self) -> QueryParams:
        return self.request.query_params

    @property
    def seat(self) -> int:
        """The seat (from 0) that the link is for, or -1 for all other roles."""
        return int(self.role) - 1 if self.role.isdigit() else ONLOOKER

    @property
    def viewer(self) -> int:
        """The seat whose view the page shows.

        At a shared screen it is the seat named in the address; for spectators it is -1.
        """
        if self.role != links.SCREEN:
            return self.seat
        named = seat_named(self.asked.get("seat", ""))
        return named if named in self.live.people else ONLOOKER

    @cached_property
    def language(self) -> str:
        return self.site.language(self.request, self.record.language)

    @property
    def wants_part(self) -> bool:
        """Whether a page puts the answer into a place of its own."""
        return bool(self.request.headers.get(PART))

    @property
    def may_have_files(self) -> bool:
        """Whether the table's files, which reveal everything, may be downloaded.

        A person alone with the server has its store as well, and so always may.
        """
        return self.site.alone or self.site.in_a_row.may_be_told(self.live)

    def go_on(self) -> None:
        """Let the bots of the table go on, and its pages hear of what has been done."""
        self.site.tables.move_bots(self.place)
        self.place.tell()

    def page(self, name: str, status: int = 200, **values: Any) -> Response:
        """Return a page made from its template, for a visitor at this table."""
        known = {"language": self.record.language, "live": self.live, "role": self.role}
        return self.site.page(self.request, name, status, **known, **values)

    def shown(self, name: str, status: int = 200, **values: Any) -> Response:
        """Return a page, or only the part of it that is put into another page."""
        return self.page(f"_{name}" if self.wants_part else name, status, **values)

    def sheets(self) -> dict[str, Any]:
        """Return {"look": ..., "colours": ...}: the paths of style sheets that a drawing of this table needs."""
        return {"look": self.site.look_path(self.live.game), "colours": self.site.colours_path(self.live)}


Handler = Callable[[Guest], Awaitable[Response]]
"""What answers somebody at a table."""


async def at_table(site: ServerState, answer: Handler, roles: Sequence[str], request: Request) -> Response:
    """Answer a visitor who opens a table by a link for one of `roles`, or by any link if `roles` is empty."""
    return await answer(guest_of(site, request, roles))


def guest_of(site: ServerState, request: Request, roles: Sequence[str]) -> Guest:
    """Return the visitor behind a secret link.

    Raises HTTPException if the link leads nowhere, or is for none of these roles.
    """
    id_, role, given = (str(request.path_params[name]) for name in ("table", "role", "token"))
    try:
        record = site.table_behind(id_, role, given)
    except DamagedTable as fault:
        raise HTTPException(410, str(fault)) from None
    if record is None:
        raise HTTPException(404, "no table has this link; it may be old")
    if roles and role not in roles and not (role.isdigit() and "seat" in roles):
        raise HTTPException(403, "this link does not allow that")
    try:
        place = site.tables.find(record.id)
    except CannotOpen as fault:
        raise HTTPException(410, str(fault)) from None
    assert place is not None
    return Guest(site, request, place, role)
