"""A rematch: the same game by the same rules, with the same people, who have turned by one seat."""

from __future__ import annotations

from dataclasses import replace

from starlette.exceptions import HTTPException
from starlette.responses import RedirectResponse, Response

from rulewright.core.model.secret_seeds import new_secret
from rulewright.core.pipeline import RulesetError
from rulewright.core.run.atoms import LimitReached
from rulewright.core.run.steps import IllegalChoice, WrongSetup
from rulewright.play.records.replay import PERSON
from rulewright.table.serve import links
from rulewright.table.serve.guests import Guest
from rulewright.table.serve.records import Record


async def begin(guest: Guest) -> Response:
    """Lead to the seat of the visitor at the rematch, and begin the rematch on the first request."""
    site, record = guest.site, guest.record
    if not guest.live.is_told:
        raise HTTPException(409, "this game is not over, or another one follows it")
    made = site.store.record(record.next_table) if record.next_table else None
    if made is None:
        site.refuse_more_tables()
        made = _begun(guest)
    return RedirectResponse(rematch_path(site.secret, made, guest.role), 303)


def _begun(guest: Guest) -> Record:
    try:
        rules, _ = guest.site.shelf.of(guest.record)
        made = guest.site.tables.create(turned(guest.record), rules).live.record
    except (WrongSetup, LimitReached, IllegalChoice, RulesetError, OSError) as fault:
        raise HTTPException(409, f"the game cannot start again: {fault}") from None
    guest.live.change(next_table=made.id)
    guest.place.tell()
    return made


def turned(record: Record) -> Record:
    """Return the record of a rematch. The person of each seat moves to the next one, the last to the first.

    People who let a bot play for them are back.
    """
    seats, sitters = len(record.policies), record.sitters
    before = [(seat - 1) % seats for seat in range(seats)]
    persons = tuple(sitters.person(each) for each in before)
    policies = tuple(PERSON if each in sitters.lent else record.policies[each] for each in before)
    return replace(
        record, id=0, seed=new_secret(), policies=policies,
        epochs=(0,) * seats, finished=False, told="", next_table=0, brought=False, quits=(),
        sitters=replace(sitters.at_new_game(), persons=persons),
        asks_singly=True,
    )  # fmt: skip


def rematch_path(secret: bytes, made: Record, role: str) -> str:
    """Return the page of a role at the table of a rematch. The person of each seat sits at the next one."""
    seats = len(made.policies)
    return links.page_of(secret, made, str(int(role) % seats + 1) if role.isdigit() else role)
