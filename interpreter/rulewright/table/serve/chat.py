"""The chat of the seats at a table: short lines of plain text, a few at a time. Spectators have no part in it."""

from __future__ import annotations

import time
import unicodedata
from dataclasses import replace
from sqlite3 import Error as StoreError

from starlette.exceptions import HTTPException
from starlette.responses import RedirectResponse, Response

from rulewright.table.serve import seats
from rulewright.table.serve.forms import first, form_of
from rulewright.table.serve.guests import Guest
from rulewright.table.serve.live import LiveTable
from rulewright.table.serve.records import ChatLine

LONGEST, KEPT = 240, 200
_AT_ONCE, _SECONDS = 5, 15.0


async def say(guest: Guest) -> Response:
    """Say something to the others at the table."""
    fields = await form_of(guest.request)
    if not guest.record.sitters.chats:
        raise HTTPException(403, "the player who opened this table has turned the chat off")
    said = line_of(first(fields, "say"))
    if said:
        try:
            speak(guest.live, guest.seat, said, time.time())
        except TooMuchSaid:
            raise HTTPException(429, "too many messages; wait a moment") from None
        except StoreError:
            raise HTTPException(503, "this cannot be saved at the moment; try again") from None
        guest.place.tell()
    return await seats.page(guest) if guest.wants_part else RedirectResponse("./", 303)


async def turn(guest: Guest) -> Response:
    """Turn the chat of a table on or off."""
    fields = await form_of(guest.request)
    guest.live.change(sitters=replace(guest.record.sitters, chats=first(fields, "chats") == "1"))
    guest.place.tell()
    return RedirectResponse("seats", 303)


class TooMuchSaid(Exception):  # noqa: N818 - told by a sentence
    """A seat that says more than others can read."""


def line_of(written: str) -> str:
    """Return a chat message as one line, without invisible characters or ones that change the reading direction."""
    one_line = " ".join(unicodedata.normalize("NFC", written[: 4 * LONGEST]).split())
    return "".join(each for each in one_line if each.isprintable())[:LONGEST].strip()


def speak(live: LiveTable, seat: int, said: str, now: float) -> None:
    """Add to the chat of a table. Raises TooMuchSaid."""
    if sum(each.seat == seat and 0 <= now - each.at < _SECONDS for each in live.chat) >= _AT_ONCE:
        raise TooMuchSaid
    line = ChatLine(live.chat[-1].number + 1 if live.chat else 1, seat, said, now)
    live.store.say(live.record.id, line, line.number - KEPT + 1)
    live.chat = [*live.chat[-KEPT + 1 :], line]
