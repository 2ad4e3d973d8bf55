"""Choices ahead of one's turn: what a seat may choose while others do, kept here until it is asked.

It is kept by the server, so that it is played at once though no page may be open, and in the store. It is shown to the
seat alone: nothing of it changes a page of anybody else.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from sqlite3 import Error as StoreError
from typing import Any

from starlette.exceptions import HTTPException
from starlette.responses import RedirectResponse, Response

from rulewright.core.model.game import State
from rulewright.play.session.premoves import turn_ahead
from rulewright.table.primer.taught_steps import TaughtNow
from rulewright.table.serve import links, seats
from rulewright.table.serve.bar import bar_of
from rulewright.table.serve.forms import Fields, first, form_of
from rulewright.table.serve.guests import Guest
from rulewright.table.serve.highlights import lights_of
from rulewright.table.serve.live import LiveTable, MoveAhead
from rulewright.table.serve.offers import Asked, WordedOption, asked_of, code_in
from rulewright.table.serve.seeing import SeatDecision, picture


@dataclass(frozen=True, slots=True)
class ChoosingAhead:
    """The keys of what has been chosen ahead so far, and whether that may be all."""

    keys: tuple[str, ...]
    may_be_all: bool


async def form(guest: Guest) -> Response:
    """Show what can be chosen ahead."""
    return await _asked(guest, ())


async def choose(guest: Guest) -> Response:
    """Take in a choice made ahead, ask for the next one, or forget all of them."""
    fields = await form_of(guest.request)
    live, seat, keys = guest.live, guest.seat, tuple(fields.get("key", ()))
    does = first(fields, "do")
    try:
        if does == "cancel":
            live.forget_ahead(seat)
            return await _done(guest)
        if first(fields, "at") != _mark(guest, keys):
            raise HTTPException(409, guest.site.words(guest.request, guest.record.language)("moved_on"))
        turn = turn_ahead(live.asking, live.state, seat, keys) if live.may_choose_ahead(seat) else None
        if turn is None or (does == "keep" and not (keys and turn.asked is not None)):
            raise HTTPException(409, "nothing can be chosen ahead here now")
        if does != "keep":
            assert turn.asked is not None
            option = _meant(asked_of(live.game, turn.asked, seat, guest.language), fields)
            if option is None:
                raise HTTPException(409, "there is no such option")
            keys = (*keys, option.key)
            turn = turn_ahead(live.asking, live.state, seat, keys)
        if turn is not None and turn.asked is not None and does != "keep":
            return await _asked(guest, keys)
        live.keep_ahead(seat, _kept(live, seat, keys, guest.language))
    except StoreError:
        raise HTTPException(503, "this cannot be saved at the moment; try again") from None
    return await _done(guest)


async def _done(guest: Guest) -> Response:
    guest.place.tell()
    return await seats.page(guest) if guest.wants_part else RedirectResponse("./", 303)


def _meant(asked: Asked, fields: Fields) -> WordedOption | None:
    code = code_in(first(fields, "option"))
    return asked.with_code(code) if code is not None else asked.typed(first(fields, "offer") or first(fields, "typed"))


def _mark(guest: Guest, keys: Sequence[str]) -> str:
    live = guest.live
    return links.position_mark(guest.site.secret, guest.record.id, guest.seat, "ahead", len(live.moments), *keys)


async def _asked(guest: Guest, keys: tuple[str, ...]) -> Response:
    """Show the table with what can be chosen ahead after some choices, or as it is if nothing can be told."""
    live, seat, language = guest.live, guest.seat, guest.language
    turn = turn_ahead(live.asking, live.state, seat, keys) if live.may_choose_ahead(seat) else None
    if turn is None or turn.asked is None:
        live.unknown_ahead.add(seat)
        return await _done(guest)
    asked = asked_of(live.game, turn.asked, seat, language)
    drawn = picture(live.game, turn.asked, seat, asked, language)
    shown = replace(
        guest.place.sight(seat, language), picture=drawn, taught=TaughtNow(), waits=None,
        decision=SeatDecision(
            asked=asked, must_confirm=False, trail=(), changes={}, leads={}, foreseen_later=False,
            bar=bar_of(live.game, turn.asked, asked, drawn.whole(), language),
        ),
    )  # fmt: skip
    more: dict[str, Any] = {"choosing": ChoosingAhead(keys, turn.may_be_all), "at": _mark(guest, keys), "sight": shown}
    return seats.table_page(guest, seat, **more)


def _kept(live: LiveTable, seat: int, keys: tuple[str, ...], language: str) -> MoveAhead:
    """Return choices made ahead with their words, and with what they are about in one way in which it may come."""
    told: list[str] = []
    lights: list[str] = []
    for number, key in enumerate(keys):
        turn = turn_ahead(live.asking, live.state, seat, keys[:number])
        assert turn is not None
        assert turn.asked is not None
        option = asked_of(live.game, turn.asked, seat, language).typed(key)
        told.append(option.title if option is not None else key)
        lights += _lights(live, turn.positions, seat, key)
    return MoveAhead(keys, ", ".join(told), " ".join(dict.fromkeys(lights)))


def _lights(live: LiveTable, positions: Sequence[State], seat: int, key: str) -> list[str]:
    for each in positions:
        try:
            moment, _ = live.after_choice(each, seat, key)
        except ValueError:
            continue
        return lights_of(live.game, (moment.chosen, *moment.events), seat).split()
    return []
