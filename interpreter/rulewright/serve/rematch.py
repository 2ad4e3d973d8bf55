"""A rematch: the same game by the same rules, with the same people, who have turned by one seat."""

from __future__ import annotations

import secrets
from dataclasses import replace

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from rulewright.pipeline import RulesetError
from rulewright.run.atoms import LimitReached
from rulewright.run.steps import IllegalChoice, WrongSetup
from rulewright.serve import links
from rulewright.serve.live import LiveTable
from rulewright.serve.match_pages import onward_path
from rulewright.serve.records import Record
from rulewright.serve.series import is_in_a_row
from rulewright.serve.site import ServerState
from rulewright.serve.tables import OpenTable


class Rematches:
    """The way from a game that is over to the same game anew."""

    def __init__(self, site: ServerState) -> None:
        self.site = site

    async def begin(self, request: Request) -> Response:
        """The table of the rematch, begun by whoever asks first, at the seat that somebody has there."""
        place, role = self.site.place(request, "seat", links.SCREEN, links.TABLE)
        record = place.live.record
        if not may_be_again(place.live):
            raise HTTPException(409, "this game is not over, or another one follows it")
        made = self.site.store.record(record.next_table) if record.next_table else None
        if made is None:
            if self.site.store.count() >= self.site.limits.tables:
                raise HTTPException(503, "there are as many tables here as there may be")
            made = self._begun(place)
        return RedirectResponse(rematch_path(self.site.secret, made, role), 303)

    def _begun(self, place: OpenTable) -> Record:
        live, tables = place.live, self.site.tables
        try:
            rules, _ = self.site.shelf.of(live.record)
            made = tables.create(turned(live.record), rules).live.record
        except (WrongSetup, LimitReached, IllegalChoice, RulesetError, OSError) as fault:
            raise HTTPException(409, f"the game cannot be begun again: {fault}") from None
        record = replace(live.record, next_table=made.id)
        live.store.change(record, "next_table")
        live.record = record
        place.tell()
        return made


def may_be_again(live: LiveTable) -> bool:
    """Whether a game is over, and is none of several in a row."""
    return live.is_over and not is_in_a_row(live.record) and not live.repeats


def turned(record: Record) -> Record:
    """The record of a rematch: whoever sat at a seat has the next one, and the first follows the last."""
    seats = len(record.policies)
    before = [(seat - 1) % seats for seat in range(seats)]
    persons = tuple(record.sitters.person(each) for each in before)
    return replace(
        record, id=0, seed=secrets.randbelow(10**9), policies=tuple(record.policies[each] for each in before),
        epochs=(0,) * seats, finished=False, told="", next_table=0, sitters=replace(record.sitters, persons=persons),
    )  # fmt: skip


def rematch_path(secret: bytes, made: Record, role: str) -> str:
    """Where somebody of a role goes at the table of a rematch."""
    seats = len(made.policies)
    return onward_path(secret, made, str(int(role) % seats + 1) if role.isdigit() else role)
